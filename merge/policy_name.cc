// SPDX-License-Identifier: Apache-2.0
#include "merge/policy_name.h"

namespace segsmith::merge {

std::optional<Policy> parse_policy(std::string_view name) {
  if (name == "tiered") return Policy::tiered;
  if (name == "log_byte_size" || name == "time_based") return Policy::log_byte_size;
  if (name == "log_doc") return Policy::log_doc;
  return std::nullopt;
}

std::string_view name_of(Policy policy) {
  switch (policy) {
    case Policy::tiered:
      return "tiered";
    case Policy::log_byte_size:
      return "log_byte_size";
    case Policy::log_doc:
      return "log_doc";
  }
  return "unknown";
}

}  // namespace segsmith::merge
