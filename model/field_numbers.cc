// SPDX-License-Identifier: Apache-2.0
#include "model/field_numbers.h"

namespace segsmith::model {

int32_t FieldNumbers::add_or_get(const FieldInfo& field) {
  const auto [it, added] = by_name_.try_emplace(field.name, field.number);
  if (!added) return it->second;
  if (field.number < 0 || !used_.insert(field.number).second) {
    do {
      ++lowest_;
    } while (!used_.insert(lowest_).second);
    it->second = lowest_;
  }
  return it->second;
}

}  // namespace segsmith::model
