// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

/// Arithmetic as Java defines it where C++ leaves it undefined: choices of the released library
/// depend on it.
namespace segsmith {

/// (long) value: toward zero, saturating, 0 for NaN.
inline int64_t java_long(double value) {
  if (std::isnan(value)) return 0;
  if (value >= 9223372036854775808.0) return std::numeric_limits<int64_t>::max();
  if (value < -9223372036854775808.0) return std::numeric_limits<int64_t>::min();
  return static_cast<int64_t>(value);
}

/// (int) value: toward zero, saturating, 0 for NaN.
inline int32_t java_int(double value) {
  if (std::isnan(value)) return 0;
  if (value >= 2147483647.0) return std::numeric_limits<int32_t>::max();
  if (value <= -2147483648.0) return std::numeric_limits<int32_t>::min();
  return static_cast<int32_t>(value);
}

/// Sums and products modulo 2^64, 2^32.
inline int64_t wrapping_add(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
inline int64_t wrapping_multiply(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}
inline int32_t wrapping_add(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

/// Math.ceilDiv for b > 0.
inline int32_t ceil_div(int32_t a, int32_t b) {
  const int32_t quotient = a / b;
  return a % b > 0 ? quotient + 1 : quotient;
}

}  // namespace segsmith
