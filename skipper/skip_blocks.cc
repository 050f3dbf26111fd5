// SPDX-License-Identifier: Apache-2.0
#include "skipper/skip_blocks.h"

#include <algorithm>
#include <utility>

namespace segsmith::skipper {

SkipBlocks::SkipBlocks(std::shared_ptr<const SkipIndex> index, int64_t low, int64_t high)
    : cursor_(std::move(index)), low_(low), high_(high) {}

bool SkipBlocks::read_block(SkipBlock& block) {
  if (low_ > high_ || !cursor_.advance_to_values(next_doc_, low_, high_)) return false;
  const Interval& finest = cursor_.interval(0);
  block.first_doc = std::max(next_doc_, finest.min_doc);
  block.end_doc = finest.max_doc + 1;
  block.match = !inside(finest)  ? Match::maybe
                : finest.dense() ? Match::yes
                                 : Match::yes_if_present;
  if (block.match == Match::yes) {
    for (int level = 1; level < cursor_.levels(); ++level) {
      const Interval& coarser = cursor_.interval(level);
      if (!inside(coarser) || !coarser.dense()) break;
      block.end_doc = coarser.max_doc + 1;
    }
  }
  next_doc_ = block.end_doc;
  return true;
}

bool SkipBlocks::next(SkipBlock& block) {
  if (!has_pending_ && !read_block(pending_)) return false;
  block = pending_;
  has_pending_ = false;
  while (read_block(pending_)) {
    if (pending_.match != block.match || pending_.first_doc != block.end_doc) {
      has_pending_ = true;
      break;
    }
    block.end_doc = pending_.end_doc;
  }
  return true;
}

}  // namespace segsmith::skipper
