// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace segsmith::lab {

/// A JSON value for a message. Arrays and objects may nest deeply, so only their kind is told.
template <class Json>
std::string shown_json(const Json& value) {
  if (value.is_array()) return "an array";
  if (value.is_object()) return "an object";
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace segsmith::lab
