// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace segsmith::packing::goldens {

/// SplitMix64.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>((next() >> 1) % static_cast<uint64_t>(n)); }

 private:
  uint64_t state_;
};

}  // namespace segsmith::packing::goldens
