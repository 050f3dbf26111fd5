// SPDX-License-Identifier: Apache-2.0
#include "util/bit_set.h"

#include <gtest/gtest.h>

#include <random>

namespace segsmith {
namespace {

TEST(BitSet, GhostBitsStayZero) {
  for (const uint64_t size : {0, 1, 63, 64, 65, 127, 128, 130}) {
    BitSet bits(size, true);
    EXPECT_EQ(bits.count(), size);
    bits.flip();
    EXPECT_EQ(bits.count(), 0U);
    bits.flip();
    EXPECT_EQ(bits.count(), size);
    EXPECT_EQ(bits.words().size(), (size + 63) / 64);
    if (size % 64 != 0) {
      EXPECT_EQ(bits.words().back() >> (size % 64), 0U);
    }
  }
}

TEST(BitSet, BitIIsInWordIOver64) {
  BitSet bits(130);
  bits.set(0);
  bits.set(65);
  bits.set(129);
  EXPECT_EQ(bits.words()[0], 1U);
  EXPECT_EQ(bits.words()[1], 2U);
  EXPECT_EQ(bits.words()[2], 2U);
  bits.clear(65);
  EXPECT_FALSE(bits.get(65));
  EXPECT_TRUE(bits.get(129));
}

TEST(BitSet, RangesAndSearchesAgainstSingleBits) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 300; ++round) {
    const uint64_t size = random() % 300;
    BitSet bits(size);
    std::vector<bool> expected(size);
    for (int step = 0; step < 4; ++step) {
      uint64_t from = random() % (size + 1);
      uint64_t to = random() % (size + 1);
      if (from > to) std::swap(from, to);
      const bool value = step != 2;
      value ? bits.set_range(from, to) : bits.clear_range(from, to);
      for (uint64_t i = from; i < to; ++i) expected[i] = value;
    }
    uint64_t next_set = size;
    uint64_t next_clear = size;
    for (uint64_t i = size; i-- > 0;) {
      (expected[i] ? next_set : next_clear) = i;
      ASSERT_EQ(bits.get(i), expected[i]) << "round " << round << " bit " << i;
      ASSERT_EQ(bits.next_set(i), next_set) << "round " << round << " from " << i;
      ASSERT_EQ(bits.next_clear(i), next_clear) << "round " << round << " from " << i;
    }
    ASSERT_EQ(bits.count(),
              static_cast<uint64_t>(std::count(expected.begin(), expected.end(), true)));
    EXPECT_EQ(bits.next_set(size), size);
    EXPECT_EQ(bits.next_clear(size + 100), size);
  }
}

TEST(BitSet, EmptyRangesChangeNothing) {
  BitSet bits(64);
  bits.set_range(64, 64);
  bits.set_range(0, 0);
  EXPECT_EQ(bits.count(), 0U);
  bits.set_range(0, 64);
  bits.clear_range(5, 5);
  EXPECT_EQ(bits.count(), 64U);
}

TEST(BitSet, IntersectsAndUnites) {
  BitSet a(100);
  a.set_range(10, 60);
  BitSet b(100);
  b.set_range(50, 90);
  BitSet both = a;
  both.and_with(b);
  EXPECT_EQ(both.count(), 10U);
  EXPECT_EQ(both.next_set(0), 50U);
  a.or_with(b);
  EXPECT_EQ(a.count(), 80U);
}

}  // namespace
}  // namespace segsmith
