// SPDX-License-Identifier: Apache-2.0
#include "merge/merged_columns.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "util/error.h"

namespace segsmith::merge {
namespace {

using Docs = std::map<int32_t, std::vector<int64_t>>;

/// A column held in memory, cut into blocks of a few documents; dense blocks are given as such.
class ListColumn final : public model::NumberColumn {
 public:
  ListColumn(Docs docs, size_t block) : docs_(docs.begin(), docs.end()), block_(block) {}
  void rewind() override { next_ = 0; }
  bool next(model::NumberBlock& out) override {
    ids_.clear();
    counts_.clear();
    values_.clear();
    bool multi = false;
    for (; next_ < docs_.size() && ids_.size() < block_; ++next_) {
      ids_.push_back(docs_[next_].first);
      counts_.push_back(static_cast<int32_t>(docs_[next_].second.size()));
      multi |= counts_.back() != 1;
      values_.insert(values_.end(), docs_[next_].second.begin(), docs_[next_].second.end());
    }
    if (ids_.empty()) return false;
    const bool dense = ids_.back() - ids_.front() + 1 == static_cast<int32_t>(ids_.size());
    out.docs = {dense ? std::span<const int32_t>{} : ids_, ids_.front(), ids_.size()};
    out.counts = multi ? std::span<const int32_t>(counts_) : std::span<const int32_t>{};
    out.values = values_;
    return true;
  }

 private:
  std::vector<std::pair<int32_t, std::vector<int64_t>>> docs_;
  size_t block_, next_ = 0;
  std::vector<int32_t> ids_, counts_;
  std::vector<int64_t> values_;
};

Docs drain(model::NumberColumn& column) {
  Docs docs;
  model::NumberBlock block;
  while (column.next(block)) {
    size_t v = 0;
    for (size_t i = 0; i < block.docs.count; ++i) {
      const size_t n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
      auto& values = docs[block.docs.doc(i)];
      EXPECT_TRUE(values.empty());
      values.assign(block.values.begin() + static_cast<std::ptrdiff_t>(v),
                    block.values.begin() + static_cast<std::ptrdiff_t>(v + n));
      v += n;
    }
    EXPECT_EQ(v, block.values.size());
  }
  return docs;
}

TEST(MergedNumbers, GathersSparseMultiValuedSourcesAlongRandomRuns) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    const size_t sources = 1 + random() % 4;
    std::vector<Docs> columns(sources);
    std::vector<SourceDocs> docs;
    std::vector<BitSet> live(sources);
    std::vector<SortKeys> keys(sources, SortKeys(1));
    for (size_t s = 0; s < sources; ++s) {
      const auto max_doc = static_cast<int32_t>(random() % 60);
      const uint64_t sparsity = 1 + random() % 3, multiplicity = 1 + random() % 2;
      live[s] = BitSet(static_cast<uint64_t>(max_doc), true);
      int64_t key = 0;
      for (int32_t d = 0; d < max_doc; ++d) {
        keys[s][0].push_back(key += static_cast<int64_t>(random() % 4));
        if (random() % 5 == 0) live[s].clear(static_cast<uint64_t>(d));
        if (random() % sparsity != 0) continue;
        for (uint64_t n = 1 + random() % multiplicity; n-- > 0;) {
          columns[s][d].push_back(static_cast<int64_t>(random()));
        }
      }
      docs.push_back({max_doc, &live[s]});
    }
    const DocMap map = round % 2 == 0 ? concatenate(docs) : interleave(docs, keys);
    Docs wanted;
    std::vector<NumberPart> parts(sources);
    for (size_t s = 0; s < sources; ++s) {
      const auto mapping = map.mapping(static_cast<int32_t>(s), docs[s].max_doc);
      for (const auto& [doc, values] : columns[s]) {
        if (mapping[static_cast<size_t>(doc)] >= 0)
          wanted[mapping[static_cast<size_t>(doc)]] = values;
      }
      if (!columns[s].empty())
        parts[s].column = std::make_unique<ListColumn>(columns[s], 1 + random() % 9);
    }
    const Placement placement(map, docs);
    const auto merged = merged_numbers(placement, std::move(parts));
    ASSERT_EQ(drain(*merged), wanted) << "round " << round;
    merged->rewind();
    ASSERT_EQ(drain(*merged), wanted) << "second pass, round " << round;
  }
}

/// Several blocks of new documents, in sources whose columns change their shape on the way.
TEST(MergedNumbers, ColumnsMayStopBeingFullOrSingleValuedAtAnyDocument) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 24; ++round) {
    const size_t sources = 2 + random() % 3;
    std::vector<Docs> columns(sources);
    std::vector<SourceDocs> docs;
    std::vector<BitSet> live(sources);
    std::vector<SortKeys> keys(sources, SortKeys(1));
    for (size_t s = 0; s < sources; ++s) {
      const auto max_doc = static_cast<int32_t>(3000 + random() % 3000);
      const auto full_until = static_cast<int32_t>(random() % 12'000);
      const auto single_until = static_cast<int32_t>(random() % 12'000);
      live[s] = BitSet(static_cast<uint64_t>(max_doc), true);
      int64_t key = 0;
      for (int32_t d = 0; d < max_doc; ++d) {
        keys[s][0].push_back(key += static_cast<int64_t>(random() % 3));
        if (round % 3 == 0 && random() % 5 == 0) live[s].clear(static_cast<uint64_t>(d));
        if (d > full_until && random() % 3 != 0) continue;
        columns[s][d].assign(d > single_until ? 1 + random() % 2 : 1,
                             static_cast<int64_t>(random()));
      }
      docs.push_back({max_doc, round % 3 == 0 ? &live[s] : nullptr});
    }
    const DocMap map = interleave(docs, keys);
    Docs wanted;
    std::vector<NumberPart> parts(sources);
    for (size_t s = 0; s < sources; ++s) {
      const auto mapping = map.mapping(static_cast<int32_t>(s), docs[s].max_doc);
      for (const auto& [doc, values] : columns[s]) {
        if (mapping[static_cast<size_t>(doc)] >= 0)
          wanted[mapping[static_cast<size_t>(doc)]] = values;
      }
      parts[s].column = std::make_unique<ListColumn>(columns[s], 1 + random() % 2000);
    }
    const Placement placement(map, docs);
    const auto merged = merged_numbers(placement, std::move(parts));
    ASSERT_EQ(drain(*merged), wanted) << "round " << round;
    merged->rewind();
    ASSERT_EQ(drain(*merged), wanted) << "second pass, round " << round;
  }
}

TEST(MergedNumbers, DenseResultIsGivenAsARun) {
  const SourceDocs sources[] = {{2, nullptr}, {3, nullptr}};
  const DocMap map = concatenate(sources);
  std::vector<NumberPart> parts(2);
  parts[0].column = std::make_unique<ListColumn>(Docs{{0, {5}}, {1, {6}}}, 10);
  parts[1].column = std::make_unique<ListColumn>(Docs{{0, {7}}, {1, {8}}, {2, {9}}}, 10);
  const std::vector<int64_t> ordinals = {0, 0, 0, 0, 0, 0, 0, 70, 80, 90};
  parts[1].ordinals = ordinals;
  const Placement placement(map, sources);
  const auto merged = merged_numbers(placement, std::move(parts));
  model::NumberBlock block;
  std::vector<int64_t> values;
  while (merged->next(block)) {
    EXPECT_TRUE(block.docs.dense());
    EXPECT_EQ(static_cast<size_t>(block.docs.first_doc), values.size());
    EXPECT_TRUE(block.counts.empty());
    values.insert(values.end(), block.values.begin(), block.values.end());
  }
  EXPECT_EQ(values, (std::vector<int64_t>{5, 6, 70, 80, 90}));
}

/// Intact bytes may tell ordinals that the source's dictionary does not have, or has none at all.
TEST(MergedNumbers, OrdinalsOutsideTheDictionaryAreDamage) {
  const SourceDocs sources[] = {{2, nullptr}};
  const DocMap map = concatenate(sources);
  for (const int64_t ordinal : {int64_t{3}, int64_t{-1}, INT64_MAX, INT64_MIN}) {
    for (const std::vector<int64_t>& ordinals : {std::vector<int64_t>{4, 5, 6}, {}}) {
      std::vector<NumberPart> parts(1);
      parts[0].column = std::make_unique<ListColumn>(Docs{{0, {0}}, {1, {ordinal}}}, 10);
      parts[0].ordinals = ordinals;
      parts[0].segment = "_1";
      parts[0].field = "k";
      const Placement placement(map, sources);
      const auto merged = merged_numbers(placement, std::move(parts));
      model::NumberBlock block;
      EXPECT_THROW(merged->next(block), CorruptIndex) << ordinal;
    }
  }
}

}  // namespace
}  // namespace segsmith::merge
