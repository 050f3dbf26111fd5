// SPDX-License-Identifier: Apache-2.0
#include "index/date_format.h"

#include <gtest/gtest.h>

#include "util/error.h"

namespace segsmith::index {
namespace {

const DateFormat kDefault{DateFormat::kDefault};

TEST(DateFormat, ReadsIsoDatesOfEveryLength) {
  EXPECT_EQ(kDefault.millis("2026-11-30T12:34:56.789Z"), 1796042096789);
  EXPECT_EQ(kDefault.millis("2026-11-30T12:34:56Z"), 1796042096000);
  EXPECT_EQ(kDefault.millis("2026-11-30T12:34"), 1796042040000);
  EXPECT_EQ(kDefault.millis("2026-11-30T12"), 1796040000000);
  EXPECT_EQ(kDefault.millis("2026-11-30T"), 1795996800000);
  EXPECT_EQ(kDefault.millis("2026-11-30"), 1795996800000);
  EXPECT_EQ(kDefault.millis("2026-11"), 1793491200000);
  EXPECT_EQ(kDefault.millis("2026"), 1767225600000);
  EXPECT_EQ(kDefault.millis("1969-12-31T23:59:59.999Z"), -1);
}

TEST(DateFormat, MovesOffsetsToGreenwich) {
  EXPECT_EQ(kDefault.millis("2026-11-30T12:00:00+02:00"), kDefault.millis("2026-11-30T10:00:00Z"));
  EXPECT_EQ(kDefault.millis("2026-11-30T12:00:00-0530"), kDefault.millis("2026-11-30T17:30:00Z"));
  EXPECT_EQ(kDefault.millis("2026-11-30T12:00:00+02"), kDefault.millis("2026-11-30T10:00:00Z"));
}

TEST(DateFormat, CutsDigitsPastTheUnit) {
  EXPECT_EQ(kDefault.millis("2026-11-30T12:34:56.789999999Z"), 1796042096789);
  EXPECT_EQ(kDefault.nanos("2026-11-30T12:34:56.123456789Z"), 1796042096123456789);
  EXPECT_EQ(kDefault.millis("1.9"), 1);
  EXPECT_EQ(kDefault.nanos("1.5"), 1500000);
  EXPECT_EQ(kDefault.millis("-1.5"), -2);  // Cut from the instant 1.5 ms before 1970.
}

TEST(DateFormat, ReadsMillisecondsAsNumbersOrText) {
  EXPECT_EQ(kDefault.millis("1796042096789"), 1796042096789);
  EXPECT_EQ(kDefault.millis("-86400000"), -86400000);
  EXPECT_EQ(kDefault.nanos("1796042096789"), 1796042096789000000);
  // Four digits are a year first.
  EXPECT_EQ(kDefault.millis("1970"), 0);
}

TEST(DateFormat, RefusesImpossibleDates) {
  for (const char* text :
       {"", "2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01", "2026-11-30T24:00",
        "2026-11-30T12:60", "2026-11-30T12:00:61", "2026-11-30 12:00", "2026-11-30T12:00:00.Z",
        "2026-11-30T12:00:00.1234567891Z", "2026-11-30T12:00Zx", "1e12", "0x10",
        "1234567890123456789"}) {
    EXPECT_FALSE(kDefault.millis(text)) << text;
  }
  EXPECT_TRUE(kDefault.millis("2024-02-29"));
}

TEST(DateFormat, NanosecondsEndWith64Bits) {
  EXPECT_EQ(kDefault.nanos("2262-04-11T23:47:16.854775807Z"), INT64_MAX);
  EXPECT_FALSE(kDefault.nanos("2262-04-11T23:47:16.854775808Z"));
  EXPECT_FALSE(kDefault.nanos("1969-12-31T23:59:59Z"));
}

TEST(DateFormat, ReadsPatterns) {
  const DateFormat format("yyyy/MM/dd HH:mm:ss.SSS||uuuuMMdd'T'HHmmssXX||epoch_second");
  EXPECT_EQ(format.millis("2026/11/30 12:34:56.789"), 1796042096789);
  EXPECT_EQ(format.millis("20261130T123456+0100"), 1796038496000);
  EXPECT_EQ(format.millis("20261130T123456Z"), 1796042096000);
  EXPECT_EQ(format.millis("1796042096"), 1796042096000);
  EXPECT_FALSE(format.millis("2026-11-30"));
}

TEST(DateFormat, OptionalPartsMayMiss) {
  const DateFormat format("yyyy-MM-dd[ HH:mm]");
  EXPECT_EQ(format.millis("2026-11-30"), 1795996800000);
  EXPECT_EQ(format.millis("2026-11-30 12:34"), 1796042040000);
  EXPECT_FALSE(format.millis("2026-11-30 12"));
}

TEST(DateFormat, PatternsResolveSmartlyAndNamedFormatsStrictly) {
  const DateFormat pattern("yyyy/MM/dd HH:mm");
  EXPECT_EQ(pattern.millis("2026/02/31 00:00"), kDefault.millis("2026-02-28"));
  EXPECT_EQ(pattern.millis("2026/02/28 24:00"), kDefault.millis("2026-03-01"));
  EXPECT_FALSE(pattern.millis("2026/02/32 00:00"));
  EXPECT_FALSE(pattern.millis("2026/02/28 24:01"));
  EXPECT_FALSE(DateFormat("strict_date").millis("2026-02-31"));
}

TEST(DateFormat, RefusesUnknownLettersByName) {
  for (const char* text :
       {"EEE, dd MMM yyyy", "yyyy-QQ", "", "yyyy-MM-dd'T", "[yyyy", "strict_week_date"}) {
    EXPECT_THROW(DateFormat{text}, InvalidArgument) << text;
  }
}

TEST(DateFormat, PrintsWhatItReads) {
  for (const char* text :
       {"2026-11-30T12:34:56.789Z", "1969-12-31T23:59:59.999Z", "0001-01-01T00:00:00.000Z",
        "2000-02-29T23:59:59.000Z", "2262-04-11T23:47:16.854775807Z"}) {
    EXPECT_EQ(format_iso(*kDefault.parse(text)), text);
  }
}

}  // namespace
}  // namespace segsmith::index
