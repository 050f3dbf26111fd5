// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace segsmith::index {

/// The action line of Elasticsearch's bulk input.
enum class BulkAction : uint8_t { index, create, update, delete_ };

/// The action when `line` is an object whose one key is an action and whose value is an object; the
/// value itself (an id, an index name) has no meaning here.
std::optional<BulkAction> parse_bulk_action(std::string_view line);

}  // namespace segsmith::index
