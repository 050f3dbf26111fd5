// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ranges>
#include <span>
#include <string_view>

#include "store/output.h"

namespace segsmith::testing {

/// A number that follows from all that was added, in this order: whether two readings are the same.
class Digest {
 public:
  void add(uint64_t value) { sum_ = (sum_ ^ value) * 0x9E3779B97F4A7C15 + (sum_ >> 29); }
  void add(std::span<const std::byte> bytes) {
    add(bytes.size());
    add(store::crc32(0, bytes));
  }
  void add(std::string_view text) { add(std::as_bytes(std::span<const char>(text))); }
  /// Integers, one by one.
  template <std::ranges::input_range Range>
    requires std::is_integral_v<std::ranges::range_value_t<Range>>
  void add_all(const Range& values) {
    for (const auto value : values) add(static_cast<uint64_t>(value));
  }
  uint64_t value() const { return sum_; }

 private:
  uint64_t sum_ = 1;
};

}  // namespace segsmith::testing
