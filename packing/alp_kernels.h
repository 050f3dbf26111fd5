// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "packing/number_kernels.h"

/// Doubles as decimal mantissas. A double is here a sortable long: its bits, all but the sign
/// inverted where it is negative, so that the order of the longs is that of the numbers.
/// Kernels for AVX-512, AVX2 and plain code, chosen once at run time; all answer alike, to the bit.
namespace segsmith::packing {

/// 2^52 + 2^51: the sum with a number below 2^51 in size has a step of 1, and its bits count up
/// with the number.
inline constexpr double kAlpMagic = 6755399441055744.0;

/// The nearest whole number. Below 2^52 ties go to the even one (as adding and taking off 2^52 +
/// 2^51 does), from there on numbers are whole and end at the bounds of a long; NaN is 0.
inline int64_t alp_nearest(double x) {
  if (std::fabs(x) < 4503599627370496.0) {
    return static_cast<int64_t>(x + kAlpMagic) - static_cast<int64_t>(kAlpMagic);
  }
  if (std::isnan(x)) return 0;
  if (x >= 9223372036854775808.0) return INT64_MAX;
  if (x <= -9223372036854775808.0) return INT64_MIN;
  return static_cast<int64_t>(x);
}

/// mantissas[i] = alp_nearest(value i * factor). The spans have the same size and do not overlap.
void alp_mantissas(std::span<const int64_t> sortable, double factor, std::span<int64_t> mantissas);

/// sortable[i] = mantissa i, as a double, * factor. The spans have the same size and may be the
/// same.
void alp_doubles(std::span<const int64_t> mantissas, double factor, std::span<int64_t> sortable);

/// How well mantissas stand for a block.
struct AlpFit {
  size_t exceptions = 0;  ///< Values that differ from what their mantissas decode to.
  MinMax good;            ///< Of the mantissas of the others.
  bool operator==(const AlpFit&) const = default;
};
/// All spans have the same size; `restored` is what alp_doubles made of the mantissas.
AlpFit alp_fit(std::span<const int64_t> sortable, std::span<const int64_t> restored,
               std::span<const int64_t> mantissas);

/// All values[i] ^ (values[i] >> 63) together: its width is the most bits that a value has beside
/// its sign.
uint64_t joined_magnitudes(std::span<const int64_t> values);

namespace kernels {

/// One instruction set's version of the loops above. The first two are for numbers below 2^51 in
/// size; they return false, with the output unspecified, when there are others.
struct AlpKernels {
  const char* name;
  bool (*mantissas)(const int64_t* sortable, size_t n, double factor, int64_t* out);
  bool (*doubles)(const int64_t* mantissas, size_t n, double factor, int64_t* out);
  AlpFit (*fit)(const int64_t* sortable, const int64_t* restored, const int64_t* mantissas,
                size_t n);
  uint64_t (*joined)(const int64_t* v, size_t n);
};

/// Those that this processor can run, the plain one first and the one in use last; for tests.
const std::vector<const AlpKernels*>& available_alp_kernels();

}  // namespace kernels
}  // namespace segsmith::packing
