// SPDX-License-Identifier: Apache-2.0
#include "skipper/skip_block_range_iterator.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "model/doc_values_iterator.h"
#include "skipper/skip_index_writer.h"
#include "store/output.h"

namespace segsmith::skipper {
namespace {

using model::kNoMoreDocs;

/// The skip index of a column of one value a document; nothing where `value` answers nothing.
std::shared_ptr<const SkipIndex> build(
    int32_t max_doc, int32_t interval,
    const std::function<std::optional<int64_t>(int32_t doc)>& value) {
  store::MemoryOutput out;
  SkipIndexWriter writer(out.out(), interval);
  std::vector<int32_t> docs;
  std::vector<int64_t> values;
  for (int32_t d = 0; d < max_doc; ++d) {
    const auto v = value(d);
    if (!v) continue;
    docs.push_back(d);
    values.push_back(*v);
  }
  if (!docs.empty()) writer.add({{docs, 0, docs.size()}, {}, values});
  const SkipIndexMeta meta = writer.finish();
  auto owner = std::make_shared<std::vector<std::byte>>(out.take());
  const std::span<const std::byte> view(*owner);
  return std::make_shared<SkipIndex>(meta, store::Input(owner, view, "_0.dvs"));
}

TEST(SkipBlockRangeIterator, StandsAtNoMoreDocsOnceExhaustedAndNeverMovesBack) {
  const auto index = build(100, 10, [](int32_t d) { return int64_t{d}; });
  SkipBlockRangeIterator it(index, 20, 39);
  EXPECT_EQ(it.doc_id(), -1);
  EXPECT_EQ(it.next_doc(), 20);
  EXPECT_EQ(it.advance(35), 35);
  EXPECT_EQ(it.advance(21), 35) << "a second caller does not move it back";
  EXPECT_EQ(it.advance(40), kNoMoreDocs);
  EXPECT_EQ(it.doc_id(), kNoMoreDocs);
  EXPECT_EQ(it.next_doc(), kNoMoreDocs);
  EXPECT_EQ(it.advance(3), kNoMoreDocs);
  EXPECT_EQ(it.block_end(), kNoMoreDocs);
  EXPECT_EQ(it.match(), Match::maybe);
}

TEST(SkipBlockRangeIterator, FindsNothingInAFieldWithoutDocuments) {
  const auto index = build(100, 10, [](int32_t) { return std::nullopt; });
  EXPECT_EQ(index->doc_count(), 0);
  EXPECT_GT(index->min_value(), index->max_value());
  // A range that the swapped ends of an empty field would lie in.
  SkipBlockRangeIterator it(index, INT64_MIN, INT64_MAX);
  EXPECT_EQ(it.cost(), 0);
  EXPECT_EQ(it.next_doc(), kNoMoreDocs);
}

TEST(SkipBlockRangeIterator, ReachesTheOnlyDocument) {
  const auto index = build(1, 4096, [](int32_t) { return int64_t{9}; });
  EXPECT_EQ(index->meta().max_doc_id, 0);
  SkipBlockRangeIterator it(index, 9, 9);
  EXPECT_EQ(it.next_doc(), 0);
  EXPECT_EQ(it.match(), Match::yes);
  EXPECT_EQ(it.doc_id_run_end(), 1);
  EXPECT_EQ(it.next_doc(), kNoMoreDocs);
}

TEST(SkipBlockRangeIterator, KnowsOnlyThatABlockOfFiveAndFiftyMayMatch) {
  const auto index = build(2, 4096, [](int32_t d) { return d == 0 ? 5 : 50; });
  SkipBlockRangeIterator it(index, 40, 60);
  EXPECT_EQ(it.next_doc(), 0);
  EXPECT_EQ(it.match(), Match::maybe);
  EXPECT_EQ(it.doc_id_run_end(), 2) << "a run of one classification, of which nothing is proven";
}

TEST(SkipBlockRangeIterator, TellsDenseBlocksFromThoseWithGaps) {
  // Blocks of ten documents with a value: the second has a gap, the third passes the range.
  const auto index = build(31, 10, [](int32_t d) -> std::optional<int64_t> {
    if (d == 15) return std::nullopt;
    return d == 25 ? 1000 : d % 2;
  });
  SkipBlockRangeIterator it(index, 0, 10);
  EXPECT_EQ(it.next_doc(), 0);
  EXPECT_EQ(it.match(), Match::yes);
  EXPECT_EQ(it.block_end(), 10);
  EXPECT_EQ(it.advance(15), 15) << "a document without a value, in a block that may have it";
  EXPECT_EQ(it.match(), Match::yes_if_present);
  EXPECT_EQ(it.doc_id_run_end(), 21);
  EXPECT_EQ(it.advance(21), 21);
  EXPECT_EQ(it.match(), Match::maybe);
}

TEST(SkipBlockRangeIterator, ClimbsOnlyLevelsThatAreInsideAndDense) {
  const auto with_gap_at = [&](int32_t gap) {
    return build(64 * 4, 4, [gap](int32_t d) -> std::optional<int64_t> {
      if (d == gap) return std::nullopt;
      return d % 2;
    });
  };
  // 64 intervals: levels of 8 and of 64 begin with the first one.
  SkipBlockRangeIterator dense(with_gap_at(-1), 0, 1);
  dense.next_doc();
  EXPECT_EQ(dense.block_end(), 4);
  EXPECT_EQ(dense.doc_id_run_end(), 256);
  SkipBlockRangeIterator gap(with_gap_at(200), 0, 1);
  gap.next_doc();
  EXPECT_EQ(gap.match(), Match::yes);
  EXPECT_EQ(gap.doc_id_run_end(), 32) << "the top level has a gap";
  SkipBlockRangeIterator outside(with_gap_at(-1), 1, 9);
  outside.next_doc();
  EXPECT_EQ(outside.match(), Match::maybe);
  EXPECT_EQ(outside.doc_id_run_end(), 4) << "a block that may match never climbs";
}

TEST(SkipBlockRangeIterator, ConstantRunsGrowPastTheIntervalSize) {
  const auto index = build(1000, 4, [](int32_t d) { return int64_t{d / 300}; });
  const auto intervals = index->intervals(0);
  ASSERT_EQ(intervals.size(), 4u);
  EXPECT_EQ(intervals[0].doc_count, 300);
  EXPECT_EQ(index->meta().max_value_count, 1);
  SkipBlockRangeIterator it(index, 1, 1);
  EXPECT_EQ(it.next_doc(), 300);
  EXPECT_EQ(it.doc_id_run_end(), 600);
  EXPECT_EQ(it.advance(599), 599);
  EXPECT_EQ(it.next_doc(), kNoMoreDocs);
}

TEST(SkipBlockRangeIterator, IntoBitSetIsTheSameAsWalking) {
  std::mt19937_64 random(5);
  const int32_t max_doc = 3000;
  const auto index = build(max_doc, 8, [&](int32_t d) -> std::optional<int64_t> {
    if (d % 700 > 650) return std::nullopt;
    return d / 3 + static_cast<int64_t>(random() % 20);
  });
  for (int round = 0; round < 100; ++round) {
    const auto low = static_cast<int64_t>(random() % 1000);
    const auto high = low + static_cast<int64_t>(random() % 300);
    const auto up_to = static_cast<int32_t>(random() % static_cast<uint64_t>(max_doc));
    SkipBlockRangeIterator walk(index, low, high), bulk(index, low, high);
    BitSet walked(max_doc), set(max_doc);
    walk.next_doc();
    bulk.next_doc();
    for (; walk.doc_id() < up_to; walk.next_doc()) walked.set(static_cast<uint64_t>(walk.doc_id()));
    bulk.into_bit_set(up_to, set);
    ASSERT_EQ(bulk.doc_id(), walk.doc_id());
    ASSERT_TRUE(std::equal(set.words().begin(), set.words().end(), walked.words().begin()));
  }
}

}  // namespace
}  // namespace segsmith::skipper
