// SPDX-License-Identifier: Apache-2.0
#include "packing/number_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "packing/number_kernels_table.h"

namespace segsmith::packing {
namespace {

std::vector<int64_t> random_values(std::mt19937_64& random, size_t count, int shift) {
  std::vector<int64_t> values(count);
  for (int64_t& v : values) v = static_cast<int64_t>(random()) >> shift;
  return values;
}

TEST(MinMax, AgreesWithTheStandardLibraryAtEveryLength) {
  std::mt19937_64 random(1);
  EXPECT_EQ(min_max({}), (MinMax{INT64_MAX, INT64_MIN}));
  for (size_t count = 1; count < 200; ++count) {
    auto values = random_values(random, count, static_cast<int>(count % 60));
    if (count % 7 == 0) values[count / 2] = INT64_MIN;
    if (count % 11 == 0) values[count / 3] = INT64_MAX;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_EQ(min_max(values), (MinMax{*low, *high})) << count;
  }
}

TEST(FirstOther, FindsTheOddOneAtEveryPlace) {
  for (const size_t count :
       {size_t{0}, size_t{1}, size_t{127}, size_t{128}, size_t{129}, size_t{400}}) {
    std::vector<int64_t> values(count, -5);
    EXPECT_EQ(first_other(values, -5), count);
    for (size_t i = 0; i < count; ++i) {
      values[i] = 6;
      EXPECT_EQ(first_other(values, -5), i);
      values[i] = -5;
    }
  }
}

TEST(Gcd, AgreesWithTheStandardLibrary) {
  std::mt19937_64 random(2);
  EXPECT_EQ(gcd(0, 0), 0u);
  for (int i = 0; i < 1000; ++i) {
    const uint64_t a = random() >> (random() % 64);
    const uint64_t b = random() >> (random() % 64);
    EXPECT_EQ(gcd(a, b), std::gcd(a, b)) << a << " " << b;
  }
}

TEST(FoldGcd, EqualsTheFoldOneByOne) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const int64_t base = (static_cast<int64_t>(random()) >> 2) / 2;
    const int64_t factor = 1 + static_cast<int64_t>(random() >> (1 + random() % 62)) % 100'000'000;
    std::vector<int64_t> values(random() % 700);
    for (int64_t& v : values) v = base + factor * static_cast<int64_t>(random() % 1000);
    // Late values that break the divisor, so that it changes within and between strides.
    for (int breaks = static_cast<int>(random() % 3); breaks > 0 && !values.empty(); --breaks) {
      values[random() % values.size()] += factor / static_cast<int64_t>(1 + random() % 6);
    }
    const uint64_t start = random() % 3 == 0 ? static_cast<uint64_t>(factor) * 6 : 0;
    uint64_t expected = start;
    for (const int64_t v : values) expected = std::gcd(expected, static_cast<uint64_t>(v - base));
    ASSERT_EQ(fold_gcd(start, values, base), expected) << "round " << i;
  }
}

TEST(FoldGcd, TakesDifferencesUpTo63Bits) {
  const int64_t low = -(int64_t{1} << 62);
  const std::vector<int64_t> values = {low, (int64_t{1} << 62) - 1};
  EXPECT_EQ(fold_gcd(0, values, low), uint64_t{INT64_MAX});
}

TEST(ExactDivisor, DividesMultiplesAndKnowsThem) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 5000; ++i) {
    const uint64_t divisor = std::max<uint64_t>(1, random() >> (random() % 64));
    const ExactDivisor exact(divisor);
    const uint64_t quotient = divisor == 1 ? random() : random() % (UINT64_MAX / divisor + 1);
    ASSERT_EQ(exact.divide(quotient * divisor), quotient) << divisor;
    ASSERT_TRUE(exact.divides(quotient * divisor)) << divisor;
    const uint64_t other = random();
    ASSERT_EQ(exact.divides(other), other % divisor == 0) << divisor << " " << other;
  }
}

TEST(SubtractAndDivide, UndoesMultiplyAndAdd) {
  std::mt19937_64 random(5);
  for (const uint64_t divisor : {uint64_t{1}, uint64_t{1000}, uint64_t{3}, uint64_t{1} << 40}) {
    for (size_t count = 0; count < 70; ++count) {
      const auto base = static_cast<int64_t>(random()) / 4;
      std::vector<int64_t> expected(count);
      std::vector<int64_t> values(count);
      for (size_t i = 0; i < count; ++i) {
        expected[i] = static_cast<int64_t>(random() % 100'000);
        values[i] = base + expected[i] * static_cast<int64_t>(divisor);
      }
      std::vector<int64_t> out(count);
      subtract_and_divide(values, base, ExactDivisor(divisor), out);
      EXPECT_EQ(out, expected);
    }
  }
}

TEST(SubtractAndDivide, WrapsOverTheWholeRange) {
  const std::vector<int64_t> values = {INT64_MIN, INT64_MAX, 0};
  std::vector<int64_t> out(3);
  subtract_and_divide(values, INT64_MIN, ExactDivisor(1), out);
  EXPECT_EQ(out, (std::vector<int64_t>{0, -1, INT64_MIN}));
}

TEST(NumberKernels, AgreeOverInstructionSets) {
  std::mt19937_64 random(6);
  const auto available = available_number_kernels();
  ASSERT_FALSE(available.empty());
  EXPECT_STREQ(available.back()->name, number_kernels_name());
  const NumberKernels& plain = *available.front();
  for (int round = 0; round < 3000; ++round) {
    const uint64_t factor = 1 + (random() >> (random() % 64)) % 1'000'000;
    const ExactDivisor divisor(factor);
    const auto shift = static_cast<uint64_t>(divisor.shift());
    std::vector<int64_t> values(random() % 200);
    const int64_t base = static_cast<int64_t>(random()) / 8;
    for (int64_t& v : values) v = base + static_cast<int64_t>(random() % 5 * factor);
    if (round % 3 == 0 && !values.empty()) values[random() % values.size()] += 1;
    const int64_t first = values.empty() ? 0 : values[0];
    std::vector<int64_t> expected(values.size());
    plain.divide(values.data(), values.size(), base, divisor.inverse(), shift, expected.data());
    for (const NumberKernels* kernels : available) {
      SCOPED_TRACE(kernels->name);
      const int64_t* v = values.data();
      const size_t n = values.size();
      EXPECT_EQ(kernels->min_max(v, n), plain.min_max(v, n));
      EXPECT_EQ(kernels->all_equal(v, n, first), plain.all_equal(v, n, first));
      EXPECT_EQ(kernels->all_divisible(v, n, base, divisor.inverse(), shift, divisor.limit()),
                plain.all_divisible(v, n, base, divisor.inverse(), shift, divisor.limit()));
      std::vector<int64_t> out(n);
      kernels->divide(v, n, base, divisor.inverse(), shift, out.data());
      EXPECT_EQ(out, expected);
    }
  }
}

}  // namespace
}  // namespace segsmith::packing
