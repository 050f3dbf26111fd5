// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "bkd/bkd_writer.h"
#include "bkd/leaf_block.h"
#include "bkd/one_dim_writer.h"
#include "bkd/point_tree.h"

namespace segsmith::bkd {

/// Whether the map keeps the order of the documents that it keeps.
bool keeps_order(const DocMap& map);

/// The live points of a source, leaf after leaf, with their new documents (BKDWriter.MergeReader).
class LivePoints {
 public:
  explicit LivePoints(const MergeSource& source);

  /// Reads on to the next leaf that has live points; false at the end.
  bool next_leaf();
  /// The points of the current leaf.
  size_t count() const { return static_cast<size_t>(block_.count); }
  const std::byte* values() const { return block_.values.data(); }
  const int32_t* docs() const { return block_.docs.data(); }

 private:
  void renumber();

  const MergeSource& source_;
  PointTree tree_;
  LeafBlock block_;
  size_t packed_;
  bool started_ = false;
};

/// Hands the live points of one-dimensional trees of `width` bytes to `out` in the order of value,
/// then new document (BKDWriter.merge). The maps keep order.
void merge_points(size_t width, std::span<const MergeSource> sources, OneDimWriter& out);

}  // namespace segsmith::bkd
