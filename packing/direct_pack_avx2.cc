// SPDX-License-Identifier: Apache-2.0
#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>

#include "packing/direct_kernels_x86.h"

// Packing with AVX2: lanes are narrowed to the next power of two, and a byte shuffle closes the
// gaps that are left.
#define SEGSMITH_AVX2 __attribute__((target("avx2")))
#define SEGSMITH_AVX2_INLINE __attribute__((target("avx2"), always_inline)) inline

namespace segsmith::packing::kernels {
namespace {

constexpr size_t kHalf = 16;  ///< Bytes of half a vector.

SEGSMITH_AVX2_INLINE __m256i load(const int64_t* values) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values));
}

SEGSMITH_AVX2_INLINE void store_half(std::byte* out, __m128i v) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), v);
}

/// The low 32 bits of eight values, 0, 1, 4, 5 in one half and 2, 3, 6, 7 in the other.
SEGSMITH_AVX2_INLINE __m256i low_32(const int64_t* values) {
  return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(load(values)),
                                               _mm256_castsi256_ps(load(values + 4)), 0x88));
}

/// Eight values in lanes of 32 bits, in their order.
SEGSMITH_AVX2_INLINE __m256i lanes_32(const int64_t* values) {
  return _mm256_permute4x64_epi64(low_32(values), 0xD8);
}

/// The low 16 bits of 16 values, pairs of them: 0, 2, 4, 6 in one half and 1, 3, 5, 7 in the other.
SEGSMITH_AVX2_INLINE __m256i low_16(const int64_t* values) {
  return _mm256_packus_epi32(low_32(values), low_32(values + 8));
}

/// Sixteen values in lanes of 16 bits, in their order.
SEGSMITH_AVX2_INLINE __m256i lanes_16(const int64_t* values) {
  const __m256i pairs = low_16(values);
  const __m128i even = _mm256_castsi256_si128(pairs), odd = _mm256_extracti128_si256(pairs, 1);
  return _mm256_set_m128i(_mm_unpackhi_epi32(even, odd), _mm_unpacklo_epi32(even, odd));
}

/// 32 values in lanes of 8 bits, in their order.
SEGSMITH_AVX2_INLINE __m256i lanes_8(const int64_t* values) {
  const __m256i pairs = _mm256_packus_epi16(low_16(values), low_16(values + 16));
  const __m128i even = _mm256_castsi256_si128(pairs), odd = _mm256_extracti128_si256(pairs, 1);
  return _mm256_set_m128i(_mm_unpackhi_epi16(even, odd), _mm_unpacklo_epi16(even, odd));
}

/// For each half of a vector: its first bytes are those of `Unit` bytes out of every `Lane` bytes.
template <int Unit, int Lane>
struct CloseGaps {
  alignas(kHalf) uint8_t index[kHalf];
  constexpr CloseGaps() : index{} {
    for (int i = 0; i < 16; ++i) {
      const int from = i / Unit * Lane + i % Unit;
      index[i] = static_cast<uint8_t>(from < 16 ? from : 0x80);
    }
  }
};
template <int Unit, int Lane>
inline constexpr CloseGaps<Unit, Lane> kCloseGaps;

template <int Unit, int Lane>
SEGSMITH_AVX2_INLINE __m256i close_gaps(__m256i v) {
  const auto* index = reinterpret_cast<const __m128i*>(kCloseGaps<Unit, Lane>.index);
  return _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(_mm_load_si128(index)));
}

/// How many values one step takes.
template <int Bits>
inline constexpr size_t kStep = Bits <= 8    ? 32
                                : Bits == 16 ? 16
                                : Bits <= 32 ? 8
                                             : 4;
/// Stored in two halves, each of which reaches over what it holds.
template <int Bits>
inline constexpr bool kTwoHalves = Bits > 8 && Bits != 16 && Bits != 32 && Bits != 64;

/// The bytes of kStep values, in the first bytes of the vector or of each of its halves.
template <int Bits>
SEGSMITH_AVX2_INLINE __m256i packed(const int64_t* values) {
  if constexpr (Bits == 8) {
    return lanes_8(values);
  } else if constexpr (Bits == 16) {
    return lanes_16(values);
  } else if constexpr (Bits == 32) {
    return lanes_32(values);
  } else if constexpr (Bits == 64) {
    return load(values);
  } else if constexpr (Bits > 32) {
    return close_gaps<Bits / 8, 8>(load(values));
  } else if constexpr (Bits % 8 == 0) {
    return close_gaps<Bits / 8, 4>(lanes_32(values));
  } else {
    // Pairs are joined in 64 bits.
    constexpr auto kLow = static_cast<int64_t>(kLargest<Bits>);
    const __m256i v = lanes_32(values);
    const __m256i even = _mm256_and_si256(v, _mm256_set1_epi64x(kLow));
    const __m256i odd =
        _mm256_and_si256(_mm256_srli_epi64(v, 32 - Bits), _mm256_set1_epi64x(kLow << Bits));
    return close_gaps<Bits / 4, 8>(_mm256_or_si256(even, odd));
  }
}

/// Narrower than a byte: 32 values.
template <int Bits>
SEGSMITH_AVX2_INLINE void store_narrow(std::byte* out, const int64_t* values) {
  const __m256i bytes = lanes_8(values);
  if constexpr (Bits == 1) {
    const int bits = _mm256_movemask_epi8(_mm256_slli_epi16(bytes, 7));
    std::memcpy(out, &bits, sizeof bits);
  } else if constexpr (Bits == 2) {
    const __m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi16(0x0401));
    const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00100001));
    const __m256i v = close_gaps<1, 4>(fours);
    const int low = _mm256_extract_epi32(v, 0), high = _mm256_extract_epi32(v, 4);
    std::memcpy(out, &low, sizeof low);
    std::memcpy(out + sizeof low, &high, sizeof high);
  } else {
    const __m256i pairs = _mm256_maddubs_epi16(bytes, _mm256_set1_epi16(0x1001));
    const __m256i v = _mm256_packus_epi16(pairs, pairs);
    store_half(out, _mm256_castsi256_si128(_mm256_permute4x64_epi64(v, 0xD8)));
  }
}

template <int Bits>
SEGSMITH_AVX2 void pack(const int64_t* values, size_t count, std::byte* out) {
  constexpr size_t kBytes = kStep<Bits> * Bits / 8;
  // What the second half writes behind its bytes must still lie inside.
  constexpr size_t kOver = kTwoHalves<Bits> ? kHalf - kBytes / 2 : 0;
  constexpr size_t kOverValues = (kOver * 8 + Bits - 1) / Bits;
  size_t i = 0;
  for (; count - i >= kStep<Bits> + kOverValues; i += kStep<Bits>, out += kBytes) {
    if constexpr (Bits < 8) {
      store_narrow<Bits>(out, values + i);
    } else if constexpr (kTwoHalves<Bits>) {
      const __m256i v = packed<Bits>(values + i);
      store_half(out, _mm256_castsi256_si128(v));
      store_half(out + kBytes / 2, _mm256_extracti128_si256(v, 1));
    } else {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), packed<Bits>(values + i));
    }
  }
  if (i < count) scalar(Bits).pack(values + i, count - i, out);
}

}  // namespace

PackKernel avx2_pack(int bits) {
  static constexpr auto kernels = []<size_t... I>(std::index_sequence<I...>) {
    return std::array{PackKernel{pack<kDirectWidths[I]>}...};
  }(std::make_index_sequence<kDirectWidths.size()>());
  return kernels[static_cast<size_t>(direct_width_index(bits))];
}

}  // namespace segsmith::packing::kernels
#endif
