// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "index/merge_driver.h"
#include "index/segment_writer.h"

namespace segsmith::merge {

/// Merge policies by the names of the command line.
enum class Policy : uint8_t { tiered, log_byte_size, log_doc };

/// Nothing for an unknown name.
std::optional<Policy> parse_policy(std::string_view name);
std::string_view name_of(Policy policy);

/// Segments that the log policies merge at once: 32 for log_byte_size, as Elasticsearch sets it for
/// time-based data, and Lucene's default of 10 for log_doc.
int default_merge_factor(Policy policy);

/// What one call of findForcedMerges(1) chooses: positions in `segments`, each list in the order in
/// which the documents follow one another. Empty: nothing (more) to do. The log policies keep the
/// index's order and merge at most `merge_factor` segments at once, the newest first, so a call may
/// have to be repeated; Tiered takes all at once, largest first. `original`: no merge of this
/// forced merge has made a segment yet, so a lone segment is still rewritten when it has deletions
/// or the wrong kind of file. org.apache.lucene.index.LogMergePolicy, TieredMergePolicy.
std::vector<std::vector<size_t>> find_merges_to_one(Policy policy, int merge_factor,
                                                    std::span<const index::SegmentSize> segments,
                                                    const index::CompoundRule& compound,
                                                    bool original);

}  // namespace segsmith::merge
