// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// What the values of a time-series field are like, for benches of its blocks.
namespace segsmith::bench {

inline constexpr std::array kBlockPatterns = {
    "gauge",      ///< Whole numbers around a level.
    "jitter",     ///< A counter whose steps vary a little.
    "constant",   ///< One number.
    "counter",    ///< A counter that starts again at 0 now and then.
    "timestamp",  ///< A second apart, with a little jitter.
    "decimals",   ///< Doubles of two decimals, as sortable longs.
};

/// The same values on every machine.
inline std::vector<int64_t> block_values(std::string_view pattern, size_t count) {
  std::mt19937_64 random(42);
  const auto below = [&](uint64_t n) { return static_cast<int64_t>(random() % n); };
  std::vector<int64_t> values(count);
  int64_t now = 1'700'000'000'000;
  int64_t total = 0;
  for (int64_t& v : values) {
    if (pattern == "gauge") {
      v = 5000 + below(200);
    } else if (pattern == "jitter") {
      v = total += 100 + below(20);
    } else if (pattern == "constant") {
      v = 42;
    } else if (pattern == "counter") {
      v = total = below(100) == 0 ? 0 : total + below(1000);
    } else if (pattern == "timestamp") {
      v = now += 1000 + below(3);
    } else if (pattern == "decimals") {
      v = std::bit_cast<int64_t>(static_cast<double>(10'000 + below(4000)) / 100.0);
    } else {
      throw std::invalid_argument("no block pattern " + std::string(pattern));
    }
  }
  return values;
}

}  // namespace segsmith::bench
