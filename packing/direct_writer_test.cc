// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_writer.h"

#include <gtest/gtest.h>

#include "packing/direct_reader.h"
#include "packing/testdata/golden_inputs.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

std::vector<std::byte> written(std::span<const int64_t> values, int bits, size_t step) {
  store::MemoryOutput memory;
  DirectWriter writer(memory.out(), values.size(), bits);
  for (size_t i = 0; i < values.size(); i += step) {
    writer.add(values.subspan(i, std::min(step, values.size() - i)));
  }
  writer.finish();
  return memory.take();
}

TEST(DirectWriter, WritesLucenesBytesAtEveryWidth) {
  auto lines = goldens::lines_of("direct");
  ASSERT_EQ(lines.size(), 14U * 13U);
  for (auto& line : lines) {
    int bits = 0;
    int count = 0;
    goldens::Digest expected;
    line >> bits >> count >> expected;
    ASSERT_TRUE(line);
    const auto values = goldens::direct_values(bits, count);
    const auto bytes = written(values, bits, 1 << 20);
    EXPECT_EQ(goldens::Digest::of(bytes), expected) << bits << " bits, " << count << " values";
    EXPECT_EQ(direct_byte_count(values.size(), bits), bytes.size());
  }
}

TEST(DirectWriter, BytesDoNotDependOnHowValuesArrive) {
  for (const int bits : kDirectWidths) {
    const auto values = goldens::direct_values(bits, 3001);
    const auto whole = written(values, bits, values.size());
    for (const size_t step : {1, 3, 100, 1023, 1024, 1025}) {
      EXPECT_EQ(written(values, bits, step), whole) << bits << " bits in steps of " << step;
    }
  }
}

TEST(DirectWriter, WidthsAreRoundedUpToLucenes) {
  EXPECT_EQ(direct_bits_required(0), 1);
  EXPECT_EQ(direct_bits_required(1), 1);
  EXPECT_EQ(direct_bits_required(2), 2);
  EXPECT_EQ(direct_bits_required(4), 4);
  EXPECT_EQ(direct_bits_required(16), 8);
  EXPECT_EQ(direct_bits_required(256), 12);
  EXPECT_EQ(direct_bits_required((1U << 28) - 1), 28);
  EXPECT_EQ(direct_bits_required(1U << 28), 32);
  EXPECT_EQ(direct_bits_required(uint64_t{1} << 32), 40);
  EXPECT_EQ(direct_bits_required(uint64_t{1} << 56), 64);
  EXPECT_EQ(direct_bits_required(~uint64_t{0}), 64);
}

TEST(DirectWriter, PaddingIsAsManyBytesAsLucenesLoadNeeds) {
  const int expected[] = {0, 0, 0, 0, 1, 0, 2, 1, 1, 0, 3, 2, 1, 0};
  for (size_t i = 0; i < kDirectWidths.size(); ++i) {
    EXPECT_EQ(direct_padding_bytes(kDirectWidths[i]), expected[i]) << kDirectWidths[i];
  }
}

TEST(DirectWriter, ByteCountsSaturateInsteadOfWrapping) {
  EXPECT_EQ(direct_byte_count(UINT64_MAX, 64), UINT64_MAX);
  EXPECT_EQ(direct_packed_bytes(UINT64_MAX, 1), UINT64_MAX);
  EXPECT_EQ(direct_packed_bytes(uint64_t{1} << 58, 64), uint64_t{1} << 61);
  // Value counts above 2^31 are counted in 64 bits.
  EXPECT_EQ(direct_packed_bytes(3'000'000'001, 12), 4'500'000'002U);
}

TEST(DirectWriter, RefusesAWidthThatDoesNotExist) {
  store::MemoryOutput memory;
  for (const int bits : {0, 3, 5, 9, 36, 63, 65, -1}) {
    EXPECT_THROW(DirectWriter(memory.out(), 1, bits), InvalidArgument) << bits;
  }
}

TEST(DirectWriter, RefusesMoreOrFewerValuesThanAnnounced) {
  store::MemoryOutput memory;
  const int64_t values[] = {1, 2, 3};
  DirectWriter more(memory.out(), 2, 8);
  EXPECT_THROW(more.add(values), InvalidArgument);
  DirectWriter fewer(memory.out(), 4, 8);
  fewer.add(values);
  EXPECT_THROW(fewer.finish(), InvalidArgument);
}

TEST(DirectPack, RefusesAnOutputThatIsTooShort) {
  const int64_t values[] = {1, 2, 3};
  std::byte out[4];
  EXPECT_EQ(direct_pack(values, 8, out), 3U);
  EXPECT_THROW(direct_pack(values, 16, out), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::packing
