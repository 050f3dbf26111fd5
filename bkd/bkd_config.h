// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

/// The block k-d tree (org.apache.lucene.util.bkd): points in leaves of at most 512, an index of
/// split values above them. docs/format/kdd.md, kdi.md and kdm.md.
namespace segsmith::bkd {

/// The shape of a tree (BKDConfig). A point is dims values of bytes_per_dim bytes each, ordered as
/// unsigned big-endian numbers; the first index_dims of them take part in splitting.
struct BkdConfig {
  int32_t dims = 1;
  int32_t index_dims = 1;
  int32_t bytes_per_dim = 8;
  int32_t max_points_in_leaf = 512;

  /// Bytes of one point.
  size_t packed_bytes() const { return static_cast<size_t>(dims) * bytes_per_dim; }
  /// Bytes of the dimensions that are indexed: of a split, of min and max.
  size_t packed_index_bytes() const { return static_cast<size_t>(index_dims) * bytes_per_dim; }
  bool one_dimensional() const { return dims == 1; }
  bool operator==(const BkdConfig&) const = default;
};

inline constexpr int32_t kDefaultMaxPointsInLeaf = 512;
/// BKDWriter.DEFAULT_MAX_MB_SORT_IN_HEAP
inline constexpr double kDefaultMaxMbSortInHeap = 16.0;
inline constexpr int32_t kMaxDims = 16;
inline constexpr int32_t kMaxIndexDims = 8;
/// PointValues.MAX_NUM_BYTES: widest dimension that Lucene indexes.
inline constexpr int32_t kMaxBytesPerDim = 16;
/// Larger leaves are refused: a leaf of equal values in consecutive documents takes a dozen bytes
/// however many points it declares, so nothing else bounds what a reader allocates.
inline constexpr int32_t kMaxPointsInLeafLimit = 1 << 20;

inline constexpr std::string_view kBkdCodec = "BKD";
inline constexpr int32_t kBkdVersionMetaFile = 9;
/// 24-bit document ids laid out for vector units, and the 21-bit coding (Lucene 10.2).
inline constexpr int32_t kBkdVersionVectorized = 10;
inline constexpr int32_t kBkdVersionStart = kBkdVersionMetaFile;
inline constexpr int32_t kBkdVersionCurrent = kBkdVersionVectorized;

}  // namespace segsmith::bkd
