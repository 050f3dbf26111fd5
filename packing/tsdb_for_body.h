// SPDX-License-Identifier: Apache-2.0
// One source for all kernels, included by tsdb_for_kernels_*.cc, each of which sets the target of
// the functions and SEGSMITH_FOR_WORDS, the words in its vectors.
#pragma once

#include <bit>
#include <cstring>
#include <utility>

#include "packing/tsdb_for_kernels.h"

namespace segsmith::packing::kernels {
namespace {

/// `value` in each of the lanes of a word.
constexpr uint64_t in_lanes(int lane, uint64_t value) {
  uint64_t word = 0;
  for (int at = 0; at < 64; at += lane) word |= value << at;
  return word;
}

/// How a group lies at a width. Its values are first joined to words of 64 / kLane values each,
/// value i + k * kWords in lane k of word i, counted from the top. Then kSlots words go side by
/// side into the lanes of a packed word, and the bits that are left over in each lane, its low
/// kRest ones, take the words that remain, cut into pieces, high bits first.
template <int Bits>
struct Layout {
  static constexpr int kLane = Bits <= 8 ? 8 : Bits <= 16 ? 16 : 32;
  static constexpr size_t kLanes = 64 / kLane;
  static constexpr size_t kWords = 2 * kLane;
  static constexpr size_t kPacked = 2 * Bits;
  static constexpr size_t kSlots = kLane / Bits;
  static constexpr int kRest = kLane % Bits;
  static constexpr size_t kWhole = kSlots * kPacked;  ///< Words that are not cut.
  static constexpr uint64_t kLaneMask = (uint64_t{1} << kLane) - 1;
  static constexpr uint64_t mask(int bits) { return in_lanes(kLane, (uint64_t{1} << bits) - 1); }
};

/// A piece of a cut word: `kTake` bits, in packed word kFrom above its kBelow low bits of each
/// lane, in the word above kLeft.
template <int Bits, size_t Bit, int Need>
struct Piece {
  using L = Layout<Bits>;
  static constexpr size_t kFrom = Bit / L::kRest;
  static constexpr int kThere = L::kRest - static_cast<int>(Bit % L::kRest);
  static constexpr int kTake = kThere < Need ? kThere : Need;
  static constexpr int kBelow = kThere - kTake;
  static constexpr int kLeft = Need - kTake;
};

SEGSMITH_INLINE uint64_t load_word(const std::byte* in) {
  uint64_t word;
  std::memcpy(&word, in, sizeof(word));
  return std::endian::native == std::endian::big ? __builtin_bswap64(word) : word;
}

template <int Bits, size_t Bit, int Need>
SEGSMITH_INLINE uint64_t joined_pieces(const std::byte* in) {
  using P = Piece<Bits, Bit, Need>;
  const uint64_t piece = (load_word(in + 8 * P::kFrom) >> P::kBelow & Layout<Bits>::mask(P::kTake))
                         << P::kLeft;
  if constexpr (P::kLeft == 0) {
    return piece;
  } else {
    return piece | joined_pieces<Bits, Bit + P::kTake, P::kLeft>(in);
  }
}

template <int Bits, size_t Bit, int Need>
SEGSMITH_INLINE void cut_pieces(uint64_t word, uint64_t* packed) {
  using P = Piece<Bits, Bit, Need>;
  packed[P::kFrom] |= (word >> P::kLeft & Layout<Bits>::mask(P::kTake)) << P::kBelow;
  if constexpr (P::kLeft != 0) cut_pieces<Bits, Bit + P::kTake, P::kLeft>(word, packed);
}

/// Calls f.operator()<I>() for each I below Count.
template <size_t Count, class F>
SEGSMITH_INLINE void unrolled(F&& f) {
  [&]<size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    (f.template operator()<I>(), ...);
  }
  (std::make_index_sequence<Count>());
}

/// N words side by side; the compiler knows the instructions.
template <size_t N>
struct VectorOf {
  typedef uint64_t Type __attribute__((vector_size(8 * N)));
};
template <size_t N>
using Vector = typename VectorOf<N>::Type;

/// The product of the low halves of v and of `factor`.
template <size_t N>
SEGSMITH_INLINE void multiply_low(Vector<N>& v, uint64_t factor) {
#ifdef SEGSMITH_X86_KERNELS
  const auto all = static_cast<int64_t>(factor);
  if constexpr (N == 2) {
    v = reinterpret_cast<Vector<2>>(
        _mm_mul_epu32(reinterpret_cast<__m128i>(v), _mm_set1_epi64x(all)));
    return;
  }
#if SEGSMITH_FOR_WORDS >= 4
  if constexpr (N == 4) {
    v = reinterpret_cast<Vector<4>>(
        _mm256_mul_epu32(reinterpret_cast<__m256i>(v), _mm256_set1_epi64x(all)));
    return;
  }
#endif
#if SEGSMITH_FOR_WORDS >= 8
  if constexpr (N == 8) {
    v = reinterpret_cast<Vector<8>>(
        _mm512_mul_epu32(reinterpret_cast<__m512i>(v), _mm512_set1_epi64(all)));
    return;
  }
#endif
#endif
  v = (v & 0xFFFFFFFF) * (factor & 0xFFFFFFFF);
}

struct Add {
  uint64_t add;
  template <size_t N>
  SEGSMITH_INLINE void apply(Vector<N>& v) const {
    v += add;
  }
};

/// Values have at most 32 bits, so one or two products of 32 bits are enough.
template <bool Wide>
struct MultiplyAdd {
  uint64_t mul;
  uint64_t add;
  template <size_t N>
  SEGSMITH_INLINE void apply(Vector<N>& v) const {
    Vector<N> high = v;
    multiply_low<N>(v, mul);
    if constexpr (Wide) {
      multiply_low<N>(high, mul >> 32);
      v += high << 32;
    }
    v += add;
  }
};

/// The lanes of words go to their places: value = word >> Down & mask, then the operation.
template <int Bits, int Shift, size_t N, class Op>
SEGSMITH_INLINE void spread(const Vector<N>& words, int64_t* out, const Op& op) {
  using L = Layout<Bits>;
  unrolled<L::kLanes>([&]<size_t Lane>() __attribute__((always_inline)) {
    constexpr int kDown = Shift + 64 - L::kLane * static_cast<int>(Lane + 1);
    Vector<N> v = (words >> kDown) & ((uint64_t{1} << Bits) - 1);
    op.template apply<N>(v);
    std::memcpy(out + Lane * L::kWords, &v, sizeof(v));
  });
}

/// Words [0, Count) of a slot, as many side by side as there are; Count is even.
template <int Bits, int Shift, size_t Count, size_t N, class Op>
SEGSMITH_INLINE void spread_slot(const std::byte* in, int64_t* out, const Op& op) {
  constexpr size_t kWhole = Count / N * N;
  for (size_t i = 0; i < kWhole; i += N) {
    Vector<N> words;
    std::memcpy(&words, in + 8 * i, sizeof(words));
    if constexpr (std::endian::native == std::endian::big) {
      for (size_t j = 0; j < N; ++j) words[j] = __builtin_bswap64(words[j]);
    }
    spread<Bits, Shift, N>(words, out + i, op);
  }
  if constexpr (kWhole < Count) {
    spread_slot<Bits, Shift, Count - kWhole, N / 2>(in + 8 * kWhole, out + kWhole, op);
  }
}

/// The same for cut words, the first of which is cut word First.
template <int Bits, size_t First, size_t Count, size_t N, class Op>
SEGSMITH_INLINE void spread_cut(const std::byte* in, int64_t* out, const Op& op) {
  constexpr size_t kVectors = Count / N;
  unrolled<kVectors>([&]<size_t I>() __attribute__((always_inline)) {
    const Vector<N> words = [&]<size_t... J>(std::index_sequence<J...>)
        __attribute__((always_inline)) {
      return Vector<N>{joined_pieces<Bits, (First + I * N + J) * Bits, Bits>(in)...};
    }
    (std::make_index_sequence<N>());
    spread<Bits, 0, N>(words, out + I * N, op);
  });
  if constexpr (kVectors * N < Count) {
    spread_cut<Bits, First + kVectors * N, Count - kVectors * N, N / 2>(in, out + kVectors * N, op);
  }
}

template <int Bits, class Op>
SEGSMITH_INLINE void unpack_body(const std::byte* in, int64_t* out, const Op& op) {
  using L = Layout<Bits>;
  unrolled<L::kSlots>([&]<size_t Slot>() __attribute__((always_inline)) {
    constexpr int kShift = L::kLane - Bits * static_cast<int>(Slot + 1);
    spread_slot<Bits, kShift, L::kPacked, SEGSMITH_FOR_WORDS>(in, out + Slot * L::kPacked, op);
  });
  if constexpr (L::kRest != 0) {
    spread_cut<Bits, 0, L::kWords - L::kWhole, SEGSMITH_FOR_WORDS>(in, out + L::kWhole, op);
  }
}

/// Word I of a group: a value of `Bits` bits in each lane.
template <int Bits, size_t I>
SEGSMITH_INLINE uint64_t word_of(const std::byte* in) {
  using L = Layout<Bits>;
  if constexpr (I < L::kWhole) {
    constexpr int kShift = L::kLane - Bits * static_cast<int>(I / L::kPacked + 1);
    return load_word(in + 8 * (I % L::kPacked)) >> kShift & L::mask(Bits);
  } else {
    return joined_pieces<Bits, (I - L::kWhole) * Bits, Bits>(in);
  }
}

/// Words I to I + N.
template <int Bits, size_t I, size_t N>
SEGSMITH_INLINE Vector<N> words_at(const std::byte* in) {
  using L = Layout<Bits>;
  if constexpr (I + N <= L::kWhole && I / L::kPacked == (I + N - 1) / L::kPacked &&
                std::endian::native == std::endian::little) {
    constexpr int kShift = L::kLane - Bits * static_cast<int>(I / L::kPacked + 1);
    Vector<N> words;
    std::memcpy(&words, in + 8 * (I % L::kPacked), sizeof(words));
    return (words >> kShift) & L::mask(Bits);
  } else {
    return [&]<size_t... J>(std::index_sequence<J...>) __attribute__((always_inline)) {
      return Vector<N>{word_of<Bits, I + J>(in)...};
    }
    (std::make_index_sequence<N>());
  }
}

/// v moved up by S places, zeros before.
template <size_t N, size_t S>
SEGSMITH_INLINE Vector<N> moved_up(Vector<N> v) {
  return [&]<size_t... J>(std::index_sequence<J...>) __attribute__((always_inline)) {
    return __builtin_shufflevector(v, Vector<N>{}, (J < S ? N : J - S)...);
  }
  (std::make_index_sequence<N>());
}

/// The last word in all places.
template <size_t N>
SEGSMITH_INLINE Vector<N> last_of(Vector<N> v) {
  return [&]<size_t... J>(std::index_sequence<J...>) __attribute__((always_inline)) {
    return __builtin_shufflevector(v, v, (J * 0 + N - 1)...);
  }
  (std::make_index_sequence<N>());
}

/// v becomes the sums of all words up to each, and of those before, which `carry` has.
template <size_t N>
SEGSMITH_INLINE void add_up_words(Vector<N>& v, Vector<N>& carry) {
  v += moved_up<N, 1>(v);
  if constexpr (N > 2) v += moved_up<N, 2>(v);
  if constexpr (N > 4) v += moved_up<N, 4>(v);
  v += carry;
  carry = last_of<N>(v);
}

/// Sums over the values of each lane, kept in lanes twice as wide: those of the even lanes in one
/// part and those of the odd ones in another. Lanes of 32 bits have room as they are: 64 values of
/// 24 bits.
template <int Bits>
struct LaneSums {
  using L = Layout<Bits>;
  static constexpr size_t N = SEGSMITH_FOR_WORDS;
  static constexpr bool kSplit = L::kLane < 32;
  static constexpr int kSumLane = kSplit ? 2 * L::kLane : 32;
  static constexpr size_t kParts = kSplit ? 2 : 1;
  Vector<N> sums[kParts][L::kWords / N];
  Vector<N> totals[kParts] = {};  ///< In each word.

  /// Lane k of the values as a shift down in part k % kParts.
  static constexpr int shift(size_t k) { return 64 - kSumLane * static_cast<int>(k / kParts + 1); }
  static constexpr uint64_t kMask = (uint64_t{1} << kSumLane) - 1;

  SEGSMITH_INLINE explicit LaneSums(const std::byte* in) {
    unrolled<L::kWords / N>([&]<size_t I>() __attribute__((always_inline)) {
      const Vector<N> words = words_at<Bits, I * N, N>(in);
      if constexpr (kSplit) {
        constexpr uint64_t kLow = in_lanes(kSumLane, L::kLaneMask);
        sums[0][I] = (words >> L::kLane) & kLow;
        sums[1][I] = words & kLow;
        add_up_words<N>(sums[1][I], totals[1]);
      } else {
        sums[0][I] = words;
      }
      add_up_words<N>(sums[0][I], totals[0]);
    });
  }
};

/// How values are multiplied: not at all, by up to 32 bits, by more.
enum class Factor : uint8_t { one, low, wide };

template <int Bits, Factor By>
SEGSMITH_INLINE void sums_body(const std::byte* in, int64_t* out, uint64_t mul, uint64_t add,
                               uint64_t before) {
  using L = Layout<Bits>;
  using S = LaneSums<Bits>;
  constexpr size_t N = SEGSMITH_FOR_WORDS;
  const S lanes(in);
  Vector<N> up;
  for (size_t j = 0; j < N; ++j) up[j] = add * (j + 1);
  unrolled<L::kLanes>([&]<size_t Lane>() __attribute__((always_inline)) {
    constexpr size_t kPart = Lane % S::kParts;
    // What precedes the lane, and the line that `add` makes.
    Vector<N> line = up + before;
    unrolled<L::kWords / N>([&]<size_t I>() __attribute__((always_inline)) {
      Vector<N> v = (lanes.sums[kPart][I] >> S::shift(Lane)) & S::kMask;
      if constexpr (By == Factor::low) MultiplyAdd<false>{mul, 0}.template apply<N>(v);
      if constexpr (By == Factor::wide) MultiplyAdd<true>{mul, 0}.template apply<N>(v);
      v += line;
      std::memcpy(out + Lane * L::kWords + I * N, &v, sizeof(v));
      line += add * N;
    });
    before += (lanes.totals[kPart][0] >> S::shift(Lane) & S::kMask) * mul + add * L::kWords;
  });
}

template <int Bits>
SEGSMITH_INLINE void pack_body(const int64_t* values, std::byte* out) {
  using L = Layout<Bits>;
  uint64_t words[L::kWords];
  for (size_t i = 0; i < L::kWords; ++i) {
    uint64_t word = 0;
    for (size_t lane = 0; lane < L::kLanes; ++lane) {
      word = (L::kLane < 64 ? word << L::kLane : 0) |
             static_cast<uint64_t>(values[lane * L::kWords + i]);
    }
    words[i] = word;
  }
  uint64_t packed[L::kPacked] = {};
  for (size_t slot = 0; slot < L::kSlots; ++slot) {
    const int shift = L::kLane - Bits * static_cast<int>(slot + 1);
    for (size_t i = 0; i < L::kPacked; ++i) {
      packed[i] |= words[slot * L::kPacked + i] << shift;
    }
  }
  if constexpr (L::kRest != 0) {
    unrolled<L::kWords - L::kWhole>([&]<size_t Q>() __attribute__((always_inline)) {
      cut_pieces<Bits, Q * Bits, Bits>(words[L::kWhole + Q], packed);
    });
  }
  if constexpr (std::endian::native == std::endian::big) {
    for (uint64_t& word : packed) word = __builtin_bswap64(word);
  }
  std::memcpy(out, packed, sizeof(packed));
}

template <int Bits>
void pack(const int64_t* values, std::byte* out) {
  pack_body<Bits>(values, out);
}
template <int Bits>
void unpack_add(const std::byte* in, int64_t* out, int64_t add) {
  unpack_body<Bits>(in, out, Add{static_cast<uint64_t>(add)});
}
template <int Bits>
void unpack_affine(const std::byte* in, int64_t* out, int64_t mul, int64_t add) {
  const auto m = static_cast<uint64_t>(mul);
  const auto a = static_cast<uint64_t>(add);
  if (m >> 32 == 0) {
    unpack_body<Bits>(in, out, MultiplyAdd<false>{m, a});
  } else {
    unpack_body<Bits>(in, out, MultiplyAdd<true>{m, a});
  }
}

template <int Bits>
void unpack_sums(const std::byte* in, int64_t* out, int64_t mul, int64_t add, int64_t before) {
  const auto m = static_cast<uint64_t>(mul);
  const auto a = static_cast<uint64_t>(add);
  const auto b = static_cast<uint64_t>(before);
  if (m == 1) {
    sums_body<Bits, Factor::one>(in, out, m, a, b);
  } else if (m >> 32 == 0) {
    sums_body<Bits, Factor::low>(in, out, m, a, b);
  } else {
    sums_body<Bits, Factor::wide>(in, out, m, a, b);
  }
}

template <int Bits>
constexpr ForWidth width_row() {
  ForWidth row = {pack<Bits>, unpack_add<Bits>, unpack_affine<Bits>, nullptr};
  if constexpr (Bits <= 24) row.sums = unpack_sums<Bits>;
  return row;
}

constexpr ForKernels make_for_kernels(const char* name) {
  return [&]<size_t... I>(std::index_sequence<I...>) {
    return ForKernels{name, {width_row<(I < 24 ? static_cast<int>(I) + 1 : 32)>()...}};
  }(std::make_index_sequence<kForLaneWidths>());
}

}  // namespace
}  // namespace segsmith::packing::kernels
