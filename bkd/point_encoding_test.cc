// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_encoding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "util/hex.h"

namespace segsmith::bkd {
namespace {

template <class T, class Encode, class Decode>
void expect_order(const std::vector<T>& ascending, Encode encode, Decode decode) {
  for (size_t i = 0; i < ascending.size(); ++i) {
    EXPECT_EQ(decode(encode(ascending[i])), ascending[i]);
    if (i == 0) continue;
    EXPECT_LT(encode(ascending[i - 1]), encode(ascending[i])) << ascending[i];
  }
}

TEST(PointEncoding, WholeNumbersSortAsBytes) {
  expect_order<int64_t>({INT64_MIN, -256, -1, 0, 1, 255, 256, INT64_MAX}, encode_long, decode_long);
  expect_order<int32_t>({INT32_MIN, -128, -10, -1, 0, 1, 127, INT32_MAX}, encode_int, decode_int);
  EXPECT_EQ(to_hex(encode_int(5)), "80000005");
  EXPECT_EQ(to_hex(encode_long(-1)), "7fffffffffffffff");
}

TEST(PointEncoding, FloatsSortAsBytes) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  expect_order<double>({-inf, -1e300, -1.5, -5e-324, 0.0, 5e-324, 1.5, 1e300, inf}, encode_double,
                       decode_double);
  expect_order<float>({-HUGE_VALF, -1.5f, -1e-45f, 0.0f, 1e-45f, 1.5f, 3e38f, HUGE_VALF},
                      encode_float, decode_float);
  EXPECT_LT(encode_double(-0.0), encode_double(0.0));
}

TEST(PointEncoding, EveryNanIsOneAndTheGreatest) {
  const double quiet = std::bit_cast<double>(0x7ff8000000000123);
  const double negative = std::bit_cast<double>(0xfff8000000000000);
  EXPECT_EQ(encode_double(quiet), encode_double(negative));
  EXPECT_EQ(to_hex(encode_double(negative)), "fff8000000000000");
  EXPECT_EQ(to_hex(encode_float(std::nanf(""))), "ffc00000");
  EXPECT_GT(encode_double(quiet), encode_double(std::numeric_limits<double>::infinity()));
}

TEST(PointEncoding, HalfFloatsComeBackFromTheirBits) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7C00) == 0x7C00 && (bits & 0x3FF) != 0) continue;  // NaN.
    const auto half = static_cast<int16_t>(bits);
    const float value = sortable_half_to_float(sortable_half_bits(half));
    EXPECT_EQ(sortable_half_bits(float_to_sortable_half(value)), half) << bits;
  }
}

TEST(PointEncoding, HalfFloatsRoundToNearestEven) {
  const auto bits = [](float v) {
    return static_cast<uint16_t>(sortable_half_bits(float_to_sortable_half(v)));
  };
  EXPECT_EQ(bits(1.0f), 0x3C00);
  EXPECT_EQ(bits(1.0f + 1.0f / 2048), 0x3C00);  // Half way to the next: to even.
  EXPECT_EQ(bits(1.0f + 3.0f / 2048), 0x3C02);
  EXPECT_EQ(bits(1.0f + 1.0f / 2048 + 1e-6f), 0x3C01);
  EXPECT_EQ(bits(65519.996f), 0x7BFF);
  EXPECT_EQ(bits(65520.0f), 0x7C00);  // Half way past the greatest: infinity.
  EXPECT_EQ(bits(-1e9f), 0xFC00);
  EXPECT_EQ(bits(std::ldexp(1.0f, -25)), 0x0000);  // Half of the least subnormal: to zero.
  EXPECT_EQ(bits(std::nextafter(std::ldexp(1.0f, -25), 1.0f)), 0x0001);
  EXPECT_EQ(bits(std::ldexp(1023.5f, -24)), 0x0400);  // Rounds up into the normal numbers.
  EXPECT_EQ(bits(-0.0f), 0x8000);
  EXPECT_EQ(bits(std::nanf("")), 0x7E00);
}

TEST(PointEncoding, AddressesBothWays) {
  EXPECT_EQ(to_hex(*encode_ip("1.2.3.4")), "00000000000000000000ffff01020304");
  EXPECT_EQ(decode_ip(*encode_ip("1.2.3.4")), "1.2.3.4");
  EXPECT_EQ(decode_ip(*encode_ip("::ffff:1.2.3.4")), "1.2.3.4");
  EXPECT_EQ(to_hex(*encode_ip("2001:db8::1")), "20010db8000000000000000000000001");
  EXPECT_EQ(decode_ip(*encode_ip("2001:DB8:0::1")), "2001:db8::1");
  for (const char* bad :
       {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "::g", "1.2.3.4 ", "fe80::1%eth0"}) {
    EXPECT_FALSE(encode_ip(bad)) << bad;
  }
  EXPECT_FALSE(encode_ip(std::string_view("1.2.3.4\0x", 9)));
}

}  // namespace
}  // namespace segsmith::bkd
