// SPDX-License-Identifier: Apache-2.0
#include "packing/kernel_targets.h"

#ifdef SEGSMITH_X86_KERNELS
#include <immintrin.h>
#endif

#define SEGSMITH_FOR_WORDS 2
#include "packing/tsdb_for_body.h"

namespace segsmith::packing::kernels {

const ForKernels& for_kernels_scalar() {
  static constexpr ForKernels set = make_for_kernels("scalar");
  return set;
}

}  // namespace segsmith::packing::kernels
