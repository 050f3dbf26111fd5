// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "bkd/bkd_meta.h"
#include "bkd/intersect_visitor.h"
#include "bkd/leaf_block.h"
#include "bkd/point_box.h"
#include "store/input.h"
#include "util/bit_set.h"

namespace segsmith::bkd {

/// One field's tree (BKDReader), versions 9 and 10, any dimensions. Immutable and thread-safe.
/// Metadata is checked when it is made; index nodes and leaves when they are read, so any call may
/// throw CorruptIndex. Walks are bounded by the number of leaves, never by what the bytes say.
class BkdReader {
 public:
  /// `index_file` and `data_file` are the whole `.kdi` and `.kdd` (their footers may be cut off);
  /// the tree's leaves lie in data_file before `data_end`.
  BkdReader(BkdMeta meta, store::Input index_file, store::Input data_file, uint64_t data_end,
            int32_t max_doc);

  const BkdMeta& meta() const { return meta_; }
  const BkdConfig& config() const { return meta_.config; }
  int32_t num_leaves() const { return meta_.num_leaves; }
  std::span<const std::byte> min_packed() const { return meta_.min_packed; }
  std::span<const std::byte> max_packed() const { return meta_.max_packed; }
  int64_t point_count() const { return meta_.point_count; }
  int32_t doc_count() const { return meta_.doc_count; }
  int32_t max_doc() const { return max_doc_; }
  /// The packed index in `.kdi`, and the leaves in `.kdd`.
  const store::Input& index() const { return index_; }
  const store::Input& leaves() const { return leaves_; }

  /// Visits every cell that the visitor does not put outside, in tree order
  /// (PointValues.intersect).
  void intersect(IntersectVisitor& visitor) const;
  /// PointValues.estimatePointCount: exact for whole cells, half of each crossing leaf. Stops when
  /// `enough` is reached (PointValues.isEstimatedPointCountGreaterThanOrEqualTo).
  int64_t estimate_point_count(IntersectVisitor& visitor, int64_t enough = INT64_MAX) const;
  /// PointValues.estimateDocCount.
  int64_t estimate_doc_count(IntersectVisitor& visitor) const;
  /// Every leaf in tree order: all documents and packed values, and the bytes of its parts.
  void for_each_leaf(const std::function<void(const LeafBlock&)>& visit) const;

  /// Points in the box. In one dimension at most two leaves are read.
  int64_t count(const PointBox& box) const;
  /// PointRangeQuery's cost: estimate_doc_count of the box.
  int64_t estimate(const PointBox& box) const;
  /// `out` (of max_doc bits, else InvalidArgument) becomes the documents with a point in the box.
  /// When every document has exactly one point and most match, the others are visited instead, as
  /// PointRangeQuery does.
  void into_bit_set(const PointBox& box, BitSet& out) const;

  // The same with inclusive packed bounds of all index dimensions (InvalidArgument else).
  int64_t count_range(std::span<const std::byte> low, std::span<const std::byte> high) const;
  int64_t estimate_range(std::span<const std::byte> low, std::span<const std::byte> high) const;
  void range_into_bit_set(std::span<const std::byte> low, std::span<const std::byte> high,
                          BitSet& out) const;

 private:
  int64_t docs_of_points(int64_t estimate) const;

  BkdMeta meta_;
  store::Input index_;
  store::Input leaves_;
  int32_t max_doc_;
};

}  // namespace segsmith::bkd
