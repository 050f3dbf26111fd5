// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "skipper/skip_index.h"

/// Block classification of a value range over a skip index, as Lucene's SkipBlockRangeIterator does
/// it, but handed out in runs of documents instead of one document at a time.
namespace segsmith::skipper {

/// What the skip index proves of a block's documents.
enum class Match : uint8_t {
  yes,             ///< All values inside the range and every document has one.
  yes_if_present,  ///< All values inside the range, but some documents may have none.
  maybe,           ///< The values must be looked at.
};

/// Documents [first_doc, end_doc) that share one classification.
struct SkipBlock {
  int32_t first_doc = 0;
  int32_t end_doc = 0;
  Match match = Match::maybe;
};

/// Walks the blocks that may hold a value in [low, high], in document order; blocks that cannot
/// match are passed by climbing levels. A `yes` block extends over the highest level that is proven
/// inside and dense; neighbouring blocks of one classification come as one.
class SkipBlocks {
 public:
  SkipBlocks(std::shared_ptr<const SkipIndex> index, int64_t low, int64_t high);

  /// The next block; false at the end.
  bool next(SkipBlock& block);

 private:
  bool read_block(SkipBlock& block);
  bool inside(const Interval& interval) const {
    return interval.min_value >= low_ && interval.max_value <= high_;
  }

  SkipCursor cursor_;
  int64_t low_;
  int64_t high_;
  int32_t next_doc_ = 0;
  bool has_pending_ = false;
  SkipBlock pending_;
};

}  // namespace segsmith::skipper
