// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "index/segment_writer.h"
#include "merge/forced_merges.h"
#include "merge/segment_merger.h"
#include "store/directory.h"

namespace segsmith::merge {

struct MergeIndexOptions {
  /// Nothing: log_byte_size when a segment has the field `@timestamp`, else tiered.
  std::optional<Policy> policy;
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

/// Merges the newest commit of an index down to one segment, commits, and removes the files that no
/// commit needs any more. When it throws, the directory holds the old commit and nothing else.
MergeIndexReport merge_index(std::shared_ptr<store::Directory> directory,
                             const MergeIndexOptions& options);

}  // namespace segsmith::merge
