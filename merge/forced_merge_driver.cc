// SPDX-License-Identifier: Apache-2.0
#include "merge/forced_merge_driver.h"

#include "util/error.h"

namespace segsmith::merge {

std::vector<std::vector<size_t>> ForcedMergeDriver::find_forced_merges(
    std::span<const index::SegmentSize> segments, int max_segments) {
  if (max_segments != 1) {
    throw InvalidArgument("a forced merge to " + std::to_string(max_segments) +
                          " segments needs merge policies, which are not built yet: only 1 is");
  }
  return find_merges_to_one(policy_, merge_factor_, segments, compound_, stats_.merges == 0);
}

model::SegmentCommitInfo ForcedMergeDriver::merge(Sources sources,
                                                  const index::SegmentTarget& target,
                                                  const index::CompoundRule& compound,
                                                  uint64_t other_index_bytes) {
  model::SegmentCommitInfo merged =
      merge_segments(sources, target, compound, other_index_bytes, &stats_);
  for (const std::string& file : merged.info.files) stats_.bytes += target.directory.length(file);
  return merged;
}

}  // namespace segsmith::merge
