// SPDX-License-Identifier: Apache-2.0
#include "merge/merged_field_infos.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "model/field_attributes.h"
#include "model/field_schema.h"
#include "util/error.h"

namespace segsmith::merge {
namespace {

using model::FieldInfo;
using model::StringPairs;

void check_same_schema(const FieldInfo& a, const FieldInfo& b, const std::string& segment) {
  const std::string_view difference = model::schema_difference(a, b);
  if (difference.empty()) return;
  throw InvalidArgument("field '" + a.name + "' of segment " + segment + " disagrees in its " +
                        std::string(difference) + " with the segments before");
}

/// Doc values are written anew, and their formats named again.
void name_formats_again(FieldInfo& field) {
  const StringPairs before = field.attributes;
  for (const auto& [key, value] : before) {
    if (key.starts_with("PerFieldDocValuesFormat."))
      model::put_attribute(field.attributes, key, value);
  }
}

}  // namespace

std::vector<FieldInfo> merged_field_infos(Sources sources, model::FieldNumbers numbers) {
  std::vector<FieldInfo> merged;
  std::map<std::string, size_t> by_name;
  for (const auto& source : sources) {
    for (const FieldInfo& field : source->fields()) {
      const StringPairs attributes = model::attributes_as_read(field.attributes);
      const auto [it, added] = by_name.try_emplace(field.name, merged.size());
      if (!added) {
        FieldInfo& first = merged[it->second];
        check_same_schema(first, field, source->name());
        for (const auto& [key, value] : attributes)
          model::put_attribute(first.attributes, key, value);
        continue;
      }
      FieldInfo& copy = merged.emplace_back(field);
      copy.doc_values_gen = -1;
      copy.number = numbers.add_or_get(field);
      copy.attributes = model::attributes_in_map_order(attributes, attributes.size());
    }
  }
  for (FieldInfo& field : merged) name_formats_again(field);
  std::ranges::sort(merged, {}, &FieldInfo::number);
  return merged;
}

}  // namespace segsmith::merge
