// SPDX-License-Identifier: Apache-2.0
#include "util/base36.h"

#include <gtest/gtest.h>

#include <clocale>
#include <locale>

namespace segsmith {
namespace {

/// A C++ locale that groups digits and, where installed, a C locale of odd case rules.
class OddLocale {
 public:
  OddLocale() : before_(std::locale::global(std::locale(std::locale::classic(), new Groups))) {
    for (const char* name : {"tr_TR.UTF-8", "tr_TR", "C.UTF-8"}) {
      if (std::setlocale(LC_ALL, name) != nullptr) break;
    }
  }
  ~OddLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
  }

 private:
  struct Groups : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\1"; }
  };
  std::locale before_;
};

TEST(Base36, SegmentCountersInAnyLocale) {
  const OddLocale odd;
  EXPECT_EQ(to_base36(0), "0");
  EXPECT_EQ(to_base36(9), "9");
  EXPECT_EQ(to_base36(10), "a");
  EXPECT_EQ(to_base36(18), "i");
  EXPECT_EQ(to_base36(35), "z");
  EXPECT_EQ(to_base36(36), "10");
  EXPECT_EQ(to_base36(46656), "1000");
  EXPECT_EQ(from_base36("i"), 18U);
  EXPECT_EQ(from_base36("1000"), 46656U);
}

TEST(Base36, ReadsWhatItWrites) {
  for (const uint64_t v : {uint64_t{0}, uint64_t{1}, uint64_t{35}, uint64_t{36}, uint64_t{1295},
                           uint64_t{1296}, uint64_t{1} << 40, uint64_t{INT64_MAX}}) {
    EXPECT_EQ(from_base36(to_base36(v)), v);
  }
  EXPECT_EQ(to_base36(INT64_MAX), "1y2p0ij32e8e7");
  EXPECT_EQ(to_base36(UINT64_MAX), "3w5e11264sgsf");
}

TEST(Base36, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "A", "Z", "1.0", "_", "\xC4\xB1",
                           "1y2p0ij32e8e8", "zzzzzzzzzzzzzzzz"}) {
    EXPECT_EQ(from_base36(text), std::nullopt) << text;
  }
}

TEST(Base36, LeadingZerosAreHarmless) { EXPECT_EQ(from_base36("000a"), 10U); }

}  // namespace
}  // namespace segsmith
