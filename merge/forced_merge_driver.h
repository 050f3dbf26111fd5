// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "merge/forced_merges.h"
#include "merge/segment_merger.h"

namespace segsmith::merge {

/// What an index writer calls for a forced merge to one segment: chooses by a policy, merges with
/// merge_segments, and keeps count of time and bytes.
class ForcedMergeDriver final : public index::MergeDriver {
 public:
  ForcedMergeDriver(Policy policy, int merge_factor, index::CompoundRule compound)
      : policy_(policy), merge_factor_(merge_factor), compound_(compound) {}

  /// InvalidArgument for max_segments other than 1, which needs merge policies that are not built.
  std::vector<std::vector<size_t>> find_forced_merges(std::span<const index::SegmentSize> segments,
                                                      int max_segments) override;
  model::SegmentCommitInfo merge(Sources sources, const index::SegmentTarget& target,
                                 const index::CompoundRule& compound,
                                 uint64_t other_index_bytes) override;

  const MergeStats& stats() const { return stats_; }

 private:
  Policy policy_;
  int merge_factor_;
  index::CompoundRule compound_;
  MergeStats stats_;
};

}  // namespace segsmith::merge
