// SPDX-License-Identifier: Apache-2.0
#include "store/codec_util.h"

#include <gtest/gtest.h>

#include "util/error.h"
#include "util/hex.h"

namespace segsmith::store {
namespace {

using Bytes = std::vector<std::byte>;

constexpr char kCodec[] = "Lucene90DocValuesData";
constexpr char kSuffix[] = "Lucene90_0";

Id some_id() {
  Id id;
  for (size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::byte>(i * 17);
  return id;
}

/// What Lucene's CodecUtil and IndexOutput wrote of the same calls.
constexpr char kLucenes[] =
    "3fd76c17154c7563656e653930446f6356616c756573446174610000000300112233445566778899aabbccddeeff0a"
    "4c7563656e6539305f30ffffffffac0280808080808080804009ffffffffffffffffff0109066e61c3af76650101"
    "6b0176010173c02893e80000000000000000d6702869";

Bytes write_file() {
  MemoryOutput memory;
  Output& out = memory.out();
  write_index_header(out, kCodec, 3, some_id(), kSuffix);
  out.le_int(-1);
  out.vint(300);
  out.vlong(uint64_t{1} << 62);
  out.zlong(-5);
  out.zlong(INT64_MIN);
  out.zint(-5);
  out.string("na\xC3\xAFve");
  const std::pair<std::string, std::string> pair[] = {{"k", "v"}};
  out.string_pairs(pair);
  const std::string set[] = {"s"};
  out.strings(set);
  write_footer(out);
  return memory.take();
}

Input input_of(Bytes bytes) {
  auto owner = std::make_shared<Bytes>(std::move(bytes));
  return {owner, *owner, "_0.dvd"};
}

/// The message of the exception that opening the file ends in, or an empty string.
std::string problem_of(const Bytes& bytes) {
  const Input file = input_of(bytes);
  try {
    parse_checked(file, [&] {
      Cursor in(file);
      check_index_header(in, kCodec, 0, 3, some_id(), kSuffix);
    });
    verify_checksum(file);
    return {};
  } catch (const CorruptIndex& e) {
    return e.what();
  } catch (const UnsupportedVersion& e) {
    return e.what();
  }
}

TEST(Envelope, WritesLucenesBytes) {
  EXPECT_EQ(to_hex(write_file()), kLucenes);
  MemoryOutput plain;
  write_header(plain.out(), "FooBar", 5);
  write_footer(plain.out());
  EXPECT_EQ(to_hex(plain.take()), "3fd76c1706466f6f42617200000005c02893e80000000000000000d6c9b2df");
}

TEST(Envelope, LengthsAreAsAnnounced) {
  MemoryOutput memory;
  write_index_header(memory.out(), kCodec, 3, some_id(), kSuffix);
  EXPECT_EQ(memory.out().position(), index_header_length(kCodec, kSuffix));
  EXPECT_EQ(header_length("FooBar"), 15U);
}

TEST(Envelope, ReadsItsOwnHeader) {
  const Input file = input_of(write_file());
  Cursor in(file);
  EXPECT_EQ(check_index_header(in, kCodec, 0, 3, some_id(), kSuffix), 3);
  EXPECT_EQ(in.le_int(), -1);
  EXPECT_NO_THROW(verify_checksum(file));
  EXPECT_EQ(without_footer(file).size(), file.size() - kFooterLength);
}

TEST(Envelope, EveryTruncationIsNoticed) {
  const Bytes whole = write_file();
  EXPECT_EQ(problem_of(whole), "");
  for (size_t n = 0; n < whole.size(); ++n) {
    EXPECT_NE(problem_of(Bytes(whole.begin(), whole.begin() + static_cast<long>(n))), "") << n;
  }
}

TEST(Envelope, EveryFlippedBitIsNoticed) {
  const Bytes whole = write_file();
  for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
    Bytes flipped = whole;
    flipped[bit / 8] ^= static_cast<std::byte>(1 << (bit % 8));
    EXPECT_NE(problem_of(flipped), "") << "byte " << bit / 8;
  }
}

TEST(Envelope, TruncatedAndExtendedAreToldApart) {
  Bytes cut = write_file();
  cut.pop_back();
  const auto message = [](const Bytes& bytes) {
    try {
      verify_checksum(input_of(bytes));
    } catch (const CorruptIndex& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(message(cut).find("truncated"), std::string::npos) << message(cut);
  Bytes longer = write_file();
  longer.resize(longer.size() + 47);
  EXPECT_NE(message(longer).find("extended"), std::string::npos) << message(longer);
  EXPECT_NE(message(Bytes(5)).find("truncated"), std::string::npos);
}

TEST(Envelope, DamageIsThePrimaryFinding) {
  // The name of the codec is damaged: parsing fails, and the checksum says why.
  Bytes damaged = write_file();
  damaged[6] ^= std::byte{1};
  EXPECT_NE(problem_of(damaged).find("checksum"), std::string::npos) << problem_of(damaged);
  // Intact bytes of another codec stay a question of the codec.
  MemoryOutput other;
  write_index_header(other.out(), "Other", 0, some_id(), kSuffix);
  write_footer(other.out());
  EXPECT_NE(problem_of(other.take()).find("codec"), std::string::npos);
}

TEST(Envelope, VersionsOutsideTheRangeAreUnsupportedNotCorrupt) {
  MemoryOutput memory;
  write_index_header(memory.out(), kCodec, 4, some_id(), kSuffix);
  write_footer(memory.out());
  Cursor in(input_of(memory.take()));
  EXPECT_THROW(check_index_header(in, kCodec, 0, 3, some_id(), kSuffix), UnsupportedVersion);
  in.seek(0);
  EXPECT_EQ(check_index_header(in, kCodec, 0, 4, some_id(), kSuffix), 4);
}

TEST(Envelope, AnotherIdOrSuffixIsCorrupt) {
  Cursor in(input_of(write_file()));
  Id other = some_id();
  other[15] = std::byte{1};
  EXPECT_THROW(check_index_header(in, kCodec, 0, 3, other, kSuffix), CorruptIndex);
  in.seek(0);
  EXPECT_THROW(check_index_header(in, kCodec, 0, 3, some_id(), "Lucene90_1"), CorruptIndex);
  in.seek(0);
  EXPECT_THROW(check_index_header(in, kCodec, 0, 3, some_id(), ""), CorruptIndex);
}

TEST(Envelope, ChecksumBeyondThirtyTwoBitsIsCorrupt) {
  Bytes bytes = write_file();
  bytes[bytes.size() - 8] = std::byte{1};
  EXPECT_THROW(check_footer(input_of(bytes)), CorruptIndex);
}

}  // namespace
}  // namespace segsmith::store
