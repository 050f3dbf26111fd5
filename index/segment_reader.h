// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codec/codecs.h"
#include "codec/doc_values_format.h"
#include "codec/lucene90_compound.h"
#include "codec/lucene90_stored_fields_reader.h"
#include "codec/points_format.h"
#include "model/facts.h"
#include "model/segment_info.h"
#include "store/directory.h"
#include "util/bit_set.h"

namespace segsmith::index {

/// One segment of a commit, opened for reading (org.apache.lucene.index.SegmentReader). Metadata is
/// parsed when it is opened. Immutable and thread-safe; mappings live as long as the reader.
class SegmentReader {
 public:
  /// The doc values of one format: a segment may hold several (PerFieldDocValuesFormat); and each
  /// generation of updates is one of a single field.
  struct DocValuesGroup {
    std::string format;       ///< "Lucene90"
    std::string suffix;       ///< "Lucene90_0", or "1_Lucene90_0", as in the files' names.
    int64_t generation = -1;  ///< Of updates; -1: among the segment's core files.
    model::FieldInfos fields;
    std::unique_ptr<codec::DocValuesReader> reader;
  };

  /// Refuses by name codecs and doc-values formats that are not built.
  static std::shared_ptr<const SegmentReader> open(const store::Directory& directory,
                                                   model::SegmentCommitInfo info);

  const std::string& name() const { return commit_.info.name; }
  const model::SegmentInfo& info() const { return commit_.info; }
  const model::SegmentCommitInfo& commit_info() const { return commit_; }
  /// With what updates changed.
  const model::FieldInfos& fields() const { return fields_; }
  /// InvalidArgument when the segment has no such field.
  const model::FieldInfo& field(std::string_view name) const;
  int32_t max_doc() const { return commit_.info.max_doc; }
  int32_t num_docs() const { return commit_.num_docs(); }
  /// Null when nothing is deleted.
  const BitSet* live_docs() const { return live_docs_ ? &*live_docs_ : nullptr; }

  const std::vector<DocValuesGroup>& doc_values_groups() const { return groups_; }
  /// That which holds the field's newest values.
  const DocValuesGroup& doc_values_group(const model::FieldInfo& field) const {
    return groups_[source_of(field).group];
  }
  /// False for a field without doc values, also one whose documents in this segment all lack them.
  bool has_doc_values(const model::FieldInfo& field) const;
  /// The metadata file of a field's doc values ("_0_Lucene90_0.dvm"), for messages.
  std::string doc_values_file(const model::FieldInfo& field) const;
  /// The parts of a field that has doc values, as updates left them; InvalidArgument for one that
  /// has none.
  const model::DocValuesField& doc_values(const model::FieldInfo& field) const;
  /// Null when the field has no skip index.
  std::shared_ptr<const skipper::SkipIndex> skip_index(const model::FieldInfo& field) const;
  /// Null when no field of the segment has points.
  const codec::PointsReader* points() const { return points_.get(); }
  const codec::Lucene90StoredFieldsReader& stored_fields() const { return *stored_; }

  /// Where the segment's core files are read from: the compound file, or the index directory.
  const store::Directory& core() const;
  const codec::CompoundDirectory* compound() const { return compound_.get(); }
  /// Names of the files in core(): all of the segment but `.si`, live docs and compound files.
  std::vector<std::string> core_files() const;

  /// Verifies the checksum of every file of the segment.
  void check_integrity() const;
  /// Every part of every file of the segment, in no promised order. Facts of a compound segment
  /// name the `.cfs` with absolute offsets and the inner file; parts of one file never overlap and
  /// add up to its length. Files of structures that this library does not read are one part
  /// "unattributed" each.
  void visit(const model::FactVisitor& visitor) const;
  /// Only the parts of the doc-values files of one group.
  void visit_doc_values(const DocValuesGroup& group, const model::FactVisitor& visitor) const;
  /// Every physical unit of one of its fields, block by block; see
  /// codec::DocValuesReader::visit_field.
  void visit_doc_values(const DocValuesGroup& group, const model::FieldInfo& field,
                        const model::FactVisitor& visitor) const;

 private:
  SegmentReader() = default;
  /// Where a field's values are: the group of its base or of its newest generation, and the parts
  /// themselves where they lie in several groups.
  struct FieldSource {
    size_t group = 0;
    std::optional<model::DocValuesField> overlaid = {};
  };

  void open_fields(codec::FieldInfosGeneration generation);
  void open_doc_values();
  void open_core_doc_values();
  void open_overlay(const model::FieldInfo& field,
                    const model::SegmentCommitInfo::Overlay& overlay);
  size_t open_group(int64_t generation, std::string_view suffix,
                    std::vector<model::FieldInfo> fields);
  std::string field_infos_suffix() const;
  void open_points();
  void open_stored_fields();
  void visit_core(const model::FactVisitor& visitor) const;
  void visit_updates(const model::FactVisitor& visitor) const;
  /// A fact of a core file as one of the compound file, where there is one.
  model::Fact outer(const model::Fact& fact) const;
  const FieldSource& source_of(const model::FieldInfo& field) const;

  const store::Directory* directory_ = nullptr;
  model::SegmentCommitInfo commit_;
  model::FieldInfos core_fields_;  ///< As the segment was written.
  model::FieldInfos fields_;
  std::optional<BitSet> live_docs_;
  std::unique_ptr<codec::CompoundDirectory> compound_;
  std::vector<DocValuesGroup> groups_;
  std::unordered_map<int32_t, FieldSource> sources_;  ///< By field number.
  std::unique_ptr<codec::PointsReader> points_;
  std::unique_ptr<codec::Lucene90StoredFieldsReader> stored_;
};

}  // namespace segsmith::index
