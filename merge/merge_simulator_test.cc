// SPDX-License-Identifier: Apache-2.0
#include "merge/merge_simulator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/pending_merges.h"
#include "merge/policy_settings.h"
#include "util/error.h"

namespace segsmith::merge {
namespace {

using ::testing::HasSubstr;

constexpr uint64_t kMb = uint64_t{1} << 20;

SimulatedFlush flush_at(int64_t time, uint64_t bytes, int32_t documents = 1000) {
  return {time, documents, bytes, time - 1000, time};
}

std::vector<uint64_t> sizes(const MergeSimulator& simulator) {
  std::vector<uint64_t> out;
  for (const SegmentSize& segment : simulator.segments()) out.push_back(segment.bytes);
  return out;
}

/// A driver that only sums: what run_merges() makes of the same flushes.
class SummingDriver final : public index::MergeDriver {
 public:
  explicit SummingDriver(const MergePolicy& policy) : policy_(policy) {}
  MergeSpec find_merges(const index::MergeRequest&, std::span<const SegmentSize> all) override {
    return policy_.find_merges(all, nullptr);
  }
  model::SegmentCommitInfo merge(std::span<const std::shared_ptr<const index::SegmentReader>>,
                                 const index::SegmentTarget&, const index::CompoundRule&,
                                 uint64_t) override {
    return {};
  }

 private:
  const MergePolicy& policy_;
};

class SameAsTheWriter : public ::testing::TestWithParam<Policy> {};

TEST_P(SameAsTheWriter, MergesTheSameSegmentsFlushByFlush) {
  const auto policy = make_policy(GetParam(), elasticsearch_settings(GetParam()));
  SummingDriver driver(*policy);
  MergeSimulator simulator(*policy, {});
  std::vector<SegmentSize> writer;
  std::mt19937_64 random(7);
  uint64_t next = 0;
  for (int i = 0; i < 600; ++i) {
    const uint64_t bytes = 1 + random() % (9 * kMb);
    simulator.flush(flush_at(i * 1000, bytes));
    writer.push_back({"_" + std::to_string(next++), 1000, 0, bytes, true});
    index::run_merges(
        {}, driver, [&] { return writer; },
        [&](const std::vector<std::string>& names) {
          SegmentSize target{"_" + std::to_string(next++)};
          size_t first = writer.size();
          for (const std::string& name : names) {
            const auto at = std::ranges::find(writer, name, &SegmentSize::name);
            target.max_doc += at->max_doc;
            target.bytes += at->bytes;
            first = std::min(first, static_cast<size_t>(at - writer.begin()));
            writer.erase(at);
          }
          const auto made = writer.insert(writer.begin() + static_cast<long>(first), target);
          made->compound = policy->use_compound_file(writer, *made);
          return target.name;
        });
    std::vector<uint64_t> expected;
    for (const SegmentSize& segment : writer) expected.push_back(segment.bytes);
    ASSERT_EQ(sizes(simulator), expected) << "after flush " << i;
  }
  EXPECT_GT(simulator.state().merges, 10u);
}

INSTANTIATE_TEST_SUITE_P(Policies, SameAsTheWriter,
                         ::testing::Values(Policy::tiered, Policy::log_byte_size, Policy::log_doc),
                         [](const auto& p) { return std::string(name_of(p.param)); });

TEST(MergeSimulator, CountsWhatIsWrittenAndTheLargestUseOfTheDisk) {
  const auto policy = make_policy(Policy::log_byte_size, {{"merge_factor", 4.0}});
  MergeSimulator simulator(*policy, {});
  for (int i = 0; i < 4; ++i) simulator.flush(flush_at(i * 1000, 10 * kMb));
  const SimulationState state = simulator.state();
  EXPECT_EQ(state.segments, 1u);
  EXPECT_EQ(state.merges, 1u);
  EXPECT_EQ(state.bytes, 40 * kMb);
  EXPECT_EQ(state.flushed_bytes, 40 * kMb);
  EXPECT_EQ(state.merged_bytes, 40 * kMb);
  EXPECT_DOUBLE_EQ(state.write_amplification(), 2.0);
  EXPECT_EQ(state.peak_bytes, 80 * kMb) << "the sources stand until the merge is done";
  EXPECT_EQ(state.tier_bytes, (std::array<uint64_t, 5>{0, 0, 40 * kMb, 0, 0}));
}

TEST(MergeSimulator, DeletesAreSpreadOverAllSegmentsAndLeaveWithAMerge) {
  const auto policy = make_policy(Policy::log_byte_size, {{"merge_factor", 3.0}});
  MergeSimulator simulator(*policy, {});
  simulator.flush(flush_at(1000, 10 * kMb, 3000));
  simulator.flush(flush_at(2000, 10 * kMb, 1000));
  simulator.remove(2500, 400);
  ASSERT_EQ(simulator.segments().size(), 2u);
  EXPECT_EQ(simulator.segments()[0].del_count, 300);
  EXPECT_EQ(simulator.segments()[1].del_count, 100);
  simulator.flush(flush_at(3000, 10 * kMb, 1000));
  ASSERT_EQ(simulator.segments().size(), 1u);
  EXPECT_EQ(simulator.segments()[0].max_doc, 4600);
  EXPECT_EQ(simulator.segments()[0].bytes, 28 * kMb);
}

TEST(MergeSimulator, DropsASegmentOfWhichNothingLives) {
  const auto policy = make_policy(Policy::log_byte_size, {});
  MergeSimulator simulator(*policy, {});
  simulator.flush(flush_at(1000, kMb, 10));
  simulator.remove(1001, 100);
  EXPECT_TRUE(simulator.segments().empty());
  EXPECT_EQ(simulator.state().bytes, 0u);
}

TEST(MergeSimulator, KeepsTheOverheadOfASegmentOutOfTheSum) {
  const auto policy = make_policy(Policy::log_byte_size, {{"merge_factor", 2.0}});
  MergeSimulator simulator(*policy, {.segment_overhead = 1000});
  simulator.flush(flush_at(1000, 5000));
  simulator.flush(flush_at(2000, 7000));
  EXPECT_EQ(sizes(simulator), (std::vector<uint64_t>{11000}));
}

TEST(MergeSimulator, AMergedSegmentIsOfTheSizeThatWasSeenForItsDocuments) {
  const auto policy = make_policy(Policy::log_byte_size, {{"merge_factor", 2.0}});
  SimulationOptions options;
  options.sizes.add(1000, 50000);
  options.sizes.add(2000, 60000);
  MergeSimulator simulator(*policy, options);
  simulator.flush(flush_at(1000, 50000));
  simulator.flush(flush_at(2000, 50000));
  EXPECT_EQ(sizes(simulator), (std::vector<uint64_t>{60000}));
}

TEST(MergeSimulator, AMergeThatTakesTimeHidesItsSegmentsAndCarriesDeletesOver) {
  const auto policy = make_policy(Policy::log_byte_size, {{"merge_factor", 2.0}});
  MergeSimulator simulator(*policy, {.merge_bytes_per_second = static_cast<double>(2 * kMb)});
  simulator.flush(flush_at(0, 10 * kMb));
  simulator.flush(flush_at(0, 10 * kMb));
  EXPECT_EQ(simulator.state().merges_running, 1u);
  simulator.remove(5000, 200);
  simulator.remove(9999, 0);
  EXPECT_EQ(simulator.segments().size(), 2u) << "20 MB at 2 MB a second are ten seconds";
  simulator.remove(10000, 0);
  ASSERT_EQ(simulator.segments().size(), 1u);
  EXPECT_EQ(simulator.segments()[0].max_doc, 2000);
  EXPECT_EQ(simulator.segments()[0].del_count, 200);
  EXPECT_EQ(simulator.state().stalled, 0);
}

TEST(MergeSimulator, FlushesWaitWhenMergesFallBehind) {
  const auto policy = make_policy(Policy::log_byte_size, {{"merge_factor", 2.0}});
  MergeSimulator simulator(*policy, {.merge_bytes_per_second = 1000.0});
  for (int i = 0; i < 40; ++i) simulator.flush(flush_at(i * 10, 10 * kMb));
  EXPECT_GT(simulator.state().stalled, 0);
  EXPECT_LE(simulator.state().merges_running, 6u);
  simulator.finish();
  EXPECT_EQ(simulator.state().merges_running, 0u);
}

TEST(MergeSimulator, OverlapIsTheMeanNumberOfSegmentsThatHoldAMoment) {
  const auto policy = make_policy(Policy::log_byte_size, {});
  MergeSimulator simulator(*policy, {});
  simulator.flush({1000, 10, kMb, 0, 100});
  simulator.flush({2000, 10, kMb, 50, 150});
  simulator.flush({3000, 10, kMb, 400, 500});
  EXPECT_DOUBLE_EQ(simulator.state().overlap, (50 + 2 * 50 + 50 + 100) / 250.0);
  EXPECT_EQ(simulator.state().most_overlap, 2u);
}

TEST(MergeSimulator, RefusesMoreDocumentsThanOneIndexHolds) {
  const auto policy = make_policy(Policy::tiered, {});
  MergeSimulator simulator(*policy, {});
  simulator.flush(flush_at(0, kMb, INT32_MAX - 128));
  try {
    simulator.flush(flush_at(1, kMb, 1));
    FAIL();
  } catch (const InvalidArgument& e) {
    EXPECT_THAT(e.what(), HasSubstr("at most 2147483519"));
  }
}

}  // namespace
}  // namespace segsmith::merge
