// SPDX-License-Identifier: Apache-2.0
#include "skipper/skip_index_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "util/error.h"

namespace segsmith::skipper {
namespace {

struct Document {
  int32_t doc;
  std::vector<int64_t> values;
};

/// Level-0 intervals by the rule, one document at a time
/// (Lucene90DocValuesConsumer.SkipAccumulator).
std::vector<Interval> intervals_by_the_book(const std::vector<Document>& documents, int32_t size) {
  std::vector<Interval> intervals;
  bool open = false;
  for (const Document& document : documents) {
    if (open && intervals.back().doc_count >= size) {
      const Interval& last = intervals.back();
      open = document.values.size() == 1 && last.min_value == last.max_value &&
             last.min_value == document.values[0] && last.doc_count == document.doc - last.min_doc;
    }
    if (!open) intervals.push_back({document.doc, document.doc, INT64_MAX, INT64_MIN, 0});
    open = true;
    Interval& interval = intervals.back();
    interval.max_doc = document.doc;
    ++interval.doc_count;
    for (const int64_t value : document.values) {
      interval.min_value = std::min(interval.min_value, value);
      interval.max_value = std::max(interval.max_value, value);
    }
  }
  return intervals;
}

struct Written {
  SkipIndexMeta meta;
  std::vector<std::byte> bytes;
};

Written write(const std::vector<Document>& documents, int32_t size, size_t block_docs,
              bool single_valued) {
  store::MemoryOutput out;
  SkipIndexWriter writer(out.out(), size);
  for (size_t at = 0; at < documents.size();) {
    const size_t n = std::min(block_docs, documents.size() - at);
    std::vector<int32_t> docs;
    std::vector<int32_t> counts;
    std::vector<int64_t> values;
    for (size_t i = at; i < at + n; ++i) {
      docs.push_back(documents[i].doc);
      counts.push_back(static_cast<int32_t>(documents[i].values.size()));
      values.insert(values.end(), documents[i].values.begin(), documents[i].values.end());
    }
    model::NumberBlock block{{docs, docs[0], n}, counts, values};
    if (docs.back() - docs.front() == static_cast<int32_t>(n) - 1) block.docs.docs = {};
    if (single_valued) block.counts = {};
    writer.add(block);
    at += n;
  }
  Written written{writer.finish(), {}};
  written.bytes = out.take();
  return written;
}

/// Level 0 of the entries, and the number of levels of each.
std::vector<Interval> level_0(const Written& written, std::vector<int>* levels = nullptr) {
  store::Cursor in(store::Input(nullptr, written.bytes, "skip index"));
  std::vector<Interval> intervals;
  while (in.remaining() > 0) {
    const int count = in.u8();
    if (levels != nullptr) levels->push_back(count);
    Interval interval;
    for (int level = 0; level < count; ++level) {
      interval.max_doc = in.le_int();
      interval.min_doc = in.le_int();
      interval.max_value = in.le_long();
      interval.min_value = in.le_long();
      interval.doc_count = in.le_int();
    }
    intervals.push_back(interval);
  }
  return intervals;
}

void expect_equal(const std::vector<Interval>& got, const std::vector<Interval>& expected) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(got[i].min_doc, expected[i].min_doc);
    EXPECT_EQ(got[i].max_doc, expected[i].max_doc);
    EXPECT_EQ(got[i].min_value, expected[i].min_value);
    EXPECT_EQ(got[i].max_value, expected[i].max_value);
    EXPECT_EQ(got[i].doc_count, expected[i].doc_count);
  }
}

TEST(SkipIndexWriter, CutsIntervalsByTheRule) {
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    const bool single_valued = round % 2 == 0;
    std::vector<Document> documents;
    int32_t doc = static_cast<int32_t>(random() % 3);
    int64_t value = 5;
    const uint32_t change = 1 + random() % 200;
    const uint32_t gap = 1 + random() % 300;
    for (size_t i = random() % 2000; i > 0; --i) {
      if (random() % change == 0) value = static_cast<int64_t>(random() % 4);
      documents.push_back({doc, {value}});
      if (!single_valued && random() % change == 0) documents.back().values.push_back(value + 1);
      doc += random() % gap == 0 ? 2 : 1;
    }
    const auto size = static_cast<int32_t>(2 + random() % 40);
    const Written written = write(documents, size, 1 + random() % 500, single_valued);
    const auto expected = intervals_by_the_book(documents, size);
    expect_equal(level_0(written), expected);
    EXPECT_EQ(written.meta.doc_count, static_cast<int32_t>(documents.size()));
    EXPECT_EQ(written.meta.length, static_cast<int64_t>(written.bytes.size()));
    EXPECT_EQ(written.meta.max_doc_id, documents.empty() ? -1 : documents.back().doc);
    size_t most = 0;
    for (const Document& document : documents) most = std::max(most, document.values.size());
    EXPECT_EQ(written.meta.max_value_count, static_cast<int32_t>(most));
  }
}

TEST(SkipIndexWriter, StoresLevelsOnlyOfWholeIntervals) {
  std::vector<Document> documents;
  for (int32_t doc = 0; doc < 2 * 600; ++doc) documents.push_back({doc, {doc}});
  std::vector<int> levels;
  level_0(write(documents, 2, 4096, true), &levels);  // 600 intervals: groups of 512 and 88
  ASSERT_EQ(levels.size(), 600u);
  EXPECT_EQ(levels[0], 4);
  EXPECT_EQ(levels[1], 1);
  EXPECT_EQ(levels[8], 2);
  EXPECT_EQ(levels[64], 3);
  EXPECT_EQ(levels[511], 1);
  EXPECT_EQ(levels[512], 3);       // a new group: 88 intervals hold one of 64, none of 512
  EXPECT_EQ(levels[512 + 64], 2);  // 24 are left
  EXPECT_EQ(levels[512 + 80], 2);
  EXPECT_EQ(levels[512 + 81], 1);
}

TEST(SkipIndexWriter, JoinsEightIntervalsIntoOne) {
  std::vector<Document> documents;
  for (int32_t doc = 0; doc < 16; ++doc) documents.push_back({doc * 3, {100 - doc}});
  const Written written = write(documents, 2, 5, true);
  store::Cursor in(store::Input(nullptr, written.bytes, "skip index"));
  EXPECT_EQ(in.u8(), 2);
  EXPECT_EQ(in.le_int(), 45);  // level 1: last document, first document, max, min, documents
  EXPECT_EQ(in.le_int(), 0);
  EXPECT_EQ(in.le_long(), 100);
  EXPECT_EQ(in.le_long(), 85);
  EXPECT_EQ(in.le_int(), 16);
}

TEST(SkipIndexWriter, OfNothing) {
  const Written written = write({}, 4096, 1, true);
  EXPECT_TRUE(written.bytes.empty());
  EXPECT_EQ(written.meta.max_value, INT64_MIN);
  EXPECT_EQ(written.meta.min_value, INT64_MAX);
  EXPECT_EQ(written.meta.max_doc_id, -1);
  EXPECT_EQ(written.meta.max_value_count, 0);
}

TEST(SkipIndexWriter, RefusesIntervalsOfOneDocument) {
  store::MemoryOutput out;
  EXPECT_THROW(SkipIndexWriter(out.out(), 1), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::skipper
