// SPDX-License-Identifier: Apache-2.0
#include "skipper/skip_index.h"

#include <gtest/gtest.h>

#include <random>

#include "skipper/skip_blocks.h"
#include "skipper/skip_index_writer.h"
#include "store/output.h"
#include "util/error.h"

namespace segsmith::skipper {
namespace {

/// Documents with one value each, or none where `present` is false.
struct Documents {
  std::vector<bool> present;
  std::vector<int64_t> values;

  size_t size() const { return present.size(); }
};

struct Built {
  SkipIndexMeta meta;
  std::vector<std::byte> bytes;
  std::shared_ptr<const SkipIndex> index;
};

std::shared_ptr<const SkipIndex> open(const SkipIndexMeta& meta,
                                      const std::vector<std::byte>& bytes) {
  auto owner = std::make_shared<std::vector<std::byte>>(bytes);
  const std::span<const std::byte> view(*owner);
  return std::make_shared<SkipIndex>(meta, store::Input(owner, view, "_0.dvs"));
}

Built build(const Documents& documents, int32_t interval) {
  store::MemoryOutput out;
  SkipIndexWriter writer(out.out(), interval);
  std::vector<int32_t> docs;
  std::vector<int64_t> values;
  for (size_t d = 0; d < documents.size(); ++d) {
    if (!documents.present[d]) continue;
    docs.push_back(static_cast<int32_t>(d));
    values.push_back(documents.values[d]);
  }
  if (!docs.empty()) writer.add({{docs, 0, docs.size()}, {}, values});
  Built built;
  built.meta = writer.finish();
  built.bytes = out.take();
  built.index = open(built.meta, built.bytes);
  return built;
}

Documents random_documents(uint64_t seed, size_t count, int shape) {
  std::mt19937_64 random(seed);
  Documents documents;
  for (size_t d = 0; d < count; ++d) {
    documents.present.push_back(shape % 2 == 0 || random() % 5 != 0);
    documents.values.push_back(shape < 2   ? static_cast<int64_t>(random() % 1000)
                               : shape < 4 ? static_cast<int64_t>(d * 3 + random() % 7)
                                           : static_cast<int64_t>(d / 200));
  }
  return documents;
}

TEST(SkipCursor, MovesToTheIntervalThatHoldsOrFollowsADocument) {
  for (int shape = 0; shape < 6; ++shape) {
    const Built built = build(random_documents(1, 3000, shape), 2);
    const auto intervals = built.index->intervals(0);
    std::mt19937_64 random(2);
    for (int round = 0; round < 50; ++round) {
      SkipCursor cursor(built.index);
      size_t at = 0;
      for (int32_t target = 0; target < 3100; target += 1 + static_cast<int32_t>(random() % 400)) {
        while (at < intervals.size() && intervals[at].max_doc < target) ++at;
        ASSERT_EQ(cursor.advance(target), at < intervals.size());
        if (at == intervals.size()) break;
        ASSERT_EQ(cursor.interval().min_doc, intervals[at].min_doc);
        ASSERT_EQ(cursor.interval().max_value, intervals[at].max_value);
        for (int level = 1; level < cursor.levels(); ++level) {
          ASSERT_LE(cursor.interval(level).min_doc, intervals[at].min_doc);
          ASSERT_GE(cursor.interval(level).max_doc, target);
        }
      }
    }
  }
}

TEST(SkipCursor, StaysAtTheEndOnceExhausted) {
  const Built built = build(random_documents(1, 100, 0), 8);
  SkipCursor cursor(built.index);
  EXPECT_TRUE(cursor.advance(99));
  EXPECT_FALSE(cursor.advance(100));
  EXPECT_FALSE(cursor.advance(5));
  EXPECT_FALSE(cursor.advance_to_values(0, INT64_MIN, INT64_MAX));
}

TEST(SkipCursor, ReachesOneDocumentOnly) {
  Documents documents{{true}, {9}};
  const Built built = build(documents, 4096);
  EXPECT_EQ(built.meta.max_doc_id, 0);
  SkipCursor cursor(built.index);
  ASSERT_TRUE(cursor.advance(0));
  EXPECT_EQ(cursor.interval().min_value, 9);
  EXPECT_FALSE(cursor.advance(1));
}

TEST(SkipIndex, IsEmptyWithoutDocuments) {
  const Built built = build(Documents{{false, false}, {0, 0}}, 4096);
  EXPECT_EQ(built.index->doc_count(), 0);
  SkipCursor cursor(built.index);
  EXPECT_FALSE(cursor.advance(0));
  SkipBlocks blocks(built.index, INT64_MIN, INT64_MAX);
  SkipBlock block;
  EXPECT_FALSE(blocks.next(block));
}

TEST(SkipBlocks, ClassifyEveryDocumentRightly) {
  for (int shape = 0; shape < 6; ++shape) {
    const Documents documents = random_documents(7, 2500, shape);
    for (int32_t interval : {2, 3, 16, 4096}) {
      const Built built = build(documents, interval);
      std::mt19937_64 random(3);
      for (int round = 0; round < 60; ++round) {
        int64_t low = documents.values[random() % 2500], high = documents.values[random() % 2500];
        if (low > high && round % 5 != 0) std::swap(low, high);
        SkipBlocks blocks(built.index, low, high);
        SkipBlock block;
        size_t next = 0;
        const auto expect_no_match = [&](size_t end) {
          for (; next < end; ++next) {
            ASSERT_FALSE(documents.present[next] && documents.values[next] >= low &&
                         documents.values[next] <= high);
          }
        };
        while (blocks.next(block)) {
          ASSERT_GE(block.first_doc, static_cast<int32_t>(next));
          ASSERT_LT(block.first_doc, block.end_doc);
          expect_no_match(static_cast<size_t>(block.first_doc));
          for (; next < static_cast<size_t>(block.end_doc); ++next) {
            const int64_t v = documents.values[next];
            if (block.match == Match::yes) {
              ASSERT_TRUE(documents.present[next]);
            }
            if (block.match != Match::maybe && documents.present[next]) {
              ASSERT_TRUE(low <= v && v <= high);
            }
          }
        }
        expect_no_match(documents.size());
      }
    }
  }
}

TEST(SkipBlocks, ARunPassesADocumentOnlyWhenItsValuesAreProven) {
  // 5 and 50 in one block, range 40..60: nothing is known of either document.
  const Built built = build(Documents{{true, true}, {5, 50}}, 4096);
  SkipBlocks blocks(built.index, 40, 60);
  SkipBlock block;
  ASSERT_TRUE(blocks.next(block));
  EXPECT_EQ(block.match, Match::maybe);
  EXPECT_FALSE(blocks.next(block));
}

}  // namespace
}  // namespace segsmith::skipper
