// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_kernels.h"

#include <vector>

namespace segsmith::packing::kernels {
namespace {

std::vector<const KernelSet*> find_supported() {
  std::vector<const KernelSet*> sets = {&scalar_kernels()};
#if defined(__x86_64__)
  // These ask the operating system's enabled state as well as the processor.
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    sets.push_back(&avx2_kernels());
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vbmi")) {
      sets.push_back(&avx512_kernels());
    }
  }
#endif
  return sets;
}

}  // namespace

std::span<const KernelSet* const> supported_kernels() {
  static const std::vector<const KernelSet*> sets = find_supported();
  return sets;
}

const KernelSet& best_kernels() {
  static const KernelSet& best = *supported_kernels().back();
  return best;
}

}  // namespace segsmith::packing::kernels
