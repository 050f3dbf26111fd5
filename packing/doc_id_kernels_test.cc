// SPDX-License-Identifier: Apache-2.0
#include "packing/doc_id_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace segsmith::packing {
namespace {

std::vector<std::byte> random_bytes(std::mt19937_64& random, size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

uint32_t largest_of(const std::vector<int32_t>& docs) {
  uint32_t largest = 0;
  for (const int32_t doc : docs) largest = std::max(largest, static_cast<uint32_t>(doc));
  return largest;
}

using Unpack = uint32_t (*)(const std::byte*, size_t, int32_t*);

TEST(DocIdKernels, UnpackAlike) {
  std::mt19937_64 random(1);
  const auto all = available_doc_id_kernels();
  for (size_t count = 1; count < 600; count += count < 130 ? 1 : 37) {
    const auto bytes = random_bytes(random, 4 * count);
    for (const DocIdKernels* kernels : all) {
      SCOPED_TRACE(kernels->name);
      const auto expect_same = [&](Unpack plain, Unpack tested) {
        std::vector<int32_t> expected(count), found(count);
        const uint32_t largest = plain(bytes.data(), count, expected.data());
        EXPECT_EQ(largest, largest_of(expected));
        EXPECT_EQ(tested(bytes.data(), count, found.data()), largest);
        EXPECT_EQ(found, expected);
      };
      expect_same(all[0]->bits21, kernels->bits21);
      expect_same(all[0]->bits24, kernels->bits24);
      expect_same(all[0]->bits24_before_10, kernels->bits24_before_10);
      expect_same(all[0]->bits32, kernels->bits32);
      std::vector<int32_t> expected(count), found(count);
      const uint32_t largest = all[0]->delta16(bytes.data(), count, 0x7FFF0000, expected.data());
      EXPECT_EQ(largest, largest_of(expected));
      EXPECT_EQ(kernels->delta16(bytes.data(), count, 0x7FFF0000, found.data()), largest);
      EXPECT_EQ(found, expected);
    }
  }
}

TEST(DocIdKernels, SetAndClearTheSameBits) {
  std::mt19937_64 random(2);
  std::vector<int32_t> docs(700);
  for (int32_t& doc : docs) doc = static_cast<int32_t>(random() % 6400);
  for (const DocIdKernels* kernels : available_doc_id_kernels()) {
    std::vector<uint64_t> words(100), full(100, ~uint64_t{0});
    kernels->set_bits(docs.data(), docs.size(), words.data());
    kernels->clear_bits(docs.data(), docs.size(), full.data());
    for (size_t i = 0; i < 6400; ++i) {
      const bool there = std::find(docs.begin(), docs.end(), static_cast<int32_t>(i)) != docs.end();
      EXPECT_EQ(words[i / 64] >> (i % 64) & 1, there ? 1u : 0u);
      EXPECT_EQ(full[i / 64] >> (i % 64) & 1, there ? 0u : 1u);
    }
  }
}

/// Near and far from one another, from every place in a word, up to the ends of what may be marked.
TEST(DocIdKernels, SetDeltasWithoutUnpackingThem) {
  std::mt19937_64 random(3);
  for (const uint32_t spread : {1u, 64u, 600u, 8000u, 8191u, 8192u, 8193u, 40000u, 65536u}) {
    for (const uint32_t min : {0u, 1u, 63u, 64u, 6399u}) {
      for (const size_t count : {size_t{1}, size_t{3}, size_t{4}, size_t{511}, size_t{512}}) {
        std::vector<std::byte> in(2 * count);
        std::vector<uint64_t> expected((min + 65536) / 64 + 1);
        uint32_t largest = 0;
        for (size_t i = 0; i < count; ++i) {
          const auto delta = i == 0 ? spread - 1 : static_cast<uint32_t>(random() % spread);
          largest = std::max(largest, delta);
          in[2 * i] = static_cast<std::byte>(delta);
          in[2 * i + 1] = static_cast<std::byte>(delta >> 8);
          expected[(min + delta) / 64] |= uint64_t{1} << ((min + delta) % 64);
        }
        for (const DocIdKernels* kernels : available_doc_id_kernels()) {
          SCOPED_TRACE(kernels->name);
          EXPECT_EQ(kernels->max16(in.data(), count), largest);
          std::vector<uint8_t> scratch(kDeltaScratch);
          std::vector<uint64_t> words(expected.size());
          kernels->set_deltas(in.data(), count, min, largest, true, words.data(), scratch.data());
          EXPECT_EQ(words, expected);
          std::vector<uint64_t> full(expected.size(), ~uint64_t{0});
          kernels->set_deltas(in.data(), count, min, largest, false, full.data(), scratch.data());
          for (uint64_t& word : full) word = ~word;
          EXPECT_EQ(full, expected);
          EXPECT_EQ(std::count(scratch.begin(), scratch.end(), 0),
                    static_cast<ptrdiff_t>(kDeltaScratch));
        }
      }
    }
  }
}

}  // namespace
}  // namespace segsmith::packing
