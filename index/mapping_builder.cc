// SPDX-License-Identifier: Apache-2.0
#include "index/mapping_builder.h"

#include <algorithm>
#include <array>

#include "index/mapping_parameters.h"
#include "index/nearest_name.h"
#include "index/value_parser.h"

namespace segsmith::index {
using model::DocValuesType;

std::shared_ptr<const Mapping> MappingBuilder::build(std::string_view json) {
  const MappingJson file = parse_mapping_json(json);
  constexpr std::array<std::string_view, 3> kKeys{"settings", "mappings", "aliases"};
  for (const auto& [key, value] : json_object(file, "mapping file").items()) {
    if (std::ranges::find(kKeys, key) == kKeys.end()) {
      throw InvalidArgument("unknown key " + in_quotes(key) + suggestion(key, kKeys));
    }
    if (key == "aliases") without_meaning_.push_back(key);
  }
  read_settings(file);
  out_->nodes_.emplace_back();
  const MappingJson& properties = properties_of(file);
  add_metadata();
  const size_t metadata = out_->fields_.size();
  add_properties(properties, "", 0, 0);
  // A mapping of Lucene-level types alone describes fixtures: documents without metadata.
  const bool fixtures =
      out_->fields_.size() > metadata &&
      std::all_of(out_->fields_.begin() + static_cast<ptrdiff_t>(metadata), out_->fields_.end(),
                  [](const FieldMapping& f) { return is_lucene_type(f.type); });
  if (fixtures) {
    auto settings = std::move(out_->settings_);
    out_ = std::make_shared<Mapping>();
    out_->settings_ = std::move(settings);
    out_->nodes_.emplace_back();
    without_structures_.clear();
    add_properties(properties, "", 0, 0);
  }
  check_doc_values_spec();
  number_fields();
  link_dotted_names();
  resolve_sort();
  write_notes();
  return out_;
}

void MappingBuilder::read_settings(const MappingJson& file) {
  FlatSettings flat;
  if (file.contains("settings")) flatten_settings(file["settings"], flat);
  out_->settings_ = parse_settings(flat);
}

const MappingJson& MappingBuilder::properties_of(const MappingJson& file) {
  static const MappingJson kEmpty = MappingJson::object();
  const auto mappings = file.find("mappings");
  if (mappings == file.end()) return kEmpty;
  constexpr std::array<std::string_view, 9> kKeys{
      "properties",        "dynamic",           "_meta",
      "date_detection",    "numeric_detection", "dynamic_date_formats",
      "dynamic_templates", "_routing",          "_data_stream_timestamp"};
  constexpr std::array<std::string_view, 4> kRefused{"_source", "runtime", "subobjects", "enabled"};
  const MappingJson* properties = &kEmpty;
  for (const auto& [key, value] : json_object(*mappings, "mappings").items()) {
    if (key == "properties") {
      properties = &json_object(value, "properties");
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
  out_->seq_no_ = add_number_metadata("_seq_no", points, !points && format_may_skip("_seq_no"));
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

void MappingBuilder::add_properties(const MappingJson& properties, const std::string& prefix,
                                    int32_t node, int depth) {
  if (depth > kMostObjects)
    throw InvalidArgument("objects are nested too deep at '" + prefix + "'");
  for (const auto& [key, body] : properties.items()) {
    const std::string name = prefix + key;
    json_object(body, name);
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
        check_object_parameter(name, parameter);
      }
      if (out_->nodes_[static_cast<size_t>(at)].field >= 0) {
        throw InvalidArgument(in_quotes(name) + " is a field and an object");
      }
      if (body.contains("properties")) {
        add_properties(json_object(body["properties"], name), name + ".", at, depth + 1);
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

int32_t MappingBuilder::add_field(const std::string& name, const MappingJson& body,
                                  bool is_multi_field) {
  const auto type_name = json_object(body, name).find("type");
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
    if (!check_parameter(field, key)) without_meaning_.push_back(key);
  }
  set_structures(field, *type, body);
  set_values(field, body);
  const auto fields = body.find("fields");
  if (fields != body.end() && is_multi_field) {
    throw InvalidArgument("multi-field " + in_quotes(name) + " has multi-fields of its own");
  }
  const int32_t position = push_field(std::move(field));
  if (fields != body.end()) {
    for (const auto& [sub, sub_body] : json_object(*fields, name).items()) {
      const int32_t added = add_field(name + "." + sub, sub_body, true);
      out_->fields_[static_cast<size_t>(position)].multi_fields.push_back(added);
    }
  }
  return position;
}

/// ES87TSDB, as Elasticsearch 8.17 writes it, has no skip indexes.
bool MappingBuilder::format_may_skip(std::string_view field) const {
  return out_->settings_.doc_values.of(field).format != "ES87TSDB";
}

/// Fields that the setting names and nobody mapped are most likely misspelt.
void MappingBuilder::check_doc_values_spec() const {
  for (const std::string& name : out_->settings_.doc_values.fields()) {
    const auto field = std::ranges::find(out_->fields_, name, &FieldMapping::name);
    // Mappings of Lucene-level types have no metadata fields; a SPEC may be shared with others.
    if (field != out_->fields_.end() || name.starts_with("_")) continue;
    std::vector<std::string_view> known;
    for (const FieldMapping& mapped : out_->fields_) known.push_back(mapped.name);
    throw InvalidArgument("segsmith.doc_values_format names the field " + in_quotes(name) +
                          ", which is not mapped" + suggestion(name, known));
  }
}

void MappingBuilder::set_structures(FieldMapping& field, const FieldType& type,
                                    const MappingJson& body) const {
  const Settings& settings = out_->settings_;
  const bool docs = flag_parameter(body, "doc_values", true, field.name);
  bool indexed = flag_parameter(body, "index", true, field.name);
  field.stored =
      flag_parameter(body, "store", false, field.name) && type.kind != FieldKind::no_structure;
  if (is_lucene_type(type.name)) {
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
                        type.kind != FieldKind::binary && !is_lucene_type(type.name);
  bool skip_index = settings.use_doc_values_skipper && !indexed && may_skip;
  const bool in_sort =
      std::ranges::find(settings.sort, field.name, &SortKey::field) != settings.sort.end();
  if (settings.use_doc_values_skipper && settings.mode == IndexMode::logsdb && may_skip &&
      in_sort && (field.name == "@timestamp" || field.name == "host.name")) {
    skip_index = true;
    indexed = false;
  }
  if (is_lucene_type(type.name) && flag_parameter(body, "skip_index", false, field.name)) {
    if (!model::has_numbers(type.doc_values)) {
      throw InvalidArgument("field " + in_quotes(field.name) + " of type " + field.type +
                            " cannot have a skip index");
    }
    skip_index = true;
  }
  if (skip_index && !format_may_skip(field.name)) {
    if (is_lucene_type(type.name)) {
      throw InvalidArgument("field " + in_quotes(field.name) +
                            " cannot have a skip index: ES87TSDB has none");
    }
    skip_index = false;
  }
  if (skip_index) field.info.skip_index_type = model::SkipIndexType::range;
  if (field.info.has_doc_values()) field.sort_type = type.sort;
  set_points(field, type, body, indexed);
}

void MappingBuilder::set_points(FieldMapping& field, const FieldType& type, const MappingJson& body,
                                bool indexed) const {
  if (type.point_dims == 0 || !indexed) return;
  int64_t dims = type.point_dims, index_dims = dims, bytes = type.point_bytes;
  if (type.kind == FieldKind::raw_point) {
    dims = whole_parameter(body, "dims", 1, 1, 16, field.name);
    index_dims = whole_parameter(body, "index_dims", dims, 1, 8, field.name);
    if (index_dims > 8) {
      throw InvalidArgument("field " + in_quotes(field.name) + " of " + std::to_string(dims) +
                            " dims needs index_dims of 1 to 8");
    }
    bytes = whole_parameter(body, "bytes", 8, 1, 16, field.name);
    if (index_dims > dims) {
      throw InvalidArgument("field " + in_quotes(field.name) + " has more index_dims than dims");
    }
  }
  field.info.point_dims = static_cast<int32_t>(dims);
  field.info.point_index_dims = static_cast<int32_t>(index_dims);
  field.info.point_bytes = static_cast<int32_t>(bytes);
}

void MappingBuilder::set_values(FieldMapping& field, const MappingJson& body) const {
  field.coerce = flag_parameter(body, "coerce", true, field.name);
  field.ignore_malformed =
      flag_parameter(body, "ignore_malformed", out_->settings_.ignore_malformed, field.name);
  field.ignore_above = static_cast<uint32_t>(
      whole_parameter(body, "ignore_above", UINT32_MAX, 0, UINT32_MAX, field.name));
  field.dimension = flag_parameter(body, "time_series_dimension", false, field.name);
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
    throw InvalidArgument("null_value of field " + in_quotes(field.name) + " of type " +
                          field.type + " is not built");
  }
  field.null_value = scalar_parameter(*null_value, field.name);
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
    case model::SortType::int32:
      return lowest ? INT32_MIN : INT32_MAX;
    case model::SortType::float32:
      return infinity_bits32(lowest);
    case model::SortType::float64:
      return infinity_bits64(lowest);
    default:
      return lowest ? INT64_MIN : INT64_MAX;
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
      throw InvalidArgument(
          "index sort on field " + in_quotes(key.field) + " of type " + field->type +
          (field->info.has_doc_values() ? "" : " without doc values") + " is not possible");
    }
    model::SortField sort{.field = key.field, .type = *field->sort_type, .reverse = key.descending};
    if (model::is_multi_valued(field->info.doc_values_type)) {
      sort.kind = model::has_terms(field->info.doc_values_type)
                      ? model::SortFieldKind::sorted_set
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
