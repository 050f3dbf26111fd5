// SPDX-License-Identifier: Apache-2.0
// Block k-d trees. Input: u16 max_doc, parts: metadata, index; then the leaves.
#include <cstring>

#include <algorithm>
#include <utility>

#include "bkd/bkd_reader.h"
#include "bkd/bkd_writer.h"
#include "bkd/point_tree.h"
#include "fuzz/framed_files.h"
#include "fuzz/point_values.h"

namespace segsmith::fuzz {
namespace {

using namespace bkd;

/// Equal values take no bytes, so counts are bounded here to bound the time.
constexpr int64_t kMostPoints = 1 << 16;

struct Points {
  std::vector<int32_t> docs;
  Bytes values;
};

Points read_all(const BkdReader& tree) {
  Points all;
  tree.for_each_leaf([&](const LeafBlock& leaf) {
    all.docs.insert(all.docs.end(), leaf.docs.begin(), leaf.docs.begin() + leaf.count);
    append(all.values, leaf.values);
  });
  expect(static_cast<int64_t>(all.docs.size()) == tree.point_count(), "all points, once");
  return all;
}

class Collector final : public IntersectVisitor {
 public:
  Relation compare(std::span<const std::byte> min, std::span<const std::byte> max) override {
    return min[0] == max[0] ? Relation::inside : Relation::crosses;
  }
  void visit(std::span<const int32_t> docs) override { points_ += docs.size(); }
  void visit(std::span<const int32_t> docs, std::span<const std::byte>) override {
    points_ += docs.size();
  }
  size_t points() const { return points_; }

 private:
  size_t points_ = 0;
};

/// Whether each index dimension of a point lies in its range.
bool inside(const BkdConfig& config, const std::byte* point, std::span<const std::byte> low,
            std::span<const std::byte> high) {
  const auto width = static_cast<size_t>(config.bytes_per_dim);
  for (size_t at = 0; at < config.packed_index_bytes(); at += width) {
    if (std::memcmp(point + at, &low[at], width) < 0) return false;
    if (std::memcmp(point + at, &high[at], width) > 0) return false;
  }
  return true;
}

/// A range of the tree, whose answers are `points` counted one by one when `exact`: a damaged tree
/// may put points where its index does not say.
void check_range(const BkdReader& tree, const Points& points, std::span<const std::byte> low,
                 std::span<const std::byte> high, bool exact) {
  BitSet docs(static_cast<uint64_t>(tree.max_doc())), expected(docs.size());
  int64_t expected_count = 0;
  for (size_t i = 0; i < points.docs.size(); ++i) {
    if (!inside(tree.config(), &points.values[i * tree.config().packed_bytes()], low, high))
      continue;
    expected.set(static_cast<uint64_t>(points.docs[i]));
    ++expected_count;
  }
  const int64_t count = tree.count_range(low, high);
  expect(count >= 0 && count <= tree.point_count(), "a count of points that are there");
  tree.range_into_bit_set(low, high, docs);
  tree.estimate_range(low, high);
  if (!exact) return;
  expect(count == expected_count, "points of the range");
  expect(std::ranges::equal(docs.words(), expected.words()), "documents of the range");
}

void check_ranges(const BkdReader& tree, const Points& points, bool exact) {
  std::vector<std::byte> middle(tree.min_packed().begin(), tree.min_packed().end());
  middle.back() ^= std::byte{0x55};
  check_range(tree, points, tree.min_packed(), tree.max_packed(), exact);
  check_range(tree, points, middle, tree.max_packed(), exact);
  check_range(tree, points, tree.min_packed(), middle, exact);
}

using Point = std::pair<int32_t, Bytes>;

std::vector<Point> sorted(const Points& points, const BkdConfig& config) {
  std::vector<Point> all;
  const size_t width = config.packed_bytes();
  for (size_t i = 0; i < points.docs.size(); ++i) {
    const auto value = points.values.begin() + static_cast<std::ptrdiff_t>(i * width);
    all.emplace_back(points.docs[i], Bytes(value, value + static_cast<std::ptrdiff_t>(width)));
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// The points written as a tree of their own, read and asked.
void check_written(const BkdReader& tree, Points points) {
  BkdConfig config = tree.config();
  config.max_points_in_leaf = std::min(config.max_points_in_leaf, 64);
  store::MemoryOutput index, data;
  const auto meta = BkdWriter(config, tree.max_doc())
                        .write_flush(points.values, points.docs, index.out(), data.out());
  const store::Input leaves = guarded_input(data.take());
  const BkdReader written(*meta, guarded_input(index.take()), leaves, leaves.size(),
                          tree.max_doc());
  const Points back = read_all(written);
  expect(sorted(back, config) == sorted(points, config), "points come back");
  check_ranges(written, points, true);
}

Bytes tree_seed(size_t count, int bytes, uint64_t step) {
  Bytes values = point_values(count, static_cast<size_t>(bytes), step);
  std::vector<int32_t> docs;
  for (size_t i = 0; i < count; ++i) docs.push_back(static_cast<int32_t>(i));
  store::MemoryOutput index, data;
  const auto max_doc = static_cast<int32_t>(count);
  const auto meta =
      *BkdWriter({1, 1, bytes, 64}, max_doc).write_flush(values, docs, index.out(), data.out());
  Bytes seed;
  append(seed, count - 1, 2);
  append_part(seed, written_by([&](store::Output& out) { write_bkd_meta(out, meta); }));
  append_part(seed, index.take());
  append(seed, data.take());
  return seed;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const int32_t max_doc = 1 + parameters.u16();
  store::Cursor in(guarded_input(parameters.part()));
  const BkdMeta meta = read_bkd_meta(in);
  if (meta.point_count > kMostPoints) return;
  const store::Input index = guarded_input(parameters.part());
  const store::Input data = guarded_input(parameters.rest());
  const BkdReader tree(meta, index, data, data.size(), max_doc);
  Points points = read_all(tree);
  Collector collector;
  tree.intersect(collector);
  expect(collector.points() == points.docs.size(), "the same points by visitor");
  check_ranges(tree, points, false);
  if (tree.config().one_dimensional()) check_written(tree, std::move(points));
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const int bytes : {2, 4, 8, 16}) {
    for (const uint64_t step : {0, 1, 77, 1000003}) {
      if (bytes == 2 && step > 77) continue;
      all.push_back(tree_seed(500, bytes, step));
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
