// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace segsmith::model {

/// So many values of a document are copied whether it has them or not: how many it has cannot be
/// foreseen, and a wrong guess costs more than the copy.
inline constexpr size_t kFewValues = 4;

/// Copies the `n` values at `from`, of an array that ends at `end`, to `to`, where there must be
/// room for n or kFewValues, whichever is more; returns the end of the copies.
inline int64_t* copy_values(const int64_t* from, const int64_t* end, size_t n, int64_t* to) {
  if (n <= kFewValues && static_cast<size_t>(end - from) >= kFewValues) {
    std::memcpy(to, from, kFewValues * sizeof *to);
  } else {
    std::memcpy(to, from, n * sizeof *to);
  }
  return to + n;
}

}  // namespace segsmith::model
