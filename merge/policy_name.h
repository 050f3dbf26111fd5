// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace segsmith::merge {

/// Merge policies by the names of the command line and of settings.
enum class Policy : uint8_t { tiered, log_byte_size, log_doc };

/// Nothing for an unknown name; time_based is log_byte_size.
std::optional<Policy> parse_policy(std::string_view name);
std::string_view name_of(Policy policy);

}  // namespace segsmith::merge
