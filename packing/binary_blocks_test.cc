// SPDX-License-Identifier: Apache-2.0
#include "packing/binary_blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "packing/testdata/block_input.h"
#include "packing/testdata/golden_inputs.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::packing::es819 {
namespace {

using packing::testing::block_input;
using packing::testing::written;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::array kOffsets = {DocOffsets::grouped_vints, DocOffsets::bit_stream};

std::vector<std::byte> encoded(std::span<const uint32_t> lengths, std::span<const std::byte> raw,
                               DocOffsets offsets) {
  BinaryBlockEncoder encoder(offsets);
  return written([&](store::Output& out) { encoder.encode(lengths, raw, out); });
}

std::vector<std::byte> text(size_t n) {
  std::vector<std::byte> bytes(n);
  for (size_t i = 0; i < n; ++i) bytes[i] = static_cast<std::byte>('a' + i * i % 7);
  return bytes;
}

BinaryBlock decoded(std::span<const std::byte> block, uint32_t docs, DocOffsets offsets,
                    uint32_t max_raw = 1 << 20) {
  const store::Input in = block_input(block);
  BinaryBlock out;
  decode_binary_block(in, 1, in.size(), docs, max_raw, offsets, out);
  return out;
}

/// Everything before the frame: the last byte is its length, here below 128.
std::string head_of(std::span<const std::byte> block) {
  const std::string hex = to_hex(block);
  return hex.substr(0, hex.find("28b52ffd"));
}

TEST(BinaryBlocks, StartsAreGroupedVIntsOrABitStream) {
  const std::vector<uint32_t> lengths = {3, 0, 300, 1, 70000};
  const auto raw = text(70304);
  // 01, VInt 70304; a group (1, 1, 1, 2 bytes): 0, 3, 0, 300; then VInts 1 and 70000.
  const auto grouped = encoded(lengths, raw, DocOffsets::grouped_vints);
  const std::string head = head_of(grouped);
  EXPECT_EQ(head.substr(0, head.size() - 2),
            "01a0a504"
            "01"
            "0003002c01"
            "01f0a204");
  // Width 17, then 0, 3, 0, 300, 1, 70000, high bits first: 102 bits.
  const auto stream = encoded(lengths, raw, DocOffsets::bit_stream);
  const std::string other = head_of(stream);
  EXPECT_EQ(other.substr(0, other.size() - 2),
            "01a0a504"
            "11"
            "00000000c0000012c0000c45c0");
}

TEST(BinaryBlocks, ComeBack) {
  goldens::Random random(11);
  for (const DocOffsets offsets : kOffsets) {
    BinaryBlockEncoder encoder(offsets);
    BinaryBlock block;
    for (int round = 0; round < 60; ++round) {
      std::vector<uint32_t> lengths(static_cast<size_t>(random.below(round % 3 == 0 ? 9 : 1025)));
      const int longest = 1 << random.below(12);
      size_t sum = 0;
      for (uint32_t& length : lengths) {
        length = static_cast<uint32_t>(random.below(longest));
        sum += length;
      }
      const auto raw = text(sum);
      const store::Input in =
          block_input(written([&](store::Output& out) { encoder.encode(lengths, raw, out); }));
      decode_binary_block(in, 1, in.size(), static_cast<uint32_t>(lengths.size()),
                          static_cast<uint32_t>(sum), offsets, block);
      ASSERT_EQ(block.raw, raw);
      ASSERT_EQ(block.offsets.size(), lengths.size() + 1);
      for (size_t i = 0; i < lengths.size(); ++i) {
        ASSERT_EQ(block.offsets[i + 1] - block.offsets[i], lengths[i]);
      }
    }
  }
}

TEST(BinaryBlocks, EmptyStringsHaveNoPayload) {
  const std::vector<uint32_t> lengths = {0, 0, 0, 0};
  EXPECT_EQ(to_hex(encoded(lengths, {}, DocOffsets::grouped_vints)),
            "0100"
            "0000000000"
            "00");
  EXPECT_EQ(to_hex(encoded(lengths, {}, DocOffsets::bit_stream)),
            "0100"
            "00");
  for (const DocOffsets offsets : kOffsets) {
    const BinaryBlock block = decoded(encoded(lengths, {}, offsets), 4, offsets);
    EXPECT_TRUE(block.raw.empty());
    EXPECT_THAT(block.offsets, ElementsAre(0, 0, 0, 0, 0));
  }
}

TEST(BinaryBlocks, UncompressedBlocksAreRead) {
  const auto bytes = *from_hex(
      "0003"
      "000102"
      "616263");
  const BinaryBlock block = decoded(bytes, 2, DocOffsets::grouped_vints);
  EXPECT_EQ(to_hex(block.raw), "616263");
  EXPECT_THAT(block.offsets, ElementsAre(0, 1, 3));
}

TEST(BinaryBlocks, EncoderRefusesLengthsThatDoNotAddUp) {
  const std::vector<uint32_t> lengths = {1, 2};
  EXPECT_THROW(encoded(lengths, text(4), DocOffsets::bit_stream), InvalidArgument);
}

TEST(BinaryBlocks, DamageIsNamed) {
  const auto message = [](const std::string& hex, uint32_t docs, DocOffsets offsets,
                          uint32_t max_raw = 1 << 20) -> std::string {
    try {
      decoded(*from_hex(hex), docs, offsets, max_raw);
    } catch (const CorruptIndex& e) {
      return e.what();
    }
    return "no error";
  };
  const auto grouped = DocOffsets::grouped_vints;
  EXPECT_THAT(message("0005", 1, grouped, 4), HasSubstr("at most 4 bytes of strings"));
  EXPECT_THAT(message("0003010261626364", 1, grouped), HasSubstr("a first string at 0"));
  EXPECT_THAT(message("00030002616263", 1, grouped), HasSubstr("strings of 3 bytes in all"));
  EXPECT_THAT(message("00030004616263", 1, grouped), HasSubstr("at least 4"));
  EXPECT_THAT(message("0003000361626364", 1, grouped), HasSubstr("the end of the block"));
  EXPECT_THAT(message("00030003", 4000000000, grouped), HasSubstr("starts of 4000000000 strings"));
  EXPECT_THAT(message("000321", 1, DocOffsets::bit_stream), HasSubstr("lengths of 0 to 32 bits"));
  EXPECT_THAT(message("00030200", 4000000000, DocOffsets::bit_stream),
              HasSubstr("bytes of the block"));
  const std::vector<uint32_t> lengths = {400};
  const std::string good = to_hex(encoded(lengths, text(400), grouped));
  const size_t frame = good.find("28b52ffd");
  EXPECT_EQ(message(good, 1, grouped), "no error");
  // Another magic number.
  EXPECT_THAT(message(good.substr(0, frame) + "29" + good.substr(frame + 2), 1, grouped),
              HasSubstr("a zstd frame of 400 bytes"));
  // A frame of more than is declared: 399 and a string of 399.
  std::string less = good;
  less.replace(2, 4, "8f03");
  less.replace(8, 4, "8f03");
  EXPECT_THAT(message(less, 1, grouped), HasSubstr("a zstd frame of 399 bytes"));
  EXPECT_THAT(message(good.substr(0, good.size() - 2), 1, grouped),
              HasSubstr("bytes of the block"));
}

TEST(BinaryBlocks, AFrameThatCannotHoldSoMuchIsRefusedBeforeAnAllocation) {
  // 3 GB declared, by the frame too, in 20 bytes.
  const auto bytes = *from_hex(
      "01"
      "80bcc1960b"
      "00"
      "80bcc1960b"
      "0d"
      "28b52ffde0"
      "005ed0b200000000");
  EXPECT_THROW(decoded(bytes, 1, DocOffsets::grouped_vints, UINT32_MAX), CorruptIndex);
}

}  // namespace
}  // namespace segsmith::packing::es819
