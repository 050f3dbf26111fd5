// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "bkd/bkd_config.h"
#include "bkd/bytes.h"
#include "bkd/index_packer.h"

namespace segsmith::bkd {

/// The cell of a node: least and greatest value of each index dimension, packed.
struct Cell {
  std::vector<std::byte> min, max;
};

/// Divides points of several dimensions into leaves (the inner part of BKDWriter.build): which
/// dimension, how many to the left. `Source` holds the points; its Slice is some of them:
///   Cell bounds(const Slice&): the exact cell.
///   std::pair<Slice, Slice> split(Slice, uint64_t left, size_t dim, const Cell&, std::byte*
///   value):
///     the `left` least points by that dimension, and the others, whose least value goes to
///     `value`.
///   void leaf(Slice): writes a leaf, which begins at uint64_t position().
template <class Width, class Source>
class NdBuilder {
 public:
  using Slice = typename Source::Slice;

  NdBuilder(const BkdConfig& config, Width width, Source& source, int32_t leaves)
      : config_(config),
        width_(width),
        source_(source),
        bytes_(static_cast<size_t>(config.bytes_per_dim)),
        index_dims_(static_cast<size_t>(config.index_dims)),
        total_(leaves) {
    nodes_.offsets.reserve(static_cast<size_t>(leaves));
    nodes_.split_values.resize(static_cast<size_t>(leaves - 1) * bytes_);
    nodes_.split_dims.resize(static_cast<size_t>(leaves - 1));
  }

  LeafNodes build(Slice points, const Cell& cell) {
    build(0, total_, std::move(points), cell);
    return std::move(nodes_);
  }

 private:
  using Key = typename Width::Key;
  /// So many splits after the last time, a cell of more than two dimensions is measured again.
  static constexpr int kSplitsBeforeExactBounds = 4;

  /// At most 31 levels deep: about half of the leaves go to either side.
  void build(int64_t first, int64_t leaves, Slice points, Cell cell) {
    if (leaves == 1) {
      nodes_.offsets.push_back(source_.position());
      source_.leaf(std::move(points));
      return;
    }
    if (leaves != total_ && index_dims_ > 2 && splits_above() % kSplitsBeforeExactBounds == 0) {
      cell = source_.bounds(points);
    }
    const size_t dim = choose_dim(cell);
    const int64_t on_left = left_leaves(leaves);
    const auto split = static_cast<size_t>(first + on_left - 1);
    std::byte* value = &nodes_.split_values[split * bytes_];
    nodes_.split_dims[split] = static_cast<uint8_t>(dim);
    auto [left, right] = source_.split(
        std::move(points),
        static_cast<uint64_t>(on_left) * static_cast<uint64_t>(config_.max_points_in_leaf), dim,
        cell, value);
    ++splits_[dim];
    Cell left_cell = cell;
    std::memcpy(&left_cell.max[dim * bytes_], value, bytes_);
    build(first, on_left, std::move(left), std::move(left_cell));
    std::memcpy(&cell.min[dim * bytes_], value, bytes_);
    build(first + on_left, leaves - on_left, std::move(right), std::move(cell));
    --splits_[dim];
  }

  int splits_above() const { return std::accumulate(splits_.begin(), splits_.end(), 0); }

  Key span(const Cell& cell, size_t dim) const {
    return width_.load(&cell.max[dim * bytes_]) - width_.load(&cell.min[dim * bytes_]);
  }

  /// A dimension split less than half as often as the one split most, unless it is constant; else
  /// the widest one, the first of equals.
  size_t choose_dim(const Cell& cell) const {
    const int most = *std::max_element(splits_.begin(), splits_.end());
    for (size_t dim = 0; dim < index_dims_; ++dim) {
      if (splits_[dim] < most / 2 && span(cell, dim) != 0) return dim;
    }
    size_t widest = 0;
    for (size_t dim = 1; dim < index_dims_; ++dim) {
      if (span(cell, dim) > span(cell, widest)) widest = dim;
    }
    return widest;
  }

  const BkdConfig& config_;
  Width width_;
  Source& source_;
  size_t bytes_;
  size_t index_dims_;
  int64_t total_;
  std::array<int, kMaxIndexDims> splits_{};  ///< By dimension, on the path from the root.
  LeafNodes nodes_;
};

}  // namespace segsmith::bkd
