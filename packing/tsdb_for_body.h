// SPDX-License-Identifier: Apache-2.0
// One source for all kernels: the loops below are inlined into functions that differ in their
// target attribute, and the compiler vectorises each for its instruction set. Included by
// tsdb_for_kernels_*.cc, each of which defines SEGSMITH_FOR_TARGET.
#pragma once

#include <bit>
#include <cstring>
#include <utility>

#include "packing/tsdb_for_kernels.h"

#define SEGSMITH_INLINE inline __attribute__((always_inline))

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

template <int Bits, size_t Bit, int Need>
SEGSMITH_INLINE uint64_t joined_pieces(const uint64_t* packed) {
  using P = Piece<Bits, Bit, Need>;
  const uint64_t piece = (packed[P::kFrom] >> P::kBelow & Layout<Bits>::mask(P::kTake)) << P::kLeft;
  if constexpr (P::kLeft == 0) {
    return piece;
  } else {
    return piece | joined_pieces<Bits, Bit + P::kTake, P::kLeft>(packed);
  }
}

template <int Bits, size_t Bit, int Need>
SEGSMITH_INLINE void cut_pieces(uint64_t word, uint64_t* packed) {
  using P = Piece<Bits, Bit, Need>;
  packed[P::kFrom] |= (word >> P::kLeft & Layout<Bits>::mask(P::kTake)) << P::kBelow;
  if constexpr (P::kLeft != 0) cut_pieces<Bits, Bit + P::kTake, P::kLeft>(word, packed);
}

/// Calls f.operator()<Q>() for each cut word.
template <int Bits, class F>
SEGSMITH_INLINE void for_each_cut_word(F&& f) {
  using L = Layout<Bits>;
  [&]<size_t... Q>(std::index_sequence<Q...>) __attribute__((always_inline)) {
    (f.template operator()<Q>(), ...);
  }
  (std::make_index_sequence<L::kWords - L::kWhole>());
}

SEGSMITH_INLINE void load_words(const std::byte* in, uint64_t* words, size_t count) {
  std::memcpy(words, in, count * sizeof(uint64_t));
  if constexpr (std::endian::native == std::endian::big) {
    for (size_t i = 0; i < count; ++i) words[i] = __builtin_bswap64(words[i]);
  }
}

template <int Bits, class Op>
SEGSMITH_INLINE void unpack_body(const std::byte* in, int64_t* out, Op op) {
  using L = Layout<Bits>;
  uint64_t packed[L::kPacked];
  load_words(in, packed, L::kPacked);
  uint64_t words[L::kWords];
  for (size_t slot = 0; slot < L::kSlots; ++slot) {
    const int shift = L::kLane - Bits * static_cast<int>(slot + 1);
    for (size_t i = 0; i < L::kPacked; ++i) {
      words[slot * L::kPacked + i] = packed[i] >> shift & L::mask(Bits);
    }
  }
  if constexpr (L::kRest != 0) {
    for_each_cut_word<Bits>([&]<size_t Q>() __attribute__((always_inline)) {
      words[L::kWhole + Q] = joined_pieces<Bits, Q * Bits, Bits>(packed);
    });
  }
  for (size_t lane = 0; lane < L::kLanes; ++lane) {
    const int shift = 64 - L::kLane * static_cast<int>(lane + 1);
    for (size_t i = 0; i < L::kWords; ++i) {
      out[lane * L::kWords + i] = static_cast<int64_t>(op(words[i] >> shift & L::kLaneMask));
    }
  }
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
    for_each_cut_word<Bits>([&]<size_t Q>() __attribute__((always_inline)) {
      cut_pieces<Bits, Q * Bits, Bits>(words[L::kWhole + Q], packed);
    });
  }
  if constexpr (std::endian::native == std::endian::big) {
    for (uint64_t& word : packed) word = __builtin_bswap64(word);
  }
  std::memcpy(out, packed, sizeof(packed));
}

template <int Bits>
SEGSMITH_FOR_TARGET void pack(const int64_t* values, std::byte* out) {
  pack_body<Bits>(values, out);
}
template <int Bits>
SEGSMITH_FOR_TARGET void unpack_add(const std::byte* in, int64_t* out, int64_t add) {
  unpack_body<Bits>(in, out, [a = static_cast<uint64_t>(add)](uint64_t v) { return v + a; });
}
/// Values have at most 32 bits, so two products of 32 bits make one of 64.
template <int Bits>
SEGSMITH_FOR_TARGET void unpack_affine(const std::byte* in, int64_t* out, int64_t mul,
                                       int64_t add) {
  const auto m = static_cast<uint64_t>(mul);
  const uint64_t low = m & 0xFFFFFFFF;
  const uint64_t high = m >> 32;
  unpack_body<Bits>(in, out, [=, a = static_cast<uint64_t>(add)](uint64_t v) {
    return (v & 0xFFFFFFFF) * low + ((v & 0xFFFFFFFF) * high << 32) + a;
  });
}

template <int Bits>
constexpr ForWidth width_row() {
  return {pack<Bits>, unpack_add<Bits>, unpack_affine<Bits>};
}

constexpr ForKernels make_for_kernels(const char* name) {
  return [&]<size_t... I>(std::index_sequence<I...>) {
    return ForKernels{name, {width_row<(I < 24 ? static_cast<int>(I) + 1 : 32)>()...}};
  }(std::make_index_sequence<kForLaneWidths>());
}

}  // namespace
}  // namespace segsmith::packing::kernels
