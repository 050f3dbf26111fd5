// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

/// Statistics and arithmetic over blocks of 64-bit integers that writers need before they pack
/// them. Each has kernels for AVX-512, AVX2 and plain code, chosen once at run time; all answer
/// alike.
namespace segsmith::packing {

/// Smallest and largest of some values; of none, the reverse of the whole range, as Lucene keeps
/// it.
struct MinMax {
  int64_t min = INT64_MAX;
  int64_t max = INT64_MIN;

  void fold(MinMax other) {
    min = std::min(min, other.min);
    max = std::max(max, other.max);
  }
  void fold(int64_t value) { fold({value, value}); }
  bool operator==(const MinMax&) const = default;
};

MinMax min_max(std::span<const int64_t> values);

/// Index of the first value that differs from `value`; values.size() when none does.
size_t first_other(std::span<const int64_t> values, int64_t value);

/// Greatest common divisor; gcd(0, x) == x.
uint64_t gcd(uint64_t a, uint64_t b);

/// gcd folded over `g` and all values[i] - base. No value may lie below `base`, nor 2^63 or more
/// above.
uint64_t fold_gcd(uint64_t g, std::span<const int64_t> values, int64_t base);

/// Greatest common divisor of the magnitudes of all values: 0 when all are 0, else 1 to 2^63. `min`
/// is the smallest value.
uint64_t gcd_of(std::span<const int64_t> values, int64_t min);

/// Division by a constant where nothing remains, by one multiplication with the inverse modulo
/// 2^64.
class ExactDivisor {
 public:
  /// `divisor` > 0.
  explicit ExactDivisor(uint64_t divisor);

  /// `x` must be a multiple of the divisor.
  uint64_t divide(uint64_t x) const { return (x >> shift_) * inverse_; }
  /// Whether `x` is a multiple of the divisor.
  bool divides(uint64_t x) const {
    const uint64_t q = x * inverse_;
    return ((q >> shift_) | (shift_ == 0 ? 0 : q << (64 - shift_))) <= limit_;
  }
  uint64_t divisor() const { return divisor_; }
  uint64_t inverse() const { return inverse_; }
  int shift() const { return shift_; }
  uint64_t limit() const { return limit_; }

 private:
  uint64_t divisor_;
  int shift_;         ///< Trailing zeros of the divisor.
  uint64_t inverse_;  ///< Of its odd part.
  uint64_t limit_;    ///< The largest quotient: floor((2^64 - 1) / divisor).
};

/// out[i] = (values[i] - base) / divisor, for values that are `base` plus multiples of the divisor.
/// The spans have the same size and may be the same.
void subtract_and_divide(std::span<const int64_t> values, int64_t base, const ExactDivisor& divisor,
                         std::span<int64_t> out);

/// The same with base 0, where values may be negative and the divisor goes up to 2^63; the
/// quotients are those of Java's signed division, to which 2^63 is a negative divisor.
void divide_signed(std::span<const int64_t> values, uint64_t divisor, std::span<int64_t> out);

/// Which kernels this machine uses: "avx512", "avx2" or "scalar".
const char* number_kernels_name();

}  // namespace segsmith::packing
