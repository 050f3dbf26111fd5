// SPDX-License-Identifier: Apache-2.0
#include "index/mapping_builder.h"

#include <algorithm>
#include <array>

#include "index/nearest_name.h"
#include "index/value_parser.h"

namespace segsmith::index {
namespace {

using Json = nlohmann::ordered_json;
using model::DocValuesType;

constexpr int kMostObjects = 64;  ///< Objects inside objects.

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
    "copy_to", "normalizer", "script", "on_script_error", "enabled", "subobjects", "include_in_all"};

bool is_lucene(std::string_view type) { return type.starts_with("lucene."); }

bool applies(Applies where, const FieldMapping& field) {
  switch (where) {
    case Applies::numbers:
      return field.kind <= FieldKind::unsigned_long;
    case Applies::dates:
      return field.kind == FieldKind::date || field.kind == FieldKind::date_nanos;
    case Applies::keyword: return field.kind == FieldKind::keyword;
    case Applies::scaled: return field.kind == FieldKind::scaled_float;
    case Applies::lucene: return is_lucene(field.type);
    case Applies::points: return field.kind == FieldKind::raw_point;
    default: return true;
  }
}

std::string in_quotes(std::string_view name) { return "'" + std::string(name) + "'"; }

bool flag(const Json& body, const char* key, bool otherwise, std::string_view field) {
  const auto found = body.find(key);
  if (found == body.end()) return otherwise;
  if (found->is_boolean()) return found->get<bool>();
  if (*found == "true") return true;
  if (*found == "false") return false;
  throw InvalidArgument("parameter " + in_quotes(key) + " of field " + in_quotes(field) +
                        " must be true or false");
}

int64_t whole(const Json& body, const char* key, int64_t otherwise, int64_t least, int64_t most,
              std::string_view field) {
  const auto found = body.find(key);
  if (found == body.end()) return otherwise;
  int64_t value = least - 1;
  if (found->is_number_integer()) {
    value = found->is_number_unsigned() && found->get<uint64_t>() > INT64_MAX
                ? INT64_MAX : found->get<int64_t>();
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

const Json& object(const Json& value, std::string_view what) {
  if (!value.is_object()) throw InvalidArgument(in_quotes(what) + " must be a JSON object");
  return value;
}

std::string setting_text(const Json& value, const std::string& name) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean() || value.is_number()) return value.dump();
  throw InvalidArgument("setting " + in_quotes(name) + " must be a string, number, boolean or list");
}

void flatten(const Json& tree, const std::string& prefix, FlatSettings& out, int depth) {
  if (depth > kMostObjects) throw InvalidArgument("settings are nested too deep");
  for (const auto& [key, value] : object(tree, "settings").items()) {
    const std::string name = prefix + key;
    if (value.is_object()) {
      flatten(value, name + ".", out, depth + 1);
      continue;
    }
    if (value.is_null()) continue;
    const std::string plain = name.starts_with("index.") ? name.substr(6) : name;
    std::vector<std::string> items;
    if (value.is_array()) {
      for (const Json& item : value) items.push_back(setting_text(item, name));
    } else {
      items.push_back(setting_text(value, name));
    }
    if (!out.emplace(plain, std::move(items)).second) {
      throw InvalidArgument("setting " + in_quotes(plain) + " is given twice");
    }
  }
}

OwnedScalar scalar_of(const Json& value, std::string_view field) {
  if (value.is_string()) return {ScalarKind::string, value.get<std::string>()};
  if (value.is_boolean()) return {ScalarKind::boolean, value.dump()};
  if (value.is_number()) return {ScalarKind::number, value.dump()};
  throw InvalidArgument("null_value of field " + in_quotes(field) +
                        " must be a string, number or boolean");
}

Json parse_json(std::string_view json) {
  try {
    return Json::parse(json);
  } catch (const Json::parse_error& e) {
    // The library's text begins with its own tag: "[json.exception.parse_error.101] parse error at ...".
    const std::string_view what = e.what();
    const size_t tag = what.find("] ");
    throw InvalidArgument("malformed JSON: " +
                          std::string(tag == what.npos ? what : what.substr(tag + 2)));
  }
}

}  // namespace

std::shared_ptr<const Mapping> MappingBuilder::build(std::string_view json) {
  const Json file = parse_json(json);
  constexpr std::array<std::string_view, 3> kKeys{"settings", "mappings", "aliases"};
  for (const auto& [key, value] : object(file, "mapping file").items()) {
    if (std::ranges::find(kKeys, key) == kKeys.end()) {
      throw InvalidArgument("unknown key " + in_quotes(key) + suggestion(key, kKeys));
    }
    if (key == "aliases") without_meaning_.push_back(key);
  }
  read_settings(file);
  out_->nodes_.emplace_back();
  const Json& properties = properties_of(file);
  add_metadata();
  const size_t metadata = out_->fields_.size();
  add_properties(properties, "", 0, 0);
  // A mapping of Lucene-level types alone describes fixtures: documents without metadata.
  const bool fixtures =
      out_->fields_.size() > metadata &&
      std::all_of(out_->fields_.begin() + static_cast<ptrdiff_t>(metadata), out_->fields_.end(),
                  [](const FieldMapping& f) { return is_lucene(f.type); });
  if (fixtures) {
    auto settings = std::move(out_->settings_);
    out_ = std::make_shared<Mapping>();
    out_->settings_ = std::move(settings);
    out_->nodes_.emplace_back();
    without_structures_.clear();
    add_properties(properties, "", 0, 0);
  }
  number_fields();
  link_dotted_names();
  resolve_sort();
  write_notes();
  return out_;
}

void MappingBuilder::read_settings(const Json& file) {
  FlatSettings flat;
  if (file.contains("settings")) flatten(file["settings"], "", flat, 0);
  out_->settings_ = parse_settings(flat);
}

const Json& MappingBuilder::properties_of(const Json& file) {
  static const Json kEmpty = Json::object();
  const auto mappings = file.find("mappings");
  if (mappings == file.end()) return kEmpty;
  constexpr std::array<std::string_view, 9> kKeys{
      "properties", "dynamic", "_meta", "date_detection", "numeric_detection",
      "dynamic_date_formats", "dynamic_templates", "_routing", "_data_stream_timestamp"};
  constexpr std::array<std::string_view, 4> kRefused{"_source", "runtime", "subobjects", "enabled"};
  const Json* properties = &kEmpty;
  for (const auto& [key, value] : object(*mappings, "mappings").items()) {
    if (key == "properties") {
      properties = &object(value, "properties");
    } else if (std::ranges::find(kRefused, key) != kRefused.end()) {
      throw InvalidArgument("mappings." + key + " is not built" +
                            (key == "_source" ? ": use index.mapping.source.mode" : ""));
    } else if (std::ranges::find(kKeys, key) == kKeys.end()) {
      throw InvalidArgument("unknown key 'mappings." + key + "'" + suggestion(key, kKeys));
    } else {
      without_meaning_.push_back("mappings." + key);
    }
  }
  return *properties;
}

void MappingBuilder::add_metadata() {
  const bool points = out_->settings_.seq_no_points;
  out_->seq_no_ = add_number_metadata("_seq_no", points, !points);
  out_->primary_term_ = add_number_metadata("_primary_term", false, false);
  out_->version_ = add_number_metadata("_version", false, false);
  if (!out_->settings_.stored_source) return;
  FieldMapping source;
  source.name = source.type = "_source";
  source.kind = FieldKind::source;
  out_->source_ = push_field(std::move(source));
}

int32_t MappingBuilder::add_number_metadata(std::string_view name, bool points, bool skip_index) {
  FieldMapping field;
  field.name = name;
  field.type = "long";
  field.kind = FieldKind::int64;
  field.sort_type = model::SortType::int64;
  field.info.doc_values_type = DocValuesType::numeric;
  if (skip_index) field.info.skip_index_type = model::SkipIndexType::range;
  if (points) {
    field.info.point_dims = field.info.point_index_dims = 1;
    field.info.point_bytes = 8;
  }
  const int32_t position = push_field(std::move(field));
  out_->nodes_[static_cast<size_t>(child_node(0, std::string(name)))].field = position;
  return position;
}

void MappingBuilder::add_properties(const Json& properties, const std::string& prefix, int32_t node,
                                    int depth) {
  if (depth > kMostObjects) throw InvalidArgument("objects are nested too deep at '" + prefix + "'");
  for (const auto& [key, body] : properties.items()) {
    const std::string name = prefix + key;
    object(body, name);
    if (key.empty() || key.front() == '.' || key.back() == '.' ||
        key.find("..") != std::string::npos) {
      throw InvalidArgument("field name " + in_quotes(name) + " has an empty part");
    }
    int32_t at = node;
    for (size_t start = 0; start <= key.size();) {
      const size_t end = std::min(key.find('.', start), key.size());
      if (out_->nodes_[static_cast<size_t>(at)].field >= 0) {
        throw InvalidArgument(in_quotes(name) + " lies below a field, not an object");
      }
      at = child_node(at, key.substr(start, end - start));
      start = end + 1;
    }
    const auto type = body.find("type");
    if (type == body.end() || *type == "object") {
      for (const auto& [parameter, value] : body.items()) {
        constexpr std::array<std::string_view, 3> kObjectKeys{"type", "properties", "dynamic"};
        if (std::ranges::find(kObjectKeys, parameter) != kObjectKeys.end()) continue;
        const bool refused =
            std::ranges::find(kRefusedParameters, parameter) != kRefusedParameters.end();
        throw InvalidArgument((refused ? "parameter " : "unknown parameter ") + in_quotes(parameter) +
                              " of object " + in_quotes(name) +
                              (refused ? " is not built" : suggestion(parameter, kObjectKeys)));
      }
      if (out_->nodes_[static_cast<size_t>(at)].field >= 0) {
        throw InvalidArgument(in_quotes(name) + " is a field and an object");
      }
      if (body.contains("properties")) {
        add_properties(object(body["properties"], name), name + ".", at, depth + 1);
      }
      continue;
    }
    if (out_->nodes_[static_cast<size_t>(at)].field >= 0 ||
        !out_->nodes_[static_cast<size_t>(at)].children.empty()) {
      throw InvalidArgument("field " + in_quotes(name) + " is mapped twice");
    }
    const int32_t field = add_field(name, body, false);
    out_->nodes_[static_cast<size_t>(at)].field = field;
  }
}

int32_t MappingBuilder::add_field(const std::string& name, const Json& body, bool is_multi_field) {
  const auto type_name = object(body, name).find("type");
  if (type_name == body.end() || !type_name->is_string()) {
    throw InvalidArgument("field " + in_quotes(name) + " has no type");
  }
  FieldMapping field;
  field.name = name;
  field.type = type_name->get<std::string>();
  const FieldType* type = find_field_type(field.type);
  if (type == nullptr) {
    std::vector<std::string_view> names;
    for (const FieldType& t : field_types()) names.push_back(t.name);
    if (is_refused_type(field.type)) {
      throw InvalidArgument("type " + in_quotes(field.type) + " of field " + in_quotes(name) +
                            " is not built");
    }
    throw InvalidArgument("unknown type " + in_quotes(field.type) + " of field " + in_quotes(name) +
                          suggestion(field.type, names));
  }
  field.kind = type->kind;
  for (const auto& [key, value] : body.items()) {
    const auto known = std::ranges::find(kParameters, key, &Parameter::name);
    if (std::ranges::find(kRefusedParameters, key) != kRefusedParameters.end()) {
      throw InvalidArgument("parameter " + in_quotes(key) + " of field " + in_quotes(name) +
                            " is not built");
    }
    if (known == kParameters.end() || !applies(known->applies, field)) {
      std::vector<std::string_view> names;
      for (const Parameter& p : kParameters) {
        if (applies(p.applies, field) && p.name != key) names.push_back(p.name);
      }
      throw InvalidArgument("unknown parameter " + in_quotes(key) + " of field " + in_quotes(name) +
                            " of type " + field.type + suggestion(key, names));
    }
    if (known->applies == Applies::nothing) without_meaning_.push_back(key);
  }
  set_structures(field, *type, body);
  set_values(field, body);
  const auto fields = body.find("fields");
  if (fields != body.end() && is_multi_field) {
    throw InvalidArgument("multi-field " + in_quotes(name) + " has multi-fields of its own");
  }
  const int32_t position = push_field(std::move(field));
  if (fields != body.end()) {
    for (const auto& [sub, sub_body] : object(*fields, name).items()) {
      const int32_t added = add_field(name + "." + sub, sub_body, true);
      out_->fields_[static_cast<size_t>(position)].multi_fields.push_back(added);
    }
  }
  return position;
}

void MappingBuilder::set_structures(FieldMapping& field, const FieldType& type,
                                    const Json& body) const {
  const Settings& settings = out_->settings_;
  const bool docs = flag(body, "doc_values", true, field.name);
  bool indexed = flag(body, "index", true, field.name);
  field.stored = flag(body, "store", false, field.name) && type.kind != FieldKind::no_structure;
  if (is_lucene(type.name)) {
    for (const char* key : {"doc_values", "index", "store", "fields", "null_value", "coerce"}) {
      if (body.contains(key)) {
        throw InvalidArgument("parameter " + in_quotes(key) + " does not apply to " + field.type +
                              " field " + in_quotes(field.name));
      }
    }
  }
  field.info.name = field.name;
  field.info.doc_values_type = docs ? type.doc_values : DocValuesType::none;
  const bool may_skip = field.info.has_doc_values() && type.kind != FieldKind::geo_point &&
                        type.kind != FieldKind::binary && !is_lucene(type.name);
  bool skip_index = settings.use_doc_values_skipper && !indexed && may_skip;
  const bool in_sort =
      std::ranges::find(settings.sort, field.name, &SortKey::field) != settings.sort.end();
  if (settings.use_doc_values_skipper && settings.mode == IndexMode::logsdb && may_skip && in_sort &&
      (field.name == "@timestamp" || field.name == "host.name")) {
    skip_index = true;
    indexed = false;
  }
  if (is_lucene(type.name) && flag(body, "skip_index", false, field.name)) {
    if (!model::has_numbers(type.doc_values)) {
      throw InvalidArgument("field " + in_quotes(field.name) + " of type " + field.type +
                            " cannot have a skip index");
    }
    skip_index = true;
  }
  if (skip_index) field.info.skip_index_type = model::SkipIndexType::range;
  if (field.info.has_doc_values()) field.sort_type = type.sort;
  set_points(field, type, body, indexed);
}

void MappingBuilder::set_points(FieldMapping& field, const FieldType& type, const Json& body,
                                bool indexed) const {
  if (type.point_dims == 0 || !indexed) return;
  int64_t dims = type.point_dims, bytes = type.point_bytes;
  if (type.kind == FieldKind::raw_point) {
    dims = whole(body, "dims", 1, 1, 16, field.name);
    const int64_t index_dims = whole(body, "index_dims", dims, 1, 8, field.name);
    bytes = whole(body, "bytes", 8, 1, 16, field.name);
    if (index_dims > dims) {
      throw InvalidArgument("field " + in_quotes(field.name) + " has more index_dims than dims");
    }
  }
  if (dims != 1) {
    throw InvalidArgument(
        "field " + in_quotes(field.name) + " of type " + field.type + " needs points of " +
        std::to_string(dims) + " dimensions, which are not built yet" +
        (type.kind == FieldKind::geo_point ? ": set its index to false" : ""));
  }
  field.info.point_dims = field.info.point_index_dims = 1;
  field.info.point_bytes = static_cast<int32_t>(bytes);
}

void MappingBuilder::set_values(FieldMapping& field, const Json& body) const {
  field.coerce = flag(body, "coerce", true, field.name);
  field.ignore_malformed =
      flag(body, "ignore_malformed", out_->settings_.ignore_malformed, field.name);
  field.ignore_above = static_cast<uint32_t>(
      whole(body, "ignore_above", UINT32_MAX, 0, UINT32_MAX, field.name));
  field.dimension = flag(body, "time_series_dimension", false, field.name);
  if (const auto metric = body.find("time_series_metric"); metric != body.end()) {
    if (*metric != "counter" && *metric != "gauge") {
      throw InvalidArgument("time_series_metric of field " + in_quotes(field.name) +
                            " must be counter or gauge");
    }
    field.metric = *metric == "counter" ? TimeSeriesMetric::counter : TimeSeriesMetric::gauge;
  }
  if (field.kind == FieldKind::scaled_float) {
    const auto factor = body.find("scaling_factor");
    if (factor == body.end() || !factor->is_number() || !(factor->get<double>() > 0)) {
      throw InvalidArgument("field " + in_quotes(field.name) +
                            " needs a scaling_factor greater than zero");
    }
    field.scaling_factor = factor->get<double>();
  }
  if (field.kind == FieldKind::date || field.kind == FieldKind::date_nanos) {
    const auto format = body.find("format");
    if (format != body.end() && !format->is_string()) {
      throw InvalidArgument("format of field " + in_quotes(field.name) + " must be a string");
    }
    field.date_format = std::make_shared<DateFormat>(
        format == body.end() ? DateFormat::kDefault : format->get_ref<const std::string&>());
  }
  const auto null_value = body.find("null_value");
  if (null_value == body.end() || null_value->is_null()) return;
  if (field.kind == FieldKind::geo_point || field.kind == FieldKind::binary) {
    throw InvalidArgument("null_value of field " + in_quotes(field.name) + " of type " + field.type +
                          " is not built");
  }
  field.null_value = scalar_of(*null_value, field.name);
  check_null_value(field);
}

int32_t MappingBuilder::push_field(FieldMapping field) {
  const auto position = static_cast<int32_t>(out_->fields_.size());
  field.info.name = field.name;
  if (!out_->by_name_.emplace(field.name, position).second) {
    throw InvalidArgument("field " + in_quotes(field.name) + " is mapped twice");
  }
  if (field.kind == FieldKind::no_structure) {
    without_structures_.push_back(field.name + " (" + field.type + ")");
  }
  out_->fields_.push_back(std::move(field));
  return position;
}

int32_t MappingBuilder::child_node(int32_t parent, const std::string& name) {
  ObjectNode& node = out_->nodes_[static_cast<size_t>(parent)];
  const auto [entry, added] =
      node.by_name.emplace(name, static_cast<int32_t>(node.children.size()));
  if (!added) return node.children[static_cast<size_t>(entry->second)].node;
  const auto position = static_cast<int32_t>(out_->nodes_.size());
  node.children.push_back({name, position});
  ObjectNode child;
  child.path = node.path.empty() ? name : node.path + "." + name;
  out_->nodes_.push_back(std::move(child));
  return position;
}

/// Documents may spell {"a": {"b": 1}} as {"a.b": 1}. Nodes come after their parents, so walking
/// backwards finds every child complete.
void MappingBuilder::link_dotted_names() {
  for (size_t i = out_->nodes_.size(); i-- > 0;) {
    ObjectNode& node = out_->nodes_[i];
    const size_t direct = node.children.size();
    for (size_t c = 0; c < direct; ++c) {
      const ObjectNode::Child child = node.children[c];
      for (const auto& below : out_->nodes_[static_cast<size_t>(child.node)].children) {
        const std::string name = child.name + "." + below.name;
        if (node.by_name.emplace(name, static_cast<int32_t>(node.children.size())).second) {
          node.children.push_back({name, below.node});
        }
      }
    }
  }
}

void MappingBuilder::number_fields() {
  int32_t number = 0;
  for (FieldMapping& field : out_->fields_) {
    if (field.has_structures()) field.info.number = number++;
  }
}

namespace {

/// The value that stands for a missing number, in the domain of the doc values.
int64_t missing_number(model::SortType type, bool lowest) {
  switch (type) {
    case model::SortType::int32: return lowest ? INT32_MIN : INT32_MAX;
    case model::SortType::float32: return infinity_bits32(lowest);
    case model::SortType::float64: return infinity_bits64(lowest);
    default: return lowest ? INT64_MIN : INT64_MAX;
  }
}

}  // namespace

void MappingBuilder::resolve_sort() {
  for (const SortKey& key : out_->settings_.sort) {
    const FieldMapping* field = out_->find(key.field);
    if (field == nullptr) {
      throw InvalidArgument("index sort field " + in_quotes(key.field) + " is not mapped");
    }
    if (!field->sort_type) {
      throw InvalidArgument("index sort on field " + in_quotes(key.field) + " of type " + field->type +
                            (field->info.has_doc_values() ? "" : " without doc values") +
                            " is not possible");
    }
    model::SortField sort{.field = key.field, .type = *field->sort_type,
                          .reverse = key.descending};
    if (model::is_multi_valued(field->info.doc_values_type)) {
      sort.kind = model::has_terms(field->info.doc_values_type) ? model::SortFieldKind::sorted_set
                                                                : model::SortFieldKind::sorted_numeric;
      sort.selector = key.max ? model::SortSelector::max : model::SortSelector::min;
    }
    // Reversing an order moves its first place to the end.
    const bool lowest = key.missing_first != key.descending;
    if (sort.type == model::SortType::string) {
      sort.missing = lowest ? model::MissingValue::string_first : model::MissingValue::string_last;
    } else {
      sort.missing = model::MissingValue::number;
      sort.missing_bits = missing_number(sort.type, lowest);
    }
    out_->sort_.push_back(std::move(sort));
  }
}

void MappingBuilder::write_notes() {
  const auto note = [&](std::vector<std::string> names, std::string_view what) {
    if (names.empty()) return;
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::string line(what);
    for (size_t i = 0; i < names.size(); ++i) line += (i == 0 ? " " : ", ") + names[i];
    out_->notes_.push_back(std::move(line));
  };
  note(out_->settings_.without_meaning, "accepted without meaning here, settings:");
  note(without_meaning_, "accepted without meaning here, mapping parameters:");
  note(without_structures_, "no structure is written here for:");
}

}  // namespace segsmith::index
