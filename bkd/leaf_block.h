// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "bkd/bkd_config.h"

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
  int32_t sorted_dim = -1;                            ///< Of high cardinality leaves.
  std::array<uint8_t, kMaxDims> prefix_lengths = {};  ///< By dimension.
  /// Least and greatest value of each index dimension, where the leaf holds them: trees of several
  /// index dimensions, in leaves of more than one value. Else empty.
  std::vector<std::byte> min_packed, max_packed;
  uint64_t offset = 0;  ///< Of the leaf in `.kdd`.

  // Bytes of its parts, which add up to the leaf.
  uint32_t header_bytes = 0;   ///< Count, and the byte that tells the kind.
  uint32_t doc_ids_bytes = 0;  ///< Marker and ids.
  uint32_t prefix_bytes = 0;   ///< Lengths and shared bytes.
  uint32_t bounds_bytes = 0;
  uint32_t run_bytes = 0;     ///< Lengths of runs.
  uint32_t suffix_bytes = 0;  ///< What differs from point to point, or from run to run.

  std::vector<uint8_t> marks;  ///< Scratch of doc_ids_into_bit_set, all zero.

  std::span<const int32_t> doc_ids() const { return {docs.data(), static_cast<size_t>(count)}; }
  uint32_t bytes() const {
    return header_bytes + doc_ids_bytes + prefix_bytes + bounds_bytes + run_bytes + suffix_bytes;
  }
};

}  // namespace segsmith::bkd
