// SPDX-License-Identifier: Apache-2.0
#include "query/range_parser.h"

#include <gtest/gtest.h>

#include "bkd/point_encoding.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::query {
namespace {

NumberRange numbers(std::string_view text, BoundType type = BoundType::integer, double factor = 1) {
  return std::get<NumberRange>(parse_range(split_range(text), {type, factor}).range);
}
BytesRange bytes(std::string_view text, BoundType type = BoundType::bytes) {
  return std::get<BytesRange>(parse_range(split_range(text), {type, 1}).range);
}
void expect_numbers(const NumberRange& range, int64_t low, int64_t high) {
  EXPECT_EQ(range.low, low);
  EXPECT_EQ(range.high, high);
}

TEST(RangeParser, SplitsFieldBoundsAndTheirEnds) {
  const RangeText range = split_range("a.b=(1..2)");
  EXPECT_EQ(range.field, "a.b");
  EXPECT_EQ(range.low, "1");
  EXPECT_EQ(range.high, "2");
  EXPECT_FALSE(range.include_low);
  EXPECT_FALSE(range.include_high);
  EXPECT_EQ(split_range("t=2026-01-01T00:00:00.123Z..*").low, "2026-01-01T00:00:00.123Z");
}

TEST(RangeParser, RefusesWhatIsNoRange) {
  for (const char* text : {"", "x", "=1..2", "x=1", "x=..2", "x=1..", "x=1.2"}) {
    EXPECT_THROW(split_range(text), InvalidArgument) << text;
  }
  EXPECT_THROW(numbers("x=one..2"), InvalidArgument);
  EXPECT_THROW(numbers("x=1..2x"), InvalidArgument);
  EXPECT_THROW(numbers("x=a..b", BoundType::date_millis), InvalidArgument);
  EXPECT_THROW(numbers("x=yes..*", BoundType::boolean), InvalidArgument);
  EXPECT_THROW(bytes("x=0x123..*"), InvalidArgument);
  EXPECT_THROW(bytes("x=1.2.3..*", BoundType::ip), InvalidArgument);
}

TEST(RangeParser, IntegersWithOpenAndExclusiveEnds) {
  expect_numbers(numbers("x=1..2"), 1, 2);
  expect_numbers(numbers("x=*..*"), INT64_MIN, INT64_MAX);
  expect_numbers(numbers("x=(1..9)"), 2, 8);
  expect_numbers(numbers("x=-9223372036854775808..9223372036854775807"), INT64_MIN, INT64_MAX);
}

TEST(RangeParser, BoundsBetweenIntegersMoveInward) {
  expect_numbers(numbers("x=2.5..3.5"), 3, 3);
  expect_numbers(numbers("x=(2.5..3.5)"), 3, 3);
  expect_numbers(numbers("x=-3.5..-2.5"), -3, -3);
  expect_numbers(numbers("x=1e3..2e3"), 1000, 2000);
}

TEST(RangeParser, BoundsOutsideTheTypeSelectNothingOrEverything) {
  expect_numbers(numbers("x=-99999999999999999999..99999999999999999999"), INT64_MIN, INT64_MAX);
  const auto empty = [](const NumberRange& r) { return r.low > r.high; };
  EXPECT_TRUE(empty(numbers("x=9223372036854775808..*")));
  EXPECT_TRUE(empty(numbers("x=(9223372036854775807..*")));
  EXPECT_TRUE(empty(numbers("x=*..-9223372036854775808)")));
  EXPECT_TRUE(empty(numbers("x=*..-9223372036854775809")));
}

TEST(RangeParser, UnsignedLongsFlipTheSign) {
  expect_numbers(numbers("x=0..18446744073709551615", BoundType::unsigned_long), INT64_MIN,
                 INT64_MAX);
  expect_numbers(numbers("x=9223372036854775808..*", BoundType::unsigned_long), 0, INT64_MAX);
  expect_numbers(numbers("x=-1..5", BoundType::unsigned_long), INT64_MIN, INT64_MIN + 5);
}

TEST(RangeParser, FloatsAreSortableBits) {
  expect_numbers(numbers("x=-1.5..2.25", BoundType::float64), bkd::double_to_sortable(-1.5),
                 bkd::double_to_sortable(2.25));
  expect_numbers(numbers("x=(0..*", BoundType::float64), 1, INT64_MAX);
  expect_numbers(numbers("x=0.1..0.1", BoundType::float32), bkd::float_to_sortable(0.1f),
                 bkd::float_to_sortable(0.1f));
  // 0.1 lies between two half floats.
  const int64_t half = bkd::float_to_sortable_half(0.1f);
  expect_numbers(numbers("x=0.1..*", BoundType::half_float),
                 bkd::sortable_half_to_float(static_cast<int16_t>(half)) < 0.1f ? half + 1 : half,
                 INT64_MAX);
  expect_numbers(numbers("x=(0.5..1.5)", BoundType::half_float),
                 bkd::float_to_sortable_half(0.5f) + 1, bkd::float_to_sortable_half(1.5f) - 1);
}

TEST(RangeParser, ScaledFloatsRoundInward) {
  expect_numbers(numbers("x=1.23..4.567", BoundType::scaled_float, 100), 123, 456);
  expect_numbers(numbers("x=(1.5..2.5)", BoundType::scaled_float, 10), 16, 24);
}

TEST(RangeParser, DatesAsIsoTextOrEpochMilliseconds) {
  expect_numbers(numbers("t=1970-01-01T00:00:01.5Z..20000", BoundType::date_millis), 1500, 20000);
  expect_numbers(numbers("t=1970-01-02..1970-01-03)", BoundType::date_millis), 86400000,
                 2 * 86400000 - 1);
  expect_numbers(numbers("t=1970-01-01T00:00:00.0005Z..*", BoundType::date_millis), 1, INT64_MAX);
  expect_numbers(numbers("t=1970-01-01T00:00:00.000000007Z..1", BoundType::date_nanos), 7, 1000000);
  expect_numbers(numbers("t=9999-01-01T00:00:00Z..*", BoundType::date_nanos), INT64_MAX, INT64_MIN);
}

TEST(RangeParser, BooleansAndIps) {
  expect_numbers(numbers("b=true..true", BoundType::boolean), 1, 1);
  const BytesRange ip = bytes("i=(10.0.0.1..2001:db8::1", BoundType::ip);
  EXPECT_EQ(to_hex(*ip.low), "00000000000000000000ffff0a000001");
  EXPECT_EQ(to_hex(*ip.high), "20010db8000000000000000000000001");
  EXPECT_FALSE(ip.include_low);
}

TEST(RangeParser, BytesAsTextOrHex) {
  const BytesRange range = bytes("k=abc..0x00ff");
  EXPECT_EQ(to_hex(*range.low), "616263");
  EXPECT_EQ(to_hex(*range.high), "00ff");
  EXPECT_FALSE(bytes("k=*..x").low.has_value());
}

}  // namespace
}  // namespace segsmith::query
