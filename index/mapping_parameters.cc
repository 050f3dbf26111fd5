// SPDX-License-Identifier: Apache-2.0
#include "index/mapping_parameters.h"

#include <algorithm>
#include <array>
#include <vector>

#include "index/field_type.h"
#include "index/nearest_name.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

/// Which kinds of field a parameter belongs to.
enum class Applies : uint8_t { all, numbers, dates, keyword, scaled, lucene, points, nothing };

struct Parameter {
  std::string_view name;
  Applies applies;
};

constexpr std::array kParameters{
    Parameter{"type", Applies::all},
    Parameter{"index", Applies::all},
    Parameter{"doc_values", Applies::all},
    Parameter{"store", Applies::all},
    Parameter{"fields", Applies::all},
    Parameter{"null_value", Applies::all},
    Parameter{"ignore_malformed", Applies::all},
    Parameter{"coerce", Applies::all},
    Parameter{"time_series_dimension", Applies::all},
    Parameter{"time_series_metric", Applies::numbers},
    Parameter{"format", Applies::dates},
    Parameter{"ignore_above", Applies::keyword},
    Parameter{"scaling_factor", Applies::scaled},
    Parameter{"skip_index", Applies::lucene},
    Parameter{"dims", Applies::points},
    Parameter{"index_dims", Applies::points},
    Parameter{"bytes", Applies::points},
    // Known to Elasticsearch, without meaning here.
    Parameter{"meta", Applies::nothing},
    Parameter{"norms", Applies::nothing},
    Parameter{"analyzer", Applies::nothing},
    Parameter{"search_analyzer", Applies::nothing},
    Parameter{"search_quote_analyzer", Applies::nothing},
    Parameter{"similarity", Applies::nothing},
    Parameter{"index_options", Applies::nothing},
    Parameter{"index_prefixes", Applies::nothing},
    Parameter{"index_phrases", Applies::nothing},
    Parameter{"term_vector", Applies::nothing},
    Parameter{"fielddata", Applies::nothing},
    Parameter{"fielddata_frequency_filter", Applies::nothing},
    Parameter{"position_increment_gap", Applies::nothing},
    Parameter{"eager_global_ordinals", Applies::nothing},
    Parameter{"split_queries_on_whitespace", Applies::nothing},
    Parameter{"value", Applies::nothing},
    Parameter{"locale", Applies::nothing},
    Parameter{"ignore_z_value", Applies::nothing},
    Parameter{"synthetic_source_keep", Applies::nothing},
};

/// They would change what is written, and are not built.
constexpr std::array<std::string_view, 7> kRefusedParameters{
    "copy_to", "normalizer", "script",        "on_script_error",
    "enabled", "subobjects", "include_in_all"};

bool applies(Applies where, const FieldMapping& field) {
  switch (where) {
    case Applies::numbers:
      return field.kind <= FieldKind::unsigned_long;
    case Applies::dates:
      return field.kind == FieldKind::date || field.kind == FieldKind::date_nanos;
    case Applies::keyword:
      return field.kind == FieldKind::keyword;
    case Applies::scaled:
      return field.kind == FieldKind::scaled_float;
    case Applies::lucene:
      return is_lucene_type(field.type);
    case Applies::points:
      return field.kind == FieldKind::raw_point;
    default:
      return true;
  }
}

std::string setting_text(const MappingJson& value, const std::string& name) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean() || value.is_number()) return value.dump();
  throw InvalidArgument("setting " + in_quotes(name) +
                        " must be a string, number, boolean or list");
}

void flatten(const MappingJson& tree, const std::string& prefix, FlatSettings& out, int depth) {
  if (depth > kMostObjects) throw InvalidArgument("settings are nested too deep");
  for (const auto& [key, value] : json_object(tree, "settings").items()) {
    const std::string name = prefix + key;
    if (value.is_object()) {
      flatten(value, name + ".", out, depth + 1);
      continue;
    }
    if (value.is_null()) continue;
    const std::string plain = name.starts_with("index.") ? name.substr(6) : name;
    std::vector<std::string> items;
    if (value.is_array()) {
      for (const MappingJson& item : value) items.push_back(setting_text(item, name));
    } else {
      items.push_back(setting_text(value, name));
    }
    if (!out.emplace(plain, std::move(items)).second) {
      throw InvalidArgument("setting " + in_quotes(plain) + " is given twice");
    }
  }
}

}  // namespace

std::string in_quotes(std::string_view name) { return "'" + std::string(name) + "'"; }

bool flag_parameter(const MappingJson& body, const char* key, bool otherwise,
                    std::string_view field) {
  const auto found = body.find(key);
  if (found == body.end()) return otherwise;
  if (found->is_boolean()) return found->get<bool>();
  if (*found == "true") return true;
  if (*found == "false") return false;
  throw InvalidArgument("parameter " + in_quotes(key) + " of field " + in_quotes(field) +
                        " must be true or false");
}

int64_t whole_parameter(const MappingJson& body, const char* key, int64_t otherwise, int64_t least,
                        int64_t most, std::string_view field) {
  const auto found = body.find(key);
  if (found == body.end()) return otherwise;
  int64_t value = least - 1;
  if (found->is_number_integer()) {
    value = found->is_number_unsigned() && found->get<uint64_t>() > INT64_MAX
                ? INT64_MAX
                : found->get<int64_t>();
  } else if (found->is_string()) {
    const auto& text = found->get_ref<const std::string&>();
    if (!text.empty() && text.size() < 18 &&
        text.find_first_not_of("0123456789") == std::string::npos) {
      value = std::stoll(text);
    }
  }
  if (value < least || value > most) {
    throw InvalidArgument("parameter " + in_quotes(key) + " of field " + in_quotes(field) +
                          " must be a whole number from " + std::to_string(least) + " to " +
                          std::to_string(most));
  }
  return value;
}

const MappingJson& json_object(const MappingJson& value, std::string_view what) {
  if (!value.is_object()) throw InvalidArgument(in_quotes(what) + " must be a JSON object");
  return value;
}

OwnedScalar scalar_parameter(const MappingJson& value, std::string_view field) {
  if (value.is_string()) return {ScalarKind::string, value.get<std::string>()};
  if (value.is_boolean()) return {ScalarKind::boolean, value.dump()};
  if (value.is_number()) return {ScalarKind::number, value.dump()};
  throw InvalidArgument("null_value of field " + in_quotes(field) +
                        " must be a string, number or boolean");
}

MappingJson parse_mapping_json(std::string_view json) {
  try {
    return MappingJson::parse(json);
  } catch (const MappingJson::exception& e) {  // Also a number that no double holds.
    // The library's text begins with its own tag: "[json.exception.parse_error.101] parse error at
    // ...".
    const std::string_view what = e.what();
    const size_t tag = what.find("] ");
    throw InvalidArgument("malformed JSON: " +
                          std::string(tag == what.npos ? what : what.substr(tag + 2)));
  }
}

void flatten_settings(const MappingJson& tree, FlatSettings& out) { flatten(tree, "", out, 0); }

bool check_parameter(const FieldMapping& field, const std::string& key) {
  if (std::ranges::find(kRefusedParameters, key) != kRefusedParameters.end()) {
    throw InvalidArgument("parameter " + in_quotes(key) + " of field " + in_quotes(field.name) +
                          " is not built");
  }
  const auto known = std::ranges::find(kParameters, key, &Parameter::name);
  if (known == kParameters.end() || !applies(known->applies, field)) {
    std::vector<std::string_view> names;
    for (const Parameter& p : kParameters) {
      if (applies(p.applies, field) && p.name != key) names.push_back(p.name);
    }
    throw InvalidArgument("unknown parameter " + in_quotes(key) + " of field " +
                          in_quotes(field.name) + " of type " + field.type +
                          suggestion(key, names));
  }
  return known->applies != Applies::nothing;
}

void check_object_parameter(const std::string& object, const std::string& key) {
  constexpr std::array<std::string_view, 3> kObjectKeys{"type", "properties", "dynamic"};
  if (std::ranges::find(kObjectKeys, key) != kObjectKeys.end()) return;
  const bool refused = std::ranges::find(kRefusedParameters, key) != kRefusedParameters.end();
  throw InvalidArgument((refused ? "parameter " : "unknown parameter ") + in_quotes(key) +
                        " of object " + in_quotes(object) +
                        (refused ? " is not built" : suggestion(key, kObjectKeys)));
}

}  // namespace segsmith::index
