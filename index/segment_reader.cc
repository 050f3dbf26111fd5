// SPDX-License-Identifier: Apache-2.0
#include "index/segment_reader.h"

#include <algorithm>
#include <set>
#include <utility>

#include "codec/codecs.h"
#include "codec/file_names.h"
#include "codec/lucene90_live_docs.h"
#include "codec/lucene94_field_infos.h"
#include "codec/lucene99_segment_info.h"
#include "index/segment_infos.h"
#include "model/overlaid_field.h"
#include "store/codec_util.h"
#include "util/base36.h"

namespace segsmith::index {
namespace {

constexpr std::string_view kFormatKey = "PerFieldDocValuesFormat.format";
constexpr std::string_view kSuffixKey = "PerFieldDocValuesFormat.suffix";

/// Structures whose files are kept as a whole, by extension.
constexpr std::pair<std::string_view, std::string_view> kForeign[] = {
    {"tim", "inverted_index"}, {"tip", "inverted_index"}, {"tmd", "inverted_index"},
    {"doc", "inverted_index"}, {"pos", "inverted_index"}, {"pay", "inverted_index"},
    {"psm", "inverted_index"}, {"nvd", "norms"},          {"nvm", "norms"},
    {"tvd", "term_vectors"},   {"tvx", "term_vectors"},   {"tvm", "term_vectors"},
    {"vec", "knn_vectors"},    {"vex", "knn_vectors"},    {"vem", "knn_vectors"},
    {"vemf", "knn_vectors"},   {"veq", "knn_vectors"},    {"vemq", "knn_vectors"},
    {"veb", "knn_vectors"},    {"vemb", "knn_vectors"},
};

std::string structure_of(std::string_view file) {
  const std::string_view extension = file.substr(file.rfind('.') + 1);
  for (const auto& [known, structure] : kForeign) {
    if (known == extension) return std::string(structure);
  }
  return "unattributed";
}

std::string suffix_of(const model::FieldInfo& field) {
  return std::string(field.attribute(kFormatKey)) + "_" + std::string(field.attribute(kSuffixKey));
}

codec::StoredFieldsMode stored_mode(const model::SegmentInfo& info) {
  const Where where{codec::segment_file_name(info.name, "", codec::kSegmentInfoExtension),
                    "attributes", 0};
  for (const auto& [key, value] : info.attributes) {
    if (key != codec::kStoredFieldsModeKey) continue;
    if (const auto mode = codec::stored_fields_mode(value)) return *mode;
    throw UnsupportedVersion(where, "stored fields mode", "'" + value.substr(0, 64) + "'",
                             "BEST_SPEED, BEST_COMPRESSION");
  }
  throw CorruptIndex(where, "attribute " + std::string(codec::kStoredFieldsModeKey), "none");
}

}  // namespace

std::shared_ptr<const SegmentReader> SegmentReader::open(const store::Directory& directory,
                                                         model::SegmentCommitInfo info) {
  std::shared_ptr<SegmentReader> reader(new SegmentReader);
  reader->directory_ = &directory;
  reader->commit_ = std::move(info);
  const model::SegmentInfo& si = reader->commit_.info;
  const codec::SegmentCodec& codec =
      codec::segment_codec(reader->commit_.codec, {"segments_N", "segment " + si.name, 0});
  if (si.compound) {
    reader->compound_ = std::make_unique<codec::CompoundDirectory>(directory, si.name, si.id);
  }
  reader->open_fields(codec.field_infos);
  if (reader->commit_.del_gen > 0) {
    reader->live_docs_ = codec::read_live_docs(directory, si.name, si.id, reader->commit_.del_gen,
                                               si.max_doc, reader->commit_.del_count);
  }
  reader->open_doc_values();
  reader->open_points();
  reader->open_stored_fields();
  return reader;
}

const store::Directory& SegmentReader::core() const {
  return compound_ ? static_cast<const store::Directory&>(*compound_) : *directory_;
}

std::string SegmentReader::field_infos_suffix() const {
  return commit_.field_infos_gen == -1 ? ""
                                       : to_base36(static_cast<uint64_t>(commit_.field_infos_gen));
}

void SegmentReader::open_fields(codec::FieldInfosGeneration generation) {
  core_fields_ = codec::read_field_infos(core(), name(), info().id, "", generation);
  fields_ = commit_.field_infos_gen == -1
                ? core_fields_
                : codec::read_field_infos(*directory_, name(), info().id, field_infos_suffix(),
                                          generation);
}

void SegmentReader::open_doc_values() {
  open_core_doc_values();
  for (const model::FieldInfo& field : fields_) {
    if (!field.has_doc_values() || field.attribute(kFormatKey).empty()) continue;
    const auto overlay = std::ranges::find(commit_.overlays, field.number,
                                           &model::SegmentCommitInfo::Overlay::field);
    if (overlay != commit_.overlays.end()) {
      open_overlay(field, *overlay);
    } else if (field.doc_values_gen != -1) {
      sources_[field.number] = {open_group(field.doc_values_gen, suffix_of(field), {field})};
    }
  }
}

/// Doc values of the core files, also those that updates replaced since.
void SegmentReader::open_core_doc_values() {
  // Fields by the suffix of their files, in order of appearance.
  std::vector<std::pair<std::string, std::vector<model::FieldInfo>>> groups;
  for (const model::FieldInfo& field : core_fields_) {
    // Lucene: a field without a format has doc values in no document of the segment.
    if (!field.has_doc_values() || field.attribute(kFormatKey).empty()) continue;
    const std::string suffix = suffix_of(field);
    auto it = std::ranges::find(groups, suffix, [](const auto& group) { return group.first; });
    if (it == groups.end()) it = groups.insert(it, {suffix, {}});
    it->second.push_back(field);
  }
  for (auto& [suffix, fields] : groups) {
    const size_t group = open_group(-1, suffix, std::move(fields));
    for (const model::FieldInfo& field : groups_[group].fields) sources_[field.number] = {group};
  }
}

/// The files of one generation; each is opened once.
size_t SegmentReader::open_group(int64_t generation, std::string_view suffix,
                                 std::vector<model::FieldInfo> fields) {
  const bool core_file = generation == -1;
  DocValuesGroup group{.format = std::string(fields.front().attribute(kFormatKey)),
                       .suffix = std::string(suffix),
                       .generation = generation,
                       .fields = model::FieldInfos(std::move(fields)),
                       .reader = nullptr};
  if (!core_file) group.suffix = to_base36(static_cast<uint64_t>(generation)) + "_" + group.suffix;
  const codec::DocValuesFormat* row = codec::find_doc_values_format(group.format);
  if (row == nullptr) {
    std::string known;
    for (const auto& format : codec::doc_values_formats()) {
      known += (known.empty() ? "" : ", ") + std::string(format.name);
    }
    throw UnsupportedVersion({codec::segment_file_name(name(), "", codec::kFieldInfosExtension),
                              "field '" + group.fields.begin()->name + "'", 0},
                             "doc-values format", "'" + group.format.substr(0, 64) + "'", known);
  }
  const model::IndexSort& sort = info().sort;
  group.reader = row->reader({core_file ? core() : *directory_, name(), info().id, max_doc(),
                              group.suffix, sort.empty() ? nullptr : &sort.front()},
                             group.fields);
  groups_.push_back(std::move(group));
  return groups_.size() - 1;
}

/// Generations of single documents over a base: of the core, of a dense generation, or none.
void SegmentReader::open_overlay(const model::FieldInfo& field,
                                 const model::SegmentCommitInfo::Overlay& overlay) {
  std::vector<model::DocValuesField> layers;
  size_t newest = groups_.size();
  const auto add = [&](int64_t generation) {
    const size_t group = open_group(generation, suffix_of(field), {field});
    layers.push_back(groups_[group].reader->field(field));
    newest = std::min(newest, group);
  };
  for (const int64_t generation : overlay.delta_gens) add(generation);
  const auto core_source = sources_.find(field.number);
  if (overlay.base_gen != -1) {
    add(overlay.base_gen);
  } else if (core_source != sources_.end()) {
    layers.push_back(groups_[core_source->second.group].reader->field(field));
  } else {
    layers.push_back({.type = field.doc_values_type, .presence = model::Presence::none(max_doc())});
  }
  sources_[field.number] = {newest, model::overlaid_field(layers)};
}

void SegmentReader::open_points() {
  if (!fields_.has_points()) return;
  points_ = codec::lucene90_points_reader({core(), name(), info().id, max_doc(), ""}, fields_);
}

void SegmentReader::open_stored_fields() {
  stored_ = std::make_unique<codec::Lucene90StoredFieldsReader>(core(), name(), info().id,
                                                                max_doc(), stored_mode(info()));
}

const model::FieldInfo& SegmentReader::field(std::string_view field_name) const {
  if (const model::FieldInfo* found = fields_.find(field_name)) return *found;
  throw InvalidArgument("segment " + name() + " has no field '" + std::string(field_name) + "'");
}

bool SegmentReader::has_doc_values(const model::FieldInfo& field) const {
  return sources_.contains(field.number);
}

const SegmentReader::FieldSource& SegmentReader::source_of(const model::FieldInfo& field) const {
  const auto found = sources_.find(field.number);
  if (found != sources_.end()) return found->second;
  throw InvalidArgument("field '" + field.name + "' has no doc values in segment " + name());
}

std::string SegmentReader::doc_values_file(const model::FieldInfo& field) const {
  return codec::segment_file_name(name(), doc_values_group(field).suffix, "dvm");
}

const model::DocValuesField& SegmentReader::doc_values(const model::FieldInfo& field) const {
  const FieldSource& source = source_of(field);
  return source.overlaid ? *source.overlaid : groups_[source.group].reader->field(field);
}

std::shared_ptr<const skipper::SkipIndex> SegmentReader::skip_index(
    const model::FieldInfo& field) const {
  if (!field.has_skip_index()) return nullptr;
  return groups_[source_of(field).group].reader->skip_index(field);
}

std::vector<std::string> SegmentReader::core_files() const {
  if (compound_) return compound_->list();
  std::vector<std::string> files = info().files;
  const std::string si = codec::segment_file_name(name(), "", codec::kSegmentInfoExtension);
  std::erase(files, si);
  return files;
}

void SegmentReader::check_integrity() const {
  for (const std::string& file : files_of(commit_)) store::verify_checksum(directory_->open(file));
  if (!compound_) return;
  for (const std::string& file : core_files()) store::verify_checksum(compound_->open(file));
}

void SegmentReader::visit_core(const model::FactVisitor& visitor) const {
  std::set<std::string> seen;
  const model::FactVisitor noting = [&](const model::Fact& fact) {
    seen.insert(fact.file);
    visitor(fact);
  };
  codec::visit_field_infos(
      core().open(codec::segment_file_name(name(), "", codec::kFieldInfosExtension)), info().id, "",
      codec::find_segment_codec(commit_.codec)->field_infos, noting);
  for (const DocValuesGroup& group : groups_) {
    if (group.generation == -1) group.reader->visit(noting);
  }
  if (points_) points_->visit(noting);
  stored_->visit(noting);
  for (const std::string& file : core_files()) {
    if (seen.contains(file)) continue;
    visitor({{}, structure_of(file), "file", file, 0, core().length(file)});
  }
}

/// Field infos and doc values of updates: files of their own, also beside a compound file.
void SegmentReader::visit_updates(const model::FactVisitor& visitor) const {
  for (const DocValuesGroup& group : groups_) {
    if (group.generation != -1) group.reader->visit(visitor);
  }
  if (commit_.field_infos_gen == -1) return;
  const std::string suffix = field_infos_suffix();
  codec::visit_field_infos(
      directory_->open(codec::segment_file_name(name(), suffix, codec::kFieldInfosExtension)),
      info().id, suffix, codec::find_segment_codec(commit_.codec)->field_infos, visitor);
}

void SegmentReader::visit(const model::FactVisitor& visitor) const {
  codec::visit_segment_info(
      directory_->open(codec::segment_file_name(name(), "", codec::kSegmentInfoExtension)),
      visitor);
  if (live_docs_) {
    const auto gen = static_cast<uint64_t>(commit_.del_gen);
    codec::visit_live_docs(
        directory_->open(codec::generation_file_name(name(), codec::kLiveDocsExtension, gen)),
        to_base36(gen), visitor);
  }
  visit_updates(visitor);
  if (compound_) compound_->visit(visitor);
  visit_core([&](const model::Fact& fact) { visitor(outer(fact)); });
}

model::Fact SegmentReader::outer(const model::Fact& fact) const {
  model::Fact outer = fact;
  if (compound_ && !fact.file.empty()) {
    outer.offset += compound_->find(fact.file)->offset;
    outer.inner_file = std::exchange(outer.file, compound_->data().file());
  }
  return outer;
}

void SegmentReader::visit_doc_values(const DocValuesGroup& group,
                                     const model::FactVisitor& visitor) const {
  group.reader->visit(
      [&](const model::Fact& fact) { visitor(group.generation == -1 ? outer(fact) : fact); });
}

void SegmentReader::visit_doc_values(const DocValuesGroup& group, const model::FieldInfo& field,
                                     const model::FactVisitor& visitor) const {
  group.reader->visit_field(field, [&](const model::Fact& fact) {
    visitor(group.generation == -1 ? outer(fact) : fact);
  });
}

}  // namespace segsmith::index
