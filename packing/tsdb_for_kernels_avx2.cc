// SPDX-License-Identifier: Apache-2.0
#include "packing/kernel_targets.h"

#ifdef SEGSMITH_X86_KERNELS
#include <immintrin.h>

#include <bit>
#include <cstring>
#include <utility>

#include "packing/tsdb_for_kernels.h"

SEGSMITH_BEGIN_AVX2
#define SEGSMITH_FOR_WORDS 4
#include "packing/tsdb_for_body.h"

namespace segsmith::packing::kernels {

const ForKernels& for_kernels_avx2() {
  static constexpr ForKernels set = make_for_kernels("avx2");
  return set;
}

}  // namespace segsmith::packing::kernels
SEGSMITH_END_TARGET
#endif
