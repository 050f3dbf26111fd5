// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What Lucene's and Elasticsearch's doc-values formats have in common: the numbers that stand in
/// their `.dvm` files. docs/format/dvm.md
namespace segsmith::codec {

/// The type byte of a field in `.dvm` (neither the numbers of `.fnm` nor those of the Java enum).
enum class FieldType : uint8_t {
  numeric = 0,
  binary = 1,
  sorted = 2,
  sorted_set = 3,
  sorted_numeric = 4,
};

/// Field number that ends the list of fields in `.dvm`.
inline constexpr int32_t kEndOfFields = -1;

/// The byte after the type (and the skip meta) of a SORTED_SET field.
inline constexpr uint8_t kSortedSetSingleValued = 0;
inline constexpr uint8_t kSortedSetMultiValued = 1;

/// docsWithFieldOffset where there is no set; its length is then 0, jump entries -1, rank power -1.
inline constexpr int64_t kDocsWithFieldNone = -2;
inline constexpr int64_t kDocsWithFieldAll = -1;

/// Shift of the monotonic sequences: addresses, offsets of binary values, of terms, of blocks.
inline constexpr int kDirectMonotonicBlockShift = 16;

/// The four values of `.dvm` that place a docs-with-field set.
struct DocsWithFieldMeta {
  int64_t offset = kDocsWithFieldNone;
  int64_t length = 0;
  int16_t jump_entries = -1;
  int8_t rank_power = -1;

  bool none() const { return offset == kDocsWithFieldNone; }
  bool all() const { return offset == kDocsWithFieldAll; }
  bool some() const { return offset >= 0; }
};

}  // namespace segsmith::codec
