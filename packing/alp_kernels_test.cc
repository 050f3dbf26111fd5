// SPDX-License-Identifier: Apache-2.0
#include "packing/alp_kernels.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "packing/testdata/tsdb_blocks.h"

namespace segsmith::packing {
namespace {

using goldens::sortable_double;

/// As the interface says it, one at a time.
int64_t mantissa_of(double x) {
  if (std::isnan(x)) return 0;
  if (std::fabs(x) < 0x1p52) {
    const double magic = 0x1p52 + 0x1p51;
    return static_cast<int64_t>(x + magic) - static_cast<int64_t>(magic);
  }
  if (x >= 0x1p63) return INT64_MAX;
  if (x <= -0x1p63) return INT64_MIN;
  return static_cast<int64_t>(x);
}

std::vector<double> numbers(bool small) {
  goldens::Random random(3);
  std::vector<double> all;
  for (int i = 0; i < 301; ++i) {
    all.push_back((random.below(2000001) - 1000000) / 8.0);
    all.push_back(random.below(100) + 0.5);
    if (!small) all.push_back(std::bit_cast<double>(random.next()));
  }
  all.push_back(-0.0);
  if (small) return all;
  for (const double edge : {0x1p51, 0x1p52, 0x1p53, 0x1p63, 1e300, 5e-324}) {
    for (const double x : {edge, std::nextafter(edge, 0), edge * 0.75}) {
      all.push_back(x);
      all.push_back(-x);
    }
  }
  all.push_back(std::numeric_limits<double>::infinity());
  all.push_back(-std::numeric_limits<double>::infinity());
  all.push_back(std::numeric_limits<double>::quiet_NaN());
  return all;
}

std::vector<int64_t> sortable(const std::vector<double>& values) {
  std::vector<int64_t> all;
  for (const double v : values) all.push_back(sortable_double(v));
  return all;
}

TEST(AlpKernels, MantissasAreTheNearestWholeNumbers) {
  for (const bool small : {true, false}) {
    const auto values = numbers(small);
    for (const double factor : {1.0, 100.0, 1e-2, 1e18}) {
      std::vector<int64_t> out(values.size());
      alp_mantissas(sortable(values), factor, out);
      for (size_t i = 0; i < out.size(); ++i) {
        ASSERT_EQ(out[i], mantissa_of(values[i] * factor)) << values[i] << " * " << factor;
      }
    }
  }
}

TEST(AlpKernels, MantissasBecomeDoubles) {
  for (const bool small : {true, false}) {
    std::vector<int64_t> mantissas;
    for (const int64_t m : sortable(numbers(small))) mantissas.push_back(small ? m >> 14 : m);
    for (const double factor : {1.0, 1e-2, 1e5}) {
      std::vector<int64_t> out = mantissas;
      alp_doubles(out, factor, out);
      for (size_t i = 0; i < out.size(); ++i) {
        ASSERT_EQ(out[i], sortable_double(static_cast<double>(mantissas[i]) * factor))
            << mantissas[i] << " * " << factor;
      }
    }
  }
}

TEST(AlpKernels, AllAnswerAlike) {
  const auto values = sortable(numbers(true));
  const size_t n = values.size();
  const auto& sets = kernels::available_alp_kernels();
  for (const kernels::AlpKernels* set : sets) {
    std::vector<int64_t> m(n), expected(n), back(n), wanted(n);
    EXPECT_TRUE(sets[0]->mantissas(values.data(), n, 100.0, expected.data()));
    EXPECT_TRUE(set->mantissas(values.data(), n, 100.0, m.data())) << set->name;
    EXPECT_EQ(m, expected) << set->name;
    EXPECT_TRUE(sets[0]->doubles(m.data(), n, 1e-2, wanted.data()));
    EXPECT_TRUE(set->doubles(m.data(), n, 1e-2, back.data())) << set->name;
    EXPECT_EQ(back, wanted) << set->name;
    AlpFit fit;
    uint64_t joined = 0;
    for (size_t i = 0; i < n; ++i) {
      joined |= static_cast<uint64_t>(values[i] ^ (values[i] >> 63));
      if (values[i] == back[i]) {
        fit.good.fold(m[i]);
      } else {
        ++fit.exceptions;
      }
    }
    EXPECT_GT(fit.exceptions, 0u);
    EXPECT_LT(fit.exceptions, n);
    EXPECT_EQ(set->fit(values.data(), back.data(), m.data(), n), fit) << set->name;
    EXPECT_EQ(set->joined(values.data(), n), joined) << set->name;
  }
}

}  // namespace
}  // namespace segsmith::packing
