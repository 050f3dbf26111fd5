// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "bkd/distinct_points.h"
#include "bkd/nd_builder.h"
#include "bkd/nd_leaf.h"
#include "bkd/nd_points.h"
#include "bkd/radix_select.h"

namespace segsmith::bkd {

/// Reorders the points [from, to) so that the `k - from` least ones by `dim` come first; the value
/// of point k in that dimension goes to `value`. from < k < to.
template <class Points>
void split_points(const Points& points, const NdOrigin& origin, size_t from, size_t to, size_t k,
                  size_t dim, const Cell& cell, std::byte* value) {
  const size_t offset = dim * points.dim_bytes();
  if (origin.distinct) {
    distinct::select(points, from, to, k, dim, points.load(&cell.min[offset]),
                     points.load(&cell.max[offset]));
  } else {
    SplitOrder<Points> order(points, dim, origin.doc_bits);
    radix_select(order, from, to, k);
  }
  std::memcpy(value, points.value(k) + offset, points.dim_bytes());
}

/// Grows a cell by points; begins with the first.
template <class Width>
class CellBuilder {
 public:
  CellBuilder(const BkdConfig& config, Width width)
      : width_(width), dims_(static_cast<size_t>(config.index_dims)) {}

  void add(const std::byte* value) {
    for (size_t dim = 0; dim < dims_; ++dim) {
      const auto key = width_.load(value + dim * width_.size());
      if (empty_ || key < min_[dim]) min_[dim] = key;
      if (empty_ || key > max_[dim]) max_[dim] = key;
    }
    empty_ = false;
  }
  Cell cell() const {
    Cell out;
    out.min.resize(dims_ * width_.size());
    out.max.resize(dims_ * width_.size());
    for (size_t dim = 0; dim < dims_; ++dim) {
      width_.store(&out.min[dim * width_.size()], min_[dim]);
      width_.store(&out.max[dim * width_.size()], max_[dim]);
    }
    return out;
  }

 private:
  using Key = typename Width::Key;
  Width width_;
  size_t dims_;
  bool empty_ = true;
  std::array<Key, kMaxIndexDims> min_{}, max_{};
};

template <class Width, class Points>
Cell cell_of(const BkdConfig& config, Width width, const Points& points, size_t from, size_t to) {
  CellBuilder<Width> builder(config, width);
  for (size_t i = from; i < to; ++i) builder.add(points.value(i));
  return builder.cell();
}

}  // namespace segsmith::bkd
