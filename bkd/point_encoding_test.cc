// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_encoding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "util/error.h"
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

double from_bits(uint64_t bits) { return std::bit_cast<double>(bits); }
float float_from_bits(uint32_t bits) { return std::bit_cast<float>(bits); }
using ints = std::vector<int32_t>;
using longs = std::vector<int64_t>;
using floats = std::vector<float>;
using doubles = std::vector<double>;

TEST(PointEncoding, EqualsLucenes) {
  // Printed by testdata/PrintPointEncodings.java.
  const std::vector<std::pair<std::string, std::string>> table = {
      {to_hex(encode_double(from_bits(0x0))), "8000000000000000"},
      {to_hex(encode_float(float_from_bits(0x0))), "80000000"},
      {to_hex(encode_double(from_bits(0x8000000000000000))), "7fffffffffffffff"},
      {to_hex(encode_float(float_from_bits(0x80000000))), "7fffffff"},
      {to_hex(encode_double(from_bits(0x3ff8000000000000))), "bff8000000000000"},
      {to_hex(encode_float(float_from_bits(0x3fc00000))), "bfc00000"},
      {to_hex(encode_double(from_bits(0xbff8000000000000))), "4007ffffffffffff"},
      {to_hex(encode_float(float_from_bits(0xbfc00000))), "403fffff"},
      {to_hex(encode_double(from_bits(0x1))), "8000000000000001"},
      {to_hex(encode_float(float_from_bits(0x0))), "80000000"},
      {to_hex(encode_double(from_bits(0xffefffffffffffff))), "0010000000000000"},
      {to_hex(encode_float(float_from_bits(0xff800000))), "007fffff"},
      {to_hex(encode_double(from_bits(0x7ff0000000000000))), "fff0000000000000"},
      {to_hex(encode_float(float_from_bits(0x7f800000))), "ff800000"},
      {to_hex(encode_double(from_bits(0xfff0000000000000))), "000fffffffffffff"},
      {to_hex(encode_float(float_from_bits(0xff800000))), "007fffff"},
      {to_hex(encode_double(from_bits(0x7ff8000000000000))), "fff8000000000000"},
      {to_hex(encode_float(float_from_bits(0x7fc00000))), "ffc00000"},
      {to_hex(encode_double(from_bits(0xfff8000000000123))), "fff8000000000000"},
      {to_hex(encode_float(float_from_bits(0xffc00000))), "ffc00000"},
      {to_hex(encode_long(INT64_MIN)), "0000000000000000"},
      {to_hex(encode_long(-2)), "7ffffffffffffffe"},
      {to_hex(encode_int(INT32_MAX)), "ffffffff"},
      {to_hex(encode_int(-70000)), "7ffeee90"},
      {to_hex(encode_lat_lon(0.0, 0.0)), "8000000080000000"},
      {to_hex(encode_lat_lon(90.0, 180.0)), "ffffffffffffffff"},
      {to_hex(encode_lat_lon(-90.0, -180.0)), "0000000000000000"},
      {to_hex(encode_lat_lon(52.52, 13.405)), "cab1f2cd89884e47"},
      {to_hex(encode_lat_lon(-33.8688, 151.2093)), "4fd4bf09eb86d021"},
      {to_hex(encode_lat_lon(-1.0E-9, -1.0E-9)), "7fffffff7fffffff"},
      {to_hex(encode_lat_lon(4.190951585769653E-8, 8.381903171539307E-8)), "8000000180000001"},
      {to_hex(encode_lat_lon(89.99999995, 179.9999999)), "fffffffefffffffe"},
      {to_hex(*encode_ip("1.2.3.4")), "00000000000000000000ffff01020304"},
      {to_hex(*encode_ip("255.255.255.255")), "00000000000000000000ffffffffffff"},
      {to_hex(*encode_ip("::1")), "00000000000000000000000000000001"},
      {to_hex(*encode_ip("::ffff:9.8.7.6")), "00000000000000000000ffff09080706"},
      {to_hex(*encode_ip("2001:db8::ff00:42:8329")), "20010db8000000000000ff0000428329"},
      {to_hex(encode_int_range(ints({-5, 7}), ints({5, 7}))), "7ffffffb800000078000000580000007"},
      {to_hex(encode_long_range(longs({-1}), longs({1}))), "7fffffffffffffff8000000000000001"},
      {to_hex(encode_float_range(floats({-0.0f}), floats({0.0f}))), "7fffffff80000000"},
      {to_hex(encode_double_range(doubles({-1, 0, 1, 2}), doubles({-0.5, 0, 1e300, INFINITY}))),
       "400fffffffffffff8000000000000000bff0000000000000c000000000000000401fffffffffffff80000000000"
       "00000fe37e43c8800759cfff0000000000000"},
      {to_hex(encode_ip_range(*encode_ip("10.0.0.0"), *encode_ip("10.0.0.255"))),
       "00000000000000000000ffff0a00000000000000000000000000ffff0a0000ff"},
  };
  for (size_t i = 0; i < table.size(); ++i) EXPECT_EQ(table[i].first, table[i].second) << i;
}

TEST(PointEncoding, PlacesComeBackWithinAStep) {
  const auto [latitude, longitude] = decode_lat_lon(encode_lat_lon(52.52, 13.405));
  EXPECT_NEAR(latitude, 52.52, 180.0 / 4294967296);
  EXPECT_NEAR(longitude, 13.405, 360.0 / 4294967296);
  EXPECT_EQ(decode_latitude(encode_latitude(-90)), -90);
  EXPECT_THROW(encode_lat_lon(90.1, 0.0), InvalidArgument);
  EXPECT_THROW(encode_lat_lon(0.0, -180.1), InvalidArgument);
  EXPECT_THROW(encode_lat_lon(std::nan(""), 0.0), InvalidArgument);
}

TEST(PointEncoding, RangesAreFromTheLeastToTheGreatest) {
  EXPECT_THROW(encode_int_range(ints({1, 5}), ints({1, 4})), InvalidArgument);
  EXPECT_THROW(encode_int_range(ints({1}), ints({1, 4})), InvalidArgument);
  EXPECT_THROW(encode_long_range(longs(), longs()), InvalidArgument);
  EXPECT_THROW(encode_long_range(longs(5), longs(5)), InvalidArgument);
  EXPECT_THROW(encode_double_range(doubles({NAN}), doubles({1})), InvalidArgument);
  EXPECT_THROW(encode_float_range(floats({1}), floats({NAN})), InvalidArgument);
  EXPECT_NO_THROW(encode_double_range(doubles({0.0}), doubles({-0.0})));  // As DoubleRange.
  EXPECT_THROW(encode_ip_range(*encode_ip("::2"), *encode_ip("::1")), InvalidArgument);
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
