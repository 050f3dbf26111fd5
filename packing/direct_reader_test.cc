// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_reader.h"

#include <gtest/gtest.h>

#include "packing/direct_writer.h"
#include "packing/testdata/golden_inputs.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

std::vector<std::byte> packed(std::span<const int64_t> values, int bits) {
  std::vector<std::byte> bytes(direct_packed_bytes(values.size(), bits));
  direct_pack(values, bits, bytes);
  return bytes;
}

TEST(DirectReader, ReadsAnyPartWithoutPadding) {
  for (const int bits : kDirectWidths) {
    const auto values = goldens::direct_values(bits, 777);
    const auto bytes = packed(values, bits);
    for (const size_t first : {0, 1, 2, 5, 64, 700, 776, 777}) {
      std::vector<int64_t> out(values.size() - first);
      direct_unpack(bytes, bits, first, out);
      EXPECT_TRUE(std::equal(out.begin(), out.end(), values.begin() + static_cast<long>(first)))
          << bits << " bits from " << first;
    }
    EXPECT_EQ(direct_get(bytes, bits, 776), values[776]);
  }
}

TEST(DirectReader, RefusesValuesOutsideTheBytes) {
  const std::vector<std::byte> bytes(9);
  std::vector<int64_t> out(7);
  std::vector<uint64_t> words(4);
  for (const uint64_t first :
       {uint64_t{0}, uint64_t{1}, uint64_t{70}, UINT64_MAX, UINT64_MAX - 6}) {
    EXPECT_THROW(direct_unpack(bytes, 12, first, out), InvalidArgument) << first;
    EXPECT_THROW(direct_unpack_affine(bytes, 12, first, out, 2, 1), InvalidArgument);
    EXPECT_THROW(std::ignore = direct_unpack_table(bytes, 12, first, out, out), InvalidArgument);
    EXPECT_THROW(direct_range_into_words(bytes, 12, first, 7, 0, 1, words, 0), InvalidArgument);
  }
  EXPECT_THROW(direct_get(bytes, 12, 6), InvalidArgument);
  EXPECT_NO_THROW(direct_unpack(bytes, 12, 0, std::span<int64_t>(out).first(6)));
}

TEST(DirectReader, RefusesAWidthThatDoesNotExist) {
  const std::vector<std::byte> bytes(64);
  std::vector<int64_t> out(1);
  for (const int bits : {-1, 0, 3, 33, 65, 1000}) {
    EXPECT_THROW(direct_unpack(bytes, bits, 0, out), InvalidArgument) << bits;
    EXPECT_THROW(direct_get(bytes, bits, 0), InvalidArgument) << bits;
  }
}

TEST(DirectReader, ReadsNothingFromNothing) {
  direct_unpack({}, 12, 0, {});
  direct_unpack_affine({}, 64, 0, {}, 3, 4);
  EXPECT_TRUE(direct_unpack_table({}, 4, 0, {}, {}));
  direct_range_into_words({}, 1, 0, 0, 0, 1, {}, 0);
}

TEST(DirectReader, ExtremesSurviveAtTheirWidths) {
  // 128 x 0xFFFFFFFF at width 32; the ends of the long range; bytes moved by -128.
  const std::vector<int64_t> ones(128, 0xFFFFFFFF);
  std::vector<int64_t> out(128);
  direct_unpack(packed(ones, 32), 32, 0, out);
  EXPECT_EQ(out, ones);
  const std::vector<int64_t> ends = {INT64_MIN, 0, INT64_MAX};
  out.resize(3);
  direct_unpack(packed(ends, 64), 64, 0, out);
  EXPECT_EQ(out, ends);
  direct_unpack_affine(packed(std::vector<int64_t>{0, 118, 255}, 8), 8, 0, out, 1, -128);
  EXPECT_EQ(out, (std::vector<int64_t>{-128, -10, 127}));
}

TEST(DirectReader, TableTellsValuesOutsideIt) {
  const std::vector<int64_t> table = {70, 80, 90};
  std::vector<int64_t> out(4);
  EXPECT_TRUE(direct_unpack_table(packed(std::vector<int64_t>{2, 0, 1, 2}, 2), 2, 0, out, table));
  EXPECT_EQ(out, (std::vector<int64_t>{90, 70, 80, 90}));
  EXPECT_FALSE(direct_unpack_table(packed(std::vector<int64_t>{2, 3, 1, 2}, 2), 2, 0, out, table));
  EXPECT_FALSE(direct_unpack_table(packed(std::vector<int64_t>{0, 0, 0, 0}, 2), 2, 0, out, {}));
}

TEST(DirectReader, RangeBoundsBeyondTheWidth) {
  const std::vector<int64_t> values = {0, 1, 2, 3};
  const auto bytes = packed(values, 2);
  const auto hits = [&](uint64_t low, uint64_t high) {
    std::vector<uint64_t> words(1);
    direct_range_into_words(bytes, 2, 0, 4, low, high, words, 0);
    return words[0];
  };
  EXPECT_EQ(hits(0, UINT64_MAX), 0xFU);
  EXPECT_EQ(hits(2, 100), 0xCU);
  EXPECT_EQ(hits(4, 100), 0U);
  EXPECT_EQ(hits(2, 1), 0U);
  EXPECT_EQ(hits(3, 3), 0x8U);
}

TEST(DirectReader, RangeNeedsRoomForItsBits) {
  const std::vector<std::byte> bytes(16);
  std::vector<uint64_t> words(1);
  EXPECT_NO_THROW(direct_range_into_words(bytes, 8, 0, 16, 0, 0, words, 48));
  EXPECT_EQ(words[0], uint64_t{0xFFFF} << 48);
  EXPECT_THROW(direct_range_into_words(bytes, 8, 0, 16, 0, 0, words, 49), InvalidArgument);
  EXPECT_THROW(direct_range_into_words(bytes, 8, 0, 1, 0, 0, words, UINT64_MAX), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::packing
