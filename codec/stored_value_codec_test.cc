// SPDX-License-Identifier: Apache-2.0
#include "codec/stored_value_codec.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "util/hex.h"

namespace segsmith::codec {
namespace {

template <class Write>
std::string hex_of(Write&& write) {
  std::vector<std::byte> out;
  StoredValueEncoder encoder(out);
  write(encoder);
  return to_hex(out);
}

std::string tlong(int64_t v) {
  return hex_of([&](auto& e) { e.tlong(v); });
}
std::string zfloat(float v) {
  return hex_of([&](auto& e) { e.zfloat(v); });
}
std::string zdouble(double v) {
  return hex_of([&](auto& e) { e.zdouble(v); });
}

TEST(StoredValues, LongsTakeTheLargestScaleThatDivides) {
  EXPECT_EQ(tlong(0), "c0");  // Zero days.
  EXPECT_EQ(tlong(1), "02");
  EXPECT_EQ(tlong(-1), "01");
  EXPECT_EQ(tlong(1000), "42");
  EXPECT_EQ(tlong(3600000), "82");
  EXPECT_EQ(tlong(86400000), "c2");
  EXPECT_EQ(tlong(16), "2001");
  EXPECT_EQ(tlong(INT64_MIN), "3fffffffffffffffff07");  // 59 bits behind the first five.
}

TEST(StoredValues, FloatsAreShortForSmallWholeNumbers) {
  EXPECT_EQ(zfloat(-1), "80");
  EXPECT_EQ(zfloat(0), "81");
  EXPECT_EQ(zfloat(125), "fe");
  EXPECT_EQ(zfloat(126), "4200fc00");
  EXPECT_EQ(zfloat(-0.0f), "ff00000080");
  EXPECT_EQ(zfloat(0.5f), "3f000000");
  EXPECT_EQ(zfloat(-2), "ff000000c0");
}

TEST(StoredValues, DoublesFallBackToFloatsThenLongs) {
  EXPECT_EQ(zdouble(-1), "80");
  EXPECT_EQ(zdouble(124), "fd");
  EXPECT_EQ(zdouble(125), "fe0000fa42");
  EXPECT_EQ(zdouble(0.5), "fe0000003f");
  EXPECT_EQ(zdouble(-0.0), "fe00000080");
  EXPECT_EQ(zdouble(0.1).size(), 16u);
  EXPECT_EQ(zdouble(-0.1).size(), 18u);
}

TEST(StoredValues, EveryNanIsTheOneNan) {
  EXPECT_EQ(zfloat(std::bit_cast<float>(0xFFC00001u)),
            zfloat(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_EQ(zdouble(std::bit_cast<double>(0xFFF8000000000001u)),
            zdouble(std::numeric_limits<double>::quiet_NaN()));
}

TEST(StoredValues, RoundTripsRandomValuesOfEveryType) {
  std::mt19937_64 random(7);
  std::vector<std::byte> bytes;
  StoredValueEncoder encoder(bytes);
  std::vector<StoredValue> expected;
  const auto add = [&](StoredType type, int64_t number) {
    const auto field = static_cast<int32_t>(random() % 1000000);
    encoder.field(field, type);
    expected.push_back({field, type, {}, number});
    switch (type) {
      case StoredType::int32:
        encoder.zint(static_cast<int32_t>(number));
        break;
      case StoredType::int64:
        encoder.tlong(number);
        break;
      case StoredType::float32:
        encoder.zfloat(stored_float(expected.back()));
        break;
      default:
        encoder.zdouble(stored_double(expected.back()));
        break;
    }
  };
  for (int i = 0; i < 20000; ++i) {
    const auto any = static_cast<int64_t>(random()) >> (random() % 64);
    constexpr int64_t kScales[] = {1, 1000, 3600000, 86400000};
    add(StoredType::int32, static_cast<int32_t>(any));
    add(StoredType::int64, any / 86400000 * kScales[random() % 4]);
    add(StoredType::int64, any);
    const auto number = static_cast<float>(static_cast<int32_t>(any)) / 2;
    add(StoredType::float32, std::bit_cast<int32_t>(number));
    add(StoredType::float64, std::bit_cast<int64_t>(static_cast<double>(any) / 3));
    add(StoredType::float64, std::bit_cast<int64_t>(static_cast<double>(number)));
  }
  std::vector<StoredValue> values;
  ASSERT_EQ(decode_stored_document(bytes, static_cast<uint32_t>(expected.size()), values), nullptr);
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i].field, expected[i].field) << i;
    ASSERT_EQ(values[i].type, expected[i].type) << i;
    ASSERT_EQ(values[i].number, expected[i].number) << i;
  }
}

TEST(StoredValues, RefusesUnknownTypesAndLooseEnds) {
  std::vector<StoredValue> values;
  EXPECT_NE(decode_stored_document(*from_hex("06"), 1, values), nullptr);
  EXPECT_NE(decode_stored_document(*from_hex("000561"), 1, values), nullptr);  // 5 bytes, 1 there.
  EXPECT_NE(decode_stored_document(*from_hex("00016100"), 1, values), nullptr);
  EXPECT_NE(decode_stored_document(*from_hex("000161"), 2, values), nullptr);
  EXPECT_EQ(decode_stored_document(*from_hex("000161"), 1, values), nullptr);
  EXPECT_EQ(decode_stored_document({}, 0, values), nullptr);
}

}  // namespace
}  // namespace segsmith::codec
