// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "index/nearest_name.h"
#include "lab/field_generator.h"
#include "lab/shown_json.h"
#include "util/error.h"

namespace segsmith::lab {

using Json = nlohmann::ordered_json;

namespace {

const Json& null() {
  static const Json kNull;
  return kNull;
}

}  // namespace

SpecReader::SpecReader(std::string where, const Json& object)
    : where_(std::move(where)), object_(object) {
  if (!object.is_object()) {
    throw InvalidArgument(where_ + ": expected an object, found " + shown_json(object));
  }
}

void SpecReader::refuse(std::string_view name, std::string_view expected, const Json& found) const {
  throw InvalidArgument(where_ + ", \"" + std::string(name) + "\": expected " +
                        std::string(expected) + ", found " + shown_json(found));
}

bool SpecReader::has(std::string_view name) const { return object_.contains(name); }

const Json& SpecReader::value(std::string_view name) {
  asked_.emplace_back(name);
  const auto found = object_.find(name);
  return found == object_.end() ? null() : *found;
}

int64_t SpecReader::whole(std::string_view name, int64_t otherwise, int64_t low, int64_t high) {
  const Json& found = value(name);
  if (found.is_null()) return otherwise;
  const bool fits = found.is_number_integer() &&
                    !(found.is_number_unsigned() && found.get<uint64_t>() > INT64_MAX);
  if (!fits || found.get<int64_t>() < low || found.get<int64_t>() > high) {
    refuse(name, "a whole number from " + std::to_string(low) + " to " + std::to_string(high),
           found);
  }
  return found.get<int64_t>();
}

double SpecReader::real(std::string_view name, double otherwise, double low, double high) {
  const Json& found = value(name);
  if (found.is_null()) return otherwise;
  if (!found.is_number() || !(found.get<double>() >= low && found.get<double>() <= high)) {
    refuse(name, "a number from " + Json(low).dump() + " to " + Json(high).dump(), found);
  }
  return found.get<double>();
}

std::string SpecReader::text(std::string_view name, std::string otherwise) {
  const Json& found = value(name);
  if (found.is_null()) return otherwise;
  if (!found.is_string()) refuse(name, "a string", found);
  return found.get<std::string>();
}

bool SpecReader::flag(std::string_view name, bool otherwise) {
  const Json& found = value(name);
  if (found.is_null()) return otherwise;
  if (!found.is_boolean()) refuse(name, "true or false", found);
  return found.get<bool>();
}

std::pair<int64_t, int64_t> SpecReader::range(std::string_view name,
                                              std::pair<int64_t, int64_t> otherwise, int64_t low) {
  const Json& found = value(name);
  if (found.is_null()) return otherwise;
  const auto number = [&](const Json& n) {
    if (!n.is_number_integer() || n.get<int64_t>() < low) {
      refuse(name, "[low, high], whole numbers of at least " + std::to_string(low), n);
    }
    return n.get<int64_t>();
  };
  if (found.is_number()) return {number(found), number(found)};
  if (!found.is_array() || found.size() != 2) refuse(name, "[low, high]", found);
  const std::pair<int64_t, int64_t> range{number(found[0]), number(found[1])};
  if (range.first > range.second) refuse(name, "[low, high] with low <= high", found);
  return range;
}

void SpecReader::finish() const {
  for (const auto& [name, value] : object_.items()) {
    if (std::ranges::find(asked_, name) != asked_.end()) continue;
    const std::vector<std::string_view> known(asked_.begin(), asked_.end());
    throw InvalidArgument(where_ + ": unknown \"" + name + "\"" + index::suggestion(name, known));
  }
}

}  // namespace segsmith::lab
