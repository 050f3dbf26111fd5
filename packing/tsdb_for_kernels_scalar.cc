// SPDX-License-Identifier: Apache-2.0
#define SEGSMITH_FOR_TARGET
#include "packing/tsdb_for_body.h"

namespace segsmith::packing::kernels {

const ForKernels& for_kernels_scalar() {
  static constexpr ForKernels set = make_for_kernels("scalar");
  return set;
}

}  // namespace segsmith::packing::kernels
