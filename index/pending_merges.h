// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "index/merge_driver.h"
#include "store/directory.h"

namespace segsmith::index {

/// The merges that one request leads to, one after the other as a serial scheduler runs them: which
/// are chosen, whose segments are taken, and what is asked again when one is done
/// (IndexWriter.updatePendingMerges, registerMerge). It knows names only; the caller merges.
class PendingMerges {
 public:
  /// `segments`: those of the index now; a forced merge is about these.
  PendingMerges(const MergeRequest& request, std::span<const SegmentSize> segments);

  /// Asks the driver about the index's segments and keeps what it chooses, but no merge that needs
  /// a segment of a merge that is kept already.
  void ask(MergeDriver& driver, std::vector<SegmentSize> segments);
  /// The names of the next merge's sources, in the order of their documents; nothing when all are
  /// done. Its segments count as merging until done().
  std::optional<std::vector<std::string>> next();
  /// The merge that next() gave is finished and made the segment `made`. What is asked from here
  /// on is whether more is to be done: after merges that reclaim deletes, by the natural rules.
  void done(const std::vector<std::string>& sources, const std::string& made);

 private:
  MergeRequest request_;
  std::set<std::string> originals_;
  std::set<std::string> made_;
  std::set<std::string> merging_;
  std::deque<std::vector<std::string>> pending_;
};

/// Makes the merges that the driver chooses, one after another, until it chooses no more.
/// `segments` tells those of the index at that moment; `merge` merges the named sources, in their
/// order, and returns the name of the new segment.
void run_merges(const MergeRequest& request, MergeDriver& driver,
                const std::function<std::vector<SegmentSize>()>& segments,
                const std::function<std::string(const std::vector<std::string>&)>& merge);

/// Segments as policies see them. Only hard deletions count, as IndexWriter.numDeletesToMerge has
/// it for a segment of which its pool holds no reader: so it is for each segment of a writer that
/// was just opened.
std::vector<SegmentSize> segment_sizes(const store::Directory& directory,
                                       std::span<const model::SegmentCommitInfo> segments);

}  // namespace segsmith::index
