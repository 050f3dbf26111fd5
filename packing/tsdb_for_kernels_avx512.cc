// SPDX-License-Identifier: Apache-2.0
#if defined(__x86_64__) && defined(__GNUC__)
#ifdef __clang__
#define SEGSMITH_FOR_TARGET \
  __attribute__((target("avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl"), min_vector_width(512)))
#else
#define SEGSMITH_FOR_TARGET \
  __attribute__((target("avx2,bmi2,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")))
#endif
#include "packing/tsdb_for_body.h"

namespace segsmith::packing::kernels {

const ForKernels& for_kernels_avx512() {
  static constexpr ForKernels set = make_for_kernels("avx512");
  return set;
}

}  // namespace segsmith::packing::kernels
#endif
