// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bkd/bkd_reader.h"
#include "bkd/bkd_writer.h"
#include "bkd/point_buffer.h"
#include "codec/doc_values_format.h"
#include "model/facts.h"
#include "model/field_info.h"

/// Points of a segment: Lucene90PointsFormat, files `.kdd` (leaves), `.kdi` (packed indexes) and
/// `.kdm` (metadata). docs/format/kdd.md, kdi.md, kdm.md.
namespace segsmith::codec {

/// One segment's points of the field being merged.
using PointsMergeSource = bkd::MergeSource;

/// How points are written.
struct PointsWriteOptions {
  /// What a merge may hold in memory of one field's points (maxMBSortInHeap); others go to
  /// temporary files of the segment's directory, which are gone when the field is written.
  double max_mb_sort_in_heap = bkd::kDefaultMaxMbSortInHeap;
};

/// Writes the points of a segment, field after field in the caller's order (Lucene: the field hash
/// order on flush, field-info order on merge). A segment none of whose fields has points has no
/// such files: make no writer then. A merge makes one when a merged field has points, even if none
/// is left.
class PointsWriter {
 public:
  virtual ~PointsWriter() = default;
  /// The buffer's documents are the segment's final ones; its points are sorted in place.
  virtual void add_flush(const model::FieldInfo& field, bkd::PointBuffer& points) = 0;
  /// Sources whose reader is null (a segment without the field) are passed over.
  virtual void add_merge(const model::FieldInfo& field,
                         std::span<const PointsMergeSource> sources) = 0;
  /// Ends the list of fields, writes footers and closes the files.
  virtual void finish() = 0;
  /// Names of the files that were made, in the order of their creation.
  virtual std::vector<std::string> files() const = 0;
  /// Temporary files that were there at once beside these, at most: the table of Lucene's set of
  /// created files grows with them, and its order with the table.
  virtual size_t peak_temporary_files() const = 0;
};

/// Reads the points of a segment. Metadata is parsed and checked when it is opened. Thread-safe.
class PointsReader {
 public:
  virtual ~PointsReader() = default;
  /// Null when no document of the segment has a point of the field.
  virtual std::shared_ptr<const bkd::BkdReader> field(const model::FieldInfo& field) const = 0;
  /// Verifies the checksum of every file.
  virtual void check_integrity() const = 0;
  /// Every part of every file, headers and footers included.
  virtual void visit(const model::FactVisitor& visitor) const = 0;
};

/// Trees of BKD version 9 where the state's release writes version 0 of the format.
std::unique_ptr<PointsWriter> lucene90_points_writer(const SegmentWriteState& state,
                                                     const PointsWriteOptions& options = {});
std::unique_ptr<PointsReader> lucene90_points_reader(const SegmentReadState& state,
                                                     const model::FieldInfos& fields);

}  // namespace segsmith::codec
