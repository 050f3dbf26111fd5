// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace segsmith::model {

/// Which Lucene class a sort key is, which decides its bytes in `.si` and the doc-values type it
/// reads.
enum class SortFieldKind : uint8_t { sort_field, sorted_numeric, sorted_set };

/// SortField.Type, by the names that `.si` holds.
enum class SortType : uint8_t { string, int32, int64, float32, float64 };

/// Which value of a multi-valued field counts (SortedNumericSelector, SortedSetSelector).
enum class SortSelector : uint8_t { min, max };

/// Where documents without the field go. Numbers carry the value that stands in for a missing one.
enum class MissingValue : uint8_t {
  none,          ///< Not set: 0 for numbers, first for strings.
  number,        ///< `missing_bits` holds it.
  string_first,  ///< SortField.STRING_FIRST
  string_last,   ///< SortField.STRING_LAST
};

/// One key of an index sort.
struct SortField {
  SortFieldKind kind = SortFieldKind::sort_field;
  std::string field;
  SortType type = SortType::int64;
  bool reverse = false;
  SortSelector selector = SortSelector::min;  ///< Only for the sorted_* kinds.
  MissingValue missing = MissingValue::none;
  /// The missing number in the domain of the stored doc values: the integer itself, or the sortable
  /// bits of a float or double.
  int64_t missing_bits = 0;

  bool operator==(const SortField&) const = default;
};

/// Keys in order of weight; empty means unsorted. docs/format/si.md
using IndexSort = std::vector<SortField>;

}  // namespace segsmith::model
