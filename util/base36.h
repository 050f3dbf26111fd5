// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace segsmith {

/// Lower-case base 36, independent of any locale: Java's Long.toString(value, 36) for value >= 0.
std::string to_base36(uint64_t value);

/// The number, or nothing when `text` is empty, holds another character or overflows 63 bits.
std::optional<uint64_t> from_base36(std::string_view text);

}  // namespace segsmith
