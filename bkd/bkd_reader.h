// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "bkd/bkd_meta.h"
#include "bkd/leaf_block.h"
#include "store/input.h"
#include "util/bit_set.h"

namespace segsmith::bkd {

/// How a cell lies to a query (PointValues.Relation).
enum class Relation : uint8_t { inside, outside, crosses };

/// What intersect() calls (PointValues.IntersectVisitor), a leaf at a time.
class IntersectVisitor {
 public:
  virtual ~IntersectVisitor() = default;
  /// The cell's bounds over the index dimensions, packed_index_bytes each.
  virtual Relation compare(std::span<const std::byte> min, std::span<const std::byte> max) = 0;
  /// Documents of points that all lie inside; one entry a point.
  virtual void visit(std::span<const int32_t> docs) = 0;
  /// Documents and packed values of a crossing leaf, which the visitor filters.
  virtual void visit(std::span<const int32_t> docs, std::span<const std::byte> values) = 0;
};

/// Bytes of a tree's parts, summed over its leaves; one walk over all of them.
struct BkdStats {
  uint64_t doc_ids_bytes = 0;
  uint64_t prefix_bytes = 0;
  uint64_t values_bytes = 0;
  uint64_t index_bytes = 0;
  uint64_t leaves_by_kind[3] = {};  ///< By LeafKind.
};

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

  /// Visits every cell that the visitor does not put outside, in tree order.
  void intersect(IntersectVisitor& visitor) const;
  /// PointValues.estimatePointCount: exact for whole cells, half of each crossing leaf.
  int64_t estimate_point_count(IntersectVisitor& visitor) const;
  /// PointValues.estimateDocCount.
  int64_t estimate_doc_count(IntersectVisitor& visitor) const;
  /// Every leaf in tree order: all documents and packed values.
  void for_each_leaf(const std::function<void(const LeafBlock&)>& visit) const;
  BkdStats stats() const;

  // One-dimensional trees only (InvalidArgument else). Bounds are inclusive packed values.

  /// Points in [low, high]: at most two leaves are read.
  int64_t count_range(std::span<const std::byte> low, std::span<const std::byte> high) const;
  /// PointRangeQuery's cost of [low, high], which is estimate_doc_count of that range.
  int64_t estimate_range(std::span<const std::byte> low, std::span<const std::byte> high) const;
  /// `out` (of max_doc bits) becomes the documents with a point in [low, high]. When every document
  /// has exactly one point and most match, the others are visited instead.
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
