// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "merge/merge_policy.h"
#include "merge/tiered_candidates.h"

namespace segsmith::merge {

/// Merges segments of similar size, in any order, within a budget of segments.
/// org.apache.lucene.index.TieredMergePolicy of 10.6.0: the same choices in the same order, found
/// without trying every start again for every merge (tiered_candidates.h).
class TieredMergePolicy final : public MergePolicy {
 public:
  explicit TieredMergePolicy(const TieredSettings& settings, CompoundLimits compound = {})
      : MergePolicy(compound), settings_(settings) {}

  const TieredSettings& settings() const { return settings_; }

  MergeSpec find_merges(Segments segments, Explanation* explain) const override;
  MergeSpec find_forced_merges(Segments segments, int32_t max_segments,
                               Explanation* explain) const override;
  MergeSpec find_forced_deletes_merges(Segments segments, Explanation* explain) const override;

 protected:
  int64_t size(const SegmentSize& segment) const override { return pro_rated_bytes(segment); }
  int64_t max_full_flush_merge_size() const override { return settings_.floor_segment_bytes; }

 private:
  struct Limits;
  struct Budget;

  std::vector<TieredSegment> largest_first(Segments segments) const;
  Budget natural_budget(Segments segments, std::vector<TieredSegment>& eligible,
                        Explanation* explain) const;
  double allowed_segments(double allowed, int64_t bytes, int64_t smallest) const;
  MergeSpec choose(std::vector<TieredSegment> eligible, const CandidateRules& rules,
                   const Limits& limits, Explanation* explain) const;
  int32_t max_allowed_docs(int32_t max_doc, int32_t deleted) const;

  TieredSettings settings_;
};

}  // namespace segsmith::merge
