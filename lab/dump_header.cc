// SPDX-License-Identifier: Apache-2.0
#include "lab/dump_header.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "index/index_writer.h"
#include "index/mapped_types.h"
#include "index/mapping.h"
#include "lab/field_generator.h"
#include "lab/shown_json.h"
#include "lab/table.h"
#include "skipper/skip_index.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using index::SegmentReader;
using model::FieldInfo;

constexpr std::string_view kSchema = "segsmith.cat/1";
/// Of PerFieldDocValuesFormat; other attributes are of files that a dump does not hold.
constexpr std::string_view kDocValuesAttributes = "PerFieldDocValuesFormat.";

/// An enumeration by the names that the header has for it, in the order of its values.
template <class E, size_t N>
struct Names {
  std::array<std::string_view, N> names;

  std::string_view operator()(E value) const { return names[static_cast<size_t>(value)]; }
  /// The value of `member`; InvalidArgument for another name.
  E read(SpecReader& in, std::string_view member, E otherwise) const {
    const std::string text = in.text(member, std::string((*this)(otherwise)));
    const auto found = std::ranges::find(names, text);
    if (found == names.end()) {
      std::string known;
      for (const std::string_view name : names)
        known += (known.empty() ? "" : ", ") + std::string(name);
      in.refuse(member, "one of " + known, text);
    }
    return static_cast<E>(found - names.begin());
  }
};

constexpr Names<model::DocValuesType, 6> kDocValuesTypes{
    {"none", "numeric", "binary", "sorted", "sorted_set", "sorted_numeric"}};
constexpr Names<model::SortFieldKind, 3> kSortKinds{{"sort_field", "sorted_numeric", "sorted_set"}};
constexpr Names<model::SortType, 5> kSortTypes{{"string", "int", "long", "float", "double"}};
constexpr Names<model::SortSelector, 2> kSelectors{{"min", "max"}};
constexpr Names<model::MissingValue, 4> kMissing{{"none", "number", "first", "last"}};
constexpr Names<codec::StoredType, 6> kStoredTypes{
    {"string", "bytes", "int", "float", "long", "double"}};

Json field_json(const FieldInfo& field) {
  Json json = {{"name", field.name}, {"number", field.number}};
  if (field.has_doc_values()) json["doc_values"] = kDocValuesTypes(field.doc_values_type);
  if (field.has_skip_index()) json["skip_index"] = true;
  if (field.has_points()) {
    json["points"] = {{"dims", field.point_dims},
                      {"index_dims", field.point_index_dims},
                      {"bytes", field.point_bytes}};
  }
  if (field.is_soft_deletes) json["soft_deletes"] = true;
  if (field.is_parent) json["parent"] = true;
  Json attributes = Json::object();
  for (const auto& [key, value] : field.attributes) {
    if (key.starts_with(kDocValuesAttributes)) attributes[key] = value;
  }
  if (!attributes.empty()) json["attributes"] = attributes;
  return json;
}

Json sort_json(const model::IndexSort& sort) {
  Json json = Json::array();
  for (const model::SortField& key : sort) {
    Json one = {
        {"field", key.field}, {"kind", kSortKinds(key.kind)}, {"type", kSortTypes(key.type)}};
    if (key.reverse) one["reverse"] = true;
    if (key.selector != model::SortSelector::min) one["selector"] = kSelectors(key.selector);
    if (key.missing != model::MissingValue::none) one["missing"] = kMissing(key.missing);
    if (key.missing == model::MissingValue::number) one["missing_value"] = key.missing_bits;
    json.push_back(one);
  }
  return json;
}

/// The least documents of an interval that another follows: only an interval of equal values has
/// more than the writer's setting, and none has fewer. The default where no field has two.
int32_t skip_interval_size(const SegmentReader& segment) {
  std::optional<int32_t> least;
  for (const FieldInfo& field : segment.fields()) {
    const auto index = field.has_skip_index() ? segment.skip_index(field) : nullptr;
    if (index == nullptr) continue;
    const auto intervals = index->intervals(0);
    for (size_t i = 0; i + 1 < intervals.size(); ++i) {
      least = std::min(least.value_or(INT32_MAX), intervals[i].doc_count);
    }
  }
  return least.value_or(4096);
}

Json stored_json(const SegmentReader& segment) {
  std::map<int32_t, codec::StoredType> types;
  codec::StoredFieldsCursor cursor(segment.stored_fields());
  for (int32_t doc = 0; doc < segment.max_doc(); ++doc) {
    for (const auto& value : cursor.document(doc)) {
      const auto [known, fresh] = types.emplace(value.field, value.type);
      if (fresh || known->second == value.type) continue;
      const FieldInfo* field = segment.fields().find(value.field);
      throw InvalidArgument("segment " + segment.name() + ", document " + std::to_string(doc) +
                            ": stored field '" + (field ? field->name : "") + "' is " +
                            std::string(kStoredTypes(value.type)) + " here and " +
                            std::string(kStoredTypes(known->second)) +
                            " before, which lines of JSON do not tell apart");
    }
  }
  Json json = Json::object();
  for (const auto& [number, type] : types) {
    const FieldInfo* field = segment.fields().find(number);
    if (field != nullptr) json[field->name] = kStoredTypes(type);
  }
  return json;
}

Json segment_json(const SegmentReader& segment) {
  Json json = {{"name", segment.name()}, {"max_doc", segment.max_doc()}};
  json["compound"] = segment.info().compound;
  if (segment.info().has_blocks) json["blocks"] = true;
  json["stored_fields"] = codec::stored_fields_mode(segment.stored_fields().mode()).name;
  json["skip_index_interval_size"] = skip_interval_size(segment);
  if (!segment.info().sort.empty()) json["sort"] = sort_json(segment.info().sort);
  json["fields"] = Json::array();
  for (const FieldInfo& field : segment.fields()) json["fields"].push_back(field_json(field));
  json["stored"] = stored_json(segment);
  const auto types = index::MappedTypes::of(segment.info());
  if (!types.empty()) json["types"] = Json::parse(types.to_text());
  return json;
}

/// A field as a mapping file would have it, as far as that goes: a field with doc values and points
/// of no known type is told by its doc values.
Json property_json(const FieldInfo& field, const index::MappedTypes& types) {
  if (const auto* entry = types.find(field.name)) {
    Json json = {{"type", entry->type}};
    if (entry->scaling_factor != 1) json["scaling_factor"] = entry->scaling_factor;
    return json;
  }
  if (field.has_doc_values()) {
    Json json = {{"type", "lucene." + std::string(kDocValuesTypes(field.doc_values_type))}};
    if (field.has_skip_index()) json["skip_index"] = true;
    return json;
  }
  return {{"type", "lucene.points"},
          {"dims", field.point_dims},
          {"index_dims", field.point_index_dims},
          {"bytes", field.point_bytes}};
}

Json mapping_json(const index::IndexReader& reader) {
  Json properties = Json::object();
  for (const auto& segment : reader.segments()) {
    const auto types = index::MappedTypes::of(segment->info());
    for (const FieldInfo& field : segment->fields()) {
      if (properties.contains(field.name) || field.name.starts_with("_")) continue;
      if (!field.has_doc_values() && !field.has_points()) continue;
      properties[field.name] = property_json(field, types);
    }
  }
  return {{"mappings", {{"properties", properties}}}};
}

FieldInfo parse_field(const std::string& where, const Json& json) {
  SpecReader in(where, json);
  FieldInfo field;
  field.name = in.text("name", "");
  field.number = static_cast<int32_t>(in.whole("number", 0, 0, INT32_MAX));
  field.doc_values_type = kDocValuesTypes.read(in, "doc_values", model::DocValuesType::none);
  if (in.flag("skip_index", false)) {
    field.skip_index_type = model::SkipIndexType::range;
    if (!model::has_numbers(field.doc_values_type)) {
      in.refuse("skip_index", "doc values of numbers or terms beside it", true);
    }
  }
  if (const Json& points = in.value("points"); !points.is_null()) {
    SpecReader shape(where + ", \"points\"", points);
    field.point_dims = static_cast<int32_t>(shape.whole("dims", 1, 1, 16));
    field.point_index_dims = static_cast<int32_t>(
        shape.whole("index_dims", std::min(8, field.point_dims), 1, std::min(8, field.point_dims)));
    field.point_bytes = static_cast<int32_t>(shape.whole("bytes", 8, 1, 16));
    shape.finish();
  }
  field.is_soft_deletes = in.flag("soft_deletes", false);
  field.is_parent = in.flag("parent", false);
  const Json& attributes = in.value("attributes");
  if (!attributes.is_null() && !attributes.is_object())
    in.refuse("attributes", "an object", attributes);
  for (const auto& [key, value] : attributes.items()) {
    if (!value.is_string()) in.refuse("attributes", "strings", value);
    field.attributes.emplace_back(key, value.get<std::string>());
  }
  in.finish();
  return field;
}

model::SortField parse_sort_key(const std::string& where, const Json& json) {
  SpecReader in(where, json);
  model::SortField key;
  key.field = in.text("field", "");
  key.kind = kSortKinds.read(in, "kind", key.kind);
  key.type = kSortTypes.read(in, "type", key.type);
  key.reverse = in.flag("reverse", false);
  key.selector = kSelectors.read(in, "selector", key.selector);
  key.missing = kMissing.read(in, "missing", key.missing);
  key.missing_bits = in.whole("missing_value", 0);
  in.finish();
  return key;
}

/// The fields of the mapping, for a segment that names none.
std::vector<FieldInfo> mapped_fields(const Json& mapping, const std::string& where,
                                     DumpedSegment& segment) {
  const auto parsed = index::Mapping::parse(mapping.dump(), where + ", \"mapping\"");
  std::vector<FieldInfo> fields;
  for (const auto& field : parsed->fields()) {
    if (field.info.number >= 0) fields.push_back(field.info);
  }
  std::ranges::sort(fields, {}, &FieldInfo::number);
  segment.mapped_types = index::MappedTypes::of(*parsed).to_text();
  return fields;
}

DumpedSegment parse_segment(const std::string& where, const Json& json, const Json& mapping) {
  SpecReader in(where, json);
  DumpedSegment segment;
  segment.name = in.text("name", "");
  if (!segment.name.starts_with("_")) in.refuse("name", "a segment's name, as _0", segment.name);
  segment.max_doc = static_cast<int32_t>(in.whole("max_doc", 0, 1, index::kMaxSegmentDocuments));
  if (segment.max_doc == 0) in.refuse("max_doc", "a number of documents", nullptr);
  segment.compound = in.flag("compound", false);
  segment.has_blocks = in.flag("blocks", false);
  const std::string mode = in.text("stored_fields", "BEST_SPEED");
  if (const auto known = codec::stored_fields_mode(mode)) {
    segment.stored_fields = *known;
  } else {
    in.refuse("stored_fields", "BEST_SPEED or BEST_COMPRESSION", mode);
  }
  segment.skip_index_interval_size =
      static_cast<int32_t>(in.whole("skip_index_interval_size", 4096, 2, INT32_MAX));
  const Json &sort = in.value("sort"), &fields = in.value("fields"), &stored = in.value("stored"),
             &types = in.value("types");
  for (const auto& key : sort) segment.sort.push_back(parse_sort_key(where + ", \"sort\"", key));
  if (fields.is_null()) {
    segment.fields = mapped_fields(mapping, where, segment);
  } else if (!fields.is_array()) {
    in.refuse("fields", "an array", fields);
  }
  for (const auto& field : fields) {
    segment.fields.push_back(parse_field(where + ", \"fields\"", field));
  }
  if (!stored.is_null()) {
    SpecReader stored_in(where + ", \"stored\"", stored);
    for (const auto& [name, type] : stored.items()) {
      segment.stored_types[name] = kStoredTypes.read(stored_in, name, codec::StoredType::bytes);
    }
  }
  if (types.is_object()) segment.mapped_types = types.dump();
  in.finish();
  return segment;
}

}  // namespace

std::string dump_header(const index::IndexReader& reader, bool raw) {
  Json header = {{"schema", kSchema}, {"raw", raw}, {"mapping", mapping_json(reader)}};
  header["segments"] = Json::array();
  for (const auto& segment : reader.segments())
    header["segments"].push_back(segment_json(*segment));
  return header.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

DumpHeader parse_dump_header(std::string_view line, const std::string& where) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object() || json.value("schema", Json()) != kSchema) {
    throw InvalidArgument(where +
                          ": expected the first line of cat --all --raw, with \"schema\":\"" +
                          std::string(kSchema) + "\"");
  }
  SpecReader in(where, json);
  in.text("schema", "");
  DumpHeader header;
  header.raw = in.flag("raw", true);
  const Json& mapping = in.value("mapping");
  const Json& segments = in.value("segments");
  if (!segments.is_array() || segments.empty())
    in.refuse("segments", "an array of segments", segments);
  for (size_t i = 0; i < segments.size(); ++i) {
    header.segments.push_back(
        parse_segment(where + ", segment " + std::to_string(i), segments[i], mapping));
  }
  in.finish();
  return header;
}

void dump_all(const index::IndexReader& reader, bool raw, const LineSink& sink) {
  sink(dump_header(reader, raw));
  for (const char* structure : {"doc_values", "points", "skip_index", "live_docs", "stored"}) {
    DumpOptions options;
    options.structure = structure;
    options.raw = raw;
    dump(reader, options, sink);
  }
}

}  // namespace segsmith::lab
