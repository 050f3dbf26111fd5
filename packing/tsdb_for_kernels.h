// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "packing/tsdb_for.h"

namespace segsmith::packing::kernels {

/// The loops of one width over one group of kForGroup values; unchecked.
struct ForWidth {
  void (*pack)(const int64_t* values, std::byte* out);
  /// out[i] = value + add
  void (*add)(const std::byte* in, int64_t* out, int64_t add);
  /// out[i] = value * mul + add
  void (*affine)(const std::byte* in, int64_t* out, int64_t mul, int64_t add);
  /// out[i] = before + the sum of value * mul + add over values 0 to i. Up to 24 bits; else null.
  void (*sums)(const std::byte* in, int64_t* out, int64_t mul, int64_t add, int64_t before);
};

/// Widths that are laid out in lanes: 1 to 24, and 32.
inline constexpr size_t kForLaneWidths = 25;
constexpr size_t for_lane_index(int bits) {
  return static_cast<size_t>(bits <= 24 ? bits : 25) - 1;
}

/// One instruction set's version of the loops behind tsdb_for.h.
struct ForKernels {
  const char* name;
  std::array<ForWidth, kForLaneWidths> widths;  ///< By for_lane_index.
};

/// Those that this processor can run, the plain one first; for tests and benches.
const std::vector<const ForKernels*>& available_for_kernels();
/// The last of them, chosen once.
const ForKernels& for_kernels();

const ForKernels& for_kernels_scalar();
#if defined(__x86_64__) && defined(__GNUC__)
const ForKernels& for_kernels_avx2();
const ForKernels& for_kernels_avx512();
#endif

}  // namespace segsmith::packing::kernels
