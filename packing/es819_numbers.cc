// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "packing/block_parser.h"
#include "packing/delta_kernels.h"
#include "packing/es819_blocks.h"
#include "packing/number_kernels.h"
#include "packing/tsdb_for.h"
#include "util/bit_set.h"
#include "util/bits.h"
#include "util/error.h"

// A block: VInt (bits << 3 | delta << 2 | offset << 1 | gcd); the packed values, none at 0 bits;
// then, of the stages that took part, VLong gcd - 2, ZLong minimum, ZLong first.
namespace segsmith::packing::es819 {
namespace {

constexpr uint32_t kDelta = 4;
constexpr uint32_t kOffset = 2;
constexpr uint32_t kGcd = 1;

/// Header, packed values and the numbers of the stages.
constexpr size_t kMaxBytes = 2 + kMaxBlock * 8 + 3 * 10;

int bit_length(uint64_t v) { return 64 - std::countl_zero(v); }

/// Elasticsearch leaves a minimum that would not make the largest value much smaller, but no
/// negative one, unless the range does not fit a long.
bool offset_pays(MinMax bounds) {
  if (bounds.min == 0) return false;
  if (wrapping_sub(bounds.max, bounds.min) < 0) return false;
  return bounds.min < 0 || bounds.min >= bounds.max >> 2;
}

/// What is left to pack, and at how many bits (not rounded).
struct Packable {
  std::span<const int64_t> values;
  int bits;
  uint64_t gcd;  ///< 1 when nothing was divided.
};

/// Values of a block with negative ones, whose range does not fit a long: rare.
Packable divide_negative(std::span<const int64_t> values, int64_t min, std::span<int64_t> scratch) {
  const uint64_t g = gcd_of(values, min);
  if (g > 1) {
    packing::divide_signed(values, g, scratch);
    values = scratch;
  }
  uint64_t joined = 0;
  for (const int64_t v : values) joined |= static_cast<uint64_t>(v);
  return {values, bit_length(joined), std::max<uint64_t>(g, 1)};
}

/// Subtracts `base`, then divides by what all have in common. No value is below base, nor 2^63
/// above.
Packable divide(std::span<const int64_t> values, int64_t base, uint64_t range,
                std::span<int64_t> scratch) {
  if (range == 0) return {values, 0, 1};
  const uint64_t g = fold_gcd(0, values, base);
  if (g > 1) {
    subtract_and_divide(values, base, ExactDivisor(g), scratch);
    return {scratch, bit_length(range / g), g};
  }
  if (base == 0) return {values, bit_length(range), 1};
  subtract(values, base, scratch);
  return {scratch, bit_length(range), 1};
}

void check_block_size(size_t size) {
  if (size == 0 || size > kMaxBlock || size % kForGroup != 0) {
    throw InvalidArgument("a block of " + std::to_string(size) + " values");
  }
}

/// A block up to its values.
struct Header {
  uint32_t flags;
  int bits;
  std::span<const std::byte> packed;
  uint64_t gcd = 1;
  int64_t min = 0;
  int64_t first = 0;
};

Header parse(BlockParser& in, size_t block_size) {
  const uint32_t token = in.vint();
  Header block{token & 7, static_cast<int>(token >> 3), {}};
  if (token >> 3 > 64 || for_rounded_bits(block.bits) != block.bits) {
    in.corrupt_before(token < 0x80 ? 1 : 2, "0 to 24, 32, 40, 48, 56 or 64 bits a value",
                      std::to_string(token >> 3));
  }
  block.packed = in.bytes(for_packed_bytes(block_size, block.bits));
  if (block.flags & kGcd) {
    const uint64_t less_two = in.vlong();
    if (less_two > (uint64_t{1} << 63) - 2) {
      in.corrupt_before(9, "a divisor up to 2^63", std::to_string(less_two) + " + 2");
    }
    block.gcd = less_two + 2;
  }
  if (block.flags & kOffset) block.min = in.zlong();
  if (block.flags & kDelta) block.first = in.zlong();
  in.end();
  return block;
}

}  // namespace

void encode_numbers(std::span<const int64_t> values, store::Output& out) {
  check_block_size(values.size());
  // Written before they are read, so not cleared.
  std::array<int64_t, kMaxBlock> deltas;    // NOLINT(*-member-init)
  std::array<int64_t, kMaxBlock> scratch;   // NOLINT(*-member-init)
  std::array<std::byte, kMaxBytes> buffer;  // NOLINT(*-member-init)
  MinMax bounds;
  uint32_t flags = 0;
  int64_t first = 0;
  if (goes_one_way(values)) {
    flags |= kDelta;
    const std::span<int64_t> differences(deltas.data(), values.size());
    bounds = take_deltas(values, differences);
    first = wrapping_sub(values[0], differences[0]);
    values = differences;
  } else {
    bounds = min_max(values);
  }
  const bool offset = offset_pays(bounds);
  if (offset) flags |= kOffset;
  const int64_t base = offset ? bounds.min : 0;
  const std::span<int64_t> room(scratch.data(), values.size());
  const Packable rest =
      bounds.min < base
          ? divide_negative(values, bounds.min, room)
          : divide(values, base, static_cast<uint64_t>(wrapping_sub(bounds.max, base)), room);
  if (rest.gcd > 1) flags |= kGcd;
  const int bits = for_rounded_bits(rest.bits);
  BlockBytes bytes(buffer.data());
  bytes.vlong(static_cast<uint64_t>(bits) << 3 | flags);
  if (bits > 0) bytes.skip(for_pack(rest.values, bits, {bytes.at(), kMaxBlock * 8}));
  if (flags & kGcd) bytes.vlong(rest.gcd - 2);
  if (flags & kOffset) bytes.zlong(base);
  if (flags & kDelta) bytes.zlong(first);
  out.bytes(std::span<const std::byte>(buffer.data(), bytes.at()));
}

void decode_numbers(const store::Input& data, uint64_t begin, uint64_t end,
                    std::span<int64_t> out) {
  check_block_size(out.size());
  BlockParser in(data, begin, end);
  const Header block = parse(in, out.size());
  if (block.bits == 0) {
    // With differences that are all alike, a line.
    const int64_t step = block.flags & kDelta ? block.min : 0;
    const int64_t first = block.flags & kDelta ? wrapping_add(block.first, step) : block.min;
    fill_line(out, first, step);
    return;
  }
  const auto gcd = static_cast<int64_t>(block.gcd);
  if (block.flags & kDelta) {
    for_unpack_sums(block.packed, block.bits, out, gcd, block.min, block.first);
  } else {
    for_unpack_affine(block.packed, block.bits, out, gcd, block.min);
  }
}

bool numbers_range_into_words(const store::Input& data, uint64_t begin, uint64_t end,
                              size_t block_size, size_t first, size_t count, int64_t low,
                              int64_t high, std::span<uint64_t> words, uint64_t bit_offset) {
  check_block_size(block_size);
  BlockParser in(data, begin, end);
  const Header block = parse(in, block_size);
  if (block.bits != 0 || block.flags & kDelta) return false;
  if (first > block_size || count > block_size - first) {
    throw InvalidArgument("values " + std::to_string(first) + " + " + std::to_string(count) +
                          " of a block of " + std::to_string(block_size));
  }
  if (low <= block.min && block.min <= high) set_bits(words, bit_offset, count);
  return true;
}

NumberShape describe_numbers(const store::Input& data, uint64_t begin, uint64_t end,
                             size_t block_size) {
  check_block_size(block_size);
  BlockParser in(data, begin, end);
  const Header block = parse(in, block_size);
  NumberShape shape;
  shape.delta = block.flags & kDelta;
  shape.offset = block.flags & kOffset;
  shape.divided = block.flags & kGcd;
  shape.bits = block.bits;
  shape.first = block.first;
  shape.min = block.min;
  shape.gcd = block.gcd;
  return shape;
}

std::string NumberShape::stages() const {
  std::string text;
  const auto add = [&](bool part, const char* name) {
    if (!part) return;
    if (!text.empty()) text += " > ";
    text += name;
  };
  add(delta, "delta");
  add(offset, "offset");
  add(divided, "gcd");
  add(bits > 0, "bit-pack");
  return text.empty() ? "constant" : text;
}

}  // namespace segsmith::packing::es819
