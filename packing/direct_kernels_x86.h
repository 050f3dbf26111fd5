// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>

#include "packing/direct_kernels.h"

/// What the AVX2 and the AVX-512 kernels share.
namespace segsmith::packing::kernels {

/// The kernels that take what does not fill a vector.
inline const WidthKernels& scalar(int bits) {
  return scalar_kernels().widths[static_cast<size_t>(direct_width_index(bits))];
}

/// Packs values of a direct width with AVX2.
using PackKernel = decltype(WidthKernels::pack);
PackKernel avx2_pack(int bits);

/// Asks for the packed bytes that a loop at `p` will come to. The processor's own prefetching ends
/// at each page of the mapping. 512 bytes ahead measured best: 256 to 1,024 are alike, a second
/// request further ahead gains nothing. An address behind the bytes is harmless: no access is made.
inline __attribute__((always_inline)) void prefetch_ahead(const std::byte* p) {
  _mm_prefetch(reinterpret_cast<const char*>(reinterpret_cast<uintptr_t>(p) + 512), _MM_HINT_T0);
}

/// Bits of the lane in which values of a width are compared with a range.
template <int Bits>
inline constexpr int kRangeLane = Bits <= 8    ? 8
                                  : Bits <= 16 ? 16
                                  : Bits <= 32 ? 32
                                               : 64;

/// Values of one and two bits: the range is a truth table over the bits of a value.
class BitsRange {
 public:
  BitsRange(uint64_t low, uint64_t high) {
    for (uint64_t v = 0; v < 4; ++v) chosen_[v] = low <= v && v <= high ? ~uint64_t{0} : 0;
  }
  /// One bit for each of the 64 or 32 values of a word.
  uint64_t one_bit(uint64_t word) const { return (~word & chosen_[0]) | (word & chosen_[1]); }
  __attribute__((target("bmi2"), always_inline)) inline uint64_t two_bits(uint64_t word) const {
    const uint64_t upper = word >> 1;
    const uint64_t hit = (~upper & ((~word & chosen_[0]) | (word & chosen_[1]))) |
                         (upper & ((~word & chosen_[2]) | (word & chosen_[3])));
    return _pext_u64(hit, 0x5555555555555555);
  }

 private:
  uint64_t chosen_[4];
};

}  // namespace segsmith::packing::kernels
#endif
