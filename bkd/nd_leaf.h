// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bkd/distinct_points.h"
#include "bkd/leaf_writer.h"
#include "bkd/nd_points.h"
#include "bkd/radix_select.h"
#include "store/output.h"

namespace segsmith::bkd {

/// What decides the order of points that compare equal, and so Lucene's bytes.
struct NdOrigin {
  bool flush = true;      ///< Out of IndexWriter's buffer, not added one by one for a merge.
  bool distinct = false;  ///< No two points compare equal: any way of sorting gives one result.
  int doc_bits = 32;      ///< Of a document in radix passes.
};

/// Sorts the points of a leaf and writes it (the leaf part of BKDWriter.build).
class NdLeafWriter {
 public:
  NdLeafWriter(const BkdConfig& config, int32_t version, const NdOrigin& origin)
      : origin_(origin),
        writer_(config, version),
        values_(static_cast<size_t>(config.max_points_in_leaf) * config.packed_bytes() +
                kLeafSlack),
        docs_(static_cast<size_t>(config.max_points_in_leaf)) {}

  /// The points [from, to), which may be reordered.
  template <class Points>
  void write(const Points& points, size_t from, size_t to, store::Output& out) {
    find_prefixes(points, from, to);
    const size_t dim = sorted_dim(points, from, to);
    const size_t count = to - from;
    if (origin_.distinct) {
      sorter_.sort(points, from, to, dim);
      gather(points, count, [&](size_t i) { return from + sorter_.positions()[i]; });
    } else {
      SplitOrder<Points> order(points, dim, origin_.doc_bits);
      if (origin_.flush) {
        intro_sort(order, from, to);
      } else {
        msb_radix_sort(order, from, to);
      }
      gather(points, count, [&](size_t i) { return from + i; });
    }
    const LeafPoints leaf{{docs_.data(), count}, values_.data()};
    writer_.write(leaf, {prefixes_.data(), points.dims()}, static_cast<int32_t>(dim),
                  count_runs(leaf, points.packed()), out);
  }

 private:
  /// Bytes that all points share, by dimension.
  template <class Points>
  void find_prefixes(const Points& points, size_t from, size_t to) {
    for (size_t dim = 0; dim < points.dims(); ++dim) {
      const auto first = points.key(from, dim);
      typename Points::Key differing = 0;
      for (size_t i = from + 1; i < to; ++i) differing |= points.key(i, dim) ^ first;
      const auto suffix = (static_cast<size_t>(distinct::width_of(differing)) + 7) / 8;
      prefixes_[dim] = static_cast<int32_t>(points.dim_bytes() - suffix);
    }
  }

  /// The dimension whose first differing byte has the fewest values. Lucene's flush does not look
  /// at the first point here.
  template <class Points>
  size_t sorted_dim(const Points& points, size_t from, size_t to) const {
    size_t chosen = 0;
    int fewest = INT32_MAX;
    for (size_t dim = 0; dim < points.dims(); ++dim) {
      const auto prefix = static_cast<size_t>(prefixes_[dim]);
      if (prefix == points.dim_bytes()) continue;
      const size_t offset = dim * points.dim_bytes() + prefix;
      std::array<uint64_t, 4> used{};
      for (size_t i = from + (origin_.flush ? 1 : 0); i < to; ++i) {
        const auto byte = static_cast<size_t>(points.value(i)[offset]);
        used[byte >> 6] |= uint64_t{1} << (byte & 63);
      }
      int values = 0;
      for (const uint64_t word : used) values += std::popcount(word);
      if (values < fewest) {
        fewest = values;
        chosen = dim;
      }
    }
    return chosen;
  }

  template <class Points, class Place>
  void gather(const Points& points, size_t count, Place place) {
    std::byte* value = values_.data();
    for (size_t i = 0; i < count; ++i, value += points.packed()) {
      const size_t from = place(i);
      std::memcpy(value, points.value(from), points.packed());
      docs_[i] = static_cast<int32_t>(points.doc(from));
    }
  }

  NdOrigin origin_;
  LeafWriter writer_;
  distinct::LeafSorter sorter_;
  std::vector<std::byte> values_;
  std::vector<int32_t> docs_;
  std::array<int32_t, kMaxDims> prefixes_{};
};

}  // namespace segsmith::bkd
