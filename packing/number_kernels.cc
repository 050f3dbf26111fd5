// SPDX-License-Identifier: Apache-2.0
#include "packing/number_kernels.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>

#include "packing/kernel_targets.h"
#include "packing/number_kernels_table.h"

namespace segsmith::packing {

namespace {

SEGSMITH_INLINE MinMax min_max_body(const int64_t* v, size_t n) {
  int64_t low = std::numeric_limits<int64_t>::max();
  int64_t high = std::numeric_limits<int64_t>::min();
  for (size_t i = 0; i < n; ++i) {
    low = v[i] < low ? v[i] : low;
    high = v[i] > high ? v[i] : high;
  }
  return {low, high};
}

/// Whether all of v[0, n) equal `value`; n is small, so there is no early exit.
SEGSMITH_INLINE bool all_equal_body(const int64_t* v, size_t n, int64_t value) {
  uint64_t difference = 0;
  for (size_t i = 0; i < n; ++i) difference |= static_cast<uint64_t>(v[i] ^ value);
  return difference == 0;
}

/// Whether `d` divides all v[i] - base.
SEGSMITH_INLINE bool all_divisible_body(const int64_t* v, size_t n, int64_t base, uint64_t inverse,
                                        uint64_t shift, uint64_t limit) {
  const uint64_t left = (64 - shift) & 63;
  uint64_t bad = 0;
  for (size_t i = 0; i < n; ++i) {
    const uint64_t q = (static_cast<uint64_t>(v[i]) - static_cast<uint64_t>(base)) * inverse;
    const uint64_t rotated = (q >> shift) | (q << left);
    bad |= rotated > limit ? 1 : 0;
  }
  return bad == 0;
}

SEGSMITH_INLINE void divide_body(const int64_t* v, size_t n, int64_t base, uint64_t inverse,
                                 uint64_t shift, int64_t* out) {
  SEGSMITH_SAME_OR_APART
  for (size_t i = 0; i < n; ++i) {
    const uint64_t x = static_cast<uint64_t>(v[i]) - static_cast<uint64_t>(base);
    out[i] = static_cast<int64_t>((x >> shift) * inverse);
  }
}

#define SEGSMITH_KERNELS(suffix, attributes)                                                    \
  attributes MinMax min_max_##suffix(const int64_t* v, size_t n) { return min_max_body(v, n); } \
  attributes bool all_equal_##suffix(const int64_t* v, size_t n, int64_t value) {               \
    return all_equal_body(v, n, value);                                                         \
  }                                                                                             \
  attributes bool all_divisible_##suffix(const int64_t* v, size_t n, int64_t base,              \
                                         uint64_t inverse, uint64_t shift, uint64_t limit) {    \
    return all_divisible_body(v, n, base, inverse, shift, limit);                               \
  }                                                                                             \
  attributes void divide_##suffix(const int64_t* v, size_t n, int64_t base, uint64_t inverse,   \
                                  uint64_t shift, int64_t* out) {                               \
    divide_body(v, n, base, inverse, shift, out);                                               \
  }                                                                                             \
  constexpr NumberKernels k_##suffix = {#suffix, min_max_##suffix, all_equal_##suffix,          \
                                        all_divisible_##suffix, divide_##suffix};

SEGSMITH_KERNELS(scalar, )
#ifdef SEGSMITH_X86_KERNELS
SEGSMITH_KERNELS(avx2, SEGSMITH_AVX2)
SEGSMITH_KERNELS(avx512, SEGSMITH_AVX512)
#endif

const NumberKernels& chosen_kernels() {
  static const NumberKernels& best = *available_number_kernels().back();
  return best;
}

uint64_t magnitude(int64_t v) {
  return v < 0 ? uint64_t{0} - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
}

/// Values that a check without early exit takes at once.
constexpr size_t kStride = 128;
/// Values that are looked at one by one first.
constexpr size_t kFewValues = 6;

}  // namespace

std::vector<const NumberKernels*> available_number_kernels() {
  std::vector<const NumberKernels*> available = {&k_scalar};
#ifdef SEGSMITH_X86_KERNELS
  if (kernels::cpu_has_avx2()) available.push_back(&k_avx2);
  if (kernels::cpu_has_avx512()) available.push_back(&k_avx512);
#endif
  return available;
}

const char* number_kernels_name() { return chosen_kernels().name; }

MinMax min_max(std::span<const int64_t> values) {
  return chosen_kernels().min_max(values.data(), values.size());
}

size_t first_other(std::span<const int64_t> values, int64_t value) {
  const NumberKernels& k = chosen_kernels();
  size_t at = 0;
  while (values.size() - at >= kStride && k.all_equal(values.data() + at, kStride, value)) {
    at += kStride;
  }
  while (at < values.size() && values[at] == value) ++at;
  return at;
}

uint64_t gcd(uint64_t a, uint64_t b) {
  if (a == 0) return b;
  if (b == 0) return a;
  // The binary algorithm without branches that depend on which is larger.
  int zeros = std::countr_zero(a);
  const int shift = std::min(zeros, std::countr_zero(b));
  b >>= std::countr_zero(b);
  while (a != 0) {
    a >>= zeros;
    const uint64_t difference = a > b ? a - b : b - a;
    zeros = std::countr_zero(difference);
    b = std::min(a, b);
    a = difference;
  }
  return b << shift;
}

uint64_t fold_gcd(uint64_t g, std::span<const int64_t> values, int64_t base) {
  const NumberKernels& k = chosen_kernels();
  const auto above = [&](size_t i) {
    return static_cast<uint64_t>(values[i]) - static_cast<uint64_t>(base);
  };
  size_t at = 0;
  // Most columns without a common divisor show it at once, and a remainder costs less than the
  // constants of a divisor.
  for (; at < std::min(values.size(), kFewValues) && g != 1; ++at) {
    const uint64_t x = above(at);
    if (g == 0) {
      g = x;
    } else if (const uint64_t rest = x % g; rest != 0) {
      g = gcd(g, rest);
    }
  }
  while (at < values.size() && g != 1) {
    if (g == 0) {
      g = gcd(g, above(at++));
      continue;
    }
    // The divisor changes at most 63 times, so nearly every stride passes as a whole.
    const ExactDivisor divisor(g);
    const auto shift = static_cast<uint64_t>(divisor.shift());
    while (values.size() - at >= kStride &&
           k.all_divisible(values.data() + at, kStride, base, divisor.inverse(), shift,
                           divisor.limit())) {
      at += kStride;
    }
    while (at < values.size() && divisor.divides(above(at))) {
      if (++at % kStride == 0 && values.size() - at >= kStride) break;
    }
    if (at < values.size() && !divisor.divides(above(at))) g = gcd(g, above(at++));
  }
  return g;
}

uint64_t gcd_of(std::span<const int64_t> values, int64_t min) {
  if (min >= 0) return fold_gcd(0, values, 0);
  uint64_t g = 0;
  for (size_t i = 0; i < values.size() && g != 1; ++i) g = gcd(g, magnitude(values[i]));
  return g;
}

void divide_signed(std::span<const int64_t> values, uint64_t divisor, std::span<int64_t> out) {
  for (size_t i = 0; i < values.size(); ++i) {
    const uint64_t quotient = magnitude(values[i]) / divisor;
    const bool negative = values[i] < 0 && divisor >> 63 == 0;
    out[i] = static_cast<int64_t>(negative ? uint64_t{0} - quotient : quotient);
  }
}

ExactDivisor::ExactDivisor(uint64_t divisor)
    : divisor_(divisor),
      shift_(std::countr_zero(divisor)),
      inverse_(1),
      limit_(std::numeric_limits<uint64_t>::max() / divisor) {
  // Newton's iteration doubles the correct bits each time; an odd d is its own inverse modulo 8.
  const uint64_t odd = divisor >> shift_;
  inverse_ = odd;
  for (int correct = 3; correct < 64; correct *= 2) inverse_ *= 2 - odd * inverse_;
}

void subtract_and_divide(std::span<const int64_t> values, int64_t base, const ExactDivisor& divisor,
                         std::span<int64_t> out) {
  chosen_kernels().divide(values.data(), values.size(), base, divisor.inverse(),
                          static_cast<uint64_t>(divisor.shift()), out.data());
}

}  // namespace segsmith::packing
