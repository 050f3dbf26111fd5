// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/commit_writer.h"
#include "index/segment_updates.h"
#include "model/field_schema.h"
#include "store/directory.h"
#include "util/bit_set.h"

namespace segsmith::index {

struct IndexUpdaterOptions {
  /// The soft-deletes field; empty: the one that the index has, if any. InvalidArgument when the
  /// index has another, or uses this field for something else.
  std::string soft_deletes = {};
  /// Doc-values generations that may lie over a field's base; 0: each generation is dense.
  int32_t max_overlays = 0;
  CommitWriterOptions commits = {};
};

/// Deletes documents of an existing index and updates their doc values, without rewriting a segment
/// (org.apache.lucene.index.IndexWriter.tryDeleteDocument, tryUpdateDocValue). Documents are named
/// by segment and number. Nothing is seen before commit(), and without it the destructor removes
/// what was written. One thread.
class IndexUpdater {
 public:
  /// InvalidArgument when the directory holds no index, or its segments' fields disagree.
  explicit IndexUpdater(std::shared_ptr<store::Directory> directory,
                        IndexUpdaterOptions options = {});

  /// In commit order. Valid until commit(), which drops segments without documents.
  std::span<const std::unique_ptr<SegmentUpdates>> segments() const { return segments_; }
  /// Fields over all segments.
  const model::IndexFields& fields() const { return fields_; }
  /// Name of the soft-deletes field; empty when there is none.
  const std::string& soft_deletes() const { return soft_deletes_; }

  /// Hard deletions. `docs` has max_doc bits. Returns how many documents were not deleted before.
  int64_t delete_documents(size_t segment, const BitSet& docs);
  /// Gives the live ones of `docs` the value 1 of the soft-deletes field; returns how many.
  int64_t soft_delete(size_t segment, const BitSet& docs);
  /// Sets a NUMERIC or SORTED_NUMERIC field to one number, or a BINARY one to bytes, or removes the
  /// value. Fields must be doc-values-only and known to the index: InvalidArgument with the reason.
  void update(size_t segment, const BitSet& docs, std::string_view field, int64_t value);
  void update(size_t segment, const BitSet& docs, std::string_view field,
              std::span<const std::byte> value);
  void reset(size_t segment, const BitSet& docs, std::string_view field);
  /// What update() would refuse; returns the field.
  const model::FieldInfo& check_updatable(std::string_view field) const;

  /// Handed on to the commit; the pairs in the order given.
  void set_user_data(model::StringPairs pairs);

  /// Writes what is pending and drops segments without documents; false when nothing changed.
  bool flush();
  /// Phase one of a commit, with flush(). False, and nothing is prepared, when nothing changed.
  bool prepare_commit();
  /// Name of the new segments_N, or of the old one when nothing changed.
  std::string commit();
  /// Forgets everything since the last commit.
  void rollback();
  /// Segments that commits dropped, as they had no documents left.
  size_t dropped() const { return dropped_; }

 private:
  void open_segments();
  FieldUpdates& updates(size_t segment, std::string_view field);

  CommitWriter writer_;
  int32_t max_overlays_;
  std::string soft_deletes_;
  model::IndexFields fields_;
  std::vector<std::unique_ptr<SegmentUpdates>> segments_;
  size_t dropped_ = 0;
  bool prepared_ = false;
};

}  // namespace segsmith::index
