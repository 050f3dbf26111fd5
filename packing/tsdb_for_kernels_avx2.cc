// SPDX-License-Identifier: Apache-2.0
#if defined(__x86_64__) && defined(__GNUC__)
#define SEGSMITH_FOR_TARGET __attribute__((target("avx2,bmi2")))
#include "packing/tsdb_for_body.h"

namespace segsmith::packing::kernels {

const ForKernels& for_kernels_avx2() {
  static constexpr ForKernels set = make_for_kernels("avx2");
  return set;
}

}  // namespace segsmith::packing::kernels
#endif
