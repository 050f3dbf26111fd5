// SPDX-License-Identifier: Apache-2.0
#include "model/field_info.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "util/error.h"

namespace segsmith::model {

std::string_view FieldInfo::attribute(std::string_view key) const {
  for (const auto& [k, v] : attributes) {
    if (k == key) return v;
  }
  return {};
}

namespace {

/// The places of `fields` in the order of what `key` gives.
template <class Key>
std::vector<uint32_t> places_by(const std::vector<FieldInfo>& fields, Key key) {
  std::vector<uint32_t> places(fields.size());
  std::iota(places.begin(), places.end(), 0U);
  std::ranges::stable_sort(places, {}, [&](uint32_t i) -> const auto& { return fields[i].*key; });
  return places;
}

template <class Key, class Value>
const FieldInfo* find_in(const std::vector<FieldInfo>& fields, const std::vector<uint32_t>& places,
                         Key key, const Value& value) {
  const auto found =
      std::ranges::lower_bound(places, value, std::ranges::less{},
                               [&](uint32_t i) -> const auto& { return fields[i].*key; });
  return found != places.end() && fields[*found].*key == value ? &fields[*found] : nullptr;
}

}  // namespace

FieldInfos::FieldInfos(std::vector<FieldInfo> fields)
    : fields_(std::move(fields)),
      by_name_(places_by(fields_, &FieldInfo::name)),
      by_number_(places_by(fields_, &FieldInfo::number)) {}

const FieldInfo* FieldInfos::find(std::string_view name) const {
  return find_in(fields_, by_name_, &FieldInfo::name, name);
}

const FieldInfo* FieldInfos::find(int32_t number) const {
  return find_in(fields_, by_number_, &FieldInfo::number, number);
}

bool FieldInfos::has_doc_values() const {
  return std::any_of(begin(), end(), [](const FieldInfo& f) { return f.has_doc_values(); });
}

bool FieldInfos::has_points() const {
  return std::any_of(begin(), end(), [](const FieldInfo& f) { return f.has_points(); });
}

void FieldInfos::set_attribute(int32_t number, std::string_view key, std::string_view value) {
  const FieldInfo* field = find(number);
  if (field == nullptr) throw InvalidArgument("no field has number " + std::to_string(number));
  StringPairs& attributes = fields_[static_cast<size_t>(field - fields_.data())].attributes;
  const auto found = std::ranges::find(attributes, key, &StringPairs::value_type::first);
  if (found == attributes.end()) {
    attributes.emplace_back(key, value);
  } else {
    found->second = value;
  }
}

}  // namespace segsmith::model
