// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "packing/number_kernels.h"

namespace segsmith::packing {

/// One instruction set's version of the loops behind number_kernels.h.
struct NumberKernels {
  const char* name;
  MinMax (*min_max)(const int64_t* values, size_t count);
  bool (*all_equal)(const int64_t* values, size_t count, int64_t value);
  /// Whether the divisor with these constants (ExactDivisor) divides all values[i] - base.
  bool (*all_divisible)(const int64_t* values, size_t count, int64_t base, uint64_t inverse,
                        uint64_t shift, uint64_t limit);
  void (*divide)(const int64_t* values, size_t count, int64_t base, uint64_t inverse,
                 uint64_t shift, int64_t* out);
};

/// Those that this processor can run, the plain one first and the one in use last; for tests.
std::vector<const NumberKernels*> available_number_kernels();

}  // namespace segsmith::packing
