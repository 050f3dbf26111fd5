// SPDX-License-Identifier: Apache-2.0
#include "lab/overview.h"

#include <set>
#include <string>

#include "index/mapped_types.h"

namespace segsmith::lab {
namespace {

using index::SegmentReader;

std::string sort_text(const model::IndexSort& sort) {
  std::string text;
  for (const model::SortField& key : sort) {
    if (!text.empty()) text += ", ";
    text += key.field + (key.reverse ? " desc" : " asc");
  }
  return text;
}

/// "Lucene90", "Lucene90 (5 updates)": generations of updates are counted.
std::string formats_text(const SegmentReader& segment) {
  std::set<std::string> formats;
  size_t updates = 0;
  for (const auto& group : segment.doc_values_groups()) {
    formats.insert(group.format);
    updates += group.generation != -1;
  }
  std::string text;
  for (const std::string& format : formats) text += (text.empty() ? "" : ", ") + format;
  if (updates > 0) text += " (" + std::to_string(updates) + " updates)";
  return text;
}

std::string points_text(const model::FieldInfo& field) {
  if (!field.has_points()) return "";
  std::string text = std::to_string(field.point_dims) + " x " + std::to_string(field.point_bytes);
  if (field.point_index_dims != field.point_dims) {
    text += " (" + std::to_string(field.point_index_dims) + " indexed)";
  }
  return text;
}

}  // namespace

Table info_table(const index::IndexReader& reader) {
  Table table;
  table.schema = "segsmith.info/1";
  table.columns = {{"segment", "Segment"}, {"documents", "Documents"},   {"deleted", "Deleted"},
                   {"bytes", "Bytes"},     {"compound", "Compound"},     {"version", "Version"},
                   {"codec", "Codec"},     {"doc_values", "Doc values"}, {"points", "Points"},
                   {"sort", "Index sort"}};
  uint64_t bytes = 0;
  for (const auto& segment : reader.segments()) {
    const model::SegmentInfo& info = segment->info();
    const uint64_t own = index::segment_bytes(reader.directory(), segment->commit_info());
    bytes += own;
    table.add({info.name, info.max_doc, segment->commit_info().del_count, own, info.compound,
               model::to_string(info.version), segment->commit_info().codec, formats_text(*segment),
               segment->fields().has_points(), sort_text(info.sort)});
  }
  const index::SegmentInfos& commit = reader.commit();
  const std::string file = index::segments_file_name(commit.generation);
  table.facts["commit"] = file;
  table.facts["commit_format"] = commit.format;
  table.facts["lucene_version"] = model::to_string(commit.lucene_version);
  table.facts["documents"] = reader.num_docs();
  table.facts["deleted"] = reader.max_doc() - reader.num_docs();
  table.facts["bytes"] = bytes + reader.directory().length(file);
  Json user_data = Json::object();
  for (const auto& [key, value] : commit.user_data) user_data[key] = value;
  table.facts["user_data"] = std::move(user_data);
  table.notes = {file + " (version " + std::to_string(commit.format) + ", Lucene " +
                 model::to_string(commit.lucene_version) +
                 "): " + with_thousands(reader.num_docs()) + " documents, " +
                 with_thousands(static_cast<int64_t>(bytes)) + " bytes in " +
                 std::to_string(reader.segments().size()) + " segments"};
  std::set<std::string> formats;
  for (const auto& segment : reader.segments()) {
    for (const auto& group : segment->doc_values_groups()) formats.insert(group.format);
  }
  Json not_judged = Json::array();
  for (const std::string& format : formats) {
    if (codec::find_doc_values_format(format)->judged) continue;
    not_judged.push_back(format);
    table.notes.push_back(format + ": not judged by a release, for none that writes it can be run");
  }
  table.facts["formats_not_judged"] = std::move(not_judged);
  return table;
}

Table fields_table(const index::IndexReader& reader) {
  Table table;
  table.schema = "segsmith.fields/1";
  table.columns = {{"segment", "Segment"},       {"number", "Number"},
                   {"field", "Field"},           {"type", "Type"},
                   {"doc_values", "Doc values"}, {"format", "Format"},
                   {"documents", "Documents"},   {"terms", "Terms"},
                   {"skip_index", "Skip index"}, {"points", "Points"}};
  for (const auto& segment : reader.segments()) {
    const auto types = index::MappedTypes::of(segment->info());
    for (const model::FieldInfo& field : segment->fields()) {
      Json type = nullptr, doc_values = nullptr, documents = nullptr, terms = nullptr;
      if (const auto* entry = types.find(field.name)) type = entry->type;
      if (field.has_doc_values()) {
        const model::DocValuesField& parts = segment->doc_values(field);
        doc_values = model::name_of(field.doc_values_type);
        documents = parts.presence->cardinality();
        if (parts.terms) terms = parts.terms->size();
      }
      table.add({segment->name(), field.number, field.name, type, doc_values,
                 std::string(field.attribute("PerFieldDocValuesFormat.format")), documents, terms,
                 field.has_skip_index(), points_text(field)});
    }
  }
  return table;
}

}  // namespace segsmith::lab
