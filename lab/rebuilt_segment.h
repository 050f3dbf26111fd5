// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "bkd/point_buffer.h"
#include "codec/lucene_release.h"
#include "index/column_buffer.h"
#include "index/segment_writer.h"
#include "index/term_dictionary.h"
#include "lab/dump_header.h"
#include "util/id.h"

namespace segsmith::lab {

/// One segment that is made from the lines of a dump. Values are held for one field at a time.
/// InvalidArgument for what does not fit the header; the caller adds the place.
class RebuiltSegment {
 public:
  RebuiltSegment(const DumpedSegment& segment, store::Directory& directory, IdSource& ids,
                 const codec::LuceneRelease& release);

  const DumpedSegment& dumped() const { return dumped_; }
  /// Begins the doc values or the points of a field, and ends what was begun before.
  void begin_doc_values(std::string_view field);
  void begin_points(std::string_view field);
  /// Another value of the begun field; values of a document come together, documents ascend.
  void add_number(int64_t doc, int64_t value);
  void add_bytes(int64_t doc, std::span<const std::byte> value);
  bool takes_numbers() const;
  void add_point(int64_t doc, std::span<const std::byte> value);
  /// The next document's stored values go to stored_fields(); `doc` must be the next one.
  void begin_document(int64_t doc);
  codec::Lucene90StoredFieldsWriter& stored_fields() { return writer_.stored_fields(); }
  const model::FieldInfo& field(std::string_view name) const;
  void remove_document(int64_t doc);

  /// Ends the files and writes live docs.
  model::SegmentCommitInfo finish(store::Directory& directory);

 private:
  int32_t checked(int64_t doc) const;
  void begin_value(int64_t doc);
  void end_field();
  void write_doc_values();
  void write_terms(codec::DocValuesWriter& out);
  void write_fields_without_lines();

  DumpedSegment dumped_;
  index::SegmentWriter writer_;
  const model::FieldInfo* doc_values_ = nullptr;  ///< The begun field, if any.
  const model::FieldInfo* points_field_ = nullptr;
  int32_t last_doc_ = -1;
  index::NumberBuffer numbers_;
  index::ByteArena arena_;
  index::TermDictionary terms_;
  std::optional<bkd::PointBuffer> points_;
  std::set<std::string> written_;  ///< "doc_values x": each once.
  std::vector<int32_t> removed_;
  std::vector<int32_t> soft_deleted_;
  int32_t documents_ = 0;
};

}  // namespace segsmith::lab
