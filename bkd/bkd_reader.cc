// SPDX-License-Identifier: Apache-2.0
#include "bkd/bkd_reader.h"

#include <cmath>
#include <string>
#include <utility>

#include "bkd/point_tree.h"

namespace segsmith::bkd {

namespace {

/// Count, marker, one byte of document ids, a prefix length for each dimension, kind.
constexpr uint64_t smallest_leaf(const BkdConfig& config) {
  return 4 + static_cast<uint64_t>(config.dims);
}

/// Walks the tree without recursion: `enter` is called on each node and tells whether to descend;
/// the walk ends early when `stop` says so after a node.
template <class Enter, class Stop>
void walk(PointTree& tree, Enter enter, Stop stop) {
  for (;;) {
    if (enter() && tree.move_to_child()) continue;
    if (stop()) return;
    while (!tree.move_to_sibling()) {
      if (!tree.move_to_parent()) return;
    }
  }
}

template <class Enter>
void walk(PointTree& tree, Enter enter) {
  walk(tree, enter, [] { return false; });
}

}  // namespace

BkdReader::BkdReader(BkdMeta meta, store::Input index_file, store::Input data_file,
                     uint64_t data_end, int32_t max_doc)
    : meta_(std::move(meta)),
      index_(index_file.slice("packed index", static_cast<uint64_t>(meta_.index_offset),
                              static_cast<uint64_t>(meta_.index_length))),
      max_doc_(max_doc) {
  const auto start = static_cast<uint64_t>(meta_.data_offset);
  if (data_end > data_file.size() || start > data_end) {
    data_file.corrupt(std::min(start, data_file.size()),
                      "leaves before " + std::to_string(std::min(data_end, data_file.size())),
                      "a first leaf at " + std::to_string(start));
  }
  leaves_ = data_file.slice("leaves", start, data_end - start);
  if (static_cast<uint64_t>(num_leaves()) > leaves_.size() / smallest_leaf(config())) {
    data_file.corrupt(start, std::to_string(num_leaves()) + " leaves",
                      std::to_string(leaves_.size()) + " bytes");
  }
  if (doc_count() > max_doc) {
    index_file.corrupt(static_cast<uint64_t>(meta_.index_offset),
                       "points of at most " + std::to_string(max_doc) + " documents",
                       std::to_string(doc_count()));
  }
}

void BkdReader::intersect(IntersectVisitor& visitor) const {
  PointTree tree(*this);
  walk(tree, [&] {
    switch (visitor.compare(tree.min_packed(), tree.max_packed())) {
      case Relation::outside:
        return false;
      case Relation::inside:
        tree.visit_doc_ids(visitor);
        return false;
      case Relation::crosses:
        break;
    }
    if (!tree.is_leaf()) return true;
    tree.visit_doc_values(visitor);
    return false;
  });
}

int64_t BkdReader::estimate_point_count(IntersectVisitor& visitor, int64_t enough) const {
  PointTree tree(*this);
  int64_t points = 0;
  walk(
      tree,
      [&] {
        switch (visitor.compare(tree.min_packed(), tree.max_packed())) {
          case Relation::outside:
            return false;
          case Relation::inside:
            points += tree.size();
            return false;
          case Relation::crosses:
            break;
        }
        if (!tree.is_leaf()) return true;
        points += (tree.size() + 1) / 2;
        return false;
      },
      [&] { return points >= enough; });
  return points;
}

int64_t BkdReader::estimate_doc_count(IntersectVisitor& visitor) const {
  const int64_t estimate = estimate_point_count(visitor);
  return docs_of_points(estimate);
}

int64_t BkdReader::docs_of_points(int64_t estimate) const {
  if (estimate >= point_count()) return doc_count();
  const auto points = static_cast<double>(point_count());
  if (point_count() == doc_count() || estimate == 0) return estimate;
  // The chance that a document with points/docs values has none inside, all values being alike.
  const double docs = doc_count();
  const double missed = (points - static_cast<double>(estimate)) / points;
  const auto expected = static_cast<int64_t>(docs * (1 - std::pow(missed, points / docs)));
  return expected == 0 ? 1 : expected;
}

void BkdReader::for_each_leaf(const std::function<void(const LeafBlock&)>& visit) const {
  PointTree tree(*this);
  LeafBlock block;
  tree.move_to_first_leaf();
  do {
    tree.read_leaf(block);
    visit(block);
  } while (tree.move_to_next_leaf());
}

}  // namespace segsmith::bkd
