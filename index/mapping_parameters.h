// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "index/json_scalar.h"
#include "index/mapping.h"
#include "index/mapping_settings.h"

/// Reading of a mapping file's JSON, and the parameters that its fields may have. All functions
/// throw InvalidArgument with the name of what does not fit.
namespace segsmith::index {

using MappingJson = nlohmann::ordered_json;

inline constexpr int kMostObjects = 64;  ///< Objects inside objects.

std::string in_quotes(std::string_view name);
MappingJson parse_mapping_json(std::string_view json);
const MappingJson& json_object(const MappingJson& value, std::string_view what);

/// A parameter of `field` as true or false (also as text).
bool flag_parameter(const MappingJson& body, const char* key, bool otherwise,
                    std::string_view field);
/// A parameter as a whole number (also as text) in [least, most].
int64_t whole_parameter(const MappingJson& body, const char* key, int64_t otherwise, int64_t least,
                        int64_t most, std::string_view field);
OwnedScalar scalar_parameter(const MappingJson& value, std::string_view field);

/// Nested or dotted settings by their dotted names, the "index." prefix off.
void flatten_settings(const MappingJson& tree, FlatSettings& out);

inline bool is_lucene_type(std::string_view type) { return type.starts_with("lucene."); }
/// Checks the name of one parameter of a field whose type and kind are set. False when
/// Elasticsearch knows it but it has no meaning here.
bool check_parameter(const FieldMapping& field, const std::string& key);
/// The same for an object, which has hardly any.
void check_object_parameter(const std::string& object, const std::string& key);

}  // namespace segsmith::index
