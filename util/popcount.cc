// SPDX-License-Identifier: Apache-2.0
#include "util/popcount.h"

#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#define SEGSMITH_X86 1
#endif

namespace segsmith {
namespace {

uint64_t count_scalar(std::span<const uint64_t> words) {
  uint64_t n = 0;
  for (uint64_t w : words) n += static_cast<uint64_t>(std::popcount(w));
  return n;
}

uint64_t deposit_scalar(uint64_t bits, uint64_t mask) {
  uint64_t out = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) {
    if (bits & 1) out |= mask & (~mask + 1);
  }
  return out;
}

/// The 64 bits from bit `first` on; zeros past the end.
inline uint64_t bits_at(std::span<const uint64_t> words, uint64_t first) {
  const size_t w = first >> 6;
  const unsigned shift = first & 63;
  uint64_t bits = w < words.size() ? words[w] >> shift : 0;
  if (shift != 0 && w + 1 < words.size()) bits |= words[w + 1] << (64 - shift);
  return bits;
}

uint64_t deposit_array_scalar(std::span<const uint64_t> packed, uint64_t first,
                              std::span<const uint64_t> masks, std::span<uint64_t> out) {
  const uint64_t start = first;
  for (size_t i = 0; i < masks.size(); ++i) {
    if (masks[i] == 0) continue;
    out[i] |= deposit_scalar(bits_at(packed, first), masks[i]);
    first += static_cast<uint64_t>(std::popcount(masks[i]));
  }
  return first - start;
}

size_t list_scalar(std::span<const uint64_t> words, int32_t base, std::span<int32_t> out) {
  size_t n = 0;
  for (uint64_t bits : words) {
    for (; bits != 0; bits &= bits - 1) {
      if (n == out.size()) return n;
      out[n++] = base + std::countr_zero(bits);
    }
    base += 64;
  }
  return n;
}

#ifdef SEGSMITH_X86

__attribute__((target("popcnt"))) uint64_t count_popcnt(std::span<const uint64_t> words) {
  uint64_t n[4] = {};
  size_t i = 0;
  for (; i + 4 <= words.size(); i += 4) {
    for (size_t k = 0; k < 4; ++k) n[k] += static_cast<uint64_t>(_mm_popcnt_u64(words[i + k]));
  }
  for (; i < words.size(); ++i) n[0] += static_cast<uint64_t>(_mm_popcnt_u64(words[i]));
  return n[0] + n[1] + n[2] + n[3];
}

__attribute__((target("avx512f,avx512vpopcntdq"))) uint64_t count_avx512(
    std::span<const uint64_t> words) {
  __m512i sum = _mm512_setzero_si512();
  size_t i = 0;
  for (; i + 8 <= words.size(); i += 8) {
    sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_loadu_si512(words.data() + i)));
  }
  if (i < words.size()) {
    const auto rest = static_cast<__mmask8>((1U << (words.size() - i)) - 1);
    sum = _mm512_add_epi64(sum,
                           _mm512_popcnt_epi64(_mm512_maskz_loadu_epi64(rest, words.data() + i)));
  }
  uint64_t lanes[8];
  _mm512_storeu_si512(lanes, sum);
  uint64_t total = 0;
  for (uint64_t lane : lanes) total += lane;
  return total;
}

__attribute__((target("bmi2"))) uint64_t deposit_bmi2(uint64_t bits, uint64_t mask) {
  return _pdep_u64(bits, mask);
}

__attribute__((target("bmi2,popcnt"))) uint64_t deposit_array_bmi2(std::span<const uint64_t> packed,
                                                                   uint64_t first,
                                                                   std::span<const uint64_t> masks,
                                                                   std::span<uint64_t> out) {
  const uint64_t start = first;
  for (size_t i = 0; i < masks.size(); ++i) {
    if (masks[i] == 0) continue;
    out[i] |= _pdep_u64(bits_at(packed, first), masks[i]);
    first += static_cast<uint64_t>(_mm_popcnt_u64(masks[i]));
  }
  return first - start;
}

/// Sixteen bits at a time are compressed out of a ramp of numbers; whole vectors are stored, so the
/// last sixteen places of `out` are left to the scalar loop.
__attribute__((target("avx512f,popcnt,bmi"))) size_t list_avx512(std::span<const uint64_t> words,
                                                                 int32_t base,
                                                                 std::span<int32_t> out) {
  const __m512i ramp = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  const __m512i sixteen = _mm512_set1_epi32(16);
  size_t n = 0, w = 0;
  for (; w < words.size() && n + 64 <= out.size(); ++w, base += 64) {
    uint64_t bits = words[w];
    if (bits == 0) continue;
    __m512i numbers = _mm512_add_epi32(ramp, _mm512_set1_epi32(base));
    for (int part = 0; part < 4; ++part, bits >>= 16) {
      const auto mask = static_cast<__mmask16>(bits);
      _mm512_storeu_si512(out.data() + n, _mm512_maskz_compress_epi32(mask, numbers));
      n += static_cast<size_t>(_mm_popcnt_u32(mask));
      numbers = _mm512_add_epi32(numbers, sixteen);
    }
  }
  return n + list_scalar(words.subspan(w), base, out.subspan(n));
}

#endif

struct Kernels {
  uint64_t (*count)(std::span<const uint64_t>) = count_scalar;
  uint64_t (*deposit)(uint64_t, uint64_t) = deposit_scalar;
  uint64_t (*deposit_array)(std::span<const uint64_t>, uint64_t, std::span<const uint64_t>,
                            std::span<uint64_t>) = deposit_array_scalar;

  size_t (*list)(std::span<const uint64_t>, int32_t, std::span<int32_t>) = list_scalar;

  Kernels() {
#ifdef SEGSMITH_X86
    __builtin_cpu_init();
    if (__builtin_cpu_supports("popcnt")) count = count_popcnt;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq")) {
      count = count_avx512;
    }
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("popcnt") &&
        __builtin_cpu_supports("bmi")) {
      list = list_avx512;
    }
    if (__builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
      deposit = deposit_bmi2;
      deposit_array = deposit_array_bmi2;
    }
#endif
  }
};

const Kernels& kernels() {
  static const Kernels k;
  return k;
}

}  // namespace

uint64_t count_bits(std::span<const uint64_t> words) { return kernels().count(words); }

uint64_t deposit_bits(uint64_t bits, uint64_t mask) { return kernels().deposit(bits, mask); }

uint64_t deposit_bits(std::span<const uint64_t> packed, uint64_t first,
                      std::span<const uint64_t> masks, std::span<uint64_t> out) {
  return kernels().deposit_array(packed, first, masks, out);
}

size_t list_bits(std::span<const uint64_t> words, int32_t base, std::span<int32_t> out) {
  return kernels().list(words, base, out);
}

}  // namespace segsmith
