// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "packing/number_kernels.h"

/// Differences of neighbours in blocks of 64-bit integers, as Elasticsearch's time-series doc
/// values code them. Arithmetic wraps as Java's long does. Kernels for AVX-512, AVX2 and plain
/// code, chosen once at run time; all answer alike.
namespace segsmith::packing {

/// Whether there are at least two steps between neighbours, and all of them up, or all down. Equal
/// neighbours are no step.
bool goes_one_way(std::span<const int64_t> values);

/// Positions i > 0 where values[i] != values[i - 1].
size_t count_changes(std::span<const int64_t> values);

/// Whether values[i] == values[i - distance] wherever both are there.
bool repeats(std::span<const int64_t> values, size_t distance);

/// out[i] = values[i] - values[i - 1], and out[0] = out[1]; returns the bounds of out. At least two
/// values; both spans have the same size and do not overlap.
MinMax take_deltas(std::span<const int64_t> values, std::span<int64_t> out);

/// values[i] = before + values[0] + ... + values[i].
void add_up(std::span<int64_t> values, int64_t before);

/// out[i] = values[i] - base. The spans have the same size and may be the same.
void subtract(std::span<const int64_t> values, int64_t base, std::span<int64_t> out);

/// out[i] = first + i * step.
void fill_line(std::span<int64_t> out, int64_t first, int64_t step);

namespace kernels {

/// One instruction set's version of the loops above.
struct DeltaKernels {
  const char* name;
  bool (*one_way)(const int64_t* v, size_t n);
  size_t (*changes)(const int64_t* v, size_t n);
  bool (*repeats)(const int64_t* v, size_t n, size_t distance);
  MinMax (*deltas)(const int64_t* v, size_t n, int64_t* out);
  void (*add_up)(int64_t* v, size_t n, int64_t before);
  void (*subtract)(const int64_t* v, size_t n, int64_t base, int64_t* out);
  void (*line)(int64_t* out, size_t n, int64_t first, int64_t step);
};

/// Those that this processor can run, the plain one first and the one in use last; for tests and
/// benches.
const std::vector<const DeltaKernels*>& available_delta_kernels();

}  // namespace kernels
}  // namespace segsmith::packing
