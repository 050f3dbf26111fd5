// SPDX-License-Identifier: Apache-2.0
#include "merge/forced_merges.h"

#include <gtest/gtest.h>

namespace segsmith::merge {
namespace {

using Choice = std::vector<std::vector<size_t>>;

std::vector<index::SegmentSize> segments(size_t count) {
  std::vector<index::SegmentSize> all;
  for (size_t i = 0; i < count; ++i) {
    all.push_back({"_" + std::to_string(i), 100, 0, 1000 + i, true});
  }
  return all;
}

TEST(ForcedMerges, LogKeepsTheIndexOrder) {
  EXPECT_EQ(find_merges_to_one(Policy::log_byte_size, 32, segments(3), {}, true),
            (Choice{{0, 1, 2}}));
}

TEST(ForcedMerges, LogMergesAtMostItsFactorNewestFirst) {
  const Choice choice = find_merges_to_one(Policy::log_doc, 10, segments(25), {}, true);
  ASSERT_EQ(choice.size(), 2u);
  EXPECT_EQ(choice[0].front(), 15u);
  EXPECT_EQ(choice[0].back(), 24u);
  EXPECT_EQ(choice[1].front(), 5u);
  EXPECT_EQ(choice[1].back(), 14u);
}

TEST(ForcedMerges, TieredTakesTheLargestFirstAndNamesAsStringsOnTies) {
  auto all = segments(4);
  all[2].bytes = 5000;
  all[0].bytes = all[1].bytes = 900;
  all[0].name = "_9";
  all[1].name = "_10";
  EXPECT_EQ(find_merges_to_one(Policy::tiered, 10, all, {}, true), (Choice{{2, 3, 1, 0}}));
}

TEST(ForcedMerges, TieredProRatesSizesByDeletions) {
  auto all = segments(2);
  all[1].del_count = 90;
  EXPECT_EQ(find_merges_to_one(Policy::tiered, 10, all, {}, true), (Choice{{0, 1}}));
}

TEST(ForcedMerges, ALoneSegmentIsRewrittenOnlyForDeletionsOrTheWrongFileKind) {
  auto all = segments(1);
  EXPECT_TRUE(find_merges_to_one(Policy::log_byte_size, 32, all, {}, true).empty());
  EXPECT_TRUE(find_merges_to_one(Policy::tiered, 10, all, {}, true).empty());
  all[0].compound = false;
  EXPECT_EQ(find_merges_to_one(Policy::log_byte_size, 32, all, {}, true), (Choice{{0}}));
  EXPECT_TRUE(find_merges_to_one(Policy::tiered, 10, all, {}, true).empty());
  all[0].compound = true;
  all[0].del_count = 1;
  EXPECT_EQ(find_merges_to_one(Policy::log_byte_size, 32, all, {}, true), (Choice{{0}}));
  EXPECT_EQ(find_merges_to_one(Policy::tiered, 10, all, {}, true), (Choice{{0}}));
  EXPECT_TRUE(find_merges_to_one(Policy::tiered, 10, all, {}, false).empty());
}

TEST(ForcedMerges, NothingForAnEmptyIndex) {
  EXPECT_TRUE(find_merges_to_one(Policy::tiered, 10, {}, {}, true).empty());
  EXPECT_TRUE(find_merges_to_one(Policy::log_byte_size, 32, {}, {}, true).empty());
}

}  // namespace
}  // namespace segsmith::merge
