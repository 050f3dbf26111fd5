// SPDX-License-Identifier: Apache-2.0
#include "packing/binary_blocks.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <boost/endian/conversion.hpp>
#include <numeric>
#include <string>

#include "packing/block_parser.h"
#include "util/error.h"

namespace segsmith::packing::es819 {
namespace {

namespace endian = boost::endian;

constexpr uint8_t kCompressed = 1;
constexpr int kLevel = 1;

/// Numbers of a group of grouped VInts.
constexpr size_t kGroupSize = 4;

unsigned char* raw_bytes(std::byte* p) { return reinterpret_cast<unsigned char*>(p); }

/// Bytes of a number in a group: 1 to 4.
unsigned group_bytes(uint32_t v) {
  return v == 0 ? 1 : (static_cast<unsigned>(std::bit_width(v)) + 7) / 8;
}

/// The starts, as numbers: 0 and the lengths.
uint32_t start_number(std::span<const uint32_t> lengths, size_t i) {
  return i == 0 ? 0 : lengths[i - 1];
}

void append_grouped(std::span<const uint32_t> lengths, BlockBytes& out) {
  const size_t numbers = lengths.size() + 1;
  size_t i = 0;
  for (; numbers - i >= kGroupSize; i += kGroupSize) {
    std::byte* const flags = out.at();
    uint8_t sizes = 0;
    out.u8(0);
    for (size_t j = 0; j < kGroupSize; ++j) {
      const uint32_t v = start_number(lengths, i + j);
      const unsigned n = group_bytes(v);
      sizes = static_cast<uint8_t>(sizes << 2 | (n - 1));
      // Four bytes are stored; the next number lies over those that are too many.
      endian::store_little_u32(raw_bytes(out.at()), v);
      out.skip(n);
    }
    *flags = static_cast<std::byte>(sizes);
  }
  for (; i < numbers; ++i) out.vlong(start_number(lengths, i));
}

void append_bit_stream(std::span<const uint32_t> lengths, BlockBytes& out) {
  uint32_t joined = 0;
  for (const uint32_t length : lengths) joined = std::max(joined, length);
  const int width = std::bit_width(joined);
  out.u8(static_cast<uint8_t>(width));
  if (width == 0) return;
  uint64_t held = 0;
  int held_bits = 0;
  const auto add = [&](uint32_t v) {
    held = held << width | v;
    held_bits += width;
    for (; held_bits >= 8; held_bits -= 8) {
      out.u8(static_cast<uint8_t>(held >> (held_bits - 8)));
    }
  };
  add(0);
  for (const uint32_t length : lengths) add(length);
  if (held_bits > 0) out.u8(static_cast<uint8_t>(held << (8 - held_bits)));
}

// Both make room once it is sure that the numbers can be there.
void parse_grouped(BlockParser& in, size_t count, std::vector<uint32_t>& numbers) {
  // A group takes at least five bytes.
  if (count / kGroupSize > in.remaining() / 5) {
    in.corrupt("starts of " + std::to_string(count - 1) + " strings",
               std::to_string(in.remaining()) + " bytes to the end of the block");
  }
  numbers.resize(count);
  size_t i = 0;
  for (; numbers.size() - i >= kGroupSize; i += kGroupSize) {
    const uint8_t sizes = in.u8();
    for (size_t j = 0; j < kGroupSize; ++j) {
      const auto part = in.bytes((sizes >> (6 - 2 * j) & 3) + 1u);
      uint32_t v = 0;
      for (size_t b = part.size(); b-- > 0;) v = v << 8 | static_cast<uint8_t>(part[b]);
      numbers[i + j] = v;
    }
  }
  for (; i < numbers.size(); ++i) numbers[i] = in.vint();
}

void parse_bit_stream(BlockParser& in, size_t count, std::vector<uint32_t>& numbers) {
  const uint8_t width = in.u8();
  if (width > 32) in.corrupt_before(1, "lengths of 0 to 32 bits", std::to_string(width));
  const auto stream = in.bytes((uint64_t{width} * count + 7) / 8);
  numbers.resize(count);
  const uint64_t mask = (uint64_t{1} << width) - 1;
  uint64_t held = 0;
  int held_bits = 0;
  size_t at = 0;
  for (uint32_t& number : numbers) {
    for (; held_bits < width; held_bits += 8) held = held << 8 | static_cast<uint8_t>(stream[at++]);
    held_bits -= width;
    number = static_cast<uint32_t>(held >> held_bits & mask);
  }
}

/// Numbers become the starts that they stand for.
void add_up_starts(const BlockParser& in, std::span<uint32_t> numbers, uint32_t raw_length) {
  uint64_t sum = 0;
  if (numbers[0] != 0) in.corrupt("a first string at 0", std::to_string(numbers[0]));
  for (uint32_t& number : numbers) {
    sum += number;
    if (sum > raw_length) break;
    number = static_cast<uint32_t>(sum);
  }
  if (sum != raw_length) {
    in.corrupt("strings of " + std::to_string(raw_length) + " bytes in all",
               (sum > raw_length ? "at least " : "") + std::to_string(sum));
  }
}

/// The largest number of bytes that a frame of `length` may decode to: blocks of 128 KiB of one
/// repeated byte take four.
uint64_t most_decoded(uint64_t length) { return (length / 4 + 1) * ZSTD_BLOCKSIZE_MAX; }

void parse_compressed(BlockParser& in, uint32_t raw_length, BinaryBlock& block) {
  if (raw_length == 0) return block.raw.clear();
  const uint32_t length = in.vint();
  const auto frame = in.bytes(length);
  const auto fail = [&](std::string expected, std::string found) {
    in.corrupt_before(length, std::move(expected), std::move(found));
  };
  const std::string expected = "a zstd frame of " + std::to_string(raw_length) + " bytes";
  const auto declared = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (declared == ZSTD_CONTENTSIZE_ERROR) fail(expected, "bytes that are none");
  if (declared != ZSTD_CONTENTSIZE_UNKNOWN && declared != raw_length) {
    fail(expected, "one of " + std::to_string(declared));
  }
  if (raw_length > most_decoded(length)) {
    fail(expected, "only " + std::to_string(length) + " compressed bytes");
  }
  // Before anything is allocated, so that a frame that is cut off costs nothing.
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) {
    fail(expected, "one that does not end with its " + std::to_string(length) + " bytes");
  }
  block.raw.resize(raw_length);
  if (block.decompressor == nullptr) block.decompressor.reset(ZSTD_createDCtx());
  if (block.decompressor == nullptr) throw std::bad_alloc();
  const size_t made = ZSTD_decompressDCtx(block.decompressor.get(), block.raw.data(),
                                          block.raw.size(), frame.data(), frame.size());
  if (ZSTD_isError(made)) fail(expected, ZSTD_getErrorName(made));
  if (made != raw_length) fail(expected, "one of " + std::to_string(made));
}

}  // namespace

struct BinaryBlockEncoder::State {
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  DocOffsets offsets;
  std::unique_ptr<ZSTD_CCtx, Free> compressor;
  std::vector<std::byte> starts;
  std::vector<std::byte> frame;
};

BinaryBlockEncoder::BinaryBlockEncoder(DocOffsets offsets) : state_(std::make_unique<State>()) {
  state_->offsets = offsets;
  state_->compressor.reset(ZSTD_createCCtx());
  if (state_->compressor == nullptr) throw std::bad_alloc();
}
BinaryBlockEncoder::BinaryBlockEncoder(BinaryBlockEncoder&&) noexcept = default;
BinaryBlockEncoder& BinaryBlockEncoder::operator=(BinaryBlockEncoder&&) noexcept = default;
BinaryBlockEncoder::~BinaryBlockEncoder() = default;

void BinaryBlockEncoder::encode(std::span<const uint32_t> lengths, std::span<const std::byte> raw,
                                store::Output& out) {
  const uint64_t sum = std::accumulate(lengths.begin(), lengths.end(), uint64_t{0});
  if (sum != raw.size() || raw.size() > INT32_MAX) {
    throw InvalidArgument("a block of " + std::to_string(raw.size()) + " bytes for strings of " +
                          std::to_string(sum));
  }
  // Five bytes a number, and what is stored past the last.
  state_->starts.resize(5 * (lengths.size() + 1) + 8);
  BlockBytes starts(state_->starts.data());
  if (state_->offsets == DocOffsets::grouped_vints) {
    append_grouped(lengths, starts);
  } else {
    append_bit_stream(lengths, starts);
  }
  out.u8(kCompressed);
  out.vint(static_cast<uint32_t>(raw.size()));
  out.bytes(std::span<const std::byte>(state_->starts.data(), starts.at()));
  if (raw.empty()) return;
  state_->frame.resize(ZSTD_compressBound(raw.size()));
  const size_t made = ZSTD_compressCCtx(state_->compressor.get(), state_->frame.data(),
                                        state_->frame.size(), raw.data(), raw.size(), kLevel);
  if (ZSTD_isError(made)) {
    throw InvalidArgument(std::string("zstd cannot compress a block: ") + ZSTD_getErrorName(made));
  }
  out.vint(static_cast<uint32_t>(made));
  out.bytes(std::span<const std::byte>(state_->frame.data(), made));
}

void BinaryBlock::FreeDecompressor::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

void decode_binary_block(const store::Input& data, uint64_t begin, uint64_t end, uint32_t docs,
                         uint32_t max_raw, DocOffsets offsets, BinaryBlock& block) {
  BlockParser in(data, begin, end);
  const bool compressed = in.u8() & kCompressed;
  const uint32_t raw_length = in.vint();
  if (raw_length > max_raw) {
    in.corrupt_before(1, "at most " + std::to_string(max_raw) + " bytes of strings",
                      std::to_string(raw_length));
  }
  if (offsets == DocOffsets::grouped_vints) {
    parse_grouped(in, size_t{docs} + 1, block.offsets);
  } else {
    parse_bit_stream(in, size_t{docs} + 1, block.offsets);
  }
  add_up_starts(in, block.offsets, raw_length);
  if (compressed) {
    parse_compressed(in, raw_length, block);
  } else {
    const auto raw = in.bytes(raw_length);
    block.raw.assign(raw.begin(), raw.end());
  }
  in.end();
}

}  // namespace segsmith::packing::es819
