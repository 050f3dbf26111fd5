// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "index/merge_driver.h"

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

}  // namespace segsmith::index
