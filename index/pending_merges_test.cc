// SPDX-License-Identifier: Apache-2.0
#include "index/pending_merges.h"

#include <gtest/gtest.h>

#include <functional>

namespace segsmith::index {
namespace {

/// Answers by a function; merges nothing.
class Chooser final : public MergeDriver {
 public:
  using Choose = std::function<MergeSpec(const MergeRequest&, std::span<const SegmentSize>)>;
  explicit Chooser(Choose choose) : choose_(std::move(choose)) {}
  MergeSpec find_merges(const MergeRequest& request,
                        std::span<const SegmentSize> segments) override {
    return choose_(request, segments);
  }
  model::SegmentCommitInfo merge(std::span<const std::shared_ptr<const SegmentReader>>,
                                 const SegmentTarget&, const CompoundRule&, uint64_t) override {
    return {};
  }

 private:
  Choose choose_;
};

using Names = std::vector<std::string>;

std::vector<SegmentSize> named(const Names& names) {
  std::vector<SegmentSize> segments;
  for (const std::string& name : names) segments.push_back({.name = name});
  return segments;
}

TEST(PendingMerges, KeepsToTheDriversOrder) {
  Chooser chooser([](const auto&, auto) { return MergeSpec{{2, 1}, {0}}; });
  PendingMerges pending({}, named({"_0", "_1", "_2"}));
  pending.ask(chooser, named({"_0", "_1", "_2"}));
  EXPECT_EQ(pending.next(), (Names{"_2", "_1"}));
  EXPECT_EQ(pending.next(), Names{"_0"});
  EXPECT_EQ(pending.next(), std::nullopt);
}

TEST(PendingMerges, TellsThePolicyWhatIsMergingAndTakesNoSegmentTwice) {
  std::vector<bool> merging;
  Chooser chooser([&](const auto&, std::span<const SegmentSize> segments) {
    merging.clear();
    for (const SegmentSize& s : segments) merging.push_back(s.merging);
    return MergeSpec{{0, 1}};
  });
  PendingMerges pending({}, named({"_0", "_1", "_2"}));
  pending.ask(chooser, named({"_0", "_1", "_2"}));
  EXPECT_EQ(merging, (std::vector<bool>{false, false, false}));
  pending.ask(chooser, named({"_0", "_1", "_2"}));
  EXPECT_EQ(merging, (std::vector<bool>{true, true, false}));
  EXPECT_TRUE(pending.next().has_value());
  EXPECT_FALSE(pending.next().has_value());
}

TEST(PendingMerges, AForcedMergeKnowsWhatItMadeAndLeavesNewSegmentsAlone) {
  std::vector<ForcedMerge> forced;
  Chooser chooser([&](const auto&, std::span<const SegmentSize> segments) {
    forced.clear();
    for (const SegmentSize& s : segments) forced.push_back(s.forced);
    return MergeSpec{};
  });
  PendingMerges pending({MergeKind::forced, 1}, named({"_0", "_1"}));
  pending.done({"_0"}, "_2");
  pending.ask(chooser, named({"_2", "_1", "_3"}));
  EXPECT_EQ(forced, (std::vector<ForcedMerge>{ForcedMerge::made, ForcedMerge::original,
                                              ForcedMerge::unlisted}));
}

TEST(PendingMerges, NaturalRulesFollowMergesThatReclaimDeletes) {
  std::vector<MergeKind> kinds;
  Chooser chooser([&](const MergeRequest& request, auto) {
    kinds.push_back(request.kind);
    return MergeSpec{};
  });
  PendingMerges pending({MergeKind::expunge}, named({"_0"}));
  pending.ask(chooser, named({"_0"}));
  pending.done({"_0"}, "_1");
  pending.ask(chooser, named({"_1"}));
  EXPECT_EQ(kinds, (std::vector<MergeKind>{MergeKind::expunge, MergeKind::natural}));
}

}  // namespace
}  // namespace segsmith::index
