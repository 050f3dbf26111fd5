// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "skipper/skip_blocks.h"
#include "skipper/skip_index.h"
#include "util/bit_set.h"

namespace segsmith::skipper {

/// The documents of the blocks that may hold a value in [low, high], one at a time, with what the
/// skip index proves of the block: an approximation, as Lucene's SkipBlockRangeIterator. Only ever
/// moves forward. For one thread. Whole blocks at once: SkipBlocks.
/// org.apache.lucene.search.SkipBlockRangeIterator.
class SkipBlockRangeIterator {
 public:
  SkipBlockRangeIterator(std::shared_ptr<const SkipIndex> index, int64_t low, int64_t high);

  /// -1 before the first move, model::kNoMoreDocs after the end.
  int32_t doc_id() const { return doc_; }
  int32_t next_doc();
  /// The first document at or after `target` of a block that may match. A target that is not past
  /// doc_id() leaves the iterator where it is.
  int32_t advance(int32_t target);
  /// What is proven of the block of doc_id(); `maybe` before the first move and at the end.
  Match match() const { return match_; }
  /// Documents with a value: an upper bound of what matches.
  int64_t cost() const { return index_->doc_count(); }
  /// End (exclusive) of the level-0 block of doc_id().
  int32_t block_end() const;
  /// End (exclusive) of a run of documents that begins at doc_id() and shares its classification:
  /// that of the block, or, for `yes`, of the highest level that is inside the range and dense.
  int32_t doc_id_run_end() const;
  /// Sets the bits of the approximation's documents from doc_id() (not -1) up to `up_to`
  /// (exclusive) and moves to the first one at or after it.
  void into_bit_set(int32_t up_to, BitSet& out);

 private:
  bool inside(const Interval& interval) const {
    return interval.min_value >= low_ && interval.max_value <= high_;
  }

  std::shared_ptr<const SkipIndex> index_;
  SkipCursor cursor_;
  int64_t low_, high_;
  int32_t doc_ = -1;
  Match match_ = Match::maybe;
};

}  // namespace segsmith::skipper
