// SPDX-License-Identifier: Apache-2.0
#include "index/column_buffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "index/segment_sort.h"
#include "index/term_dictionary.h"

namespace segsmith::index {
namespace {

using ::testing::ElementsAre;
using Documents = std::map<int32_t, std::vector<int64_t>>;

Documents read(model::NumberColumn& column) {
  Documents out;
  model::NumberBlock block;
  for (column.rewind(); column.next(block);) {
    size_t at = 0;
    for (size_t i = 0; i < block.docs.count; ++i) {
      const size_t n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
      out[block.docs.doc(i)].assign(block.values.begin() + static_cast<ptrdiff_t>(at),
                                    block.values.begin() + static_cast<ptrdiff_t>(at + n));
      at += n;
    }
    EXPECT_EQ(at, block.values.size());
  }
  return out;
}

TEST(NumberBuffer, StaysDenseUntilADocumentIsMissing) {
  NumberBuffer buffer;
  buffer.add(0, 5);
  buffer.add(1, 6);
  EXPECT_TRUE(buffer.docs().empty());
  buffer.add(3, 7);
  EXPECT_THAT(buffer.docs(), ElementsAre(0, 1, 3));
  EXPECT_FALSE(buffer.multi_valued());
  buffer.add(3, 8);
  EXPECT_THAT(buffer.counts(), ElementsAre(1, 1, 2));
}

TEST(NumberBuffer, TheFirstDocumentMayBeMissing) {
  NumberBuffer buffer;
  buffer.add(2, 5);
  EXPECT_THAT(buffer.docs(), ElementsAre(2));
}

TEST(NumberBuffer, ARemovedDocumentLeavesNoTrace) {
  NumberBuffer buffer;
  buffer.add(0, 1);
  buffer.add(1, 2);
  buffer.add(1, 3);
  buffer.remove_last();
  buffer.add(1, 4);
  buffer.add(2, 5);
  EXPECT_EQ(read(*column_of(buffer)), (Documents{{0, {1}}, {1, {4}}, {2, {5}}}));
  NumberBuffer sparse;
  sparse.add(4, 1);
  sparse.remove_last();
  EXPECT_TRUE(sparse.empty());
  sparse.add(4, 2);
  EXPECT_EQ(read(*column_of(sparse)), (Documents{{4, {2}}}));
}

TEST(NumberBuffer, UnitingDropsRepeatedValuesOfADocument) {
  NumberBuffer buffer;
  for (const int64_t v : {3, 1, 3, 1}) buffer.add(0, v);
  for (const int64_t v : {7, 7}) buffer.add(1, v);
  buffer.sort_and_unite_within_documents();
  EXPECT_EQ(read(*column_of(buffer)), (Documents{{0, {1, 3}}, {1, {7}}}));
  NumberBuffer single;
  for (const int64_t v : {7, 7}) single.add(0, v);
  single.sort_and_unite_within_documents();
  EXPECT_FALSE(single.multi_valued());
}

TEST(NumberBuffer, PermutesLikeTheDocumentsThemselves) {
  std::mt19937 random(20261130);
  for (int round = 0; round < 40; ++round) {
    const int max_doc = 1 + static_cast<int>(random() % 9000);
    const unsigned one_in = 1u << (round % 8);
    const unsigned most = round % 3 == 0 ? 3 : 1;
    NumberBuffer buffer;
    Documents before;
    SortColumn keys;
    for (int32_t doc = 0; doc < max_doc; ++doc) {
      keys.keys.push_back(static_cast<int64_t>(random() % 1000) - 500);
      if (random() % one_in != 0) continue;
      const unsigned n = 1 + random() % most;
      for (unsigned i = 0; i < n; ++i) {
        const auto v = static_cast<int64_t>(random());
        buffer.add(doc, v);
        before[doc].push_back(v);
      }
    }
    const auto permutation = sort_documents({&keys, 1});
    if (!permutation) continue;
    buffer.permute(*permutation);
    Documents expected;
    for (const auto& [doc, values] : before) {
      expected[permutation->old_to_new[static_cast<size_t>(doc)]] = values;
    }
    ASSERT_EQ(read(*column_of(buffer)), expected) << "round " << round;
  }
}

TEST(ByteArena, KeepsValuesApart) {
  ByteArena arena;
  NumberBuffer buffer;
  const std::vector<std::string> values{"a", "bbbb", "", "cc"};
  for (size_t i = 0; i < values.size(); ++i) {
    buffer.add(static_cast<int32_t>(i * 2),
               static_cast<int64_t>(arena.add(std::as_bytes(std::span(values[i])))));
  }
  const auto column = column_of(buffer, arena);
  model::DocBlock docs;
  model::BytesBlock block;
  ASSERT_TRUE(column->next(docs, block));
  ASSERT_EQ(block.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(docs.doc(i), static_cast<int32_t>(i * 2));
    EXPECT_TRUE(std::ranges::equal(block[i], std::as_bytes(std::span(values[i]))));
  }
  EXPECT_FALSE(column->next(docs, block));
}

TEST(SortDocuments, IsStableAndTellsSortedInputApart) {
  SortColumn first{{2, 1, 2, 1, INT64_MIN, INT64_MAX}, false};
  auto sorted = sort_documents({&first, 1});
  EXPECT_THAT(sorted->new_to_old, ElementsAre(4, 1, 3, 0, 2, 5));
  EXPECT_THAT(sorted->old_to_new, ElementsAre(3, 1, 4, 2, 0, 5));
  first.reverse = true;
  EXPECT_THAT(sort_documents({&first, 1})->new_to_old, ElementsAre(5, 0, 2, 1, 3, 4));
  const SortColumn equal{{7, 7, 7}, true}, ascending{{1, 2, 2}, false};
  EXPECT_FALSE(sort_documents({&equal, 1}));
  EXPECT_FALSE(sort_documents({&ascending, 1}));
  EXPECT_FALSE(sort_documents({}));
}

TEST(SortDocuments, LaterKeysBreakTies) {
  const std::vector<SortColumn> columns{{{1, 0, 1, 0}, true}, {{5, 9, 4, 9}, false}};
  EXPECT_THAT(sort_documents(columns)->new_to_old, ElementsAre(2, 0, 1, 3));
}

TEST(SortDocuments, AgreesWithComparingAtEveryWidth) {
  std::mt19937_64 random(7);
  for (int bits = 1; bits <= 64; bits += 7) {
    SortColumn column{std::vector<int64_t>(3000), bits % 2 == 0};
    for (int64_t& key : column.keys) key = static_cast<int64_t>(random() >> (64 - bits));
    std::vector<int32_t> expected(column.keys.size());
    for (size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<int32_t>(i);
    std::ranges::stable_sort(expected, [&](int32_t a, int32_t b) {
      const int64_t x = column.keys[static_cast<size_t>(a)],
                    y = column.keys[static_cast<size_t>(b)];
      return column.reverse ? x > y : x < y;
    });
    EXPECT_EQ(sort_documents({&column, 1})->new_to_old, expected) << bits;
  }
}

TEST(TermDictionary, NumbersTermsOnceAndSortsByUnsignedBytes) {
  TermDictionary terms;
  const auto add = [&](std::string_view t) {
    return terms.add(std::as_bytes(std::span(t.data(), t.size())));
  };
  EXPECT_EQ(add("b"), 0);
  EXPECT_EQ(add("\xff"), 1);
  EXPECT_EQ(add(""), 2);
  EXPECT_EQ(add("b"), 0);
  EXPECT_EQ(add(std::string_view("b\0", 2)), 3);
  EXPECT_EQ(add("longprefix-2"), 4);
  EXPECT_EQ(add("longprefix-1"), 5);
  EXPECT_THAT(terms.sorted({}), ElementsAre(2, 0, 3, 5, 4, 1));
  EXPECT_THAT(terms.sorted({true, false, false, false, true, true}), ElementsAre(0, 5, 4));
}

TEST(TermDictionary, GrowsWithoutLosingTerms) {
  TermDictionary terms;
  for (int i = 0; i < 20000; ++i) {
    const std::string term = "term-" + std::to_string(i);
    ASSERT_EQ(terms.add(std::as_bytes(std::span(term))), i);
  }
  for (int i = 0; i < 20000; i += 97) {
    const std::string term = "term-" + std::to_string(i);
    ASSERT_EQ(terms.add(std::as_bytes(std::span(term))), i);
  }
  terms.clear();
  EXPECT_EQ(terms.size(), 0);
}

}  // namespace
}  // namespace segsmith::index
