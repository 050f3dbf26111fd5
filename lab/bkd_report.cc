// SPDX-License-Identifier: Apache-2.0
#include "lab/bkd_report.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "bkd/point_tree.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::lab {
namespace {

constexpr int kSplitLevels = 6;

using Key = std::pair<std::string, std::string>;  // part, detail

/// Sums parts in the order in which they first appear.
class Parts {
 public:
  void add(std::string part, std::string detail, uint64_t count, uint64_t bytes) {
    const auto [at, is_new] = places_.try_emplace(Key{part, detail}, parts_.size());
    if (is_new) parts_.push_back({std::move(part), std::move(detail), 0, 0});
    parts_[at->second].count += count;
    parts_[at->second].bytes += bytes;
  }
  /// By part as they came, and in a part by detail.
  std::vector<BkdPart> take() {
    std::vector<std::string> order;
    for (const BkdPart& part : parts_) {
      if (std::find(order.begin(), order.end(), part.part) == order.end()) {
        order.push_back(part.part);
      }
    }
    const auto place = [&](const BkdPart& part) {
      return std::find(order.begin(), order.end(), part.part) - order.begin();
    };
    std::stable_sort(parts_.begin(), parts_.end(), [&](const BkdPart& a, const BkdPart& b) {
      const auto x = place(a), y = place(b);
      return x != y ? x < y : a.detail < b.detail;
    });
    return std::move(parts_);
  }

 private:
  std::map<Key, size_t> places_;
  std::vector<BkdPart> parts_;
};

/// A leaf's prefixes take a length and the shared bytes for each dimension.
void add_prefixes(const bkd::LeafBlock& leaf, int32_t dims, Parts& parts) {
  for (int32_t dim = 0; dim < dims; ++dim) {
    const auto shared = static_cast<uint64_t>(leaf.prefix_lengths[static_cast<size_t>(dim)]);
    parts.add("prefixes",
              "dimension " + std::to_string(dim) + ": " + std::to_string(shared) + " bytes", 1,
              1 + shared);
  }
}

void add_leaf(const bkd::LeafBlock& leaf, int32_t dims, Parts& parts) {
  const std::string kind(bkd::name_of(leaf.kind));
  parts.add("doc_ids", std::string(bkd::name_of(leaf.doc_ids_kind)), 1, leaf.doc_ids_bytes);
  add_prefixes(leaf, dims, parts);
  parts.add("suffixes", kind, 1, leaf.suffix_bytes);
  parts.add("run_lengths", kind, 1, leaf.run_bytes);
  if (leaf.bounds_bytes > 0) parts.add("bounds", kind, 1, leaf.bounds_bytes);
  parts.add("leaf_headers", "", 1, leaf.header_bytes);
}

void add_splits(const bkd::BkdReader& reader, BkdTree& out) {
  out.splits_by_dim.resize(static_cast<size_t>(out.index_dims));
  bkd::PointTree tree(reader);
  for (;;) {
    if (!tree.is_leaf()) {
      ++out.splits_by_dim[static_cast<size_t>(tree.split_dim())];
      if (tree.level() <= kSplitLevels) {
        out.splits.push_back(
            {tree.node(), tree.split_dim(), to_hex(tree.split_value()), tree.size()});
      }
      tree.move_to_child();
      continue;
    }
    while (!tree.move_to_sibling()) {
      if (!tree.move_to_parent()) {
        std::sort(out.splits.begin(), out.splits.end(),
                  [](const BkdSplit& a, const BkdSplit& b) { return a.node < b.node; });
        return;
      }
    }
  }
}

BkdTree tree_of(const std::string& segment, const std::string& field,
                const bkd::BkdReader& reader) {
  const bkd::BkdConfig& config = reader.config();
  BkdTree tree;
  tree.segment = segment;
  tree.field = field;
  tree.version = reader.meta().version;
  tree.dims = config.dims;
  tree.index_dims = config.index_dims;
  tree.bytes_per_dim = config.bytes_per_dim;
  tree.points_in_leaf = config.max_points_in_leaf;
  tree.points = reader.point_count();
  tree.documents = reader.doc_count();
  tree.leaves = reader.num_leaves();
  tree.depth = std::bit_width(static_cast<uint32_t>(tree.leaves - 1)) + 1;
  tree.balanced = std::has_single_bit(static_cast<uint32_t>(tree.leaves));
  tree.min = to_hex(reader.min_packed());
  tree.max = to_hex(reader.max_packed());
  add_splits(reader, tree);
  return tree;
}

/// One segment's facts: what the parsers of its points tell, with the leaves taken apart.
BkdSegment segment_of(const index::SegmentReader& segment, const std::string& field) {
  BkdSegment out;
  out.name = segment.name();
  out.documents = segment.max_doc();
  for (const std::string& file : segment.core_files()) {
    const bool points = file.ends_with(".kdd") || file.ends_with(".kdi") || file.ends_with(".kdm");
    if (points) out.file_bytes += segment.core().length(file);
  }
  std::map<std::string, Parts> by_field;
  Parts shared;
  segment.points()->visit([&](const model::Fact& fact) {
    if (fact.field.empty()) return shared.add(fact.part, "", 1, fact.length);
    if (fact.part != "leaves") by_field[fact.field].add(fact.part, "", fact.count, fact.length);
  });
  out.shared = shared.take();
  for (const model::FieldInfo& info : segment.fields()) {
    if (!info.has_points() || (!field.empty() && info.name != field)) continue;
    const auto reader = segment.points()->field(info);
    if (reader == nullptr) continue;
    Parts parts;
    reader->for_each_leaf(
        [&](const bkd::LeafBlock& leaf) { add_leaf(leaf, reader->config().dims, parts); });
    BkdTree tree = tree_of(out.name, info.name, *reader);
    tree.parts = parts.take();
    for (BkdPart& part : by_field[info.name].take()) tree.parts.push_back(std::move(part));
    out.trees.push_back(std::move(tree));
  }
  return out;
}

}  // namespace

uint64_t BkdTree::bytes() const {
  uint64_t sum = 0;
  for (const BkdPart& part : parts) sum += part.bytes;
  return sum;
}

uint64_t BkdTree::bytes_of(std::string_view part_name) const {
  uint64_t sum = 0;
  for (const BkdPart& part : parts) sum += part.part == part_name ? part.bytes : 0;
  return sum;
}

BkdReport bkd_report(const index::IndexReader& reader, const std::string& segment,
                     const std::string& field) {
  BkdReport report;
  report.one_field = !field.empty();
  bool segment_found = segment.empty();
  bool field_found = field.empty();
  for (const auto& each : reader.segments()) {
    if (!segment.empty() && each->name() != segment) continue;
    segment_found = true;
    const model::FieldInfo* info = each->fields().find(field);
    if (info != nullptr && info->has_points()) field_found = true;
    report.documents += each->max_doc();
    if (each->points() != nullptr) report.segments.push_back(segment_of(*each, field));
  }
  if (!segment_found) throw InvalidArgument("the index has no segment '" + segment + "'");
  if (!field_found) throw InvalidArgument("no segment has points of a field '" + field + "'");
  return report;
}

}  // namespace segsmith::lab
