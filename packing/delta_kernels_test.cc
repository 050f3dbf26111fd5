// SPDX-License-Identifier: Apache-2.0
#include "packing/delta_kernels.h"

#include <gtest/gtest.h>

#include "packing/testdata/tsdb_blocks.h"
#include "util/bits.h"

namespace segsmith::packing {
namespace {

/// Blocks of every kind, whole and cut short.
template <class Visit>
void each_block(Visit&& visit) {
  for (int kind = 0; kind < goldens::kNumberKinds; ++kind) {
    for (const int n : {128, 512}) {
      auto values = goldens::numbers(kind, n, kind);
      visit(values);
      values.resize(static_cast<size_t>(2 + kind));
      visit(values);
    }
  }
}

TEST(DeltaKernels, AllAnswerAsPlainLoopsDo) {
  for (const kernels::DeltaKernels* set : kernels::available_delta_kernels()) {
    each_block([&](const std::vector<int64_t>& v) {
      const size_t n = v.size();
      size_t rises = 0;
      size_t falls = 0;
      size_t changes = 0;
      std::vector<int64_t> deltas(n);
      MinMax bounds;
      for (size_t i = 0; i < n; ++i) {
        if (i == 0) continue;
        rises += v[i] > v[i - 1];
        falls += v[i] < v[i - 1];
        changes += v[i] != v[i - 1];
        deltas[i] = wrapping_sub(v[i], v[i - 1]);
        bounds.fold(deltas[i]);
      }
      deltas[0] = deltas[1];
      EXPECT_EQ(set->one_way(v.data(), n), (rises >= 2 && falls == 0) || (falls >= 2 && rises == 0))
          << set->name;
      EXPECT_EQ(set->changes(v.data(), n), changes) << set->name;
      std::vector<int64_t> out(n);
      EXPECT_EQ(set->deltas(v.data(), n, out.data()), bounds) << set->name;
      EXPECT_EQ(out, deltas) << set->name;
      set->add_up(out.data(), n, wrapping_sub(v[0], deltas[0]));
      EXPECT_EQ(out, v) << set->name;
      set->subtract(v.data(), n, v[1], out.data());
      for (size_t i = 0; i < n; ++i) ASSERT_EQ(out[i], wrapping_sub(v[i], v[1])) << set->name;
      set->line(out.data(), n, v[0], v[1]);
      for (size_t i = 0; i < n; ++i) {
        ASSERT_EQ(out[i], wrapping_add(v[0], wrapping_mul(static_cast<int64_t>(i), v[1])));
      }
      for (const size_t distance : {size_t{1}, size_t{2}, size_t{7}}) {
        std::vector<int64_t> cycle(n);
        for (size_t i = 0; i < n; ++i) cycle[i] = v[i % distance];
        EXPECT_TRUE(set->repeats(cycle.data(), n, distance)) << set->name;
        if (n <= distance) continue;
        cycle[n - 1] ^= int64_t{1} << 40;
        EXPECT_FALSE(set->repeats(cycle.data(), n, distance)) << set->name;
      }
    });
  }
}

TEST(DeltaKernels, TwoStepsOneWayAreEnough) {
  for (const size_t n : {size_t{3}, size_t{33}, size_t{128}}) {
    std::vector<int64_t> v(n, 5);
    EXPECT_FALSE(goes_one_way(v));
    v.back() = 6;
    EXPECT_FALSE(goes_one_way(v));
    v.front() = 4;
    EXPECT_TRUE(goes_one_way(v));
    v.back() = 4;
    EXPECT_FALSE(goes_one_way(v));
    v.front() = 6;
    EXPECT_TRUE(goes_one_way(v));
    // Differences that overflow are steps too.
    v.front() = INT64_MIN;
    v.back() = INT64_MAX;
    EXPECT_TRUE(goes_one_way(v));
  }
}

TEST(DeltaKernels, OneValueHasNoSteps) {
  const std::vector<int64_t> one = {7};
  EXPECT_FALSE(goes_one_way(one));
  EXPECT_EQ(count_changes(one), 0u);
  EXPECT_TRUE(repeats(one, 3));
}

}  // namespace
}  // namespace segsmith::packing
