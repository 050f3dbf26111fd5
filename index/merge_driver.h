// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "index/segment_reader.h"
#include "index/segment_writer.h"
#include "model/segment_info.h"

namespace segsmith::index {

/// What a forced merge knows of a segment (IndexWriter's map segmentsToMerge).
enum class ForcedMerge : uint8_t {
  unlisted,  ///< Not there when the forced merge began: left alone.
  made,      ///< Made by a merge of this forced merge.
  original,  ///< There when it began.
};

/// A segment as merge policies see it.
struct SegmentSize {
  std::string name;
  int32_t max_doc = 0;
  int32_t del_count = 0;
  uint64_t bytes = 0;  ///< Of all its files.
  bool compound = false;
  bool merging = false;  ///< A merge that was chosen, and is not done, reads it.
  ForcedMerge forced = ForcedMerge::original;  ///< Only forced merges look at it.
};

/// Why merges are asked for (MergeTrigger, and the entry points of MergePolicy).
enum class MergeKind : uint8_t {
  natural,  ///< findMerges: what the state of the index asks for.
  forced,   ///< findForcedMerges: down to a number of segments.
  expunge,  ///< findForcedDeletesMerges: to reclaim deleted documents.
};

struct MergeRequest {
  MergeKind kind = MergeKind::natural;
  int32_t max_segments = 1;  ///< For forced merges.
};

/// Merges, each a list of positions among the segments that were asked about, in the order in which
/// the documents follow one another.
using MergeSpec = std::vector<std::vector<size_t>>;

/// What the writer needs of the room `merge`, which implements it.
class MergeDriver {
 public:
  virtual ~MergeDriver() = default;
  /// The merges to make now; empty when there are none.
  virtual MergeSpec find_merges(const MergeRequest& request,
                                std::span<const SegmentSize> segments) = 0;
  /// Writes one segment from the live documents of `sources`, in that order (or by the target's
  /// sort). On an exception nothing of the target is left behind.
  virtual model::SegmentCommitInfo merge(
      std::span<const std::shared_ptr<const SegmentReader>> sources, const SegmentTarget& target,
      const CompoundRule& compound, uint64_t other_index_bytes) = 0;
};

}  // namespace segsmith::index
