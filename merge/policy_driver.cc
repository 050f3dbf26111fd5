// SPDX-License-Identifier: Apache-2.0
#include "merge/policy_driver.h"

#include <limits>

namespace segsmith::merge {
namespace {

/// The policy's own settings for what the rule says of merged segments.
std::vector<PolicySetting> compound_settings(const index::CompoundRule& rule) {
  constexpr double kMegabyte = 1024.0 * 1024.0;
  constexpr double kNoLimit = std::numeric_limits<double>::max();
  switch (rule.use) {
    case index::CompoundUse::always:
      return {{"no_cfs_ratio", 1.0}, {"max_cfs_segment_size_mb", kNoLimit}};
    case index::CompoundUse::never:
      return {{"no_cfs_ratio", 0.0}};
    case index::CompoundUse::automatic:
      break;
  }
  return {
      {"no_cfs_ratio", rule.format.ratio},
      {"max_cfs_segment_size_mb", static_cast<double>(rule.format.max_segment_bytes) / kMegabyte}};
}

std::unique_ptr<const MergePolicy> with_settings(Policy policy, const index::CompoundRule& compound,
                                                 const std::vector<PolicySetting>& settings) {
  std::vector<PolicySetting> all = elasticsearch_settings(policy);
  for (const auto& more : {compound_settings(compound), settings}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return make_policy(policy, all);
}

}  // namespace

PolicyDriver::PolicyDriver(Policy policy, const index::CompoundRule& compound,
                           const std::vector<PolicySetting>& settings)
    : policy_(with_settings(policy, compound, settings)) {}

MergeSpec PolicyDriver::explain(const index::MergeRequest& request,
                                std::span<const SegmentSize> segments, Explanation* explain) const {
  switch (request.kind) {
    case index::MergeKind::natural:
      return policy_->find_merges(segments, explain);
    case index::MergeKind::forced:
      return policy_->find_forced_merges(segments, request.max_segments, explain);
    case index::MergeKind::expunge:
      return policy_->find_forced_deletes_merges(segments, explain);
  }
  return {};
}

MergeSpec PolicyDriver::find_merges(const index::MergeRequest& request,
                                    std::span<const SegmentSize> segments) {
  return explain(request, segments, nullptr);
}

model::SegmentCommitInfo PolicyDriver::merge(Sources sources, const index::SegmentTarget& target,
                                             const index::CompoundRule& compound,
                                             uint64_t other_index_bytes) {
  model::SegmentCommitInfo merged =
      merge_segments(sources, target, compound, other_index_bytes, &stats_);
  for (const std::string& file : merged.info.files) stats_.bytes += target.directory.length(file);
  return merged;
}

}  // namespace segsmith::merge
