// SPDX-License-Identifier: Apache-2.0
// The order of flushed points, seen through trees that are written and read back.
#include "bkd/point_sorter.h"

#include <gtest/gtest.h>

#include <functional>

#include "bkd/test_trees.h"

namespace segsmith::bkd {
namespace {

using test::Point;

void expect_sorted(std::vector<Point> points, int32_t max_doc) {
  BkdConfig config;
  config.bytes_per_dim = static_cast<int32_t>(points[0].value.size());
  const auto tree = test::write_tree(config, max_doc, points);
  std::sort(points.begin(), points.end());
  ASSERT_EQ(tree->point_count(), static_cast<int64_t>(points.size()));
  EXPECT_TRUE(test::read_points(*tree) == points);
  std::vector<int32_t> docs;
  for (const Point& point : points) docs.push_back(point.doc);
  std::sort(docs.begin(), docs.end());
  EXPECT_EQ(tree->doc_count(), std::unique(docs.begin(), docs.end()) - docs.begin());
}

using Make = std::function<std::vector<std::byte>(std::mt19937_64&, size_t width, int32_t i)>;

const std::vector<Make>& kinds() {
  static const std::vector<Make> kinds = {
      [](auto& r, size_t width, int32_t) {
        std::vector<std::byte> out(width);
        for (auto& b : out) b = static_cast<std::byte>(r());
        return out;
      },
      [](auto& r, size_t width, int32_t) { return test::big_endian(r() % 5, width); },
      [](auto&, size_t width, int32_t) { return test::big_endian(77, width); },
      [](auto&, size_t width, int32_t i) {
        return test::big_endian(static_cast<uint64_t>(i), width);
      },
      [](auto&, size_t width, int32_t i) {
        return test::big_endian(~static_cast<uint64_t>(i), width);
      },
      // Almost all in one corner, a few anywhere: partitions must adapt to the skew.
      [](auto& r, size_t width, int32_t) {
        return test::big_endian(r() % 1000 == 0 ? r() : r() % 300, width);
      },
      [](auto& r, size_t width, int32_t) {
        auto out = test::big_endian(r() % 3, width);
        out[0] = static_cast<std::byte>(r() % 2 * 255);
        return out;
      },
  };
  return kinds;
}

class PointSorting : public testing::TestWithParam<size_t> {};

TEST_P(PointSorting, OrdersByValueThenDocument) {
  const size_t width = GetParam();
  std::mt19937_64 random(width);
  for (const int32_t size : {1, 2, 511, 512, 513, 3000, 40000, 90000}) {
    if (size > 40000 && width != 4 && width != 8 && width != 16) continue;
    for (const Make& make : kinds()) {
      std::vector<Point> points;
      for (int32_t i = 0; i < size; ++i) points.push_back({make(random, width, i), i / 2});
      expect_sorted(points, size);
      if (size > 3000 && width != 8) continue;
      std::shuffle(points.begin(), points.end(), random);
      expect_sorted(points, size);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, PointSorting, testing::Values(1, 2, 3, 4, 5, 8, 11, 16));

TEST(PointSorting, WideValuesThatDifferInTheirLastBytes) {
  // More ties of the leading bits than fit beside a position in a word.
  std::mt19937_64 random(3);
  std::vector<Point> points;
  for (int32_t i = 0; i < 20000; ++i) {
    auto value = test::big_endian(random() % 4, 16);
    value[0] = static_cast<std::byte>(random() % 2);
    points.push_back({value, static_cast<int32_t>(random() % 20000)});
  }
  expect_sorted(points, 20000);
}

}  // namespace
}  // namespace segsmith::bkd
