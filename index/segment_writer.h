// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codec/doc_values_format.h"
#include "codec/lucene90_stored_fields_writer.h"
#include "codec/lucene_release.h"
#include "codec/points_format.h"
#include "index/mapping_settings.h"
#include "model/field_info.h"
#include "model/field_numbers.h"
#include "model/index_sort.h"
#include "model/segment_info.h"
#include "store/directory.h"
#include "util/id.h"

namespace segsmith::index {

/// `--compound`: auto is Elasticsearch's way (flushed segments always, merged ones by
/// CompoundFormat).
enum class CompoundUse : uint8_t { automatic, always, never };

struct CompoundRule {
  CompoundUse use = CompoundUse::automatic;
  CompoundFormat format = {};

  bool for_flush() const { return use != CompoundUse::never; }
  /// `bytes`: the loose files of the merged segment. `index_bytes`: all segments with it (only a
  /// ratio between 0 and 1 looks at them).
  bool for_merge(uint64_t bytes, uint64_t index_bytes) const;
};

/// Where a new segment goes and what it is made with.
struct SegmentTarget {
  store::Directory& directory;
  std::string name;  ///< "_0"
  Id id;
  Id commit_id;
  model::IndexSort sort = {};
  codec::StoredFieldsMode stored_fields = codec::StoredFieldsMode::best_speed;
  int32_t skip_index_interval_size = 4096;
  std::string source = "flush";  ///< For the diagnostics: flush, merge.
  /// MappedTypes::to_text() for the diagnostics; empty leaves the entry out.
  std::string mapped_types = {};
  /// As which release everything is written.
  const codec::LuceneRelease* release = &codec::kCurrentRelease;
  /// The oldest release among a merge's sources.
  std::optional<model::Version> oldest_source = {};
  /// Some source does not tell its oldest release, so the segment does not either.
  bool oldest_unknown = false;
  /// Numbers that the index's fields have, ahead of what a merge's sources say.
  model::FieldNumbers field_numbers = {};
  bool has_blocks = false;  ///< Documents that were added as blocks.
  codec::PointsWriteOptions points = {};
  /// With which format the doc values of a field are written. Unset: as the field's attribute
  /// says, else Lucene90.
  std::function<codec::DocValuesChoice(const model::FieldInfo&)> doc_values = {};
};

/// Writes the files of one segment; shared by flush and merge. Stored fields may be written from
/// the start; doc values and points after begin_columns. Unless finish() ran, the destructor
/// removes what was written.
class SegmentWriter {
 public:
  explicit SegmentWriter(SegmentTarget target);
  ~SegmentWriter();
  SegmentWriter(const SegmentWriter&) = delete;
  SegmentWriter& operator=(const SegmentWriter&) = delete;

  const SegmentTarget& target() const { return target_; }
  /// When no document was written to it, finish() gives each an empty one.
  codec::Lucene90StoredFieldsWriter& stored_fields() { return *stored_; }

  /// Fixes the fields (in number order) and the number of documents.
  void begin_columns(std::vector<model::FieldInfo> fields, int32_t max_doc);
  const model::FieldInfos& fields() const { return fields_; }
  /// The doc-values writer of the field's format, opened when it is first asked for; the field's
  /// attributes then name it. Fields of one format with the same options share a suffix: 0, then 1
  /// for the same format with other options, as PerFieldDocValuesFormat numbers them.
  codec::DocValuesWriter& doc_values(const model::FieldInfo& field);
  /// The points writer, opened when it is first asked for.
  codec::PointsWriter& points();

  /// Ends all files, writes `.fnm`, then the compound file if the rule says so, then `.si`.
  /// `other_index_bytes` is the size of the index's other segments.
  model::SegmentCommitInfo finish(const CompoundRule& rule, uint64_t other_index_bytes = 0);

 private:
  struct Group {
    codec::DocValuesChoice choice;
    std::string suffix;  ///< "0"
    std::unique_ptr<codec::DocValuesWriter> writer;
  };

  codec::DocValuesChoice choice_of(const model::FieldInfo& field) const;
  Group& group_of(const codec::DocValuesChoice& choice);

  void finish_columns();
  size_t peak_file_count(size_t created) const;
  std::optional<model::Version> oldest_release() const;
  void make_compound(model::SegmentInfo& info);
  uint64_t bytes_of(const std::vector<std::string>& files) const;

  SegmentTarget target_;
  std::unique_ptr<codec::Lucene90StoredFieldsWriter> stored_;
  model::FieldInfos fields_;
  int32_t max_doc_ = 0;
  std::vector<Group> groups_;
  std::unique_ptr<codec::PointsWriter> points_;
  std::vector<std::string> files_;  ///< Loose files, in the order of their creation.
  bool finished_ = false;
};

}  // namespace segsmith::index
