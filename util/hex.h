// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace segsmith {

/// Two lower-case digits a byte.
std::string to_hex(std::span<const std::byte> bytes);

/// The bytes, or nothing when the length is odd or a character is no hex digit (either case).
std::optional<std::vector<std::byte>> from_hex(std::string_view text);

}  // namespace segsmith
