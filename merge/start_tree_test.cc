// SPDX-License-Identifier: Apache-2.0
#include "merge/start_tree.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace segsmith::merge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(StartTree, FindsTheFirstOfTheLowestScores) {
  StartTree tree(5);
  tree.set(0, 3, 1);
  tree.set(1, 2, 4);
  tree.set(3, 2, 5);
  EXPECT_EQ(tree.lowest(0, 5), 1u);
  EXPECT_EQ(tree.lowest(2, 5), 3u);
  EXPECT_EQ(tree.lowest(0, 1), 0u);
  EXPECT_EQ(tree.lowest(4, 5), 5u);
  tree.set(1, kInfinity, 0);
  EXPECT_EQ(tree.lowest(0, 5), 3u);
}

TEST(StartTree, AgreesWithALinearSearch) {
  std::mt19937 random(7);
  for (size_t size : {1u, 2u, 3u, 17u, 64u}) {
    StartTree tree(size);
    std::vector<double> scores(size, kInfinity);
    std::vector<size_t> ends(size, 0);
    for (int step = 0; step < 300; ++step) {
      const size_t s = random() % size;
      scores[s] = random() % 4 == 0 ? kInfinity : static_cast<double>(random() % 5);
      ends[s] = random() % 4 == 0 ? 0 : s + random() % (size - s) + 1;
      tree.set(s, scores[s], ends[s]);
      const size_t first = random() % size, end = first + 1 + random() % (size - first);
      size_t lowest = end;
      for (size_t i = end; i-- > first;) {
        if (scores[i] < kInfinity && (lowest == end || scores[i] <= scores[lowest])) lowest = i;
      }
      ASSERT_EQ(tree.lowest(first, end), lowest) << "size " << size << ", step " << step;
      std::vector<size_t> depending;
      for (size_t i = 0; i <= first; ++i) {
        if (ends[i] > first) depending.push_back(i);
      }
      ASSERT_EQ(tree.depending_on(first), depending) << "size " << size << ", step " << step;
    }
  }
}

}  // namespace
}  // namespace segsmith::merge
