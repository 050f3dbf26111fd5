// SPDX-License-Identifier: Apache-2.0
#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "packing/direct_kernels_x86.h"

// Widths of 8 bits and more: two 16-byte loads bring whole lanes, a byte shuffle puts each value
// into its lane, a shift and a mask trim it. Narrower widths spread one 64-bit word.
#define SEGSMITH_AVX2 __attribute__((target("avx2,bmi2")))
#define SEGSMITH_AVX2_INLINE __attribute__((target("avx2,bmi2"), always_inline)) inline

namespace segsmith::packing::kernels {
namespace {

constexpr size_t kHalf = 16;  ///< Bytes of one load, half a vector.

SEGSMITH_AVX2_INLINE uint64_t load_word(const std::byte* p) {
  uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// Where the bytes of each value of a half lie, for lanes of `Lane` bits; 0x80 makes a zero byte.
template <int Bits, int Lane>
struct HalfShuffle {
  alignas(kHalf) uint8_t index[kHalf];
  constexpr HalfShuffle() : index{} {
    for (int lane = 0; lane < 128 / Lane; ++lane) {
      const int first_byte = lane * Bits / 8;
      const int last_byte = (lane * Bits + Bits - 1) / 8;
      for (int b = 0; b < Lane / 8; ++b) {
        const int from = first_byte + b;
        index[lane * Lane / 8 + b] = static_cast<uint8_t>(from <= last_byte ? from : 0x80);
      }
    }
  }
};
template <int Bits, int Lane>
inline constexpr HalfShuffle<Bits, Lane> kHalfShuffle;

/// 256 / Lane values from byte `p` on, one a lane, zero-extended. Reads kHalf bytes at `p` and as
/// many behind the values of the first half.
template <int Bits, int Lane>
SEGSMITH_AVX2_INLINE __m256i load_lanes(const std::byte* p) {
  constexpr size_t kHalfBytes = size_t{128} / Lane * Bits / 8;
  prefetch_ahead(p);
  const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + kHalfBytes));
  __m256i v = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
  if constexpr (Bits == Lane) return v;
  v = _mm256_shuffle_epi8(
      v, _mm256_broadcastsi128_si256(
             _mm_load_si128(reinterpret_cast<const __m128i*>(kHalfShuffle<Bits, Lane>.index))));
  if constexpr (Bits % 8 == 0) return v;
  // Odd values start in the middle of a byte.
  if constexpr (Lane == 64) {
    return _mm256_and_si256(_mm256_srlv_epi64(v, _mm256_setr_epi64x(0, 4, 0, 4)),
                            _mm256_set1_epi64x(static_cast<int64_t>(kLargest<Bits>)));
  } else if constexpr (Lane == 32) {
    return _mm256_and_si256(_mm256_srlv_epi32(v, _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4)),
                            _mm256_set1_epi32(static_cast<int>(kLargest<Bits>)));
  } else {
    const __m256i even = _mm256_and_si256(v, _mm256_set1_epi16(0xFFF));
    return _mm256_blend_epi16(even, _mm256_srli_epi16(v, 4), 0xAA);
  }
}

/// How many of `count` values from byte `p` on may be taken in steps of `step`, when a step reads
/// `reach` bytes and moves on by step * Bits / 8.
template <int Bits>
size_t steps_inside(const std::byte* p, const std::byte* end, size_t count, size_t step,
                    size_t reach) {
  const auto left = static_cast<size_t>(end - p);
  if (left < reach) return 0;
  return std::min(count / step, (left - reach) / (step * Bits / 8) + 1) * step;
}

struct Plain {
  SEGSMITH_AVX2_INLINE __m256i operator()(__m256i v) const { return v; }
};

struct Add {
  int64_t add;
  SEGSMITH_AVX2_INLINE __m256i operator()(__m256i v) const {
    return _mm256_add_epi64(v, _mm256_set1_epi64x(add));
  }
};

struct MulAdd {
  int64_t mul;
  int64_t add;
  SEGSMITH_AVX2_INLINE __m256i operator()(__m256i v) const {
    const __m256i m = _mm256_set1_epi64x(mul);
    const __m256i low = _mm256_mul_epu32(v, m);
    const __m256i cross = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(v, 32), m),
                                           _mm256_mul_epu32(v, _mm256_srli_epi64(m, 32)));
    return _mm256_add_epi64(_mm256_add_epi64(low, _mm256_slli_epi64(cross, 32)),
                            _mm256_set1_epi64x(add));
  }
};

SEGSMITH_AVX2_INLINE void store(int64_t* out, __m256i v) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), v);
}

/// Values narrower than a byte: word by word. `done` values were taken.
template <int Bits, class Op>
SEGSMITH_AVX2_INLINE size_t unpack_words(const std::byte* p, size_t count, int64_t* out, Op op) {
  constexpr size_t kPerWord = 64 / Bits;
  const __m256i shifts = _mm256_setr_epi64x(0, Bits, 2 * Bits, 3 * Bits);
  const __m256i mask = _mm256_set1_epi64x(static_cast<int64_t>(kLargest<Bits>));
  size_t i = 0;
  for (; count - i >= kPerWord; p += 8) {
    const auto word = static_cast<int64_t>(load_word(p));
    __m256i v = _mm256_srlv_epi64(_mm256_set1_epi64x(word), shifts);
    for (size_t j = 0; j < kPerWord; j += 4, i += 4) {
      store(out + i, op(_mm256_and_si256(v, mask)));
      v = _mm256_srli_epi64(v, 4 * Bits);
    }
  }
  return i;
}

template <int Bits, class Op>
SEGSMITH_AVX2_INLINE size_t unpack_lanes(const std::byte* p, const std::byte* end, size_t count,
                                         int64_t* out, Op op) {
  constexpr size_t kStepBytes = size_t{4} * Bits / 8;
  const size_t inside = steps_inside<Bits>(p, end, count, 4, kStepBytes / 2 + kHalf);
  for (size_t i = 0; i < inside; i += 4, p += kStepBytes) {
    store(out + i, op(load_lanes<Bits, 64>(p)));
  }
  return inside;
}

/// Runs the scalar kernel through `rest(run, out)` up to the first byte boundary and behind the
/// last whole vector, and Op over the vectors between.
template <int Bits, class Op, class Rest>
SEGSMITH_AVX2_INLINE void unpack_all(const Run& run, int64_t* out, Op op, Rest rest) {
  Run part = run;
  part.count = std::min(run.count, values_to_byte<Bits>(run.first));
  if (part.count > 0) rest(part, out);
  size_t done = part.count;
  const std::byte* p = run.data + (run.first + done) * Bits / 8;
  if constexpr (Bits < 8) {
    done += unpack_words<Bits>(p, run.count - done, out + done, op);
  } else {
    done += unpack_lanes<Bits>(p, run.data + run.size, run.count - done, out + done, op);
  }
  part.first = run.first + done;
  part.count = run.count - done;
  if (part.count > 0) rest(part, out + done);
}

template <int Bits>
SEGSMITH_AVX2 void unpack(const Run& run, int64_t* out) {
  unpack_all<Bits>(run, out, Plain{}, scalar(Bits).unpack);
}

template <int Bits>
SEGSMITH_AVX2 void affine(const Run& run, int64_t* out, int64_t mul, int64_t add) {
  const auto rest = [&](const Run& part, int64_t* to) { scalar(Bits).affine(part, to, mul, add); };
  if (mul == 1) {
    unpack_all<Bits>(run, out, Add{add}, rest);
  } else {
    unpack_all<Bits>(run, out, MulAdd{mul, add}, rest);
  }
}

/// Blocks are unpacked into `out` and looked up there while they are in cache.
template <int Bits>
SEGSMITH_AVX2 bool table(const Run& run, int64_t* out, const int64_t* values, size_t size) {
  constexpr size_t kBlock = 512;
  Run part = run;
  for (size_t done = 0; done < run.count; done += part.count) {
    part.first = run.first + done;
    part.count = std::min(kBlock, run.count - done);
    unpack<Bits>(part, out + done);
    uint64_t largest = 0;
    for (size_t i = done; i < done + part.count; ++i) {
      const auto v = static_cast<uint64_t>(out[i]);
      largest = std::max(largest, v);
      out[i] = values[v < size ? v : 0];
    }
    if (largest >= size) return false;
  }
  return true;
}

/// Which lanes lie in [low, low + width], as one bit a lane.
template <int Lane>
struct LaneRange {
  __m256i low;
  __m256i other;  ///< Width of the range; for 64-bit lanes the high bound.

  SEGSMITH_AVX2 LaneRange(uint64_t lo, uint64_t hi) {
    if constexpr (Lane == 8) {
      low = _mm256_set1_epi8(static_cast<char>(lo));
      other = _mm256_set1_epi8(static_cast<char>(hi - lo));
    } else if constexpr (Lane == 16) {
      low = _mm256_set1_epi16(static_cast<int16_t>(lo));
      other = _mm256_set1_epi16(static_cast<int16_t>(hi - lo));
    } else if constexpr (Lane == 32) {
      low = _mm256_set1_epi32(static_cast<int32_t>(lo));
      other = _mm256_set1_epi32(static_cast<int32_t>(hi - lo));
    } else {
      // There is no unsigned comparison: shift v - low and the width into the signed range.
      low = _mm256_set1_epi64x(static_cast<int64_t>(lo));
      other = _mm256_set1_epi64x(static_cast<int64_t>((hi - lo) ^ uint64_t{1} << 63));
    }
  }

  SEGSMITH_AVX2_INLINE __m256i inside(__m256i v) const {
    if constexpr (Lane == 8) {
      const __m256i d = _mm256_sub_epi8(v, low);
      return _mm256_cmpeq_epi8(_mm256_min_epu8(d, other), d);
    } else if constexpr (Lane == 16) {
      const __m256i d = _mm256_sub_epi16(v, low);
      return _mm256_cmpeq_epi16(_mm256_min_epu16(d, other), d);
    } else if constexpr (Lane == 32) {
      const __m256i d = _mm256_sub_epi32(v, low);
      return _mm256_cmpeq_epi32(_mm256_min_epu32(d, other), d);
    } else {
      const __m256i d = _mm256_xor_si256(_mm256_sub_epi64(v, low), _mm256_set1_epi64x(INT64_MIN));
      return _mm256_xor_si256(_mm256_cmpgt_epi64(d, other), _mm256_set1_epi64x(-1));
    }
  }
};

/// The 32 nibbles of 16 bytes, one a byte.
SEGSMITH_AVX2_INLINE __m256i nibbles(const std::byte* p) {
  const __m256i wide = _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  return _mm256_and_si256(_mm256_or_si256(wide, _mm256_slli_epi16(wide, 4)),
                          _mm256_set1_epi8(0x0F));
}

/// One bit for each of the 64 values from byte `p` on.
template <int Bits, class Range>
SEGSMITH_AVX2_INLINE uint64_t range_64(const std::byte* p, const Range& in) {
  constexpr int kLane = kRangeLane<Bits>;
  constexpr size_t kValues = 256 / kLane;
  constexpr size_t kBytes = kValues * Bits / 8;
  uint64_t mask = 0;
  if constexpr (Bits == 1) {
    mask = in.one_bit(load_word(p));
  } else if constexpr (Bits == 2) {
    mask = in.two_bits(load_word(p)) | in.two_bits(load_word(p + 8)) << 32;
  } else if constexpr (Bits == 4) {
    const auto first = static_cast<uint32_t>(_mm256_movemask_epi8(in.inside(nibbles(p))));
    const auto second = static_cast<uint32_t>(_mm256_movemask_epi8(in.inside(nibbles(p + kHalf))));
    mask = first | uint64_t{second} << 32;
  } else if constexpr (kLane == 16) {
    for (size_t i = 0; i < 64; i += 32, p += 2 * kBytes) {
      const __m256i a = in.inside(load_lanes<Bits, 16>(p));
      const __m256i b = in.inside(load_lanes<Bits, 16>(p + kBytes));
      const __m256i ab = _mm256_permute4x64_epi64(_mm256_packs_epi16(a, b), 0xD8);
      mask |= uint64_t{static_cast<uint32_t>(_mm256_movemask_epi8(ab))} << i;
    }
  } else {
    for (size_t i = 0; i < 64; i += kValues, p += kBytes) {
      const __m256i hit = in.inside(load_lanes<Bits, kLane>(p));
      uint32_t bits;
      if constexpr (kLane == 8) bits = static_cast<uint32_t>(_mm256_movemask_epi8(hit));
      if constexpr (kLane == 32) {
        bits = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(hit)));
      }
      if constexpr (kLane == 64) {
        bits = static_cast<uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(hit)));
      }
      mask |= uint64_t{bits} << i;
    }
  }
  return mask;
}

template <int Bits>
SEGSMITH_AVX2 void range(const Run& run, uint64_t low, uint64_t high, uint64_t* words,
                         uint64_t bit) {
  Run part = run;
  part.count = std::min(run.count, values_to_byte<Bits>(run.first));
  if (part.count > 0) scalar(Bits).range(part, low, high, words, bit);
  size_t done = part.count;
  const std::byte* p = run.data + (run.first + done) * Bits / 8;
  constexpr int kLane = kRangeLane<Bits>;
  constexpr size_t kHalfBytes = size_t{128} / kLane * Bits / 8;
  constexpr size_t kReach = size_t{8} * Bits + (Bits < 8 ? 0 : kHalf - kHalfBytes);
  const size_t inside = steps_inside<Bits>(p, run.data + run.size, run.count - done, 64, kReach);
  const std::conditional_t<(Bits < 4), BitsRange, LaneRange<kLane>> in(low, high);
  for (size_t i = 0; i < inside; i += 64, p += size_t{8} * Bits) {
    or_bits(words, bit + done + i, range_64<Bits>(p, in), 64);
  }
  done += inside;
  part.first = run.first + done;
  part.count = run.count - done;
  if (part.count > 0) scalar(Bits).range(part, low, high, words, bit + done);
}

SEGSMITH_AVX2 void add_line(int64_t* out, size_t count, uint64_t first, int64_t min, float slope) {
  // Four floats to longs through the double conversion: exact for |x| < 2^51, so larger lines are
  // left to the scalar kernel.
  const auto last = static_cast<float>(first + count);
  if (slope * last >= 0x1p50F || slope * last <= -0x1p50F) {
    return scalar_kernels().add_line(out, count, first, min, slope);
  }
  const __m256d magic = _mm256_set1_pd(0x1.8p52);
  const __m256i magic_bits = _mm256_castpd_si256(magic);
  const __m128 step = _mm_set1_ps(slope);
  __m128i index =
      _mm_add_epi32(_mm_set1_epi32(static_cast<int>(first)), _mm_setr_epi32(0, 1, 2, 3));
  const __m256i base = _mm256_set1_epi64x(min);
  size_t i = 0;
  for (; count - i >= 4; i += 4, index = _mm_add_epi32(index, _mm_set1_epi32(4))) {
    const __m128 product = _mm_mul_ps(step, _mm_cvtepi32_ps(index));
    const __m128 whole = _mm_round_ps(product, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    const __m256i expected = _mm256_sub_epi64(
        _mm256_castpd_si256(_mm256_add_pd(_mm256_cvtps_pd(whole), magic)), magic_bits);
    const __m256i old = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(out + i));
    store(out + i, _mm256_add_epi64(_mm256_add_epi64(old, base), expected));
  }
  scalar_kernels().add_line(out + i, count - i, first + i, min, slope);
}

template <int Bits>
WidthKernels width() {
  WidthKernels k = scalar(Bits);
  k.unpack = unpack<Bits>;
  k.affine = affine<Bits>;
  k.table = table<Bits>;
  k.range = range<Bits>;
  k.pack = avx2_pack(Bits);
  return k;
}

}  // namespace

const KernelSet& avx2_kernels() {
  static const KernelSet set = {"avx2", all_widths([]<int Bits>() { return width<Bits>(); }),
                                add_line};
  return set;
}

}  // namespace segsmith::packing::kernels
#endif
