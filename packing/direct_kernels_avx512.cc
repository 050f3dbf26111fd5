// SPDX-License-Identifier: Apache-2.0
#if defined(__x86_64__)
#include <immintrin.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "packing/direct_kernels_x86.h"

// GCC 12 takes its own undefined-register idiom in the AVX-512 headers for a mistake of ours.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

// One byte permutation (VBMI) brings 8 to 64 values into their lanes whatever the width, a shift
// and a mask trim them. Masked loads and stores do the ends, so only a first value that does not
// start on a byte goes through the scalar kernel.
#define SEGSMITH_AVX512_TARGET "avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi"
#define SEGSMITH_AVX512 __attribute__((target(SEGSMITH_AVX512_TARGET)))
#define SEGSMITH_AVX512_INLINE __attribute__((target(SEGSMITH_AVX512_TARGET), always_inline)) inline

namespace segsmith::packing::kernels {
namespace {

constexpr size_t kVector = 64;

/// Bits before a value in its first byte, for the first of a run: a multiple of this step below 8.
template <int Bits>
inline constexpr int kPhaseStep = Bits % 8 == 0 ? 8
                                  : Bits < 8    ? Bits
                                                : 4;

/// Where the bytes of each value lie, for lanes of `Lane` bits, and the shift that is left to do,
/// when the first starts `phase` bits into its byte. Bytes past a value's own are masked off later,
/// so any index does for them.
template <int Bits, int Lane>
struct SpreadTable {
  alignas(kVector) uint8_t index[kVector] = {};
  alignas(kVector) uint8_t shift[kVector] = {};  ///< As lanes of little-endian numbers.
  constexpr void fill(int phase) {
    for (int lane = 0; lane < 512 / Lane; ++lane) {
      const int bit = lane * Bits + phase;
      for (int b = 0; b < Lane / 8; ++b) {
        index[lane * Lane / 8 + b] = static_cast<uint8_t>((bit / 8 + b) % 64);
      }
      shift[lane * Lane / 8] = static_cast<uint8_t>(bit % 8);
    }
  }
};

/// One table for each phase.
template <int Bits, int Lane>
struct SpreadTables {
  SpreadTable<Bits, Lane> of[8 / kPhaseStep<Bits>];
  constexpr SpreadTables() : of{} {
    for (int phase = 0; phase < 8; phase += kPhaseStep<Bits>)
      of[phase / kPhaseStep<Bits>].fill(phase);
  }
};
template <int Bits, int Lane>
inline constexpr SpreadTables<Bits, Lane> kSpreads;

SEGSMITH_AVX512_INLINE __m512i load_constant(const uint8_t* aligned) {
  return _mm512_load_si512(aligned);
}

/// Puts values into lanes.
template <int Bits, int Lane>
class Spread {
 public:
  /// For runs that start at `bit` of the packed bytes.
  SEGSMITH_AVX512_INLINE explicit Spread(uint64_t bit) {
    const SpreadTable<Bits, Lane>& table = kSpreads<Bits, Lane>.of[bit % 8 / kPhaseStep<Bits>];
    index_ = load_constant(table.index);
    shift_ = load_constant(table.shift);
  }

  /// The lanes of 512 / Lane values, of which the first starts in the first byte of `raw`.
  SEGSMITH_AVX512_INLINE __m512i operator()(__m512i raw) const {
    if constexpr (Bits == Lane) return raw;
    __m512i v = _mm512_permutexvar_epi8(index_, raw);
    if constexpr (Bits % 8 != 0) {
      if constexpr (Lane == 64) v = _mm512_srlv_epi64(v, shift_);
      if constexpr (Lane == 32) v = _mm512_srlv_epi32(v, shift_);
      if constexpr (Lane == 16) v = _mm512_srlv_epi16(v, shift_);
    }
    constexpr uint64_t kMask = kLargest<Bits>;
    if constexpr (Lane == 64) {
      return _mm512_and_si512(v, _mm512_set1_epi64(static_cast<int64_t>(kMask)));
    } else if constexpr (Lane == 32) {
      return _mm512_and_si512(v, _mm512_set1_epi32(static_cast<int32_t>(kMask)));
    } else {
      return _mm512_and_si512(v, _mm512_set1_epi16(static_cast<int16_t>(kMask)));
    }
  }

 private:
  __m512i index_;
  __m512i shift_;
};

constexpr uint64_t low_bits(size_t n) { return n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1; }

/// Up to 64 bytes at `p`, zeros from `end` on.
SEGSMITH_AVX512_INLINE __m512i load_up_to(const std::byte* p, const std::byte* end) {
  const auto left = static_cast<size_t>(end - p);
  if (left >= kVector) return _mm512_loadu_si512(p);
  return _mm512_maskz_loadu_epi8(low_bits(left), p);
}

struct Plain {
  SEGSMITH_AVX512_INLINE __m512i operator()(__m512i v) const { return v; }
};

struct Add {
  int64_t add;
  SEGSMITH_AVX512_INLINE __m512i operator()(__m512i v) const {
    return _mm512_add_epi64(v, _mm512_set1_epi64(add));
  }
};

struct MulAdd {
  int64_t mul;
  int64_t add;
  SEGSMITH_AVX512_INLINE __m512i operator()(__m512i v) const {
    return _mm512_add_epi64(_mm512_mullo_epi64(v, _mm512_set1_epi64(mul)), _mm512_set1_epi64(add));
  }
};

/// Looks values up and remembers the largest.
struct Lookup {
  const int64_t* table;
  __m512i last;
  __m512i* largest;
  SEGSMITH_AVX512_INLINE __m512i operator()(__m512i v) const {
    *largest = _mm512_max_epu64(*largest, v);
    const __m512i safe = _mm512_min_epu64(v, last);
    return _mm512_i64gather_epi64(safe, table, 8);
  }
};

/// Tables of at most 16 values stay in two registers.
struct SmallLookup {
  __m512i low;
  __m512i high;
  __m512i* largest;
  SEGSMITH_AVX512_INLINE __m512i operator()(__m512i v) const {
    *largest = _mm512_max_epu64(*largest, v);
    return _mm512_permutex2var_epi64(low, v, high);
  }
};

/// Up to eight values from value `i` of the run on.
template <int Bits, class Op>
SEGSMITH_AVX512_INLINE void unpack_few(const Run& run, size_t i, size_t n, int64_t* out, Op op) {
  const uint64_t bit = (run.first + i) * Bits;
  const __m512i raw = load_up_to(run.data + bit / 8, run.data + run.size);
  const auto lanes = static_cast<__mmask8>(low_bits(n));
  const __m512i v = _mm512_maskz_mov_epi64(lanes, Spread<Bits, 64>(bit)(raw));
  _mm512_mask_storeu_epi64(out + i, lanes, op(v));
}

template <int Bits, class Op>
SEGSMITH_AVX512_INLINE void unpack_all(const Run& run, int64_t* out, Op op) {
  // Whole cache lines are stored, so the first vector only reaches to the end of its line.
  const size_t in_line = (reinterpret_cast<uintptr_t>(out) / sizeof(int64_t)) % 8;
  size_t done = in_line == 0 ? 0 : std::min(run.count, 8 - in_line);
  if (done > 0) unpack_few<Bits>(run, 0, done, out, op);
  const uint64_t bit = (run.first + done) * Bits;
  const std::byte* p = run.data + bit / 8;
  const auto left = static_cast<size_t>(run.data + run.size - p);
  // While a whole vector can be loaded, without masks.
  size_t whole = left < kVector ? 0 : ((left - kVector) / Bits + 1) * 8;
  whole = done + std::min(whole, (run.count - done) & ~size_t{7});
  const Spread<Bits, 64> spread(bit);
  for (; done < whole; done += 8, p += Bits) {
    prefetch_ahead(p);
    _mm512_storeu_si512(out + done, op(spread(_mm512_loadu_si512(p))));
  }
  for (; done < run.count; done += 8) {
    unpack_few<Bits>(run, done, std::min<size_t>(8, run.count - done), out, op);
  }
}

template <int Bits>
SEGSMITH_AVX512 void unpack(const Run& run, int64_t* out) {
  unpack_all<Bits>(run, out, Plain{});
}

template <int Bits>
SEGSMITH_AVX512 void affine(const Run& run, int64_t* out, int64_t mul, int64_t add) {
  if (mul == 1) {
    unpack_all<Bits>(run, out, Add{add});
  } else {
    unpack_all<Bits>(run, out, MulAdd{mul, add});
  }
}

template <int Bits>
SEGSMITH_AVX512 bool table(const Run& run, int64_t* out, const int64_t* values, size_t size) {
  __m512i largest = _mm512_setzero_si512();
  if (size <= 16) {
    const __m512i low = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(low_bits(size)), values);
    const __m512i high =
        size <= 8 ? _mm512_setzero_si512()
                  : _mm512_maskz_loadu_epi64(static_cast<__mmask8>(low_bits(size - 8)), values + 8);
    unpack_all<Bits>(run, out, SmallLookup{low, high, &largest});
  } else {
    const __m512i last = _mm512_set1_epi64(static_cast<int64_t>(size - 1));
    unpack_all<Bits>(run, out, Lookup{values, last, &largest});
  }
  return _mm512_reduce_max_epu64(largest) < size;
}

/// Values narrower than a byte are not spread by permutation; 64 stands for any lane then.
template <int Bits>
inline constexpr int kSpreadLane = Bits < 8 ? 64 : kRangeLane<Bits>;

/// Which lanes lie in [low, high], as one bit a lane.
template <int Lane>
struct LaneRange {
  __m512i low;
  __m512i width;

  SEGSMITH_AVX512 LaneRange(uint64_t lo, uint64_t hi) : low(all(lo)), width(all(hi - lo)) {}

  SEGSMITH_AVX512_INLINE static __m512i all(uint64_t v) {
    if constexpr (Lane == 8) return _mm512_set1_epi8(static_cast<char>(v));
    if constexpr (Lane == 16) return _mm512_set1_epi16(static_cast<int16_t>(v));
    if constexpr (Lane == 32) return _mm512_set1_epi32(static_cast<int32_t>(v));
    return _mm512_set1_epi64(static_cast<int64_t>(v));
  }

  SEGSMITH_AVX512_INLINE uint64_t inside(__m512i v) const {
    if constexpr (Lane == 8) return _mm512_cmple_epu8_mask(_mm512_sub_epi8(v, low), width);
    if constexpr (Lane == 16) return _mm512_cmple_epu16_mask(_mm512_sub_epi16(v, low), width);
    if constexpr (Lane == 32) return _mm512_cmple_epu32_mask(_mm512_sub_epi32(v, low), width);
    return _mm512_cmple_epu64_mask(_mm512_sub_epi64(v, low), width);
  }
};

/// The 64 nibbles of the first 32 bytes, one a byte.
SEGSMITH_AVX512_INLINE __m512i nibbles(__m512i raw) {
  const __m512i wide = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(raw));
  return _mm512_and_si512(_mm512_or_si512(wide, _mm512_slli_epi16(wide, 4)),
                          _mm512_set1_epi8(0x0F));
}

/// One bit for each of the 64 values whose bytes `load(offset)` gives, 64 bytes a call.
template <int Bits, class Range, class Load>
SEGSMITH_AVX512_INLINE uint64_t range_64(const Range& in,
                                         const Spread<Bits, kSpreadLane<Bits>>& spread, Load load) {
  if constexpr (Bits < 4) {
    const __m128i raw = _mm512_castsi512_si128(load(0));
    const auto first = static_cast<uint64_t>(_mm_cvtsi128_si64(raw));
    if constexpr (Bits == 1) return in.one_bit(first);
    const auto second = static_cast<uint64_t>(_mm_extract_epi64(raw, 1));
    return in.two_bits(first) | in.two_bits(second) << 32;
  } else if constexpr (Bits == 4) {
    return in.inside(nibbles(load(0)));
  } else {
    constexpr int kLane = kRangeLane<Bits>;
    constexpr size_t kValues = 512 / kLane;
    uint64_t mask = 0;
    for (size_t i = 0; i < 64; i += kValues) {
      mask |= in.inside(spread(load(i * Bits / 8))) << i;
    }
    return mask;
  }
}

struct LoadWhole {
  const std::byte* p;
  SEGSMITH_AVX512_INLINE __m512i operator()(size_t offset) const {
    prefetch_ahead(p + offset);
    return _mm512_loadu_si512(p + offset);
  }
};

struct LoadUpTo {
  const std::byte* p;
  const std::byte* end;
  SEGSMITH_AVX512_INLINE __m512i operator()(size_t offset) const {
    if (offset >= static_cast<size_t>(end - p)) return _mm512_setzero_si512();
    return load_up_to(p + offset, end);
  }
};

template <int Bits>
SEGSMITH_AVX512 void range(const Run& run, uint64_t low, uint64_t high, uint64_t* words,
                           uint64_t bit) {
  // Narrow values start on a byte for the tricks above, so the scalar kernel takes those before.
  Run head = run;
  head.count = Bits < 8 ? std::min(run.count, values_to_byte<Bits>(run.first)) : 0;
  if (head.count > 0) scalar(Bits).range(head, low, high, words, bit);
  size_t done = head.count;
  constexpr int kLane = kRangeLane<Bits>;
  const std::conditional_t<(Bits < 4), BitsRange, LaneRange<kLane>> in(low, high);
  const uint64_t from = (run.first + done) * Bits;
  const Spread<Bits, kSpreadLane<Bits>> spread(from);
  const std::byte* p = run.data + from / 8;
  const std::byte* const end = run.data + run.size;
  constexpr size_t kStepBytes = size_t{8} * Bits;
  // The last load of a step starts here.
  constexpr size_t kLastLoad = Bits <= 8 ? 0 : kStepBytes - size_t{512} / kLane * Bits / 8;
  for (; run.count - done >= 64 && static_cast<size_t>(end - p) >= kLastLoad + kVector;
       done += 64, p += kStepBytes) {
    or_bits(words, bit + done, range_64<Bits>(in, spread, LoadWhole{p}), 64);
  }
  for (; done < run.count; p += kStepBytes) {
    const size_t n = std::min<size_t>(64, run.count - done);
    const uint64_t mask = range_64<Bits>(in, spread, LoadUpTo{p, end}) & low_bits(n);
    or_bits(words, bit + done, mask, static_cast<unsigned>(n));
    done += n;
  }
}

/// Where byte i of eight (or, for half-byte widths, four pairs of) packed values comes from.
template <int Bits>
struct Gather {
  static constexpr int kUnitBytes = Bits % 8 == 0 ? Bits / 8 : Bits / 4;
  static constexpr int kLaneBytes = Bits % 8 == 0 ? 8 : 16;
  alignas(kVector) uint8_t index[kVector];
  constexpr Gather() : index{} {
    for (int i = 0; i < 64; ++i) {
      index[i] = static_cast<uint8_t>((i / kUnitBytes * kLaneBytes + i % kUnitBytes) % 64);
    }
  }
};
template <int Bits>
inline constexpr Gather<Bits> kGather;

/// The packed bytes of eight values, in the first `Bits` bytes.
template <int Bits>
SEGSMITH_AVX512_INLINE __m512i packed(__m512i v) {
  if constexpr (Bits < 8) {
    constexpr uint64_t kEach = kLargest<Bits> * 0x0101010101010101;
    const auto bytes = static_cast<uint64_t>(_mm_cvtsi128_si64(_mm512_cvtepi64_epi8(v)));
    return _mm512_castsi128_si512(_mm_cvtsi64_si128(static_cast<int64_t>(_pext_u64(bytes, kEach))));
  } else if constexpr (Bits == 64) {
    return v;
  } else {
    if constexpr (Bits % 8 != 0) {
      v = _mm512_or_si512(v, _mm512_slli_epi64(_mm512_bsrli_epi128(v, 8), Bits));
    }
    return _mm512_permutexvar_epi8(load_constant(kGather<Bits>.index), v);
  }
}

template <int Bits>
SEGSMITH_AVX512 void pack(const int64_t* values, size_t count, std::byte* out) {
  constexpr auto kEight = static_cast<__mmask64>(low_bits(Bits));
  size_t i = 0;
  // A whole vector is stored; what reaches over the eight values is overwritten by the next ones.
  constexpr size_t kSlack = (kVector + Bits - 1) / Bits * 8;
  for (; count - i >= kSlack; i += 8, out += Bits) {
    _mm512_storeu_si512(out, packed<Bits>(_mm512_loadu_si512(values + i)));
  }
  for (; count - i >= 8; i += 8, out += Bits) {
    _mm512_mask_storeu_epi8(out, kEight, packed<Bits>(_mm512_loadu_si512(values + i)));
  }
  if (i == count) return;
  const size_t rest = count - i;
  const __m512i v = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(low_bits(rest)), values + i);
  _mm512_mask_storeu_epi8(out, low_bits((rest * Bits + 7) / 8), packed<Bits>(v));
}

SEGSMITH_AVX512 void add_line(int64_t* out, size_t count, uint64_t first, int64_t min,
                              float slope) {
  const __m256 step = _mm256_set1_ps(slope);
  const __m512i base = _mm512_set1_epi64(min);
  __m256i index = _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first)),
                                   _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  for (size_t i = 0; i < count; i += 8, index = _mm256_add_epi32(index, _mm256_set1_epi32(8))) {
    const auto lanes = static_cast<__mmask8>(low_bits(count - i));
    const __m256 product = _mm256_mul_ps(step, _mm256_cvtepi32_ps(index));
    const __m512i line = _mm512_add_epi64(base, _mm512_cvttps_epi64(product));
    const __m512i old = _mm512_maskz_loadu_epi64(lanes, out + i);
    _mm512_mask_storeu_epi64(out + i, lanes, _mm512_add_epi64(old, line));
  }
}

template <int Bits>
constexpr WidthKernels width() {
  return {unpack<Bits>, affine<Bits>, table<Bits>, range<Bits>, pack<Bits>};
}

}  // namespace

const KernelSet& avx512_kernels() {
  static constexpr KernelSet set = {"avx512", all_widths([]<int Bits>() { return width<Bits>(); }),
                                    add_line};
  return set;
}

}  // namespace segsmith::packing::kernels
#endif
