// SPDX-License-Identifier: Apache-2.0
#include "util/popcount.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

namespace segsmith {
namespace {

std::vector<uint64_t> random_words(size_t n, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<uint64_t> words(n);
  for (uint64_t& w : words) w = random() & random();
  return words;
}

TEST(Popcount, CountsEveryLength) {
  for (size_t n = 0; n < 70; ++n) {
    const auto words = random_words(n, n + 1);
    uint64_t expected = 0;
    for (const uint64_t w : words) expected += static_cast<uint64_t>(std::popcount(w));
    EXPECT_EQ(count_bits(words), expected) << n;
  }
  EXPECT_EQ(count_bits(std::vector<uint64_t>(9, ~uint64_t{0})), 9U * 64U);
}

TEST(Popcount, DepositsLowBitsAtTheMask) {
  EXPECT_EQ(deposit_bits(0b101, 0b11010), 0b10010U);
  EXPECT_EQ(deposit_bits(~uint64_t{0}, 0x8000000000000001), 0x8000000000000001);
  EXPECT_EQ(deposit_bits(0, ~uint64_t{0}), 0U);
  EXPECT_EQ(deposit_bits(0x1234, 0), 0U);
}

TEST(Popcount, DepositsAnArrayFromAnyBit) {
  const auto packed = random_words(40, 3);
  for (const uint64_t first : {0, 1, 63, 64, 100}) {
    const auto masks = random_words(30, first + 9);
    std::vector<uint64_t> out(masks.size());
    std::vector<uint64_t> expected(masks.size());
    uint64_t next = first;
    for (size_t i = 0; i < masks.size() * 64; ++i) {
      if ((masks[i / 64] >> (i % 64) & 1) == 0) continue;
      expected[i / 64] |= (packed[next / 64] >> (next % 64) & 1) << (i % 64);
      ++next;
    }
    EXPECT_EQ(deposit_bits(packed, first, masks, out), next - first);
    EXPECT_EQ(out, expected) << "from bit " << first;
  }
}

TEST(Popcount, ListsTheFirstBitsAndTouchesNothingBehind) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    auto words = random_words(seed % 20, seed);
    if (seed % 3 == 0) std::fill(words.begin(), words.end(), ~uint64_t{0});
    std::vector<int32_t> bits;
    for (size_t i = 0; i < words.size() * 64; ++i) {
      if (words[i / 64] >> (i % 64) & 1) bits.push_back(1000 + static_cast<int32_t>(i));
    }
    const size_t room = seed * 31 % (bits.size() + 100);
    std::vector<int32_t> out(room + 1, -7);
    const size_t n = list_bits(words, 1000, std::span(out).first(room));
    ASSERT_EQ(n, std::min(room, bits.size()));
    EXPECT_TRUE(std::equal(bits.begin(), bits.begin() + static_cast<ptrdiff_t>(n), out.begin()));
    EXPECT_EQ(out[room], -7);
  }
}

}  // namespace
}  // namespace segsmith
