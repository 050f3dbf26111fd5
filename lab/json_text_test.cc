// SPDX-License-Identifier: Apache-2.0
#include "lab/json_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace segsmith::lab {
namespace {

std::span<const std::byte> bytes(std::string_view text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(JsonText, EscapesOnlyWhatJsonMust) {
  EXPECT_EQ(json_string("a\"b\\c/d"), "\"a\\\"b\\\\c/d\"");
  EXPECT_EQ(json_string(std::string("\n\t\x01\x7f", 4)), "\"\\n\\t\\u0001\x7f\"");
  EXPECT_EQ(json_string("h\xc3\xa9"), "\"h\xc3\xa9\"");
}

TEST(JsonText, BytesThatAreNoTextBecomeHex) {
  std::string out;
  append_text_or_hex(out, bytes("\xff\x01"));
  append_text_or_hex(out, bytes("ok"));
  append_text_or_hex(out, bytes("\xed\xa0\x80"));  // A surrogate.
  EXPECT_EQ(out, "\"ff01\"\"ok\"\"eda080\"");
}

TEST(JsonText, NumbersReadBackEqual) {
  std::string out;
  append_number(out, INT64_MIN);
  out += ' ';
  append_double(out, 0.1);
  out += ' ';
  append_double(out, -0.0);
  out += ' ';
  append_float(out, 0.1f);
  out += ' ';
  append_double(out, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(out, "-9223372036854775808 0.1 -0 0.1 \"NaN\"");
}

}  // namespace
}  // namespace segsmith::lab
