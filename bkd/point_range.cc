// SPDX-License-Identifier: Apache-2.0
// Ranges over one-dimensional trees, whose points lie in the order of their values from the first
// leaf to the last.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "bkd/bkd_reader.h"
#include "bkd/point_tree.h"

namespace segsmith::bkd {

namespace {

using Packed = std::span<const std::byte>;

int compare(Packed a, Packed b) { return std::memcmp(a.data(), b.data(), b.size()); }

Relation relate(Packed min, Packed max, Packed low, Packed high) {
  if (compare(min, high) > 0 || compare(max, low) < 0) return Relation::outside;
  return compare(min, low) < 0 || compare(max, high) > 0 ? Relation::crosses : Relation::inside;
}

/// The first point of the leaf at or above `value`, or above it when `after_equal`.
size_t find(const LeafBlock& leaf, Packed value, bool after_equal) {
  size_t low = 0;
  auto high = static_cast<size_t>(leaf.count);
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const int order = std::memcmp(&leaf.values[middle * value.size()], value.data(), value.size());
    if (order < 0 || (order == 0 && after_equal)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Points below `value`, or up to it when `or_equal`: whole subtrees on the left, and part of one
/// leaf.
int64_t rank(const BkdReader& reader, Packed value, bool or_equal) {
  PointTree tree(reader);
  int64_t points = 0;
  while (!tree.is_leaf()) {
    // The split value is the least of the right subtree; the left one may end with equal values.
    const int order = compare(tree.split_value(), value);
    const bool right = order < 0 || (order == 0 && or_equal);
    tree.move_to_child();
    if (right) {
      points += tree.size();
      tree.move_to_sibling();
    }
  }
  LeafBlock leaf;
  tree.read_leaf_values(leaf);
  return points + static_cast<int64_t>(find(leaf, value, or_equal));
}

class RangeRelation final : public IntersectVisitor {
 public:
  RangeRelation(Packed low, Packed high) : low_(low), high_(high) {}
  Relation compare(Packed min, Packed max) override { return relate(min, max, low_, high_); }
  void visit(std::span<const int32_t>) override {}
  void visit(std::span<const int32_t>, Packed) override {}

 private:
  Packed low_;
  Packed high_;
};

void check_arguments(const BkdReader& reader, Packed low, Packed high) {
  const BkdConfig& config = reader.config();
  if (!config.one_dimensional()) {
    throw InvalidArgument("a range over points of " + std::to_string(config.dims) + " dimensions");
  }
  if (low.size() != config.packed_bytes() || high.size() != config.packed_bytes()) {
    throw InvalidArgument("bounds of " + std::to_string(low.size()) + " and " +
                          std::to_string(high.size()) + " bytes for points of " +
                          std::to_string(config.packed_bytes()));
  }
}

/// Walks the cells of a range, or with `inverse` those outside it, and sets or clears documents.
class RangeCollector {
 public:
  RangeCollector(const BkdReader& reader, Packed low, Packed high, bool inverse, BitSet& out)
      : tree_(reader), low_(low), high_(high), inverse_(inverse), out_(out) {}

  void run() {
    for (;;) {
      if (!visit() || !tree_.move_to_child()) {
        while (!tree_.move_to_sibling()) {
          if (!tree_.move_to_parent()) return;
        }
      }
    }
  }

 private:
  /// Whether to descend.
  bool visit() {
    const Relation relation = relate(tree_.min_packed(), tree_.max_packed(), low_, high_);
    if (relation == Relation::crosses) {
      if (!tree_.is_leaf()) return true;
      filter();
      return false;
    }
    if ((relation == Relation::inside) == inverse_) return false;
    // Whole leaves below are met one by one, without looking at bounds: their cells relate alike.
    if (!tree_.is_leaf()) return true;
    tree_.leaf_docs_into(out_, !inverse_, leaf_);
    return false;
  }

  void filter() {
    tree_.read_leaf(leaf_);
    const auto docs = leaf_.doc_ids();
    const size_t from = find(leaf_, low_, false);
    const size_t to = std::max(from, find(leaf_, high_, true));
    if (inverse_) {
      for (const int32_t doc : docs.first(from)) out_.clear(static_cast<uint64_t>(doc));
      for (const int32_t doc : docs.subspan(to)) out_.clear(static_cast<uint64_t>(doc));
    } else {
      for (const int32_t doc : docs.subspan(from, to - from)) out_.set(static_cast<uint64_t>(doc));
    }
  }

  PointTree tree_;
  LeafBlock leaf_;
  Packed low_;
  Packed high_;
  bool inverse_;
  BitSet& out_;
};

}  // namespace

int64_t BkdReader::count_range(Packed low, Packed high) const {
  check_arguments(*this, low, high);
  if (compare(low, high) > 0) return 0;
  switch (relate(min_packed(), max_packed(), low, high)) {
    case Relation::outside:
      return 0;
    case Relation::inside:
      return point_count();
    case Relation::crosses:
      break;
  }
  const int64_t end = compare(max_packed(), high) <= 0 ? point_count() : rank(*this, high, true);
  const int64_t begin = compare(min_packed(), low) >= 0 ? 0 : rank(*this, low, false);
  return std::max<int64_t>(0, end - begin);
}

int64_t BkdReader::estimate_range(Packed low, Packed high) const {
  check_arguments(*this, low, high);
  RangeRelation visitor(low, high);
  return estimate_doc_count(visitor);
}

void BkdReader::range_into_bit_set(Packed low, Packed high, BitSet& out) const {
  check_arguments(*this, low, high);
  if (out.size() != static_cast<uint64_t>(max_doc())) {
    throw InvalidArgument("a bit set of " + std::to_string(out.size()) + " bits for " +
                          std::to_string(max_doc()) + " documents");
  }
  const bool empty = compare(low, high) > 0;
  const bool one_each = doc_count() == max_doc() && point_count() == doc_count();
  const bool inverse = !empty && one_each && count_range(low, high) > max_doc() / 2;
  if (inverse) {
    out.set_range(0, out.size());
  } else {
    out.clear_range(0, out.size());
  }
  if (empty) return;
  RangeCollector(*this, low, high, inverse, out).run();
}

}  // namespace segsmith::bkd
