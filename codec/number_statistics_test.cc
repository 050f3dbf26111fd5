// SPDX-License-Identifier: Apache-2.0
#include "codec/number_statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace segsmith::codec {
namespace {

TEST(UniqueValues, GivesPositionsInTheSortedOrder) {
  std::mt19937_64 random(1);
  for (const size_t count :
       {size_t{1}, size_t{2}, size_t{3}, size_t{100}, size_t{255}, size_t{256}}) {
    std::set<int64_t> distinct;
    while (distinct.size() < count) {
      distinct.insert(static_cast<int64_t>(random()) >> (count < 200 ? random() % 60 : 0));
    }
    const std::vector<int64_t> sorted(distinct.begin(), distinct.end());
    std::vector<int64_t> values;
    for (int i = 0; i < 3000; ++i) values.push_back(sorted[random() % count]);
    values.insert(values.end(), sorted.begin(), sorted.end());

    UniqueValues uniques;
    ASSERT_TRUE(uniques.add(values));
    const auto table = uniques.sort();
    EXPECT_EQ(std::vector<int64_t>(table.begin(), table.end()), sorted);
    std::vector<int64_t> positions(values.size());
    uniques.positions(values, positions);
    for (size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(sorted[static_cast<size_t>(positions[i])], values[i]);
    }
  }
}

TEST(UniqueValues, EndsAfter256) {
  std::vector<int64_t> values(257);
  std::iota(values.begin(), values.end(), -100);
  UniqueValues uniques;
  EXPECT_TRUE(uniques.add(std::span(values).first(256)));
  EXPECT_TRUE(uniques.add(std::span(values).first(256)));
  EXPECT_EQ(uniques.size(), 256u);
  EXPECT_FALSE(uniques.add(values));
}

TEST(UniqueValues, TellsApartValuesThatDifferOnlyInHighOrLowBits) {
  for (const int shift : {0, 8, 32, 56}) {
    std::vector<int64_t> values;
    for (uint64_t i = 0; i < 256; ++i) values.push_back(static_cast<int64_t>(i << shift));
    UniqueValues uniques;
    ASSERT_TRUE(uniques.add(values));
    EXPECT_EQ(uniques.size(), 256u);
  }
}

/// Lucene's rule, value by value.
uint64_t divisor_by_the_book(const std::vector<int64_t>& values) {
  uint64_t gcd = 0;
  for (const int64_t v : values) {
    if (gcd == 1) break;
    if (v < -(int64_t{1} << 62) || v > (int64_t{1} << 62) - 1) return 1;
    const int64_t d = v - values[0];
    gcd = std::gcd(gcd, static_cast<uint64_t>(d < 0 ? -d : d));
  }
  return gcd;
}

TEST(NumberStatistics, EqualsThePlainComputation) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<int64_t> values(1 + random() % 40'000);
    const int64_t factor = 1 + static_cast<int64_t>(random() % 5000);
    const int64_t base = static_cast<int64_t>(random()) >> (random() % 50);
    const bool clamp = base > INT64_MAX / 4 || base < INT64_MIN / 4;
    for (int64_t& v : values)
      v = (clamp ? 0 : base) + factor * static_cast<int64_t>(random() % 300);
    if (random() % 5 == 0) values[random() % values.size()] = INT64_MIN;
    if (random() % 5 == 0) values[random() % values.size()] = -(int64_t{1} << 62);

    NumberStatistics statistics(false);
    for (size_t at = 0; at < values.size();) {
      const size_t n = std::min<size_t>(values.size() - at, 1 + random() % 6000);
      statistics.add(std::span(values).subspan(at, n));
      at += n;
    }
    statistics.finish();
    EXPECT_EQ(statistics.count(), values.size());
    EXPECT_EQ(statistics.gcd(), divisor_by_the_book(values)) << "round " << round;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_EQ(statistics.whole(), (packing::MinMax{*low, *high}));
    const size_t uniques = std::set<int64_t>(values.begin(), values.end()).size();
    ASSERT_EQ(statistics.uniques() != nullptr, uniques <= UniqueValues::kMax);
    if (statistics.uniques() != nullptr) {
      EXPECT_EQ(statistics.uniques()->size(), uniques);
    }
    ASSERT_EQ(statistics.blocks().size(), (values.size() + 16383) / 16384);
    for (size_t block = 0; block < statistics.blocks().size(); ++block) {
      const auto begin = values.begin() + static_cast<ptrdiff_t>(block * 16384);
      const auto end =
          values.begin() + static_cast<ptrdiff_t>(std::min(values.size(), (block + 1) * 16384));
      const auto [least, most] = std::minmax_element(begin, end);
      EXPECT_EQ(statistics.blocks()[block], (packing::MinMax{*least, *most}));
    }
  }
}

TEST(NumberStatistics, OfNothing) {
  NumberStatistics statistics(false);
  statistics.finish();
  EXPECT_EQ(statistics.count(), 0u);
  EXPECT_EQ(statistics.gcd(), 0u);
  EXPECT_EQ(statistics.whole(), (packing::MinMax{INT64_MAX, INT64_MIN}));
  EXPECT_TRUE(statistics.blocks().empty());
}

TEST(NumberStatistics, CountsNoBitsForConstantBlocks) {
  std::vector<int64_t> values(3 * 16384, 7);
  std::fill(values.begin() + 16384, values.begin() + 2 * 16384, 8);
  values[16384 * 2] = 1000;
  NumberStatistics statistics(false);
  statistics.add(values);
  statistics.finish();
  EXPECT_EQ(statistics.whole_bits(), 12u * 3 * 16384);  // 993 needs 10 bits, packed as 12
  EXPECT_EQ(statistics.blocks_bits(), 12u * 16384);
}

}  // namespace
}  // namespace segsmith::codec
