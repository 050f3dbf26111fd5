// SPDX-License-Identifier: Apache-2.0
#include "util/bits.h"

#include <gtest/gtest.h>

namespace segsmith {
namespace {

TEST(Bits, UnsignedBitsRequiredIsAtLeastOne) {
  EXPECT_EQ(unsigned_bits_required(0), 1);
  EXPECT_EQ(unsigned_bits_required(1), 1);
  EXPECT_EQ(unsigned_bits_required(255), 8);
  EXPECT_EQ(unsigned_bits_required(256), 9);
  EXPECT_EQ(unsigned_bits_required(INT64_MAX), 63);
  EXPECT_EQ(unsigned_bits_required(-1), 64);
  EXPECT_EQ(unsigned_bits_required(INT64_MIN), 64);
}

TEST(Bits, WrappingArithmeticIsJavas) {
  EXPECT_EQ(wrapping_add(INT64_MAX, 1), INT64_MIN);
  EXPECT_EQ(wrapping_sub(INT64_MIN, 1), INT64_MAX);
  EXPECT_EQ(wrapping_mul(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(wrapping_mul(INT64_MAX, 2), -2);
}

TEST(Bits, ZigzagKeepsSmallMagnitudesSmall) {
  const int64_t values[] = {0, -1, 1, -2, 2};
  for (uint64_t i = 0; i < 5; ++i) {
    EXPECT_EQ(zigzag_encode(values[i]), i);
    EXPECT_EQ(zigzag_decode(i), values[i]);
  }
  EXPECT_EQ(zigzag_encode(INT64_MIN), UINT64_MAX);
  EXPECT_EQ(zigzag_decode(UINT64_MAX), INT64_MIN);
  EXPECT_EQ(zigzag_decode(zigzag_encode(INT64_MAX)), INT64_MAX);
}

TEST(Bits, CeilDivDoesNotOverflow) {
  EXPECT_EQ(ceil_div(0, 64), 0U);
  EXPECT_EQ(ceil_div(1, 64), 1U);
  EXPECT_EQ(ceil_div(64, 64), 1U);
  EXPECT_EQ(ceil_div(65, 64), 2U);
  EXPECT_EQ(ceil_div(UINT64_MAX, 64), uint64_t{1} << 58);
}

}  // namespace
}  // namespace segsmith
