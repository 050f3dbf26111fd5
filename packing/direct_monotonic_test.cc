// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_monotonic.h"

#include <gtest/gtest.h>

#include <cmath>

#include "packing/testdata/golden_inputs.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

store::Input input_of(std::vector<std::byte> bytes) {
  auto owner = std::make_shared<std::vector<std::byte>>(std::move(bytes));
  return {owner, *owner, "test"};
}

struct Written {
  std::vector<std::byte> meta;
  std::vector<std::byte> data;
};

Written write(std::span<const int64_t> values, int shift, size_t step = SIZE_MAX) {
  store::MemoryOutput meta;
  store::MemoryOutput data;
  DirectMonotonicWriter writer(meta.out(), data.out(), values.size(), shift);
  for (auto left = values; !left.empty(); left = left.subspan(std::min(step, left.size()))) {
    writer.add(left.first(std::min(step, left.size())));
  }
  writer.finish();
  return {meta.take(), data.take()};
}

DirectMonotonicReader reader(const Written& bytes, uint64_t count, int shift) {
  store::Cursor in(input_of(bytes.meta));
  return {DirectMonotonicMeta::read(in, count, shift), input_of(bytes.data)};
}

TEST(DirectMonotonic, WritesLucenesBytes) {
  auto lines = goldens::lines_of("monotonic");
  ASSERT_EQ(lines.size(), 8U * 3U * 8U);
  for (auto& line : lines) {
    int kind = 0;
    int shift = 0;
    int count = 0;
    goldens::Digest meta;
    goldens::Digest data;
    line >> kind >> shift >> count >> meta >> data;
    ASSERT_TRUE(line);
    const auto values = goldens::monotonic_values(kind, shift, count);
    const Written bytes = write(values, shift);
    EXPECT_EQ(goldens::Digest::of(bytes.meta), meta) << kind << " " << shift << " " << count;
    EXPECT_EQ(goldens::Digest::of(bytes.data), data) << kind << " " << shift << " " << count;
  }
}

TEST(DirectMonotonic, ReadsBackEveryPart) {
  for (int kind = 0; kind < 8; ++kind) {
    for (const int shift : {2, 4, 10}) {
      const auto values = goldens::monotonic_values(kind, shift, 1500);
      const auto r = reader(write(values, shift, 7), values.size(), shift);
      for (const size_t first : {0, 1, 15, 16, 1023, 1024, 1025, 1499, 1500}) {
        std::vector<int64_t> out(values.size() - first);
        r.values(first, out);
        ASSERT_TRUE(std::equal(out.begin(), out.end(), values.begin() + static_cast<long>(first)))
            << kind << " " << shift << " from " << first;
      }
      for (size_t i = 0; i < values.size(); i += 13) ASSERT_EQ(r.get(i), values[i]);
    }
  }
}

TEST(DirectMonotonic, ALineThatLeavesTheLongRangeSaturates) {
  const std::vector<int64_t> values = {0, INT64_MAX, INT64_MAX};
  std::vector<int64_t> out(3);
  reader(write(values, 2), 3, 2).values(0, out);
  EXPECT_EQ(out, values);
}

TEST(DirectMonotonic, SearchesAsJavasBinarySearch) {
  const std::vector<int64_t> values = {-5, 0, 0, 0, 7, 100, 1000, 1000, 1001};
  const auto r = reader(write(values, 2), values.size(), 2);
  EXPECT_EQ(r.binary_search(0, 9, 7), 4);
  EXPECT_EQ(r.binary_search(0, 9, -6), -1);
  EXPECT_EQ(r.binary_search(0, 9, 8), -6);
  EXPECT_EQ(r.binary_search(0, 9, 2000), -10);
  EXPECT_EQ(r.binary_search(5, 5, 7), -6);
  EXPECT_EQ(values[static_cast<size_t>(r.binary_search(0, 9, 0))], 0);
  EXPECT_THROW(r.binary_search(0, 10, 1), InvalidArgument);
  EXPECT_THROW(r.binary_search(3, 2, 1), InvalidArgument);
}

TEST(DirectMonotonic, ExpectedValueIsOneFloatMultiplicationSaturated) {
  EXPECT_EQ(monotonic_expected(0.1F, 10), 1);
  // As doubles this would be 16777217 * 3 = 50331651.
  EXPECT_EQ(monotonic_expected(16777216.0F, 3), 50331648);
  EXPECT_EQ(monotonic_expected(-0.75F, 3), -2);
  EXPECT_EQ(monotonic_expected(1e30F, 1), INT64_MAX);
  EXPECT_EQ(monotonic_expected(-1e30F, 1), INT64_MIN);
  EXPECT_EQ(monotonic_expected(std::nanf(""), 1), 0);
  EXPECT_EQ(monotonic_expected(INFINITY, 0), 0);
  EXPECT_EQ(monotonic_expected(INFINITY, 2), INT64_MAX);
}

TEST(DirectMonotonic, RefusesDescendingAndMiscountedValues) {
  store::MemoryOutput meta;
  store::MemoryOutput data;
  DirectMonotonicWriter descending(meta.out(), data.out(), 2, 10);
  descending.add(5);
  EXPECT_THROW(descending.add(4), InvalidArgument);
  DirectMonotonicWriter more(meta.out(), data.out(), 1, 10);
  more.add(1);
  EXPECT_THROW(more.add(1), InvalidArgument);
  DirectMonotonicWriter fewer(meta.out(), data.out(), 2, 10);
  fewer.add(1);
  EXPECT_THROW(fewer.finish(), InvalidArgument);
  for (const int shift : {-1, 0, 1, 23, 64}) {
    EXPECT_THROW(DirectMonotonicWriter(meta.out(), data.out(), 1, shift), InvalidArgument) << shift;
  }
}

TEST(DirectMonotonic, RefusesToReadOutsideTheSequence) {
  const std::vector<int64_t> values = {1, 2, 3, 4, 5};
  const auto r = reader(write(values, 2), 5, 2);
  std::vector<int64_t> out(2);
  EXPECT_THROW(r.values(4, out), InvalidArgument);
  EXPECT_THROW(r.values(UINT64_MAX, out), InvalidArgument);
  EXPECT_THROW(r.get(5), InvalidArgument);
  EXPECT_THROW(DirectMonotonicReader().get(0), InvalidArgument);
}

TEST(DirectMonotonic, AllocatesNothingForACountThatTheBytesCannotHold) {
  const std::vector<int64_t> values = {1, 2, 3, 4, 5};
  const Written bytes = write(values, 2);
  for (const uint64_t count : {uint64_t{9}, uint64_t{1} << 40, UINT64_MAX}) {
    store::Cursor in(input_of(bytes.meta));
    EXPECT_THROW(DirectMonotonicMeta::read(in, count, 2), CorruptIndex) << count;
  }
  for (const int shift : {-1, 1, 23, 63, 64, 1 << 30}) {
    store::Cursor in(input_of(bytes.meta));
    EXPECT_THROW(DirectMonotonicMeta::read(in, 5, shift), CorruptIndex) << shift;
  }
}

TEST(DirectMonotonic, EveryTruncationIsCorrupt) {
  const auto values = goldens::monotonic_values(2, 4, 50);
  const Written whole = write(values, 4);
  for (size_t n = 0; n < whole.meta.size(); ++n) {
    Written cut = whole;
    cut.meta.resize(n);
    EXPECT_THROW(reader(cut, 50, 4), CorruptIndex) << n;
  }
  for (size_t n = 0; n < whole.data.size(); ++n) {
    Written cut = whole;
    cut.data.resize(n);
    // Lucene's padding alone may be missing: nothing is read from it.
    if (whole.data.size() - n <= 3) continue;
    EXPECT_THROW(reader(cut, 50, 4), CorruptIndex) << n;
  }
}

TEST(DirectMonotonic, EveryFlippedByteIsCorruptOrReadable) {
  const auto values = goldens::monotonic_values(2, 4, 50);
  const Written whole = write(values, 4);
  size_t refused = 0;
  for (size_t at = 0; at < whole.meta.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      Written flipped = whole;
      flipped.meta[at] ^= static_cast<std::byte>(1 << bit);
      try {
        const auto r = reader(flipped, 50, 4);
        std::vector<int64_t> out(50);
        r.values(0, out);
        for (size_t i = 0; i < out.size(); ++i) ASSERT_EQ(r.get(i), out[i]);
      } catch (const CorruptIndex&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 0U);
}

}  // namespace
}  // namespace segsmith::packing
