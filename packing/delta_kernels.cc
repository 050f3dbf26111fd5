// SPDX-License-Identifier: Apache-2.0
#include "packing/delta_kernels.h"

#include <algorithm>

#include "packing/kernel_targets.h"
#include "util/bits.h"

// Only the running sum, which no compiler vectorises, is written out.
#ifdef SEGSMITH_X86_KERNELS
#include <immintrin.h>
#endif

namespace segsmith::packing {
namespace kernels {
namespace {

/// Most blocks that go both ways show it within this many values.
constexpr size_t kStride = 32;

SEGSMITH_INLINE bool one_way_body(const int64_t* v, size_t n) {
  int64_t rises = 0;
  int64_t falls = 0;
  for (size_t first = 1; first < n; first += kStride) {
    const size_t end = std::min(n, first + kStride);
    for (size_t i = first; i < end; ++i) {
      rises += v[i] > v[i - 1] ? 1 : 0;
      falls += v[i] < v[i - 1] ? 1 : 0;
    }
    if (rises != 0 && falls != 0) return false;
  }
  return rises >= 2 || falls >= 2;
}

SEGSMITH_INLINE size_t changes_body(const int64_t* v, size_t n) {
  int64_t changes = 0;
  for (size_t i = 1; i < n; ++i) changes += v[i] != v[i - 1] ? 1 : 0;
  return static_cast<size_t>(changes);
}

SEGSMITH_INLINE bool repeats_body(const int64_t* v, size_t n, size_t distance) {
  int64_t difference = 0;
  for (size_t i = distance; i < n; ++i) difference |= v[i] ^ v[i - distance];
  return difference == 0;
}

SEGSMITH_INLINE MinMax deltas_body(const int64_t* v, size_t n, int64_t* __restrict out) {
  int64_t low = INT64_MAX;
  int64_t high = INT64_MIN;
  for (size_t i = 1; i < n; ++i) {
    const int64_t d = wrapping_sub(v[i], v[i - 1]);
    out[i] = d;
    low = d < low ? d : low;
    high = d > high ? d : high;
  }
  out[0] = out[1];
  return {low, high};
}

SEGSMITH_INLINE void subtract_body(const int64_t* v, size_t n, int64_t base, int64_t* out) {
  SEGSMITH_SAME_OR_APART
  for (size_t i = 0; i < n; ++i) out[i] = wrapping_sub(v[i], base);
}

SEGSMITH_INLINE void line_body(int64_t* out, size_t n, int64_t first, int64_t step) {
  if (step == 0) {
    for (size_t i = 0; i < n; ++i) out[i] = first;
    return;
  }
  auto value = static_cast<uint64_t>(first);
  for (size_t i = 0; i < n; ++i) {
    out[i] = static_cast<int64_t>(value);
    value += static_cast<uint64_t>(step);
  }
}

void add_up_scalar(int64_t* v, size_t n, int64_t before) {
  for (size_t i = 0; i < n; ++i) {
    before = wrapping_add(before, v[i]);
    v[i] = before;
  }
}

#ifdef SEGSMITH_X86_KERNELS
/// Four at a time: sums within a register first, then what came before, so that from one register
/// to the next there is one addition to wait for.
SEGSMITH_AVX2 void add_up_avx2(int64_t* v, size_t n, int64_t before) {
  __m256i carry = _mm256_set1_epi64x(before);
  size_t i = 0;
  for (; n - i >= 4; i += 4) {
    __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(v + i));
    x = _mm256_add_epi64(x, _mm256_slli_si256(x, 8));
    // The sum of the lower two goes to the upper two.
    const __m256i lower =
        _mm256_blend_epi32(_mm256_permute4x64_epi64(x, 0x55), _mm256_setzero_si256(), 0x0F);
    x = _mm256_add_epi64(x, lower);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(v + i), _mm256_add_epi64(x, carry));
    carry = _mm256_add_epi64(carry, _mm256_permute4x64_epi64(x, 0xFF));
  }
  if (i > 0) before = v[i - 1];
  add_up_scalar(v + i, n - i, before);
}

/// Wider registers need one more step inside and gain nothing.
constexpr auto add_up_avx512 = add_up_avx2;
#endif

#define SEGSMITH_KERNELS(suffix, attributes)                                                    \
  attributes bool one_way_##suffix(const int64_t* v, size_t n) { return one_way_body(v, n); }   \
  attributes size_t changes_##suffix(const int64_t* v, size_t n) { return changes_body(v, n); } \
  attributes bool repeats_##suffix(const int64_t* v, size_t n, size_t distance) {               \
    return repeats_body(v, n, distance);                                                        \
  }                                                                                             \
  attributes MinMax deltas_##suffix(const int64_t* v, size_t n, int64_t* out) {                 \
    return deltas_body(v, n, out);                                                              \
  }                                                                                             \
  attributes void subtract_##suffix(const int64_t* v, size_t n, int64_t base, int64_t* out) {   \
    subtract_body(v, n, base, out);                                                             \
  }                                                                                             \
  attributes void line_##suffix(int64_t* out, size_t n, int64_t first, int64_t step) {          \
    line_body(out, n, first, step);                                                             \
  }                                                                                             \
  constexpr DeltaKernels k_##suffix = {#suffix,           one_way_##suffix, changes_##suffix,   \
                                       repeats_##suffix,  deltas_##suffix,  add_up_##suffix,    \
                                       subtract_##suffix, line_##suffix};

SEGSMITH_KERNELS(scalar, )
#ifdef SEGSMITH_X86_KERNELS
SEGSMITH_KERNELS(avx2, SEGSMITH_AVX2)
SEGSMITH_KERNELS(avx512, SEGSMITH_AVX512)
#endif

const DeltaKernels& best() {
  static const DeltaKernels& chosen = *available_delta_kernels().back();
  return chosen;
}

}  // namespace

const std::vector<const DeltaKernels*>& available_delta_kernels() {
  static const std::vector<const DeltaKernels*> available = [] {
    std::vector<const DeltaKernels*> found = {&k_scalar};
#ifdef SEGSMITH_X86_KERNELS
    if (cpu_has_avx2()) found.push_back(&k_avx2);
    if (cpu_has_avx512()) found.push_back(&k_avx512);
#endif
    return found;
  }();
  return available;
}

}  // namespace kernels

bool goes_one_way(std::span<const int64_t> values) {
  return kernels::best().one_way(values.data(), values.size());
}

size_t count_changes(std::span<const int64_t> values) {
  return kernels::best().changes(values.data(), values.size());
}

bool repeats(std::span<const int64_t> values, size_t distance) {
  return kernels::best().repeats(values.data(), values.size(), distance);
}

MinMax take_deltas(std::span<const int64_t> values, std::span<int64_t> out) {
  return kernels::best().deltas(values.data(), values.size(), out.data());
}

void add_up(std::span<int64_t> values, int64_t before) {
  kernels::best().add_up(values.data(), values.size(), before);
}

void subtract(std::span<const int64_t> values, int64_t base, std::span<int64_t> out) {
  kernels::best().subtract(values.data(), values.size(), base, out.data());
}

void fill_line(std::span<int64_t> out, int64_t first, int64_t step) {
  kernels::best().line(out.data(), out.size(), first, step);
}

}  // namespace segsmith::packing
