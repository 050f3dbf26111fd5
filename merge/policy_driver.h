// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "merge/merge_policy.h"
#include "merge/policy_name.h"
#include "merge/policy_settings.h"
#include "merge/segment_merger.h"

namespace segsmith::merge {

/// What an index writer calls: chooses by a policy, merges with merge_segments, and keeps count of
/// time and bytes.
class PolicyDriver final : public index::MergeDriver {
 public:
  explicit PolicyDriver(std::unique_ptr<const MergePolicy> policy) : policy_(std::move(policy)) {}
  /// The policy with Elasticsearch's settings, then `settings`, and compound files by `compound`.
  /// InvalidArgument as make_policy.
  PolicyDriver(Policy policy, const index::CompoundRule& compound,
               const std::vector<PolicySetting>& settings = {});

  MergeSpec find_merges(const index::MergeRequest& request,
                        std::span<const SegmentSize> segments) override;
  model::SegmentCommitInfo merge(Sources sources, const index::SegmentTarget& target,
                                 const index::CompoundRule& compound,
                                 uint64_t other_index_bytes) override;

  /// As find_merges, with the reasons.
  MergeSpec explain(const index::MergeRequest& request, std::span<const SegmentSize> segments,
                    Explanation* explain) const;
  const MergeStats& stats() const { return stats_; }

 private:
  std::unique_ptr<const MergePolicy> policy_;
  MergeStats stats_;
};

}  // namespace segsmith::merge
