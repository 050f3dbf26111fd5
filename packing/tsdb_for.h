// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Frame of reference as Elasticsearch's time-series doc values use it: whole blocks of 128 or 512
/// values at one width, without a base.
///
/// - 1 to 24 bits: groups of 128 values, each in 2 * bits little-endian words. A word is cut into
///   lanes of 8, 16 or 32 bits, the narrowest that holds a value; the highest lane belongs to the
///   first values. That is the layout of Lucene 9's postings (org.apache.lucene.codecs.lucene90,
///   ForUtil).
/// - 25 to 32 bits: groups of 128 values, value i in the high half of word i, value i + 64 in its
///   low half.
/// - 40, 48, 56 bits: the low bytes of the values one after the other, low byte first.
/// - 57 to 64 bits: the values as they are.
/// Other widths do not exist: numbers are packed at for_rounded_bits(), ordinals have at most 32.
/// Format: docs/format/es-tsdb-doc-values.md.
namespace segsmith::packing {

/// Blocks are multiples of this many values.
inline constexpr size_t kForGroup = 128;

/// The width at which numbers of `bits` (0 to 64) bits are packed: as it is up to 24, else the next
/// of 32, 40, 48, 56 and 64.
constexpr int for_rounded_bits(int bits) { return bits <= 24 ? bits : (bits + 7) / 8 * 8; }

/// Whether blocks can be packed at `bits`.
constexpr bool is_for_width(int bits) {
  return bits >= 1 && bits <= 64 && (bits <= 32 || bits >= 57 || bits % 8 == 0);
}

/// Bytes of `count` values, a multiple of kForGroup.
constexpr size_t for_packed_bytes(size_t count, int bits) {
  return count / 8 * static_cast<size_t>(for_rounded_bits(bits));
}

/// Packs values that are below 2^bits as unsigned numbers; the caller vouches for that. Writes
/// for_packed_bytes(values.size(), bits) bytes and returns how many. InvalidArgument when there is
/// no such width, no room, or not a whole number of groups.
size_t for_pack(std::span<const int64_t> values, int bits, std::span<std::byte> out);

/// The reverse. `packed` holds at least for_packed_bytes(out.size(), bits) bytes (InvalidArgument
/// otherwise, and as above); no byte behind them is touched.
void for_unpack(std::span<const std::byte> packed, int bits, std::span<int64_t> out);

/// out[i] = value * mul + add, wrapping as Java's long does.
void for_unpack_affine(std::span<const std::byte> packed, int bits, std::span<int64_t> out,
                       int64_t mul, int64_t add);

/// out[i] = before + the sum of value * mul + add over values 0 to i: delta decoding in one pass.
void for_unpack_sums(std::span<const std::byte> packed, int bits, std::span<int64_t> out,
                     int64_t mul, int64_t add, int64_t before);

/// Which kernels this machine uses: "avx512", "avx2" or "scalar".
const char* for_kernels_name();

}  // namespace segsmith::packing
