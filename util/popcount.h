// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace segsmith {

/// Set bits in all words, with the processor's own instruction where it has one.
uint64_t count_bits(std::span<const uint64_t> words);

/// Scatters the low bits of `bits` to the places of the set bits of `mask`, lowest first (x86
/// PDEP).
uint64_t deposit_bits(uint64_t bits, uint64_t mask);

/// For whole arrays: consumes the bits of `packed` from bit `first` on, one for each set bit of
/// `masks`, and ORs each into `out` at the place of its mask bit. Returns how many bits were
/// consumed; `packed` must hold that many. out.size() >= masks.size().
uint64_t deposit_bits(std::span<const uint64_t> packed, uint64_t first,
                      std::span<const uint64_t> masks, std::span<uint64_t> out);

/// Fills `out` with base + i for the first set bits i of `words`, ascending; returns how many:
/// fewer than out.size() only when there are no more.
size_t list_bits(std::span<const uint64_t> words, int32_t base, std::span<int32_t> out);

}  // namespace segsmith
