// SPDX-License-Identifier: Apache-2.0
#include "util/base36.h"

#include <algorithm>

namespace segsmith {

std::string to_base36(uint64_t value) {
  static constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string text;
  do {
    text += kDigits[value % 36];
    value /= 36;
  } while (value != 0);
  std::reverse(text.begin(), text.end());
  return text;
}

std::optional<uint64_t> from_base36(std::string_view text) {
  if (text.empty()) return std::nullopt;
  constexpr uint64_t kMax = INT64_MAX;
  uint64_t value = 0;
  for (char c : text) {
    uint64_t digit;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint64_t>(c - '0');
    } else if (c >= 'a' && c <= 'z') {
      digit = static_cast<uint64_t>(c - 'a') + 10;
    } else {
      return std::nullopt;
    }
    if (value > (kMax - digit) / 36) return std::nullopt;
    value = value * 36 + digit;
  }
  return value;
}

}  // namespace segsmith
