// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace segsmith::bkd {

/// How a leaf's values are written; docs/format/kdd.md.
enum class LeafKind : uint8_t {
  all_equal,         ///< Only the common prefix, which is the whole value.
  low_cardinality,   ///< Runs: repeat count and suffix.
  high_cardinality,  ///< Run-length coded first differing byte, then the other suffix bytes.
};

/// How a leaf's document ids are written, by the marker byte (DocIdsWriter).
enum class DocIdsKind : int8_t {
  continuous = -2,
  bit_set = -1,
  legacy_delta_vint = 0,
  delta16 = 16,
  bits21 = 21,
  bits24 = 24,
  bits32 = 32,
};

std::string_view name_of(LeafKind kind);
std::string_view name_of(DocIdsKind kind);

/// One decoded leaf; its storage is reused from leaf to leaf.
struct LeafBlock {
  int32_t count = 0;
  std::vector<int32_t> docs;      ///< count entries valid.
  std::vector<std::byte> values;  ///< count points of packed_bytes each.
  DocIdsKind doc_ids_kind = DocIdsKind::continuous;
  LeafKind kind = LeafKind::all_equal;
  int32_t sorted_dim = -1;     ///< Of high cardinality leaves.
  uint64_t offset = 0;         ///< Of the leaf in `.kdd`.
  uint32_t doc_ids_bytes = 0;  ///< Count, marker and ids.
  uint32_t prefix_bytes = 0;
  uint32_t values_bytes = 0;  ///< Kind byte, bounds, runs and suffixes.

  std::span<const int32_t> doc_ids() const { return {docs.data(), static_cast<size_t>(count)}; }
};

}  // namespace segsmith::bkd
