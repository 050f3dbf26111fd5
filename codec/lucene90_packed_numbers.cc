// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_packed_numbers.h"

#include <algorithm>
#include <array>
#include <boost/endian/conversion.hpp>
#include <string>

#include "packing/direct_reader.h"
#include "util/bits.h"

namespace segsmith::codec::lucene90 {
namespace {

uint64_t max_packed(int bits) { return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

}  // namespace

uint64_t get_packed(std::span<const std::byte> packed, int bits, uint64_t index) {
  // A wide load, except at the very end of the bytes: no width spreads a value over more than
  // eight.
  const uint64_t bit = index * static_cast<uint64_t>(bits);
  if (packed.size() < 8 || bit / 8 > packed.size() - 8) {
    return static_cast<uint64_t>(packing::direct_get(packed, bits, index));
  }
  const uint64_t word = boost::endian::load_little_u64(
      reinterpret_cast<const unsigned char*>(packed.data() + bit / 8));
  return (word >> (bit & 7)) & max_packed(bits);
}

void Affine::unpack(std::span<const std::byte> packed, uint64_t first,
                    std::span<int64_t> out) const {
  if (bits == 0) {
    std::fill(out.begin(), out.end(), min);
  } else {
    packing::direct_unpack_affine(packed, bits, first, out, gcd, min);
  }
}

int64_t Affine::get(std::span<const std::byte> packed, uint64_t index) const {
  if (bits == 0) return min;
  const auto value = static_cast<int64_t>(get_packed(packed, bits, index));
  return wrapping_add(wrapping_mul(value, gcd), min);
}

void Affine::range(std::span<const std::byte> packed, uint64_t first, uint64_t count, int64_t low,
                   int64_t high, std::span<uint64_t> words, uint64_t bit_offset) const {
  if (low > high || high < min) return;
  if (bits == 0) {
    if (low <= min) set_bits(words, bit_offset, count);
    return;
  }
  // No value lies below `min`, so distances from it are not negative: unsigned arithmetic covers
  // them.
  const auto base = static_cast<uint64_t>(min), step = static_cast<uint64_t>(gcd);
  const uint64_t from = low <= min ? 0 : ceil_div(static_cast<uint64_t>(low) - base, step);
  const uint64_t to = std::min((static_cast<uint64_t>(high) - base) / step, max_packed(bits));
  if (from > to) return;
  if (from == 0 && to == max_packed(bits)) {
    set_bits(words, bit_offset, count);
  } else {
    packing::direct_range_into_words(packed, bits, first, count, from, to, words, bit_offset);
  }
}

void PackedNumbers::check_positions(uint64_t first, uint64_t count) const {
  if (count > size() || first > size() - count) {
    packed_.corrupt(0, "value positions up to " + std::to_string(size()),
                    std::to_string(first) + " + " + std::to_string(count));
  }
}

void PackedNumbers::gather(std::span<const uint64_t> positions, std::span<int64_t> out) const {
  constexpr size_t kChunk = 256;
  constexpr size_t kWindow = 4 * kChunk;
  std::array<int64_t, kWindow> window;
  for (size_t i = 0; i < positions.size();) {
    const size_t n = std::min(kChunk, positions.size() - i);
    const uint64_t first = positions[i];
    const uint64_t reach = positions[i + n - 1] - first + 1;
    if (reach <= kWindow) {
      values(first, std::span(window).first(reach));
      for (size_t k = 0; k < n; ++k) out[i + k] = window[positions[i + k] - first];
    } else {
      pick(positions.subspan(i, n), out.subspan(i, n));
    }
    i += n;
  }
}

}  // namespace segsmith::codec::lucene90
