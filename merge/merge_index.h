// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "index/segment_writer.h"
#include "merge/policy_driver.h"
#include "merge/segment_merger.h"
#include "store/directory.h"

namespace segsmith::merge {

struct MergeIndexOptions {
  index::MergeRequest request = {};
  /// Nothing: log_byte_size when a segment has the field `@timestamp`, else tiered.
  std::optional<Policy> policy;
  /// Over Elasticsearch's (elasticsearch_settings).
  std::vector<PolicySetting> settings = {};
  index::CompoundRule compound;
  std::optional<uint64_t> seed;  ///< Repeatable segment ids.
};

struct MergeIndexReport {
  Policy policy = Policy::tiered;
  size_t segments_before = 0;
  size_t segments_after = 0;
  uint64_t bytes_before = 0;
  uint64_t bytes_after = 0;
  MergeStats stats;
};

/// Makes the merges that the policy chooses in the newest commit of an index, one after another
/// until it chooses no more, commits, and removes the files that no commit needs any more. When it
/// throws, the directory holds the old commit and nothing else.
MergeIndexReport merge_index(std::shared_ptr<store::Directory> directory,
                             const MergeIndexOptions& options);

/// What merge_index would do first: the segments of the newest commit, the merges chosen among them
/// and why. Nothing is written.
struct MergePlan {
  Policy policy = Policy::tiered;
  std::vector<SegmentSize> segments;
  MergeSpec merges = {};
  Explanation why = {};
};
MergePlan plan_merges(std::shared_ptr<store::Directory> directory,
                      const MergeIndexOptions& options);

}  // namespace segsmith::merge
