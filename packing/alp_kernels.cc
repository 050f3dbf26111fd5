// SPDX-License-Identifier: Apache-2.0
#include "packing/alp_kernels.h"

#include <algorithm>
#include <bit>

#include "packing/kernel_targets.h"
#include "util/bits.h"

namespace segsmith::packing {
namespace {

constexpr int64_t kMagicBits = std::bit_cast<int64_t>(kAlpMagic);
/// 2^51; larger bits are a larger number, infinity or NaN.
constexpr int64_t kLimitBits = std::bit_cast<int64_t>(2251799813685248.0);
constexpr int64_t kLimit = int64_t{1} << 51;

/// Between bits and sortable longs, either way.
SEGSMITH_INLINE int64_t flipped(int64_t v) { return v ^ ((v >> 63) & INT64_MAX); }

}  // namespace

namespace kernels {
namespace {

SEGSMITH_INLINE bool mantissas_body(const int64_t* sortable, size_t n, double factor,
                                    int64_t* out) {
  int64_t beyond = 0;
  SEGSMITH_SAME_OR_APART
  for (size_t i = 0; i < n; ++i) {
    const double x = std::bit_cast<double>(flipped(sortable[i])) * factor;
    beyond |= kLimitBits - 1 - (std::bit_cast<int64_t>(x) & INT64_MAX);
    out[i] = wrapping_sub(std::bit_cast<int64_t>(x + kAlpMagic), kMagicBits);
  }
  return beyond >= 0;
}

SEGSMITH_INLINE bool doubles_body(const int64_t* mantissas, size_t n, double factor, int64_t* out) {
  int64_t size = 0;
  for (size_t i = 0; i < n; ++i) size |= mantissas[i] ^ (mantissas[i] >> 63);
  if (size >= kLimit) return false;
  SEGSMITH_SAME_OR_APART
  for (size_t i = 0; i < n; ++i) {
    const double x = std::bit_cast<double>(mantissas[i] + kMagicBits) - kAlpMagic;
    out[i] = flipped(std::bit_cast<int64_t>(x * factor));
  }
  return true;
}

SEGSMITH_INLINE AlpFit fit_body(const int64_t* sortable, const int64_t* restored,
                                const int64_t* mantissas, size_t n) {
  int64_t exceptions = 0;
  int64_t low = INT64_MAX;
  int64_t high = INT64_MIN;
  for (size_t i = 0; i < n; ++i) {
    const bool good = sortable[i] == restored[i];
    exceptions += good ? 0 : 1;
    const int64_t for_low = good ? mantissas[i] : INT64_MAX;
    const int64_t for_high = good ? mantissas[i] : INT64_MIN;
    low = for_low < low ? for_low : low;
    high = for_high > high ? for_high : high;
  }
  return {static_cast<size_t>(exceptions), {low, high}};
}

SEGSMITH_INLINE uint64_t joined_body(const int64_t* v, size_t n) {
  int64_t joined = 0;
  for (size_t i = 0; i < n; ++i) joined |= v[i] ^ (v[i] >> 63);
  return static_cast<uint64_t>(joined);
}

#define SEGSMITH_KERNELS(suffix, attributes)                                                      \
  attributes bool mantissas_##suffix(const int64_t* v, size_t n, double factor, int64_t* out) {   \
    return mantissas_body(v, n, factor, out);                                                     \
  }                                                                                               \
  attributes bool doubles_##suffix(const int64_t* v, size_t n, double factor, int64_t* out) {     \
    return doubles_body(v, n, factor, out);                                                       \
  }                                                                                               \
  attributes AlpFit fit_##suffix(const int64_t* v, const int64_t* restored, const int64_t* m,     \
                                 size_t n) {                                                      \
    return fit_body(v, restored, m, n);                                                           \
  }                                                                                               \
  attributes uint64_t joined_##suffix(const int64_t* v, size_t n) { return joined_body(v, n); }   \
  constexpr AlpKernels k_##suffix = {#suffix, mantissas_##suffix, doubles_##suffix, fit_##suffix, \
                                     joined_##suffix};

SEGSMITH_KERNELS(scalar, )
#ifdef SEGSMITH_X86_KERNELS
SEGSMITH_KERNELS(avx2, SEGSMITH_AVX2)
SEGSMITH_KERNELS(avx512, SEGSMITH_AVX512)
#endif

const AlpKernels& best() {
  static const AlpKernels& chosen = *available_alp_kernels().back();
  return chosen;
}

}  // namespace

const std::vector<const AlpKernels*>& available_alp_kernels() {
  static const std::vector<const AlpKernels*> available = [] {
    std::vector<const AlpKernels*> found = {&k_scalar};
#ifdef SEGSMITH_X86_KERNELS
    if (cpu_has_avx2()) found.push_back(&k_avx2);
    if (cpu_has_avx512()) found.push_back(&k_avx512);
#endif
    return found;
  }();
  return available;
}

}  // namespace kernels

void alp_mantissas(std::span<const int64_t> sortable, double factor, std::span<int64_t> mantissas) {
  const auto fast = kernels::best().mantissas;
  if (fast(sortable.data(), sortable.size(), factor, mantissas.data())) return;
  for (size_t i = 0; i < sortable.size(); ++i) {
    mantissas[i] = alp_nearest(std::bit_cast<double>(flipped(sortable[i])) * factor);
  }
}

void alp_doubles(std::span<const int64_t> mantissas, double factor, std::span<int64_t> sortable) {
  if (kernels::best().doubles(mantissas.data(), mantissas.size(), factor, sortable.data())) return;
  for (size_t i = 0; i < mantissas.size(); ++i) {
    sortable[i] = flipped(std::bit_cast<int64_t>(static_cast<double>(mantissas[i]) * factor));
  }
}

AlpFit alp_fit(std::span<const int64_t> sortable, std::span<const int64_t> restored,
               std::span<const int64_t> mantissas) {
  return kernels::best().fit(sortable.data(), restored.data(), mantissas.data(), sortable.size());
}

uint64_t joined_magnitudes(std::span<const int64_t> values) {
  return kernels::best().joined(values.data(), values.size());
}

}  // namespace segsmith::packing
