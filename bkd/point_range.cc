// SPDX-License-Identifier: Apache-2.0
// Ranges: boxes over trees of any dimensions, straight into bit sets, and the shorter ways of one
// dimension, where points lie in the order of their values from the first leaf to the last.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "bkd/bkd_reader.h"
#include "bkd/point_box.h"
#include "bkd/point_tree.h"

namespace segsmith::bkd {

namespace {

using Packed = std::span<const std::byte>;

int compare(Packed a, Packed b) { return std::memcmp(a.data(), b.data(), b.size()); }

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

class BoxRelation final : public IntersectVisitor {
 public:
  explicit BoxRelation(const PointBox& box) : box_(box) {}
  Relation compare(Packed min, Packed max) override { return box_.relate(min, max); }
  void visit(std::span<const int32_t>) override {}
  void visit(std::span<const int32_t>, Packed) override {}

 private:
  const PointBox& box_;
};

/// Walks the cells of a box. `Take` is given whole leaves whose points all match or all do not, and
/// crossing leaves with the mask of those that match; it says which whole leaves it wants.
template <class Take>
class BoxWalk {
 public:
  BoxWalk(const BkdReader& reader, const PointBox& box, Take& take)
      : tree_(reader), box_(box), take_(take) {}

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
    const Relation relation = box_.relate(tree_.min_packed(), tree_.max_packed());
    if (relation == Relation::crosses) {
      if (!tree_.is_leaf()) return true;
      visit_crossing_leaf();
    } else if (take_.wants(relation)) {
      take_.all_below(tree_, leaf_);
    }
    return false;
  }

  void visit_crossing_leaf() {
    tree_.read_leaf_head(leaf_);
    if (!leaf_.min_packed.empty()) {
      const Relation relation = box_.relate(leaf_.min_packed, leaf_.max_packed);
      if (relation != Relation::crosses) {
        if (take_.wants(relation)) take_.all_below(tree_, leaf_);
        return;
      }
    }
    tree_.read_leaf_points(leaf_);
    const auto count = static_cast<size_t>(leaf_.count);
    if (mask_.size() < count) mask_.resize(count);
    box_.match(leaf_.values.data(), count, mask_.data());
    take_.some(tree_, leaf_, std::span<const uint8_t>(mask_).first(count));
  }

  PointTree tree_;
  const PointBox& box_;
  Take& take_;
  LeafBlock leaf_;
  std::vector<uint8_t> mask_;
};

template <class Take>
void walk_box(const BkdReader& reader, const PointBox& box, Take& take) {
  BoxWalk<Take>(reader, box, take).run();
}

/// Sets the documents that match, or clears (`inverse`) those that do not.
class DocsIntoBits {
 public:
  DocsIntoBits(BitSet& out, bool inverse) : out_(out), inverse_(inverse) {}

  bool wants(Relation whole) const { return (whole == Relation::inside) != inverse_; }
  void all_below(PointTree& tree, LeafBlock& scratch) {
    tree.leaves_docs_into(out_, !inverse_, scratch);
  }
  void some(PointTree& tree, LeafBlock& leaf, std::span<const uint8_t> mask) {
    tree.read_leaf_docs(leaf);
    uint64_t* words = out_.words().data();
    for (size_t i = 0; i < mask.size(); ++i) {
      const auto doc = static_cast<uint32_t>(leaf.docs[i]);
      if (inverse_) {
        words[doc >> 6] &= ~(uint64_t{mask[i] == 0} << (doc & 63));
      } else {
        words[doc >> 6] |= uint64_t{mask[i]} << (doc & 63);
      }
    }
  }

 private:
  BitSet& out_;
  bool inverse_;
};

class PointCounter {
 public:
  bool wants(Relation whole) const { return whole == Relation::inside; }
  void all_below(PointTree& tree, LeafBlock&) { points_ += tree.size(); }
  void some(PointTree&, LeafBlock&, std::span<const uint8_t> mask) {
    for (const uint8_t match : mask) points_ += match;
  }
  int64_t points() const { return points_; }

 private:
  int64_t points_ = 0;
};

/// A whole tree in one dimension: differences of ranks, so at most two leaves are read.
int64_t count_one_dim(const BkdReader& reader, Packed low, Packed high) {
  const int64_t end =
      compare(reader.max_packed(), high) <= 0 ? reader.point_count() : rank(reader, high, true);
  const int64_t begin = compare(reader.min_packed(), low) >= 0 ? 0 : rank(reader, low, false);
  return std::max<int64_t>(0, end - begin);
}

}  // namespace

int64_t BkdReader::count(const PointBox& box) const {
  if (box.empty()) return 0;
  switch (box.relate(min_packed(), max_packed())) {
    case Relation::outside:
      return 0;
    case Relation::inside:
      return point_count();
    case Relation::crosses:
      break;
  }
  if (config().one_dimensional()) return count_one_dim(*this, box.low(), box.high());
  PointCounter counter;
  walk_box(*this, box, counter);
  return counter.points();
}

int64_t BkdReader::estimate(const PointBox& box) const {
  BoxRelation visitor(box);
  return estimate_doc_count(visitor);
}

void BkdReader::into_bit_set(const PointBox& box, BitSet& out) const {
  if (out.size() != static_cast<uint64_t>(max_doc())) {
    throw InvalidArgument("a bit set of " + std::to_string(out.size()) + " bits for " +
                          std::to_string(max_doc()) + " documents");
  }
  const bool all_have_one = doc_count() == max_doc();
  const Relation whole = box.empty() ? Relation::outside : box.relate(min_packed(), max_packed());
  if (whole == Relation::inside && all_have_one) return out.set_range(0, out.size());
  const bool inverse = whole == Relation::crosses && all_have_one && point_count() == doc_count() &&
                       estimate(box) > max_doc() / 2;
  if (inverse) {
    out.set_range(0, out.size());
  } else {
    out.clear_range(0, out.size());
  }
  if (whole == Relation::outside) return;
  DocsIntoBits docs(out, inverse);
  walk_box(*this, box, docs);
}

int64_t BkdReader::count_range(Packed low, Packed high) const {
  return count(PointBox(config(), low, high));
}

int64_t BkdReader::estimate_range(Packed low, Packed high) const {
  return estimate(PointBox(config(), low, high));
}

void BkdReader::range_into_bit_set(Packed low, Packed high, BitSet& out) const {
  into_bit_set(PointBox(config(), low, high), out);
}

}  // namespace segsmith::bkd
