// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace segsmith::model {

/// Lucene's five doc-values types, numbered as `.fnm` writes them (Lucene94FieldInfosFormat; not
/// the order of the Java enum, nor that of `.dvm`).
enum class DocValuesType : uint8_t {
  none = 0,
  numeric = 1,
  binary = 2,
  sorted = 3,
  sorted_set = 4,
  sorted_numeric = 5,
};

/// Whether a field has a doc-values skip index (DocValuesSkipIndexType).
enum class SkipIndexType : uint8_t { none = 0, range = 1 };

/// "NUMERIC", "SORTED_SET", ...
std::string_view name_of(DocValuesType type);

/// Types that keep numbers or ordinals, so may have a skip index.
constexpr bool has_numbers(DocValuesType type) {
  return type != DocValuesType::none && type != DocValuesType::binary;
}
constexpr bool has_terms(DocValuesType type) {
  return type == DocValuesType::sorted || type == DocValuesType::sorted_set;
}
constexpr bool is_multi_valued(DocValuesType type) {
  return type == DocValuesType::sorted_set || type == DocValuesType::sorted_numeric;
}

}  // namespace segsmith::model
