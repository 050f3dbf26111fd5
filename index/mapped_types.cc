// SPDX-License-Identifier: Apache-2.0
#include "index/mapped_types.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "index/mapping.h"

namespace segsmith::index {
namespace {

std::string shortest(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  return {text, end};
}

}  // namespace

MappedTypes MappedTypes::of(const Mapping& mapping) {
  MappedTypes types;
  for (const FieldMapping& field : mapping.fields()) {
    if (field.info.number >= 0) types.add(field.name, {field.type, field.scaling_factor});
  }
  return types;
}

MappedTypes MappedTypes::of(const model::SegmentInfo& segment) {
  MappedTypes types;
  for (const auto& [key, value] : segment.diagnostics) {
    if (key != kDiagnosticsKey) continue;
    const auto object = nlohmann::json::parse(value, nullptr, false);
    if (!object.is_object()) return {};
    for (const auto& [field, spelled] : object.items()) {
      if (!spelled.is_string()) return {};
      Entry entry{spelled.get<std::string>(), 1};
      if (const size_t slash = entry.type.find('/'); slash != std::string::npos) {
        const std::string factor = entry.type.substr(slash + 1);
        std::from_chars(factor.data(), factor.data() + factor.size(), entry.scaling_factor);
        entry.type.resize(slash);
      }
      types.add(field, std::move(entry));
    }
  }
  return types;
}

std::string MappedTypes::to_text() const {
  nlohmann::json object = nlohmann::json::object();  // Sorted by name, as types_ is.
  for (const auto& [field, entry] : types_) {
    object[field] =
        entry.scaling_factor == 1 ? entry.type : entry.type + "/" + shortest(entry.scaling_factor);
  }
  return object.dump();
}

const MappedTypes::Entry* MappedTypes::find(std::string_view field) const {
  const auto it = types_.find(field);
  return it == types_.end() ? nullptr : &it->second;
}

FieldKind MappedTypes::kind(std::string_view field) const {
  const Entry* entry = find(field);
  const FieldType* type = entry == nullptr ? nullptr : find_field_type(entry->type);
  return type == nullptr ? FieldKind::no_structure : type->kind;
}

}  // namespace segsmith::index
