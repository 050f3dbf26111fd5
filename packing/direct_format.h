// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

/// Packed integers that are read where they lie (Lucene's DirectWriter and DirectReader): value i
/// takes `bits` bits starting at bit i * bits, low bits first, from one of fourteen widths. A few
/// zero bytes follow, so that Lucene may read the last value with one wide load.
namespace segsmith::packing {

inline constexpr std::array<int, 14> kDirectWidths = {1,  2,  4,  8,  12, 16, 20,
                                                      24, 28, 32, 40, 48, 56, 64};

/// Index of `bits` in kDirectWidths, or -1 for a width that the format does not have.
int direct_width_index(int bits);
inline bool is_direct_width(int bits) { return direct_width_index(bits) >= 0; }

/// The narrowest width that holds 0..max (DirectWriter.unsignedBitsRequired); 1 for max == 0.
int direct_bits_required(uint64_t max);

/// Bytes of `count` packed values without padding: ceil(count * bits / 8). Saturates at UINT64_MAX,
/// so a count from a file may be compared with a length without any other check.
uint64_t direct_packed_bytes(uint64_t count, int bits);
/// Zero bytes behind the values: 0 to 3, by width.
int direct_padding_bytes(int bits);
/// Bytes that DirectWriter makes of `count` values, padding included. Saturates as above.
uint64_t direct_byte_count(uint64_t count, int bits);

}  // namespace segsmith::packing
