// SPDX-License-Identifier: Apache-2.0
#include "model/field_info.h"

#include <algorithm>

namespace segsmith::model {

std::string_view FieldInfo::attribute(std::string_view key) const {
  for (const auto& [k, v] : attributes) {
    if (k == key) return v;
  }
  return {};
}

FieldInfos::FieldInfos(std::vector<FieldInfo> fields) : fields_(std::move(fields)) {}

const FieldInfo* FieldInfos::find(std::string_view name) const {
  for (const FieldInfo& f : fields_) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

const FieldInfo* FieldInfos::find(int32_t number) const {
  for (const FieldInfo& f : fields_) {
    if (f.number == number) return &f;
  }
  return nullptr;
}

bool FieldInfos::has_doc_values() const {
  return std::any_of(begin(), end(), [](const FieldInfo& f) { return f.has_doc_values(); });
}

bool FieldInfos::has_points() const {
  return std::any_of(begin(), end(), [](const FieldInfo& f) { return f.has_points(); });
}

}  // namespace segsmith::model
