// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

namespace segsmith::lab {

/// Random numbers that are the same on every platform for one seed, which the standard's
/// distributions do not promise.
class Dice {
 public:
  explicit Dice(uint64_t seed) : engine_(seed) {}

  uint64_t bits() { return engine_(); }
  /// 0 <= result < bound; 0 for a bound of 0.
  uint64_t below(uint64_t bound) { return bound == 0 ? 0 : engine_() % bound; }
  /// low <= result <= high.
  int64_t between(int64_t low, int64_t high) {
    const uint64_t span = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    const uint64_t step = span == UINT64_MAX ? engine_() : below(span + 1);
    return static_cast<int64_t>(static_cast<uint64_t>(low) + step);
  }
  /// 0 <= result < 1, of 53 bits.
  double share() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  /// Nearly normal, mean 0, deviation 1: twelve uniform shares.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += share();
    return sum;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace segsmith::lab
