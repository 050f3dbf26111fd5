// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "index/segment_reader.h"
#include "index/segment_writer.h"
#include "model/segment_info.h"

namespace segsmith::index {

/// A segment as merge policies see it.
struct SegmentSize {
  std::string name;
  int32_t max_doc = 0;
  int32_t del_count = 0;
  uint64_t bytes = 0;  ///< Of all its files.
  bool compound = false;
};

/// What the writer needs of the room `merge`, which implements it.
class MergeDriver {
 public:
  virtual ~MergeDriver() = default;
  /// The merges that a forced merge to at most `max_segments` makes: positions in `segments`, in
  /// the order in which the documents follow one another. Empty when there is nothing to do.
  virtual std::vector<std::vector<size_t>> find_forced_merges(std::span<const SegmentSize> segments,
                                                              int max_segments) = 0;
  /// Writes one segment from the live documents of `sources`, in that order (or by the target's
  /// sort). On an exception nothing of the target is left behind.
  virtual model::SegmentCommitInfo merge(
      std::span<const std::shared_ptr<const SegmentReader>> sources, const SegmentTarget& target,
      const CompoundRule& compound, uint64_t other_index_bytes) = 0;
};

}  // namespace segsmith::index
