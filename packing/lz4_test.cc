// SPDX-License-Identifier: Apache-2.0
#include "packing/lz4.h"

#include <gtest/gtest.h>

#include <string_view>

#include "packing/testdata/golden_inputs.h"
#include "packing/testdata/guarded_bytes.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::string_view text) {
  const auto part = std::as_bytes(std::span<const char>(text.data(), text.size()));
  return {part.begin(), part.end()};
}

Bytes compressed(std::span<const std::byte> data, size_t dict_length = 0) {
  Lz4FastTable table;
  Bytes out;
  lz4_compress(data, dict_length, table, out);
  return out;
}

/// Decodes with guard pages around both sides and `slack` bytes behind the output.
Bytes decoded(std::span<const std::byte> in, size_t out_length,
              std::span<const std::byte> dict = {}, size_t slack = 0) {
  GuardedBytes source(in);
  GuardedBytes target(dict.size() + out_length + slack);
  std::copy(dict.begin(), dict.end(), target.span().begin());
  const Lz4Result result =
      lz4_try_decompress(source.span(), out_length, target.span(), dict.size());
  EXPECT_EQ(result.error, nullptr);
  EXPECT_EQ(result.consumed, in.size());
  const auto made = target.span().subspan(dict.size(), out_length);
  return {made.begin(), made.end()};
}

TEST(Lz4, CompressesToLucenesBytesOverManyCallsWithOneTable) {
  auto lines = goldens::lines_of("lz4");
  ASSERT_EQ(lines.size(), 60U);
  for (auto& line : lines) {
    int seed = 0;
    goldens::Digest expected;
    line >> seed >> expected;
    ASSERT_TRUE(line);
    goldens::Random random(static_cast<uint64_t>(seed));
    Lz4FastTable table;
    Bytes buffer(300000);
    Bytes all;
    const int calls = 1 + random.below(12);
    for (int c = 0; c < calls; ++c) {
      const auto length = static_cast<size_t>(goldens::lz4_length(random));
      const auto dict = static_cast<size_t>(goldens::lz4_dictionary(random));
      const auto data = std::span(buffer).first(dict + length);
      if (random.below(3) != 0) goldens::lz4_fill(random, data);
      const size_t start = all.size();
      lz4_compress(data, dict, table, all);
      const auto back = decoded(std::span(all).subspan(start), length, data.first(dict),
                                static_cast<size_t>(c % 3) * 20);
      ASSERT_TRUE(std::equal(back.begin(), back.end(), data.begin() + static_cast<long>(dict)));
    }
    EXPECT_EQ(goldens::Digest::of(all), expected) << "seed " << seed;
  }
}

TEST(Lz4, WritesLiteralsOfInputsUpToNineBytes) {
  EXPECT_EQ(to_hex(compressed({})), "00");
  EXPECT_EQ(to_hex(compressed(bytes_of("aaaaaaaaa"))), "90616161616161616161");
  // A match needs a position before end - 9 that has an earlier one: eleven bytes are the fewest.
  EXPECT_EQ(to_hex(compressed(bytes_of("aaaaaaaaaa"))), "a061616161616161616161");
  EXPECT_EQ(to_hex(compressed(bytes_of("aaaaaaaaaaa"))),
            "1161"
            "0100"
            "506161616161");
}

TEST(Lz4, TableOutlivesACallAndRemembersIt) {
  // The second input is shifted by one, so a remembered position matches where a fresh table has
  // nothing.
  const Bytes first = bytes_of("0123456789abcdefghijklmnopqrstuvwxyz");
  const Bytes second = bytes_of("9876543210abcdefghijklmnopqrstuvwxyz-0123456789abcdef");
  Lz4FastTable table;
  Bytes ignored;
  lz4_compress(first, 0, table, ignored);
  Bytes after;
  lz4_compress(second, 0, table, after);
  EXPECT_EQ(decoded(after, second.size()), second);
  Bytes again;
  lz4_compress(second, 0, table, again);
  EXPECT_EQ(decoded(again, second.size()), second);
}

TEST(Lz4, RefusesADictionaryBeyondTheWindow) {
  Lz4FastTable table;
  Bytes out;
  const Bytes data(70000);
  EXPECT_NO_THROW(lz4_compress(data, 65536, table, out));
  EXPECT_THROW(lz4_compress(data, 65537, table, out), InvalidArgument);
  EXPECT_THROW(lz4_compress(std::span(data).first(3), 4, table, out), InvalidArgument);
}

TEST(Lz4, DecodesEveryDistanceAndLength) {
  for (size_t distance = 1; distance <= 40; ++distance) {
    for (const size_t length : {4, 5, 15, 18, 19, 20, 33, 274, 300}) {
      // `distance` literals, a match of that length, no end of literals.
      Bytes in;
      Bytes expected;
      in.push_back(static_cast<std::byte>(std::min<size_t>(distance, 15) << 4 |
                                          std::min<size_t>(length - 4, 15)));
      if (distance >= 15) in.push_back(static_cast<std::byte>(distance - 15));
      for (size_t i = 0; i < distance; ++i) {
        in.push_back(static_cast<std::byte>(i * 7 + 1));
        expected.push_back(in.back());
      }
      in.push_back(static_cast<std::byte>(distance));
      in.push_back(std::byte{0});
      if (length >= 19) {
        size_t rest = length - 19;
        for (; rest >= 255; rest -= 255) in.push_back(std::byte{255});
        in.push_back(static_cast<std::byte>(rest));
      }
      for (size_t i = 0; i < length; ++i) expected.push_back(expected[expected.size() - distance]);
      for (const size_t slack : {0, 1, 15, 16, 40}) {
        ASSERT_EQ(decoded(in, expected.size(), {}, slack), expected) << distance << " " << length;
      }
    }
  }
}

TEST(Lz4, RejectsDistancesThatPointNowhere) {
  const auto error_of = [](std::initializer_list<int> raw) {
    Bytes in;
    for (const int b : raw) in.push_back(static_cast<std::byte>(b));
    Bytes out(20);
    return lz4_try_decompress(in, 20, out, 0).error;
  };
  EXPECT_NE(error_of({0x10, 'a', 0, 0}), nullptr) << "offset 0";
  EXPECT_NE(error_of({0x10, 'a', 2, 0}), nullptr) << "before the start";
  EXPECT_NE(error_of({0x1F, 'a', 1, 0, 255, 0}), nullptr) << "match past the end";
  EXPECT_NE(error_of({0xF0, 255, 'a'}), nullptr) << "literals past the end of the input";
  EXPECT_EQ(error_of({0x1F, 'a', 1, 0, 0}), nullptr) << "1 literal and a match of 19 fill it";
}

TEST(Lz4, CursorStandsBehindTheBlockAndNamesDamage) {
  Bytes file = compressed(bytes_of("abababababababababababababababab"));
  const size_t length = file.size();
  file.push_back(std::byte{42});
  auto owner = std::make_shared<Bytes>(file);
  store::Cursor in(store::Input(owner, *owner, "_0.dvd"));
  Bytes out(32);
  lz4_decompress(in, 32, out);
  EXPECT_EQ(in.position(), length);
  EXPECT_EQ(in.u8(), 42);
  in.seek(0);
  Bytes longer(40);
  try {
    lz4_decompress(in, 40, longer);
    FAIL() << "decoded bytes that are not there";
  } catch (const CorruptIndex& e) {
    EXPECT_EQ(e.where().file, "_0.dvd");
  }
}

TEST(Lz4, EveryTruncationIsAnError) {
  goldens::Random random(3);
  Bytes data(600);
  goldens::lz4_fill(random, data);
  const Bytes whole = compressed(data);
  Bytes out(data.size());
  for (size_t n = 0; n < whole.size(); ++n) {
    GuardedBytes cut(std::span<const std::byte>(whole).first(n));
    EXPECT_NE(lz4_try_decompress(cut.span(), out.size(), out, 0).error, nullptr) << n;
  }
}

TEST(Lz4, NoFlippedBitReadsOrWritesOutside) {
  goldens::Random random(8);
  Bytes data(300);
  goldens::lz4_fill(random, data);
  const Bytes whole = compressed(data);
  size_t refused = 0;
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    GuardedBytes in(whole);
    in.span()[bit / 8] ^= static_cast<std::byte>(1 << (bit % 8));
    GuardedBytes out(data.size());
    refused += lz4_try_decompress(in.span(), data.size(), out.span(), 0).error != nullptr;
  }
  EXPECT_GT(refused, 0U);
}

TEST(Lz4, NeedsRoomForItsOutput) {
  Bytes out(10);
  EXPECT_THROW(lz4_try_decompress({}, 11, out, 0), InvalidArgument);
  EXPECT_THROW(lz4_try_decompress({}, 5, out, 6), InvalidArgument);
  EXPECT_THROW(lz4_try_decompress({}, SIZE_MAX, out, 1), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::packing
