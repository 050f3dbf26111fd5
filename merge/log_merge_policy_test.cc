// SPDX-License-Identifier: Apache-2.0
#include "merge/log_merge_policy.h"

#include <gtest/gtest.h>

namespace segsmith::merge {
namespace {

constexpr uint64_t kMegabyte = uint64_t{1} << 20;

std::vector<SegmentSize> of_megabytes(std::initializer_list<uint64_t> sizes) {
  std::vector<SegmentSize> segments;
  for (uint64_t mb : sizes) {
    segments.push_back({"_" + std::to_string(segments.size()), 100, 0, mb * kMegabyte, true});
  }
  return segments;
}

LogMergePolicy factor_three() {
  LogSettings settings = LogSettings::defaults(LogUnit::bytes);
  settings.merge_factor = 3;
  settings.min_merge_size = 0;
  return LogMergePolicy(LogUnit::bytes, settings);
}

TEST(LogMergePolicy, MergesNeighboursOfOneLevel) {
  const auto segments = of_megabytes({1000, 20, 20, 20, 20});
  EXPECT_EQ(factor_three().find_merges(segments, nullptr), (MergeSpec{{1, 2, 3}}));
}

TEST(LogMergePolicy, LeavesRunsAloneThatHoldAMergingSegment) {
  auto segments = of_megabytes({20, 20, 20, 20, 20, 20});
  segments[1].merging = true;
  EXPECT_EQ(factor_three().find_merges(segments, nullptr), (MergeSpec{{3, 4, 5}}));
}

TEST(LogMergePolicy, PacksSmallSegmentsPastItsFactor) {
  LogSettings settings = LogSettings::defaults(LogUnit::bytes);
  settings.merge_factor = 3;
  const LogMergePolicy policy(LogUnit::bytes, settings);
  EXPECT_EQ(policy.find_merges(of_megabytes({1, 1, 1, 1, 1, 1, 1}), nullptr),
            (MergeSpec{{0, 1, 2, 3, 4, 5, 6}}));
}

TEST(LogMergePolicy, FullFlushKeepsToSmallSegments) {
  const auto segments = of_megabytes({20, 20, 20});
  LogSettings settings = factor_three().settings();
  settings.min_merge_size = 10 * static_cast<int64_t>(kMegabyte);
  EXPECT_TRUE(
      LogMergePolicy(LogUnit::bytes, settings).find_full_flush_merges(segments, nullptr).empty());
  settings.min_merge_size = 30 * static_cast<int64_t>(kMegabyte);
  EXPECT_EQ(LogMergePolicy(LogUnit::bytes, settings).find_full_flush_merges(segments, nullptr),
            (MergeSpec{{0, 1, 2}}));
}

TEST(LogMergePolicy, ForcedMergesTakeTheNewestFirst) {
  EXPECT_EQ(factor_three().find_forced_merges(of_megabytes({1, 1, 1, 1, 1}), 1, nullptr),
            (MergeSpec{{2, 3, 4}}));
  EXPECT_EQ(factor_three().find_forced_merges(of_megabytes({5, 1, 1}), 2, nullptr),
            (MergeSpec{{1, 2}}));
}

TEST(LogMergePolicy, ForcedDeletesTakeRunsOfSegmentsWithDeletes) {
  auto segments = of_megabytes({1, 1, 1, 1, 1});
  segments[0].del_count = segments[1].del_count = segments[3].del_count = 1;
  EXPECT_EQ(factor_three().find_forced_deletes_merges(segments, nullptr), (MergeSpec{{0, 1}, {3}}));
}

TEST(LogMergePolicy, DocumentsCountWhereTheUnitIsDocuments) {
  LogSettings settings = LogSettings::defaults(LogUnit::documents);
  settings.merge_factor = 2;
  settings.min_merge_size = 1;
  auto segments = of_megabytes({1, 1000});
  EXPECT_EQ(LogMergePolicy(LogUnit::documents, settings).find_merges(segments, nullptr),
            (MergeSpec{{0, 1}}));
}

TEST(LogMergePolicy, ExplainsWhatItChose) {
  Explanation why;
  const auto spec = factor_three().find_merges(of_megabytes({20, 20, 20}), &why);
  ASSERT_EQ(why.merges.size(), spec.size());
  EXPECT_EQ(why.merges[0], "3 neighbours on one level, 60.000 MB, 300 documents");
  EXPECT_FALSE(why.budget.empty());
  EXPECT_FALSE(why.end.empty());
}

}  // namespace
}  // namespace segsmith::merge
