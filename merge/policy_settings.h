// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "merge/merge_policy.h"
#include "merge/policy_name.h"

namespace segsmith::merge {

/// One setting of a policy: the name of Lucene's setter in snake case without `set`
/// ("max_merged_segment_mb"), and its value.
struct PolicySetting {
  std::string key;
  std::variant<double, bool> value;
};

/// The policy with Lucene 10.6.0's defaults, changed by `settings` in their order. Throws
/// InvalidArgument that names an unknown key and the nearest known one, or the range that a value
/// left.
std::unique_ptr<const MergePolicy> make_policy(Policy policy,
                                               const std::vector<PolicySetting>& settings);

/// "segments_per_tier=10", "calibrate_size_by_deletes=false". Throws InvalidArgument.
PolicySetting parse_policy_setting(std::string_view text);

/// Keys that a policy knows, in alphabetic order.
std::vector<std::string_view> policy_setting_keys(Policy policy);

/// What Elasticsearch 9.3 sets for an index (MergePolicyConfig): Tiered with 10 segments a tier, 10
/// at once, a floor of 2 MB and at most 5 GB; LogByteSize with the factor 32, at least 2 MB and at
/// most 100 GB; merged segments up to 1 GB compound.
std::vector<PolicySetting> elasticsearch_settings(Policy policy);

/// Settings of a mapping below `index.merge.policy.` ("floor_segment": "4mb") as the policy's own;
/// those of another policy are left out, as Elasticsearch does. Throws InvalidArgument for a value
/// that is no number or size.
std::vector<PolicySetting> settings_of_mapping(Policy policy,
                                               const std::map<std::string, std::string>& settings);

}  // namespace segsmith::merge
