// SPDX-License-Identifier: Apache-2.0
#include "index/number_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace segsmith::index {
namespace {

int64_t whole_of(std::string_view text) { return to_int64(*parse_decimal(text)).value(); }

TEST(DecimalText, CutsTowardZero) {
  EXPECT_EQ(whole_of("1.9"), 1);
  EXPECT_EQ(whole_of("-1.9"), -1);
  EXPECT_EQ(whole_of("-0.9"), 0);
  EXPECT_EQ(whole_of(".5"), 0);
  EXPECT_EQ(whole_of("7."), 7);
}

TEST(DecimalText, AppliesExponentsExactly) {
  EXPECT_EQ(whole_of("1e3"), 1000);
  EXPECT_EQ(whole_of("1.2345E+2"), 123);
  EXPECT_EQ(whole_of("123e-2"), 1);
  EXPECT_EQ(whole_of("9223372036854775807.99"), INT64_MAX);
  EXPECT_EQ(whole_of("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(whole_of("0.000000000000000000000000001e30"), 1000);
}

TEST(DecimalText, RefusesWhatDoesNotFit) {
  EXPECT_FALSE(to_int64(*parse_decimal("9223372036854775808")));
  EXPECT_FALSE(to_int64(*parse_decimal("1e19")));
  EXPECT_FALSE(to_uint64(*parse_decimal("18446744073709551616")));
  EXPECT_EQ(to_uint64(*parse_decimal("18446744073709551615")), UINT64_MAX);
  EXPECT_FALSE(to_uint64(*parse_decimal("-1")));
  EXPECT_EQ(to_uint64(*parse_decimal("-0.5")), 0u);
}

TEST(DecimalText, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"", "-", ".", "1x", "1e", "e5", "1.2.3", " 1", "1 ", "0x10", "1e99999999999"}) {
    EXPECT_FALSE(parse_decimal(text)) << text;
  }
}

TEST(DecimalText, HugeExponentsAreRefusedBeforeAnythingIsAllocated) {
  EXPECT_FALSE(parse_decimal("1e1000000000"));
  EXPECT_FALSE(parse_decimal("1e-1000000000"));
  EXPECT_EQ(parse_decimal("0e1000000000")->whole, "");
}

TEST(JavaFloat, TakesWhatJavaTakes) {
  EXPECT_EQ(parse_java_float<double>("1.5"), 1.5);
  EXPECT_EQ(parse_java_float<double>("  1.5\t"), 1.5);
  EXPECT_EQ(parse_java_float<double>("+1.5d"), 1.5);
  EXPECT_EQ(parse_java_float<double>("1.5F"), 1.5);
  EXPECT_EQ(parse_java_float<double>("1."), 1.0);
  EXPECT_EQ(parse_java_float<double>(".5"), 0.5);
  EXPECT_EQ(parse_java_float<double>("0x1.8p1"), 3.0);
  EXPECT_EQ(parse_java_float<double>("-Infinity"), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(*parse_java_float<double>("NaN")));
  EXPECT_TRUE(std::signbit(*parse_java_float<double>("-0.0")));
}

TEST(JavaFloat, RefusesWhatJavaRefuses) {
  for (const char* text :
       {"", " ", "inf", "nan", "infinity", "1,5", "1e", "0x10", "--1", "d", "1.5dd"}) {
    EXPECT_FALSE(parse_java_float<double>(text)) << text;
  }
}

TEST(JavaFloat, LeavesTheRangeAsJavaDoes) {
  EXPECT_EQ(parse_java_float<double>("1e400"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_java_float<double>("-1e-400"), -0.0);
  EXPECT_EQ(parse_java_float<float>("1e39"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse_java_float<float>("0.00000000000000000000000000000000000000000000000000001"),
            0.0f);
  EXPECT_EQ(parse_java_float<double>("100000000000000000000e-400"), 0.0);
}

TEST(JavaFloat, FloatsAreNotRoundedTwice) {
  // As a double first, this lies exactly between two floats and would go to the even one.
  EXPECT_EQ(parse_java_float<float>("1.00000017881393432617187499"), 1.0000001f);
}

TEST(JavaRound, HalfGoesUp) {
  EXPECT_EQ(java_round(0.5), 1);
  EXPECT_EQ(java_round(-0.5), 0);
  EXPECT_EQ(java_round(-1.5), -1);
  EXPECT_EQ(java_round(0.49999999999999994), 0);
  EXPECT_EQ(java_round(4503599627370497.0), 4503599627370497);
  EXPECT_EQ(java_round(1e300), INT64_MAX);
  EXPECT_EQ(java_round(-1e300), INT64_MIN);
}

TEST(JsonNumber, FollowsTheGrammar) {
  for (const char* text : {"0", "-0", "10", "1.5", "-1.5e+10", "0.1E-2"}) {
    EXPECT_TRUE(is_json_number(text)) << text;
  }
  for (const char* text : {"", "-", "01", "+1", "1.", ".5", "1e", "1e+", "0x1", "1a", "NaN"}) {
    EXPECT_FALSE(is_json_number(text)) << text;
  }
}

// Texts printed by JDK 25.
TEST(JavaDoubleText, PrintsAsJavaDoes) {
  EXPECT_EQ(java_double_text(0.0), "0.0");
  EXPECT_EQ(java_double_text(-0.0), "-0.0");
  EXPECT_EQ(java_double_text(1.0), "1.0");
  EXPECT_EQ(java_double_text(100.0), "100.0");
  EXPECT_EQ(java_double_text(1234567.5), "1234567.5");
  EXPECT_EQ(java_double_text(9999999.0), "9999999.0");
  EXPECT_EQ(java_double_text(1e7), "1.0E7");
  EXPECT_EQ(java_double_text(1.25e10), "1.25E10");
  EXPECT_EQ(java_double_text(0.001), "0.001");
  EXPECT_EQ(java_double_text(0.00099), "9.9E-4");
  EXPECT_EQ(java_double_text(-52.3702), "-52.3702");
  EXPECT_EQ(java_double_text(4.9e-324), "4.9E-324");
  EXPECT_EQ(java_double_text(1.7976931348623157e308), "1.7976931348623157E308");
  EXPECT_EQ(java_double_text(2e23), "2.0E23");
}

}  // namespace
}  // namespace segsmith::index
