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
};

std::string structure_of(std::string_view file) {
  const std::string_view extension = file.substr(file.rfind('.') + 1);
  for (const auto& [known, structure] : kForeign) {
    if (known == extension) return std::string(structure);
  }
  return "unattributed";
}

/// What later work reads: refused until then.
void refuse_updates(const model::SegmentCommitInfo& commit) {
  const bool updated =
      commit.field_infos_gen != -1 || commit.doc_values_gen != -1 || !commit.overlays.empty();
  if (!updated) return;
  throw UnsupportedVersion(
      {"segments_N", "segment " + commit.info.name, 0}, "doc-values updates of a segment",
      "generation " + std::to_string(commit.doc_values_gen), "segments without updates");
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
  refuse_updates(reader->commit_);
  if (si.compound) {
    reader->compound_ = std::make_unique<codec::CompoundDirectory>(directory, si.name, si.id);
  }
  reader->fields_ = codec::read_field_infos(reader->core(), si.name, si.id, "", codec.field_infos);
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

void SegmentReader::open_doc_values() {
  // Fields by the suffix of their files, in order of appearance.
  std::vector<std::pair<DocValuesGroup, std::vector<model::FieldInfo>>> groups;
  for (const model::FieldInfo& field : fields_) {
    // Lucene: a field without a format has doc values in no document of the segment.
    if (!field.has_doc_values() || field.attribute(kFormatKey).empty()) continue;
    const std::string format(field.attribute(kFormatKey));
    const std::string suffix = format + "_" + std::string(field.attribute(kSuffixKey));
    auto it = std::find_if(groups.begin(), groups.end(),
                           [&](const auto& g) { return g.first.suffix == suffix; });
    if (it == groups.end()) {
      groups.emplace_back(DocValuesGroup{format, suffix, {}, nullptr},
                          std::vector<model::FieldInfo>{});
      it = groups.end() - 1;
    }
    it->second.push_back(field);
  }
  for (auto& [group, fields] : groups) {
    group.fields = model::FieldInfos(std::move(fields));
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
    group.reader = row->reader({core(), name(), info().id, max_doc(), group.suffix}, group.fields);
    groups_.push_back(std::move(group));
  }
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
  return std::any_of(groups_.begin(), groups_.end(),
                     [&](const auto& group) { return group.fields.find(field.number) != nullptr; });
}

const SegmentReader::DocValuesGroup& SegmentReader::group_of(const model::FieldInfo& field) const {
  for (const DocValuesGroup& group : groups_) {
    if (group.fields.find(field.number) != nullptr) return group;
  }
  throw InvalidArgument("field '" + field.name + "' has no doc values in segment " + name());
}

std::string SegmentReader::doc_values_file(const model::FieldInfo& field) const {
  return codec::segment_file_name(name(), group_of(field).suffix, "dvm");
}

const model::DocValuesField& SegmentReader::doc_values(const model::FieldInfo& field) const {
  return group_of(field).reader->field(field);
}

std::shared_ptr<const skipper::SkipIndex> SegmentReader::skip_index(
    const model::FieldInfo& field) const {
  if (!field.has_skip_index()) return nullptr;
  return group_of(field).reader->skip_index(field);
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
  for (const DocValuesGroup& group : groups_) group.reader->visit(noting);
  if (points_) points_->visit(noting);
  stored_->visit(noting);
  for (const std::string& file : core_files()) {
    if (seen.contains(file)) continue;
    visitor({{}, structure_of(file), "file", file, 0, core().length(file)});
  }
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
  if (!compound_) return visit_core(visitor);
  compound_->visit(visitor);
  visit_core([&](const model::Fact& fact) {
    model::Fact outer = fact;
    outer.offset += compound_->find(fact.file)->offset;
    outer.inner_file = std::exchange(outer.file, compound_->data().file());
    visitor(outer);
  });
}

}  // namespace segsmith::index
