// SPDX-License-Identifier: Apache-2.0
#include "packing/kernel_targets.h"

#ifdef SEGSMITH_X86_KERNELS
#include <immintrin.h>

#include <bit>
#include <cstring>
#include <utility>

#include "packing/tsdb_for_kernels.h"

// GCC 12 takes its own undefined-register idiom in the AVX-512 headers for a mistake of ours.
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

SEGSMITH_BEGIN_AVX512
#define SEGSMITH_FOR_WORDS 8
#include "packing/tsdb_for_body.h"

namespace segsmith::packing::kernels {

const ForKernels& for_kernels_avx512() {
  static constexpr ForKernels set = make_for_kernels("avx512");
  return set;
}

}  // namespace segsmith::packing::kernels
SEGSMITH_END_TARGET
#endif
