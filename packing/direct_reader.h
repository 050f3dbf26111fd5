// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "packing/direct_format.h"

/// Bulk reads of DirectWriter's values (docs there), through the fastest kernel of this machine.
///
/// All functions take the packed bytes of a whole run of values, a width of kDirectWidths, and the
/// position of the first value wanted, which need not lie on a byte. They check once that the
/// values lie inside `packed` (InvalidArgument otherwise: whoever parsed the lengths answers for
/// them), need no padding behind the values and never touch a byte outside the spans.
namespace segsmith::packing {

/// out[i] = value first + i, zero-extended.
void direct_unpack(std::span<const std::byte> packed, int bits, uint64_t first,
                   std::span<int64_t> out);

/// out[i] = value * mul + add, wrapping as Java's long does.
void direct_unpack_affine(std::span<const std::byte> packed, int bits, uint64_t first,
                          std::span<int64_t> out, int64_t mul, int64_t add);

/// out[i] = table[value]. Returns false, with `out` unspecified, when a value lies outside the
/// table: the caller names the corruption.
[[nodiscard]] bool direct_unpack_table(std::span<const std::byte> packed, int bits, uint64_t first,
                                       std::span<int64_t> out, std::span<const int64_t> table);

/// Sets bit `bit_offset + i` of `words` (bit b in word b / 64) when low <= value first + i <= high,
/// compared as unsigned numbers at the packed width; leaves all other bits as they are. `words`
/// must reach over bit_offset + count bits (InvalidArgument otherwise). low > high selects nothing.
void direct_range_into_words(std::span<const std::byte> packed, int bits, uint64_t first,
                             uint64_t count, uint64_t low, uint64_t high, std::span<uint64_t> words,
                             uint64_t bit_offset);

/// One value, for random access; the same checks.
int64_t direct_get(std::span<const std::byte> packed, int bits, uint64_t index);

}  // namespace segsmith::packing
