// SPDX-License-Identifier: Apache-2.0
#include "packing/es819_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "packing/testdata/block_input.h"
#include "packing/testdata/golden_inputs.h"
#include "packing/testdata/tsdb_blocks.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::packing::es819 {
namespace {

using packing::testing::block_input;
using packing::testing::filled;
using packing::testing::written;
using ::testing::ElementsAre;

std::vector<std::byte> numbers(std::span<const int64_t> values) {
  return written([&](store::Output& out) { encode_numbers(values, out); });
}
std::vector<std::byte> ordinals(std::span<const int64_t> values, int bits) {
  return written([&](store::Output& out) { encode_ordinals(values, bits, out); });
}

std::vector<int64_t> decoded_numbers(std::span<const std::byte> block, size_t n) {
  const store::Input in = block_input(block);
  std::vector<int64_t> out(n);
  decode_numbers(in, 1, in.size(), out);
  return out;
}
std::vector<int64_t> decoded_ordinals(std::span<const std::byte> block, int bits, size_t n) {
  const store::Input in = block_input(block);
  std::vector<int64_t> out(n);
  decode_ordinals(in, 1, in.size(), bits, out);
  return out;
}

NumberShape shape_of(std::span<const int64_t> values) {
  const store::Input in = block_input(numbers(values));
  return describe_numbers(in, 1, in.size(), values.size());
}

std::string message_of(std::span<const std::byte> block, size_t n) {
  try {
    decoded_numbers(block, n);
  } catch (const CorruptIndex& e) {
    return e.what();
  }
  return "no error";
}

TEST(Es819Numbers, BytesAreElasticsearchs) {
  size_t lines = 0;
  for (auto& line : goldens::lines_of("numbers", "tsdb_goldens.txt")) {
    int kind = 0;
    int n = 0;
    int seed = 0;
    goldens::Digest expected;
    line >> kind >> n >> seed >> expected;
    const auto values = goldens::numbers(kind, n, seed);
    const auto block = numbers(values);
    EXPECT_EQ(goldens::Digest::of(block), expected) << kind << ' ' << n << ' ' << seed;
    EXPECT_EQ(decoded_numbers(block, values.size()), values) << kind << ' ' << n << ' ' << seed;
    ++lines;
  }
  EXPECT_EQ(lines, size_t{goldens::kNumberKinds} * 2 * 8);
}

TEST(Es819Ordinals, BytesAreElasticsearchs) {
  size_t lines = 0;
  for (auto& line : goldens::lines_of("ordinals", "tsdb_goldens.txt")) {
    int kind = 0;
    int n = 0;
    int seed = 0;
    goldens::Digest expected;
    line >> kind >> n >> seed >> expected;
    const auto values = goldens::ordinals(kind, n, seed);
    const int bits = goldens::ordinal_bits(kind, n, seed);
    const auto block = ordinals(values, bits);
    EXPECT_EQ(goldens::Digest::of(block), expected) << kind << ' ' << n << ' ' << seed;
    EXPECT_EQ(decoded_ordinals(block, bits, values.size()), values)
        << kind << ' ' << n << ' ' << seed;
    ++lines;
  }
  EXPECT_EQ(lines, size_t{goldens::kOrdinalKinds} * 2 * 8);
}

TEST(Es819Numbers, StagesTakePartWhereTheyPay) {
  EXPECT_EQ(shape_of(filled(128, [](int64_t) { return 0; })).stages(), "constant");
  EXPECT_EQ(shape_of(filled(128, [](int64_t) { return 42; })).stages(), "offset");
  const auto line = shape_of(filled(128, [](int64_t i) { return 100 + 7 * i; }));
  EXPECT_EQ(line.stages(), "delta > offset");
  EXPECT_EQ(line.first, 93);
  EXPECT_EQ(line.min, 7);
  // One rise is no direction yet.
  EXPECT_EQ(shape_of(filled(128, [](int64_t i) { return i < 60 ? 0 : 8; })).stages(),
            "gcd > bit-pack");
  EXPECT_EQ(shape_of(filled(128, [](int64_t i) { return i / 60 * 8; })).stages(),
            "delta > gcd > bit-pack");
  const auto multiples = shape_of(filled(128, [](int64_t i) { return 5000 + 1000 * (i * i % 7); }));
  EXPECT_EQ(multiples.stages(), "offset > gcd > bit-pack");
  EXPECT_EQ(multiples.gcd, 1000u);
  EXPECT_EQ(multiples.min, 5000);
  EXPECT_EQ(multiples.bits, 3);
}

TEST(Es819Numbers, MinimumStaysBelowAQuarterOfTheLargest) {
  const auto with_min = [](int64_t min) {
    return shape_of(filled(128, [&](int64_t i) { return i % 2 == 0 ? min : 400 + i % 3; }));
  };
  EXPECT_FALSE(with_min(99).offset);
  EXPECT_TRUE(with_min(100).offset);
  EXPECT_TRUE(with_min(-1).offset);
}

TEST(Es819Numbers, ExtremesComeBack) {
  for (const size_t n : {size_t{128}, size_t{512}}) {
    for (const auto& [a, b] : {std::pair<int64_t, int64_t>{INT64_MIN, INT64_MAX},
                               {INT64_MIN, 0},
                               {INT64_MIN, INT64_MIN},
                               {INT64_MAX, INT64_MAX},
                               {INT64_MAX, 0},
                               {-1, 0},
                               {INT64_MIN, INT64_MIN + 1},
                               {0xFFFFFFFF, 0xFFFFFFFF},
                               {0, 0xFFFFFFFF}}) {
      const auto values = filled(n, [&](int64_t i) { return i % 2 == 0 ? a : b; });
      EXPECT_EQ(decoded_numbers(numbers(values), n), values) << a << ' ' << b;
    }
  }
}

TEST(Es819Numbers, ManyBlocksOfEachKindComeBack) {
  for (int kind = 0; kind < goldens::kNumberKinds; ++kind) {
    for (int seed = 100; seed < 160; ++seed) {
      for (const int n : {128, 256, 512}) {
        const auto values = goldens::numbers(kind, n, seed);
        ASSERT_EQ(decoded_numbers(numbers(values), values.size()), values) << kind << ' ' << seed;
      }
    }
  }
}

TEST(Es819Numbers, RangeOfAConstantNeedsNoDecoding) {
  const auto block = numbers(filled(128, [](int64_t) { return 42; }));
  const store::Input in = block_input(block);
  std::vector<uint64_t> words(4);
  EXPECT_TRUE(numbers_range_into_words(in, 1, in.size(), 128, 10, 100, 43, 50, words, 3));
  EXPECT_THAT(words, ElementsAre(0, 0, 0, 0));
  EXPECT_TRUE(numbers_range_into_words(in, 1, in.size(), 128, 10, 100, 42, 42, words, 62));
  EXPECT_THAT(words, ElementsAre(uint64_t{3} << 62, ~uint64_t{0}, (uint64_t{1} << 34) - 1, 0));
  const store::Input other = block_input(numbers(filled(128, [](int64_t i) { return i; })));
  EXPECT_FALSE(numbers_range_into_words(other, 1, other.size(), 128, 0, 128, 0, 9, words, 0));
}

TEST(Es819Numbers, DamageIsNamed) {
  EXPECT_THAT(message_of(*from_hex("c801"), 128),
              ::testing::HasSubstr("0 to 24, 32, 40, 48, 56 or 64"));
  EXPECT_THAT(message_of(*from_hex("c804"), 128), ::testing::HasSubstr("0 to 24"));
  EXPECT_THAT(message_of(*from_hex("0800"), 128), ::testing::HasSubstr("16 bytes of the block"));
  EXPECT_THAT(message_of(*from_hex("0000"), 128), ::testing::HasSubstr("the end of the block"));
  EXPECT_THAT(message_of(*from_hex("02"), 128), ::testing::HasSubstr("1 byte of the block"));
  EXPECT_THAT(message_of(*from_hex("02ffffffffffffffffff02"), 128),
              ::testing::HasSubstr("a ZLong of at most 64 bits"));
  EXPECT_THAT(message_of(*from_hex("01ffffffffffffffff7f"), 128),
              ::testing::HasSubstr("a divisor up to 2^63"));
  const store::Input in = block_input(*from_hex("0000"));
  std::vector<int64_t> out(128);
  EXPECT_THROW(decode_numbers(in, 2, 9, out), CorruptIndex);
  EXPECT_THROW(decode_numbers(in, 2, 1, out), CorruptIndex);
  EXPECT_THROW(decode_numbers(in, 0, 1, std::span(out).first(100)), InvalidArgument);
}

TEST(Es819Ordinals, CodingsAndTheirThresholds) {
  const auto shape = [](std::span<const int64_t> values, int bits) {
    const store::Input in = block_input(ordinals(values, bits));
    return describe_ordinals(in, 1, in.size(), bits, values.size());
  };
  const auto one = shape(filled(128, [](int64_t) { return 5; }), 3);
  EXPECT_STREQ(one.name(), "single-run");
  EXPECT_THAT(one.values, ElementsAre(5));
  EXPECT_THAT(one.run_lengths, ElementsAre(128));
  const auto two = shape(filled(128, [](int64_t i) { return i < 127 ? 5 : 2; }), 3);
  EXPECT_STREQ(two.name(), "two-runs");
  EXPECT_THAT(two.values, ElementsAre(5, 2));
  EXPECT_THAT(two.run_lengths, ElementsAre(127, 1));
  const auto longest = shape(filled(128, [](int64_t i) { return i % 32; }), 5);
  EXPECT_STREQ(longest.name(), "cycle");
  EXPECT_EQ(longest.values, filled(32, [](int64_t i) { return i; }));
  const auto packed = shape(filled(128, [](int64_t i) { return i % 33; }), 6);
  EXPECT_STREQ(packed.name(), "bit-pack");
  EXPECT_EQ(packed.bits, 6);
  // Two alike at the start end the search.
  EXPECT_STREQ(shape(filled(128, [](int64_t i) { return i % 3 / 2; }), 1).name(), "bit-pack");
  // Headers have room for 62 bits, and for 61 of the first of two runs.
  EXPECT_STREQ(shape(filled(128, [](int64_t) { return 1; }), 63).name(), "bit-pack");
}

TEST(Es819Ordinals, RangesNeedNoDecodingWhereRunsOrCyclesAreKept) {
  for (int kind = 0; kind < goldens::kOrdinalKinds; ++kind) {
    for (int seed = 0; seed < 40; ++seed) {
      for (const int n : {128, 512}) {
        const auto values = goldens::ordinals(kind, n, seed);
        const int bits = goldens::ordinal_bits(kind, n, seed);
        const store::Input in = block_input(ordinals(values, bits));
        const auto shape = describe_ordinals(in, 1, in.size(), bits, values.size());
        const auto first = static_cast<size_t>(seed);
        const size_t count = values.size() - first - static_cast<size_t>(seed % 3);
        const auto [low, high] = std::minmax(values[first], values[values.size() / 2]);
        const auto bit = static_cast<uint64_t>(seed * 5);
        std::vector<uint64_t> words((bit + count + 63) / 64 + 1, 0);
        const bool done = ordinals_range_into_words(in, 1, in.size(), bits, values.size(), first,
                                                    count, low, high, words, bit);
        EXPECT_EQ(done, shape.coding != OrdinalShape::Coding::packed);
        for (uint64_t b = 0; b < words.size() * 64; ++b) {
          const bool wanted = done && b >= bit && b < bit + count &&
                              low <= values[first + (b - bit)] && values[first + (b - bit)] <= high;
          ASSERT_EQ(words[b / 64] >> (b % 64) & 1, wanted) << kind << ' ' << seed << " bit " << b;
        }
      }
    }
  }
}

TEST(Es819Ordinals, DamageIsNamed) {
  const auto message = [](const std::string& hex, int bits) -> std::string {
    try {
      decoded_ordinals(*from_hex(hex), bits, 128);
    } catch (const CorruptIndex& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_THAT(message("", 4), ::testing::HasSubstr("1 byte of the block"));
  EXPECT_THAT(message("20", 4), ::testing::HasSubstr("an ordinal of 4 bits"));
  EXPECT_THAT(message("050000", 4), ::testing::HasSubstr("a first run of 1 to 127 ordinals"));
  EXPECT_THAT(message("05800100", 4), ::testing::HasSubstr("a first run of 1 to 127 ordinals"));
  EXPECT_THAT(message("050103", 4), ::testing::HasSubstr("an ordinal of 4 bits"));
  EXPECT_THAT(message("0b", 4), ::testing::HasSubstr("a header of 3"));
  EXPECT_THAT(message("0f", 4), ::testing::HasSubstr("ends in at most three one-bits"));
  EXPECT_THAT(message("07", 4), ::testing::HasSubstr("a cycle of 2 to 32 ordinals"));
  EXPECT_THAT(message("17", 4), ::testing::HasSubstr("a cycle of 2 to 32 ordinals"));
  EXPECT_THAT(message("9704", 4), ::testing::HasSubstr("a cycle of 2 to 32 ordinals"));
  EXPECT_THAT(message("270110", 4), ::testing::HasSubstr("an ordinal of 4 bits"));
  EXPECT_THAT(message("2701", 4), ::testing::HasSubstr("1 byte of the block"));
  EXPECT_THAT(message("03", 4), ::testing::HasSubstr("64 bytes of the block"));
  EXPECT_THAT(message("0200", 4), ::testing::HasSubstr("the end of the block"));
}

}  // namespace
}  // namespace segsmith::packing::es819
