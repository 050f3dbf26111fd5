// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace segsmith::index {

/// The candidate with the fewest edits (insert, delete, replace, swap of neighbours) to `name`, the
/// first among equals; empty when all are further than half of the name.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

/// " (did you mean 'x'?)", or nothing.
std::string suggestion(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace segsmith::index
