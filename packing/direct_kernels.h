// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "packing/direct_format.h"

/// The inner loops behind direct_reader.h and direct_writer.h, one set per kind of processor.
/// Internal to this room, its tests and its benches: callers use the checked functions.
namespace segsmith::packing::kernels {

/// Values [first, first + count) of `size` packed bytes; they lie inside (checked by the caller).
struct Run {
  const std::byte* data;
  size_t size;
  uint64_t first;
  size_t count;
};

struct WidthKernels {
  void (*unpack)(const Run& run, int64_t* out);
  void (*affine)(const Run& run, int64_t* out, int64_t mul, int64_t add);
  bool (*table)(const Run& run, int64_t* out, const int64_t* table, size_t table_size);
  /// low <= high <= largest value of the width; ORs into the bits from `bit` on.
  void (*range)(const Run& run, uint64_t low, uint64_t high, uint64_t* words, uint64_t bit);
  /// Writes exactly direct_packed_bytes(count, bits) bytes.
  void (*pack)(const int64_t* values, size_t count, std::byte* out);
};

struct KernelSet {
  const char* name;
  std::array<WidthKernels, kDirectWidths.size()> widths;  ///< In the order of kDirectWidths.
  /// out[i] += min + monotonic_expected(slope, first + i), where slope * (first + count) stays
  /// within +-2^62 and first + count <= 2^24 (exact as a float).
  void (*add_line)(int64_t* out, size_t count, uint64_t first, int64_t min, float slope);
};

const KernelSet& scalar_kernels();
#if defined(__x86_64__)
const KernelSet& avx2_kernels();
const KernelSet& avx512_kernels();
#endif

/// The sets that this processor can run, the slowest (scalar, always there) first.
std::span<const KernelSet* const> supported_kernels();
/// The last of supported_kernels(), chosen once.
const KernelSet& best_kernels();

/// The rows of a set: width.operator()<Bits>() for each width, in the order of kDirectWidths.
template <class Width>
constexpr std::array<WidthKernels, kDirectWidths.size()> all_widths(Width width) {
  return [&]<size_t... I>(std::index_sequence<I...>) {
    return std::array{width.template operator()<kDirectWidths[I]>()...};
  }(std::make_index_sequence<kDirectWidths.size()>());
}

/// ORs the low `n` bits of `mask` (others must be zero) into `words` from bit `bit` on.
inline void or_bits(uint64_t* words, uint64_t bit, uint64_t mask, unsigned n) {
  const unsigned shift = bit & 63;
  words[bit >> 6] |= mask << shift;
  if (shift + n > 64) words[(bit >> 6) + 1] |= mask >> (64 - shift);
}

template <int Bits>
inline constexpr uint64_t kLargest = Bits == 64 ? ~uint64_t{0} : (uint64_t{1} << (Bits & 63)) - 1;

/// Values that a kernel leaves to the scalar one before value `first` starts on a byte.
template <int Bits>
constexpr size_t values_to_byte(uint64_t first) {
  if constexpr (Bits % 8 == 0) return 0;
  constexpr uint64_t kStep = Bits < 8 ? 8 / Bits : 2;
  return static_cast<size_t>((kStep - first % kStep) % kStep);
}

}  // namespace segsmith::packing::kernels
