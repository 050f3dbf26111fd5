// SPDX-License-Identifier: Apache-2.0
#include "merge/doc_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

namespace segsmith::merge {
namespace {

using Placed = std::vector<std::pair<int32_t, int32_t>>;  // (source, document) in merged order

Placed expand(const DocMap& map) {
  Placed placed;
  for (const Run& run : map.runs()) {
    for (int32_t i = 0; i < run.count; ++i) placed.emplace_back(run.source, run.first + i);
  }
  return placed;
}

TEST(DocMap, ConcatenatesLiveDocumentsOnly) {
  BitSet live(5, true);
  live.clear(0);
  live.clear(3);
  const SourceDocs sources[] = {{3, nullptr}, {5, &live}, {0, nullptr}};
  const DocMap map = concatenate(sources);
  EXPECT_EQ(expand(map), (Placed{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {1, 4}}));
  EXPECT_EQ(map.num_docs(), 6);
  EXPECT_EQ(map.mapping(1, 5), (std::vector<int32_t>{-1, 3, 4, -1, 5}));
}

TEST(DocMap, RunsAreMaximal) {
  const SourceDocs sources[] = {{4, nullptr}, {4, nullptr}};
  const std::vector<SortKeys> keys = {{{1, 2, 3, 4}}, {{5, 6, 7, 8}}};
  EXPECT_EQ(interleave(sources, keys).runs().size(), 2u);
}

TEST(DocMap, TiesGoToTheEarlierSource) {
  const SourceDocs sources[] = {{2, nullptr}, {2, nullptr}, {1, nullptr}};
  const std::vector<SortKeys> keys = {{{7, 9}}, {{7, 7}}, {{7}}};
  EXPECT_EQ(expand(interleave(sources, keys)), (Placed{{0, 0}, {1, 0}, {1, 1}, {2, 0}, {0, 1}}));
}

TEST(DocMap, InterleavesAsAStableSortWould) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    const size_t count = 1 + random() % 6;
    std::vector<SourceDocs> sources;
    std::vector<SortKeys> keys;
    std::vector<BitSet> live(count);
    std::vector<std::tuple<int64_t, int64_t, int32_t, int32_t>> expected;
    for (size_t s = 0; s < count; ++s) {
      const size_t docs = random() % 40;
      std::vector<std::pair<int64_t, int64_t>> rows(docs);
      for (auto& row : rows) row = {static_cast<int64_t>(random() % 5) - 2, random() % 3};
      std::sort(rows.begin(), rows.end());
      SortKeys source_keys(2);
      live[s] = BitSet(docs, true);
      for (size_t d = 0; d < docs; ++d) {
        source_keys[0].push_back(rows[d].first);
        source_keys[1].push_back(rows[d].second);
        if (random() % 4 == 0) live[s].clear(d);
        if (!live[s].get(d)) continue;
        expected.emplace_back(rows[d].first, rows[d].second, s, d);
      }
      sources.push_back({static_cast<int32_t>(docs), &live[s]});
      keys.push_back(std::move(source_keys));
    }
    std::sort(expected.begin(), expected.end());
    Placed wanted;
    for (const auto& [a, b, s, d] : expected) wanted.emplace_back(s, d);
    ASSERT_EQ(expand(interleave(sources, keys)), wanted) << "round " << round;
  }
}

}  // namespace
}  // namespace segsmith::merge
