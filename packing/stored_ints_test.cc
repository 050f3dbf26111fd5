// SPDX-License-Identifier: Apache-2.0
#include "packing/stored_ints.h"

#include <gtest/gtest.h>

#include "packing/testdata/golden_inputs.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

std::vector<std::byte> written(std::span<const int32_t> values) {
  store::MemoryOutput memory;
  write_stored_ints(values, memory.out());
  return memory.take();
}

std::vector<int32_t> read_all(const std::vector<std::byte>& bytes, size_t count) {
  auto owner = std::make_shared<std::vector<std::byte>>(bytes);
  store::Cursor in(store::Input(owner, *owner, "test"));
  std::vector<int32_t> values(count);
  read_stored_ints(in, values);
  EXPECT_EQ(in.remaining(), 0U);
  return values;
}

TEST(StoredInts, WritesLucenesBytesAndReadsThemBack) {
  auto lines = goldens::lines_of("ints");
  ASSERT_EQ(lines.size(), 8U * 7U);
  for (auto& line : lines) {
    int max = 0;
    int count = 0;
    goldens::Digest expected;
    line >> max >> count >> expected;
    ASSERT_TRUE(line);
    const auto values = goldens::ints(max, count);
    const auto bytes = written(values);
    EXPECT_EQ(goldens::Digest::of(bytes), expected) << "max " << max << ", " << count;
    EXPECT_EQ(read_all(bytes, values.size()), values);
  }
}

TEST(StoredInts, SingleValueIsAPlainVInt) {
  EXPECT_EQ(to_hex(written(std::vector<int32_t>{300})), "ac02");
  EXPECT_EQ(read_all(written(std::vector<int32_t>{INT32_MAX}), 1)[0], INT32_MAX);
}

TEST(StoredInts, EqualValuesAreOneVInt) {
  EXPECT_EQ(to_hex(written(std::vector<int32_t>(1000, 5))), "0005");
}

TEST(StoredInts, WidthFollowsTheLargest) {
  EXPECT_EQ(to_hex(written(std::vector<int32_t>{1, 255})), "0801ff");
  EXPECT_EQ(to_hex(written(std::vector<int32_t>{1, 256})), "1001000001");
  EXPECT_EQ(to_hex(written(std::vector<int32_t>{1, 65536})), "200100000000000100");
}

TEST(StoredInts, FirstValueOfABlockLiesInTheHighestByteOfItsLong) {
  std::vector<int32_t> values(128);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int32_t>(i);
  // Little-endian long 0: values 112, 96, ..., 16, 0.
  EXPECT_EQ(to_hex(written(values)).substr(0, 18), "087060504030201000");
}

TEST(StoredInts, RefusesNegativeAndMissingValues) {
  store::MemoryOutput memory;
  EXPECT_THROW(write_stored_ints({}, memory.out()), InvalidArgument);
  EXPECT_THROW(write_stored_ints(std::vector<int32_t>{1, -1}, memory.out()), InvalidArgument);
}

TEST(StoredInts, EveryTruncationIsCorrupt) {
  for (const int max : {1, 256, 65536, INT32_MAX}) {
    const auto bytes = written(goldens::ints(max, 140));
    for (size_t n = 0; n < bytes.size(); ++n) {
      const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<long>(n));
      EXPECT_THROW(read_all(cut, 140), CorruptIndex) << max << " cut at " << n;
    }
  }
}

TEST(StoredInts, UnknownWidthsAndNegativeValuesAreCorrupt) {
  const auto corrupt = [](std::string_view hex, size_t count) {
    EXPECT_THROW(read_all(*from_hex(hex), count), CorruptIndex) << hex;
  };
  corrupt("0401020304", 2);
  corrupt("ff01020304", 2);
  corrupt("2000000080ffffff7f", 2);
  corrupt("00ffffffff0f", 2);
  corrupt("ffffffff0f", 1);
}

}  // namespace
}  // namespace segsmith::packing
