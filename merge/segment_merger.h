// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "index/merge_driver.h"
#include "index/segment_writer.h"
#include "merge/doc_map.h"
#include "merge/sort_keys.h"

namespace segsmith::merge {

/// Time spent in the phases of merges, in nanoseconds, and how much went through them.
struct MergeStats {
  uint64_t merges = 0;
  uint64_t documents = 0;
  uint64_t bytes = 0;       ///< Of the merged segments.
  uint64_t doc_map_ns = 0;  ///< With the verification of the sources' checksums.
  uint64_t stored_fields_ns = 0;
  uint64_t doc_values_ns = 0;
  uint64_t points_ns = 0;
  uint64_t finish_ns = 0;  ///< Field infos, compound file, `.si`.

  uint64_t total_ns() const {
    return doc_map_ns + stored_fields_ns + doc_values_ns + points_ns + finish_ns;
  }
};

/// Refuses by name what a merge would have to rewrite but this library does not (postings, norms,
/// vectors, term vectors).
void check_mergeable(const index::SegmentReader& source);

/// Writes one segment from the live documents of `sources`, in the given order or interleaved by
/// target.sort (org.apache.lucene.index.SegmentMerger). Checksums of the sources' files are
/// verified first. `stats` may be null.
model::SegmentCommitInfo merge_segments(Sources sources, const index::SegmentTarget& target,
                                        const index::CompoundRule& compound,
                                        uint64_t other_index_bytes, MergeStats* stats);

}  // namespace segsmith::merge
