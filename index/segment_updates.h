// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/field_updates.h"
#include "index/segment_reader.h"
#include "index/update_generations.h"
#include "model/segment_info.h"
#include "store/directory.h"
#include "util/bit_set.h"
#include "util/id.h"

namespace segsmith::index {

/// One segment of an index that is being changed: its reader, deletions and doc-values updates that
/// are not written yet (org.apache.lucene.index.ReadersAndUpdates and PendingDeletes). Nothing is
/// ever written to an existing file: each write() makes files of new generations.
class SegmentUpdates {
 public:
  /// `soft_deletes`: name of the index's soft-deletes field, or empty. Documents with a value of it
  /// are deleted too, as far as live() goes.
  /// `highest_generation`: of any file of the segment, so that no name comes twice.
  SegmentUpdates(const store::Directory& directory, model::SegmentCommitInfo info,
                 std::string soft_deletes, int64_t highest_generation);

  const SegmentReader& reader() const { return *reader_; }
  const model::SegmentCommitInfo& info() const { return info_; }
  /// Documents that are deleted in no way, with what is pending.
  BitSet live() const;

  /// Returns how many documents were not deleted before; those that were only soft-deleted count.
  int64_t delete_documents(const BitSet& docs);
  /// The updates of a field, made when first asked for. InvalidArgument when the segment's codec
  /// cannot take them.
  FieldUpdates& updates(const std::string& field, model::DocValuesType type);

  bool changed() const { return pending_deletes_ > 0 || !updates_.empty(); }
  /// No document is left, neither hard nor soft deletions counted as one.
  bool fully_deleted() const;
  /// Writes `.liv` and update generations of what is pending, and opens the result. More than
  /// `max_overlays` generations over a field's base are united with the new one; 0: generations are
  /// dense (LiveIndexWriterConfig.getMaxDocValuesOverlays).
  void write(store::Directory& directory, int32_t max_overlays, IdSource& ids);

 private:
  void read_deletions();

  const store::Directory& directory_;
  model::SegmentCommitInfo info_;
  std::string soft_deletes_;
  NextGenerations next_;
  std::shared_ptr<const SegmentReader> reader_;
  BitSet hard_live_;
  BitSet soft_deleted_;  ///< Documents with a value of the soft-deletes field; may be hard-deleted.
  int32_t pending_deletes_ = 0;
  /// By field, in the order in which the fields came.
  std::vector<std::pair<std::string, FieldUpdates>> updates_;
};

}  // namespace segsmith::index
