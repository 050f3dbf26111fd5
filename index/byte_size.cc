// SPDX-License-Identifier: Apache-2.0
#include "index/byte_size.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace segsmith::index {

std::optional<uint64_t> byte_size(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !(number >= 0)) return std::nullopt;
  std::string unit(end, text.data() + text.size());
  std::ranges::transform(unit, unit.begin(), [](char c) { return c | 0x20; });
  constexpr std::array<std::string_view, 6> kUnits{"b", "kb", "mb", "gb", "tb", "pb"};
  const auto found = std::ranges::find(kUnits, unit);
  if (found == kUnits.end()) return std::nullopt;
  const double bytes = std::ldexp(number, static_cast<int>(found - kUnits.begin()) * 10);
  if (bytes >= 0x1p63) return std::nullopt;
  return static_cast<uint64_t>(bytes);
}

}  // namespace segsmith::index
