// SPDX-License-Identifier: Apache-2.0
#include "packing/tsdb_for.h"

#include <gtest/gtest.h>

#include "packing/testdata/golden_inputs.h"
#include "packing/testdata/guarded_bytes.h"
#include "packing/testdata/tsdb_blocks.h"
#include "packing/tsdb_for_kernels.h"
#include "util/bits.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

std::vector<int> widths() {
  std::vector<int> all;
  for (int bits = 1; bits <= 64; ++bits) {
    if (is_for_width(bits)) all.push_back(bits);
  }
  return all;
}

TEST(TsdbFor, BytesAreElasticsearchs) {
  size_t lines = 0;
  for (auto& line : goldens::lines_of("for", "tsdb_goldens.txt")) {
    int bits = 0;
    int n = 0;
    goldens::Digest expected;
    line >> bits >> n >> expected;
    const auto values = goldens::for_values(bits, n);
    GuardedBytes packed(for_packed_bytes(values.size(), bits));
    EXPECT_EQ(for_pack(values, bits, packed.span()), packed.span().size());
    EXPECT_EQ(goldens::Digest::of(packed.span()), expected) << bits << " bits, " << n;
    std::vector<int64_t> back(values.size());
    for_unpack(packed.span(), bits, back);
    EXPECT_EQ(back, values) << bits << " bits, " << n;
    ++lines;
  }
  EXPECT_EQ(lines, 2 * widths().size());
}

TEST(TsdbFor, AffineMultipliesAndAddsWithWrapping) {
  for (const int bits : widths()) {
    const auto values = goldens::for_values(bits, 512);
    GuardedBytes packed(for_packed_bytes(values.size(), bits));
    for_pack(values, bits, packed.span());
    for (const auto& [mul, add] : {std::pair<int64_t, int64_t>{1, 0},
                                   {1, -77},
                                   {1000, 0},
                                   {int64_t{0x123456789ABCDEF}, INT64_MIN},
                                   {INT64_MIN, 5},
                                   {-3, INT64_MAX}}) {
      std::vector<int64_t> out(values.size());
      for_unpack_affine(packed.span(), bits, out, mul, add);
      for (size_t i = 0; i < out.size(); ++i) {
        ASSERT_EQ(out[i], wrapping_add(wrapping_mul(values[i], mul), add))
            << bits << " bits, value " << i;
      }
    }
  }
}

TEST(TsdbFor, SumsAreThoseOfTheValues) {
  const auto& sets = kernels::available_for_kernels();
  for (const int bits : widths()) {
    for (auto values : {goldens::for_values(bits, 512), std::vector<int64_t>(512)}) {
      // The largest sums that lanes must hold.
      const auto largest =
          static_cast<int64_t>(bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1);
      if (values[0] == 0 && values[1] == 0) std::ranges::fill(values, largest);
      GuardedBytes packed(for_packed_bytes(values.size(), bits));
      for_pack(values, bits, packed.span());
      for (const auto& [mul, add] : {std::pair<int64_t, int64_t>{1, 0},
                                     {1, -77},
                                     {1000, INT64_MAX - 5},
                                     {int64_t{0x123456789ABCDEF}, 3},
                                     {INT64_MIN, 5}}) {
        std::vector<int64_t> expected(values.size());
        int64_t sum = 12345;
        for (size_t i = 0; i < values.size(); ++i) {
          sum = wrapping_add(sum, wrapping_add(wrapping_mul(values[i], mul), add));
          expected[i] = sum;
        }
        std::vector<int64_t> out(values.size());
        for_unpack_sums(packed.span(), bits, out, mul, add, 12345);
        ASSERT_EQ(out, expected) << bits << " bits * " << mul << " + " << add;
        if (bits > 24) continue;
        for (const kernels::ForKernels* set : sets) {
          out.assign(kForGroup, 0);
          set->widths[kernels::for_lane_index(bits)].sums(packed.span().data(), out.data(), mul,
                                                          add, 12345);
          ASSERT_TRUE(std::equal(out.begin(), out.end(), expected.begin()))
              << set->name << ' ' << bits << " bits";
        }
      }
    }
  }
}

TEST(TsdbFor, AllKernelsAnswerAlike) {
  const auto& sets = kernels::available_for_kernels();
  for (const int bits : widths()) {
    if (bits > 32) continue;
    const auto values = goldens::for_values(bits, kForGroup);
    const size_t index = kernels::for_lane_index(bits);
    GuardedBytes expected(for_packed_bytes(kForGroup, bits));
    sets[0]->widths[index].pack(values.data(), expected.span().data());
    for (const kernels::ForKernels* set : sets) {
      const kernels::ForWidth& width = set->widths[index];
      GuardedBytes packed(expected.span().size());
      width.pack(values.data(), packed.span().data());
      EXPECT_TRUE(std::ranges::equal(packed.span(), expected.span())) << set->name << ' ' << bits;
      for (const int64_t mul : {int64_t{1}, int64_t{12345}, INT64_MIN + 3}) {
        std::vector<int64_t> out(kForGroup);
        std::vector<int64_t> wanted(kForGroup);
        for (size_t i = 0; i < kForGroup; ++i) {
          wanted[i] = wrapping_add(wrapping_mul(values[i], mul), -9);
        }
        width.affine(packed.span().data(), out.data(), mul, -9);
        EXPECT_EQ(out, wanted) << set->name << ' ' << bits << ' ' << mul;
        if (mul != 1) continue;
        width.add(packed.span().data(), out.data(), -9);
        EXPECT_EQ(out, wanted) << set->name << ' ' << bits;
      }
    }
  }
}

TEST(TsdbFor, LargestValuesOfEachWidthComeBack) {
  for (const int bits : widths()) {
    for (const size_t hole : {size_t{0}, size_t{1}, size_t{63}, size_t{64}, size_t{127}}) {
      std::vector<int64_t> values(
          kForGroup, static_cast<int64_t>(bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1));
      values[hole] = 0;
      GuardedBytes packed(for_packed_bytes(values.size(), bits));
      for_pack(values, bits, packed.span());
      std::vector<int64_t> back(values.size());
      for_unpack(packed.span(), bits, back);
      ASSERT_EQ(back, values) << bits << " bits";
    }
  }
}

TEST(TsdbFor, RefusesWidthsSizesAndRoomThatDoNotExist) {
  std::vector<int64_t> values(kForGroup);
  std::vector<std::byte> bytes(8 * kForGroup);
  for (const int bits : {-1, 0, 33, 39, 41, 47, 49, 55, 65}) {
    EXPECT_THROW(for_pack(values, bits, bytes), InvalidArgument) << bits;
    EXPECT_THROW(for_unpack(bytes, bits, values), InvalidArgument) << bits;
  }
  EXPECT_THROW(for_pack(std::span(values).first(127), 8, bytes), InvalidArgument);
  EXPECT_THROW(for_unpack(bytes, 8, std::span(values).first(64)), InvalidArgument);
  EXPECT_THROW(for_pack(values, 9, std::span(bytes).first(143)), InvalidArgument);
  EXPECT_THROW(for_unpack(std::span(bytes).first(143), 9, values), InvalidArgument);
  EXPECT_THROW(for_unpack_affine(std::span(bytes).first(1023), 64, values, 2, 1), InvalidArgument);
}

TEST(TsdbFor, RoundsWidthsOfNumbers) {
  EXPECT_EQ(for_rounded_bits(0), 0);
  EXPECT_EQ(for_rounded_bits(24), 24);
  EXPECT_EQ(for_rounded_bits(25), 32);
  EXPECT_EQ(for_rounded_bits(33), 40);
  EXPECT_EQ(for_rounded_bits(49), 56);
  EXPECT_EQ(for_rounded_bits(57), 64);
  EXPECT_EQ(for_rounded_bits(64), 64);
}

}  // namespace
}  // namespace segsmith::packing
