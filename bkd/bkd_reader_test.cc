// SPDX-License-Identifier: Apache-2.0
#include "bkd/bkd_reader.h"

#include <gtest/gtest.h>

#include "bkd/point_tree.h"
#include "bkd/test_trees.h"
#include "util/error.h"

namespace segsmith::bkd {
namespace {

using test::Point;

std::vector<Point> make_points(std::mt19937_64& random, size_t width, int32_t max_doc, int values,
                               uint64_t distinct) {
  std::vector<Point> points;
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    const int n = values == 0 ? static_cast<int>(random() % 3) : values;
    for (int k = 0; k < n; ++k)
      points.push_back({test::big_endian(random() % distinct, width), doc});
  }
  return points;
}

/// Lucene's visitor of a range, written as plainly as can be.
class PlainRange final : public IntersectVisitor {
 public:
  PlainRange(const Point& low, const Point& high, int32_t max_doc)
      : docs_(static_cast<uint64_t>(max_doc)), low_(low.value), high_(high.value) {}

  Relation compare(std::span<const std::byte> min, std::span<const std::byte> max) override {
    if (order(min.data(), high_) > 0 || order(max.data(), low_) < 0) return Relation::outside;
    const bool inside = order(min.data(), low_) >= 0 && order(max.data(), high_) <= 0;
    return inside ? Relation::inside : Relation::crosses;
  }
  void visit(std::span<const int32_t> docs) override {
    for (const int32_t doc : docs) docs_.set(static_cast<uint64_t>(doc));
    points_ += docs.size();
  }
  void visit(std::span<const int32_t> docs, std::span<const std::byte> values) override {
    for (size_t i = 0; i < docs.size(); ++i) {
      const std::byte* value = &values[i * low_.size()];
      if (order(value, low_) < 0 || order(value, high_) > 0) continue;
      docs_.set(static_cast<uint64_t>(docs[i]));
      ++points_;
    }
  }
  const BitSet& docs() const { return docs_; }
  size_t points() const { return points_; }

 private:
  int order(const std::byte* a, const std::vector<std::byte>& b) const {
    return std::memcmp(a, b.data(), b.size());
  }
  BitSet docs_;
  size_t points_ = 0;
  std::vector<std::byte> low_, high_;
};

void expect_range(const BkdReader& tree, const std::vector<Point>& points, const Point& low,
                  const Point& high) {
  BitSet expected(static_cast<uint64_t>(tree.max_doc()));
  int64_t count = 0;
  for (const Point& point : points) {
    if (std::memcmp(point.value.data(), low.value.data(), low.value.size()) < 0 ||
        std::memcmp(point.value.data(), high.value.data(), low.value.size()) > 0) {
      continue;
    }
    expected.set(static_cast<uint64_t>(point.doc));
    ++count;
  }
  EXPECT_EQ(tree.count_range(low.value, high.value), count);
  BitSet found(static_cast<uint64_t>(tree.max_doc()), true);  // Old contents must not show.
  tree.range_into_bit_set(low.value, high.value, found);
  EXPECT_TRUE(std::ranges::equal(found.words(), expected.words()));
  PlainRange visitor(low, high, tree.max_doc());
  tree.intersect(visitor);
  EXPECT_TRUE(std::ranges::equal(visitor.docs().words(), expected.words()));
  EXPECT_EQ(static_cast<int64_t>(visitor.points()), count);
}

TEST(BkdReader, RangesEqualBruteForce) {
  std::mt19937_64 random(11);
  for (const size_t width : {2, 4, 8, 16}) {
    for (const int values : {0, 1, 2}) {
      for (const uint64_t distinct : {1ull, 4ull, 50ull, 60000ull}) {
        for (const int32_t max_doc : {1, 512, 1500, 6000}) {
          const auto points = make_points(random, width, max_doc, values, distinct);
          if (points.empty()) continue;
          BkdConfig config;
          config.bytes_per_dim = static_cast<int32_t>(width);
          const auto tree = test::write_tree(config, max_doc, points);
          const auto any = [&] { return points[random() % points.size()]; };
          for (int i = 0; i < 8; ++i) expect_range(*tree, points, any(), any());
          const Point one = any();
          expect_range(*tree, points, one, one);
          const Point all_low{test::big_endian(0, width), 0};
          const Point all_high{std::vector<std::byte>(width, std::byte{0xFF}), 0};
          expect_range(*tree, points, all_low, all_high);
          expect_range(*tree, points, all_low, one);
          expect_range(*tree, points, one, all_high);
          expect_range(*tree, points, all_high, all_low);
        }
      }
    }
  }
}

TEST(BkdReader, EstimatesHalfOfCrossingLeaves) {
  std::vector<Point> points;
  for (int32_t doc = 0; doc < 2000; ++doc) {
    points.push_back({test::big_endian(static_cast<uint64_t>(doc), 8), doc});
  }
  const auto tree = test::write_tree({}, 2000, points);
  const auto estimate = [&](uint64_t low, uint64_t high) {
    return tree->estimate_range(test::big_endian(low, 8), test::big_endian(high, 8));
  };
  EXPECT_EQ(estimate(0, 5000), 2000);
  EXPECT_EQ(estimate(3000, 5000), 0);
  // Leaves of 0..511, 512..1023, 1024..1535, 1536..1999; a cell reaches up to the next split value.
  EXPECT_EQ(estimate(0, 512), 512 + 256);
  EXPECT_EQ(estimate(100, 1100), 256 + 512 + 256);
  EXPECT_EQ(estimate(1600, 1700), 232);
}

TEST(BkdReader, EstimatesDocumentsOfMultiValuedFields) {
  std::vector<Point> points;
  for (int32_t i = 0; i < 4096; ++i) {
    points.push_back({test::big_endian(static_cast<uint64_t>(i), 8), i % 1024});
  }
  const auto tree = test::write_tree({}, 1024, points);
  // 1024 * (1 - ((4096 - 768) / 4096)^4), cut to a whole number.
  EXPECT_EQ(tree->estimate_range(test::big_endian(0, 8), test::big_endian(512, 8)), 577);
  EXPECT_EQ(tree->estimate_range(test::big_endian(0, 8), test::big_endian(5000, 8)), 1024);
}

TEST(PointTree, SizesAndBoundsOfEveryNode) {
  std::mt19937_64 random(5);
  for (int32_t leaves = 1; leaves < 40; ++leaves) {
    const int32_t count = leaves * 512 - static_cast<int32_t>(random() % 512);
    std::vector<Point> points;
    for (int32_t doc = 0; doc < count; ++doc)
      points.push_back({test::big_endian(random(), 8), doc});
    const auto tree = test::write_tree({}, count, points);
    ASSERT_EQ(tree->num_leaves(), leaves);
    PointTree at(*tree);
    EXPECT_EQ(at.size(), count);
    LeafBlock leaf;
    at.move_to_first_leaf();
    int64_t seen = 0;
    int32_t met = 0;
    do {
      at.read_leaf(leaf);
      EXPECT_EQ(leaf.count, at.size());
      EXPECT_LE(std::memcmp(at.min_packed().data(), leaf.values.data(), 8), 0);
      EXPECT_GE(std::memcmp(at.max_packed().data(),
                            &leaf.values[8 * (static_cast<size_t>(leaf.count) - 1)], 8),
                0);
      seen += leaf.count;
      ++met;
    } while (at.move_to_next_leaf());
    EXPECT_TRUE(at.is_root());
    EXPECT_EQ(seen, count);
    EXPECT_EQ(met, leaves);
  }
}

TEST(PointTree, MovesReturnToWhereTheyBegan) {
  std::vector<Point> points;
  for (int32_t doc = 0; doc < 512 * 11; ++doc) {
    points.push_back({test::big_endian(static_cast<uint64_t>(doc) * 1000003, 4), doc});
  }
  BkdConfig config;
  config.bytes_per_dim = 4;
  const auto tree = test::write_tree(config, 512 * 11, points);
  PointTree at(*tree);
  EXPECT_FALSE(at.move_to_parent());
  EXPECT_FALSE(at.move_to_sibling());
  const std::vector<std::byte> min(at.min_packed().begin(), at.min_packed().end());
  const std::vector<std::byte> max(at.max_packed().begin(), at.max_packed().end());
  for (int round = 0; round < 2; ++round) {
    at.move_to_first_leaf();
    EXPECT_FALSE(at.move_to_child());
    while (at.move_to_next_leaf()) {
    }
    EXPECT_TRUE(std::ranges::equal(at.min_packed(), min));
    EXPECT_TRUE(std::ranges::equal(at.max_packed(), max));
  }
  const int64_t whole = at.size();
  ASSERT_TRUE(at.move_to_child());
  const int64_t left = at.size();
  ASSERT_TRUE(at.move_to_sibling());
  EXPECT_EQ(left + at.size(), whole);
  EXPECT_FALSE(at.move_to_sibling());
}

TEST(BkdReader, RefusesBoundsOfAnotherWidthAndOtherDimensions) {
  const auto tree = test::write_tree({}, 1, {{test::big_endian(1, 8), 0}});
  EXPECT_THROW(tree->count_range(test::big_endian(1, 4), test::big_endian(1, 8)), InvalidArgument);
  BitSet wrong(5);
  EXPECT_THROW(tree->range_into_bit_set(test::big_endian(1, 8), test::big_endian(1, 8), wrong),
               InvalidArgument);
  EXPECT_THROW(BkdWriter({2, 3, 4, 512}, 1), InvalidArgument);
  EXPECT_THROW(BkdWriter({9, 9, 4, 512}, 1), InvalidArgument);
  EXPECT_THROW(BkdWriter({17, 8, 4, 512}, 1), InvalidArgument);
  EXPECT_THROW(BkdWriter({1, 1, 17, 512}, 1), InvalidArgument);
}

TEST(BkdReader, RefusesCountsThatTheBytesCannotHold) {
  BkdMeta meta;
  meta.num_leaves = 1000000;
  meta.point_count = 512000000;
  meta.doc_count = 5;
  meta.min_packed = meta.max_packed = test::big_endian(1, 8);
  EXPECT_THROW(test::open_tree(meta, {}, std::vector<std::byte>(100), 10), CorruptIndex);
  meta.num_leaves = 1;
  meta.point_count = 5;
  EXPECT_NO_THROW(test::open_tree(meta, {}, std::vector<std::byte>(100), 10));
  EXPECT_THROW(test::open_tree(meta, {}, std::vector<std::byte>(100), 4), CorruptIndex);
  meta.data_offset = 101;
  EXPECT_THROW(test::open_tree(meta, {}, std::vector<std::byte>(100), 10), CorruptIndex);
}

}  // namespace
}  // namespace segsmith::bkd
