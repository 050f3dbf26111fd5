// SPDX-License-Identifier: Apache-2.0
#include "index/segment_writer.h"

#include <algorithm>
#include <utility>

#include "codec/codecs.h"
#include "codec/file_names.h"
#include "codec/lucene90_compound.h"
#include "codec/lucene94_field_infos.h"
#include "codec/lucene99_segment_info.h"
#include "index/mapped_types.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

constexpr std::string_view kFormatKey = "PerFieldDocValuesFormat.format";
constexpr std::string_view kSuffixKey = "PerFieldDocValuesFormat.suffix";
constexpr std::string_view kFirstSuffix = "0";

/// Temporary files that Lucene has open while it writes stored fields: document counts and file
/// pointers of the chunks.
constexpr size_t kStoredIndexTemporaries = 2;

}  // namespace

bool CompoundRule::for_merge(uint64_t bytes, uint64_t index_bytes) const {
  if (use != CompoundUse::automatic) return use == CompoundUse::always;
  if (format.ratio == 0.0 || bytes > format.max_segment_bytes) return false;
  if (format.ratio >= 1.0) return true;
  return static_cast<double>(bytes) <= format.ratio * static_cast<double>(index_bytes);
}

SegmentWriter::SegmentWriter(SegmentTarget target)
    : target_(std::move(target)),
      stored_(std::make_unique<codec::Lucene90StoredFieldsWriter>(
          target_.directory, target_.name, target_.id, target_.stored_fields)) {}

SegmentWriter::~SegmentWriter() {
  if (finished_) return;
  // A failed run leaves nothing behind; what cannot be removed is not worth a second fault.
  stored_.reset();
  groups_.clear();
  points_.reset();
  try {
    for (const std::string& file : target_.directory.list()) {
      if (codec::parse_segment_name(file) != target_.name) continue;
      try {
        target_.directory.remove(file);
      } catch (const Error&) {
      }
    }
  } catch (const Error&) {
  }
}

void SegmentWriter::begin_columns(std::vector<model::FieldInfo> fields, int32_t max_doc) {
  // Fields whose doc values are never asked for keep these.
  for (model::FieldInfo& field : fields) {
    if (!field.has_doc_values() || !field.attribute(kFormatKey).empty()) continue;
    field.attributes.emplace_back(kFormatKey, codec::DocValuesChoice{}.format);
    field.attributes.emplace_back(kSuffixKey, kFirstSuffix);
  }
  fields_ = model::FieldInfos(std::move(fields));
  max_doc_ = max_doc;
}

codec::DocValuesChoice SegmentWriter::choice_of(const model::FieldInfo& field) const {
  if (target_.doc_values) return target_.doc_values(field);
  codec::DocValuesChoice choice;
  const std::string_view format = field.attribute(kFormatKey);
  if (!format.empty()) choice.format = format;  // The caller's copy may lack it.
  return choice;
}

SegmentWriter::Group& SegmentWriter::group_of(const codec::DocValuesChoice& choice) {
  size_t suffix = 0;
  for (Group& group : groups_) {
    if (group.choice.format != choice.format) continue;
    if (group.choice.options.writes_like(choice.options)) return group;
    ++suffix;
  }
  const codec::DocValuesFormat* row = codec::find_doc_values_format(choice.format);
  if (row == nullptr) {
    throw InvalidArgument("doc-values format '" + choice.format + "' is not built");
  }
  Group group{choice, std::to_string(suffix), nullptr};
  const codec::SegmentWriteState state{
      .directory = target_.directory,
      .segment = target_.name,
      .id = target_.id,
      .max_doc = max_doc_,
      .suffix = choice.format + "_" + group.suffix,
      .skip_index_interval_size = target_.skip_index_interval_size,
      .primary_sort = target_.sort.empty() ? nullptr : &target_.sort.front(),
      .release = target_.release,
      .options = choice.options};
  group.writer = row->writer(state);
  groups_.push_back(std::move(group));
  return groups_.back();
}

codec::DocValuesWriter& SegmentWriter::doc_values(const model::FieldInfo& field) {
  Group& group = group_of(choice_of(field));
  fields_.set_attribute(field.number, kFormatKey, group.choice.format);
  fields_.set_attribute(field.number, kSuffixKey, group.suffix);
  return *group.writer;
}

codec::PointsWriter& SegmentWriter::points() {
  if (!points_) {
    points_ = codec::lucene90_points_writer({.directory = target_.directory,
                                             .segment = target_.name,
                                             .id = target_.id,
                                             .max_doc = max_doc_,
                                             .suffix = {},
                                             .release = target_.release},
                                            target_.points);
  }
  return *points_;
}

void SegmentWriter::finish_columns() {
  const auto append = [this](const std::vector<std::string>& files) {
    files_.insert(files_.end(), files.begin(), files.end());
  };
  if (stored_->documents() == 0) {  // A segment of columns alone.
    for (int32_t doc = 0; doc < max_doc_; ++doc) stored_->finish_document();
  }
  stored_->finish(max_doc_);
  // The order in which Lucene creates the files. A merge writes stored fields first. A flush begins
  // with their data, makes the columns, and ends with `.fdx`; a sorted one makes the final stored
  // fields last, out of a temporary copy.
  const bool flush = target_.source == "flush";
  std::vector<std::string> stored_first = stored_->files(), stored_last;
  const size_t before_columns = !flush ? stored_first.size() : target_.sort.empty() ? 2 : 0;
  stored_last.assign(stored_first.begin() + static_cast<std::ptrdiff_t>(before_columns),
                     stored_first.end());
  stored_first.resize(before_columns);
  append(stored_first);
  for (Group& group : groups_) {
    group.writer->finish();
    append(group.writer->files());
  }
  if (points_) {
    points_->finish();
    append(points_->files());
  }
  append(stored_last);
  files_.push_back(
      codec::write_field_infos(target_.directory, target_.name, target_.id, {}, fields_));
}

/// How many names Lucene's set of created files held at its fullest, which sizes its table. A
/// sorted flush first spills stored fields into temporary files (data, metadata, index, and the
/// index's own two), three of which are still there while the final ones are written.
/// A merge's points may go through temporary files while all but `.fnm` are there.
size_t SegmentWriter::peak_file_count(size_t created) const {
  if (target_.source != "flush") {
    return std::max(created, created - 1 + (points_ ? points_->peak_temporary_files() : 0));
  }
  if (target_.sort.empty()) return created;
  const size_t stored = stored_->files().size();
  const size_t columns = created - stored - 1;  // Without `.fnm`, which comes last.
  const size_t spilled = stored + columns;
  return std::max(created, spilled + stored - 1 + kStoredIndexTemporaries);
}

uint64_t SegmentWriter::bytes_of(const std::vector<std::string>& files) const {
  uint64_t bytes = 0;
  for (const std::string& file : files) bytes += target_.directory.length(file);
  return bytes;
}

std::optional<model::Version> SegmentWriter::oldest_release() const {
  if (target_.oldest_unknown) return {};
  return std::min(target_.release->version,
                  target_.oldest_source.value_or(target_.release->version));
}

void SegmentWriter::make_compound(model::SegmentInfo& info) {
  const auto compound = codec::write_compound(target_.directory, target_.name, target_.id,
                                              info.files, target_.release->compound_alignment);
  for (const std::string& file : info.files) target_.directory.remove(file);
  info.files = codec::file_set_order(compound);
  info.compound = true;
}

model::SegmentCommitInfo SegmentWriter::finish(const CompoundRule& rule,
                                               uint64_t other_index_bytes) {
  finish_columns();
  model::SegmentCommitInfo commit;
  model::SegmentInfo& info = commit.info;
  info.name = target_.name;
  info.id = target_.id;
  info.max_doc = max_doc_;
  info.version = target_.release->version;
  info.min_version = oldest_release();
  info.has_blocks = target_.has_blocks;
  info.sort = target_.sort;
  info.diagnostics = {{"source", target_.source},
                      {"writer", "segsmith"},
                      {"lucene.version", model::to_string(info.version)}};
  if (!target_.mapped_types.empty()) {
    info.diagnostics.emplace_back(std::string(MappedTypes::kDiagnosticsKey), target_.mapped_types);
  }
  info.attributes = {{std::string(codec::kStoredFieldsModeKey),
                      std::string(codec::stored_fields_mode(target_.stored_fields).name)}};
  info.files = codec::file_set_order(files_, peak_file_count(files_.size()));
  const uint64_t bytes = bytes_of(files_);
  const bool compound = target_.source == "flush"
                            ? rule.for_flush()
                            : rule.for_merge(bytes, bytes + other_index_bytes);
  if (compound) make_compound(info);
  const std::string si = codec::segment_file_name(info.name, {}, codec::kSegmentInfoExtension);
  info.files = codec::file_set_with(info.files, si);
  codec::write_segment_info(target_.directory, info);
  commit.codec = std::string(target_.release->codec);
  commit.commit_id = target_.commit_id;
  finished_ = true;
  return commit;
}

}  // namespace segsmith::index
