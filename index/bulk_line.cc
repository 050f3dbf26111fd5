// SPDX-License-Identifier: Apache-2.0
#include "index/bulk_line.h"

#include <array>
#include <nlohmann/json.hpp>

namespace segsmith::index {

std::optional<BulkAction> parse_bulk_action(std::string_view line) {
  constexpr size_t kLongestAction = 4096;
  if (line.size() > kLongestAction) return std::nullopt;
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object() || json.size() != 1 || !json.begin().value().is_object()) {
    return std::nullopt;
  }
  constexpr std::array<std::pair<std::string_view, BulkAction>, 4> kActions{
      {{"index", BulkAction::index},
       {"create", BulkAction::create},
       {"update", BulkAction::update},
       {"delete", BulkAction::delete_}}};
  for (const auto& [name, action] : kActions) {
    if (json.begin().key() == name) return action;
  }
  return std::nullopt;
}

}  // namespace segsmith::index
