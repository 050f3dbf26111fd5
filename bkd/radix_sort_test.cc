// SPDX-License-Identifier: Apache-2.0
#include "bkd/radix_sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace segsmith::bkd {
namespace {

void expect_sorted(std::vector<uint64_t> words) {
  std::vector<uint64_t> expected = words;
  std::sort(expected.begin(), expected.end());
  std::vector<uint64_t> scratch(words.size());
  radix_sort(words.data(), scratch.data(), words.size());
  EXPECT_EQ(words, expected);
}

TEST(RadixSort, AnySizeAndSpread) {
  std::mt19937_64 random(7);
  for (const size_t size : {0, 1, 2, 32, 33, 100, 2047, 2048, 5000, 32768}) {
    for (const int dropped : {0, 20, 40, 54, 60, 63}) {
      std::vector<uint64_t> words(size);
      for (uint64_t& word : words) word = random() >> dropped;
      expect_sorted(words);
      for (uint64_t& word : words) word = ~word;
      expect_sorted(words);
    }
  }
}

TEST(RadixSort, LeadingBitsThatTellLittle) {
  // Two far clusters: the leading bits only part the clusters, all the rest is left to repair.
  std::mt19937_64 random(8);
  std::vector<uint64_t> words(20000);
  for (uint64_t& word : words) word = (random() & 1) << 63 | (random() & 0xFFFF);
  expect_sorted(words);
  // Clusters inside clusters.
  for (uint64_t& word : words) {
    word = 0;
    for (int at = 0; at < 64; at += 16) word |= (random() & 3) << at;
  }
  expect_sorted(words);
}

TEST(RadixSort, EqualAndSortedWords) {
  expect_sorted(std::vector<uint64_t>(1000, 5));
  std::vector<uint64_t> words(3000);
  for (size_t i = 0; i < words.size(); ++i) words[i] = i * 3;
  expect_sorted(words);
  std::reverse(words.begin(), words.end());
  expect_sorted(words);
}

}  // namespace
}  // namespace segsmith::bkd
