// SPDX-License-Identifier: Apache-2.0
#include "merge/tiered_merge_policy.h"

#include <gtest/gtest.h>

namespace segsmith::merge {
namespace {

constexpr uint64_t kMegabyte = uint64_t{1} << 20;

std::vector<SegmentSize> of_megabytes(const std::vector<uint64_t>& sizes) {
  std::vector<SegmentSize> segments;
  for (uint64_t mb : sizes) {
    segments.push_back({"_" + std::to_string(segments.size()), 1000, 0, mb * kMegabyte, true});
  }
  return segments;
}

TEST(TieredMergePolicy, KeepsToItsBudgetOfSegments) {
  const TieredMergePolicy policy{{}};
  // 8 on the tier of the floor, and one on the next.
  EXPECT_TRUE(policy.find_merges(of_megabytes(std::vector<uint64_t>(9, 20)), nullptr).empty());
  const auto spec = policy.find_merges(of_megabytes(std::vector<uint64_t>(10, 20)), nullptr);
  EXPECT_EQ(spec, (MergeSpec{{0, 1, 2, 3, 4, 5, 6, 7}}));
}

TEST(TieredMergePolicy, PrefersMergesOfEqualSegments) {
  std::vector<uint64_t> sizes{900, 800, 700};
  sizes.resize(20, 20);
  const auto spec = TieredMergePolicy{{}}.find_merges(of_megabytes(sizes), nullptr);
  ASSERT_EQ(spec.size(), 1u);
  EXPECT_EQ(spec[0], (std::vector<size_t>{10, 11, 12, 13, 14, 15, 16, 17}));  // Names as strings.
}

TEST(TieredMergePolicy, ReclaimsSegmentsThatAreMostlyDeleted) {
  auto segments = of_megabytes({4000, 4000});
  segments[0].del_count = segments[1].del_count = 900;
  EXPECT_EQ(TieredMergePolicy{{}}.find_merges(segments, nullptr), (MergeSpec{{0, 1}}));
}

TEST(TieredMergePolicy, ForcedDeletesTakeOnlyWhatHoldsEnough) {
  auto segments = of_megabytes({100, 100, 100});
  segments[0].del_count = 100;  // 10 %: not above the limit.
  segments[2].del_count = 101;
  EXPECT_EQ(TieredMergePolicy{{}}.find_forced_deletes_merges(segments, nullptr), (MergeSpec{{2}}));
}

TEST(TieredMergePolicy, ForcedMergesTakeTheSmallestFirst) {
  EXPECT_EQ(TieredMergePolicy{{}}.find_forced_merges(of_megabytes({50, 10, 20}), 2, nullptr),
            (MergeSpec{{1, 2}}));
  EXPECT_EQ(TieredMergePolicy{{}}.find_forced_merges(of_megabytes({10, 50, 20}), 1, nullptr),
            (MergeSpec{{1, 2, 0}}));
}

TEST(TieredMergePolicy, NoBytesAtAllIsNoFault) {
  const auto segments = of_megabytes(std::vector<uint64_t>(40, 0));
  EXPECT_FALSE(TieredMergePolicy{{}}.find_merges(segments, nullptr).empty());
}

TEST(TieredMergePolicy, ExplainsEachMerge) {
  Explanation why;
  auto segments = of_megabytes(std::vector<uint64_t>(30, 20));
  segments[4].merging = true;
  const auto spec = TieredMergePolicy{{}}.find_merges(segments, &why);
  ASSERT_EQ(why.merges.size(), spec.size());
  EXPECT_EQ(why.merges[0].substr(0, 6), "score ");
  EXPECT_EQ(why.segments.front().note, "being merged");
  EXPECT_NE(why.end.find("within the budget of "), std::string::npos);
}

}  // namespace
}  // namespace segsmith::merge
