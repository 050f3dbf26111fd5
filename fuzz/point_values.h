// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fuzz/fuzz_target.h"

/// Values of points for seeds.
namespace segsmith::fuzz {

/// `count` big-endian numbers of `bytes` bytes each; every three of them are equal.
inline Bytes point_values(size_t count, size_t bytes, uint64_t step) {
  Bytes out;
  for (size_t i = 0; i < count; ++i) {
    for (size_t b = bytes; b-- > 0;) {
      out.push_back(b < 8 ? static_cast<std::byte>(i / 3 * step >> (8 * b)) : std::byte{0});
    }
  }
  return out;
}

}  // namespace segsmith::fuzz
