// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "index/segment_writer.h"
#include "model/index_sort.h"
#include "model/segment_info.h"
#include "store/directory.h"
#include "util/id.h"

namespace segsmith::index {

struct NewSegmentOptions {
  model::IndexSort sort = {};
  int32_t skip_index_interval_size = 4096;
  std::string source = "flush";  ///< For the diagnostics: flush, merge.
  /// Repeatable ids.
  std::optional<uint64_t> seed = {};
};

/// A new index of one segment, for programs that bring their own columns: names, ids and the
/// commit. Until commit() no reader sees anything, and the destructor removes what was written. One
/// thread.
class NewSegment {
 public:
  /// Makes the folder when it is missing. InvalidArgument when it holds an index.
  explicit NewSegment(const std::string& path, NewSegmentOptions options = {});
  NewSegment(const NewSegment&) = delete;
  NewSegment& operator=(const NewSegment&) = delete;

  /// Where a merge may put the segment; then commit(segment) ends it and writer() must not be used.
  const SegmentTarget& target() const { return target_; }
  /// Writes the segment; opened when it is first asked for.
  SegmentWriter& writer();

  /// Ends the writer's files and writes segments_1.
  void commit(const CompoundRule& rule = {});
  /// The same for a segment that was written to target().
  void commit(model::SegmentCommitInfo segment);

 private:
  store::MmapDirectory directory_;
  IdSource ids_;
  SegmentTarget target_;
  std::optional<SegmentWriter> writer_;
};

}  // namespace segsmith::index
