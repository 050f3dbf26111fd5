// SPDX-License-Identifier: Apache-2.0
#include "skipper/skip_block_range_iterator.h"

#include <algorithm>
#include <utility>

#include "model/doc_values_iterator.h"

namespace segsmith::skipper {

using model::kNoMoreDocs;

SkipBlockRangeIterator::SkipBlockRangeIterator(std::shared_ptr<const SkipIndex> index, int64_t low,
                                               int64_t high)
    : index_(index), cursor_(std::move(index)), low_(low), high_(high) {}

int32_t SkipBlockRangeIterator::next_doc() {
  return doc_ == kNoMoreDocs ? doc_ : advance(doc_ + 1);
}

int32_t SkipBlockRangeIterator::advance(int32_t target) {
  if (target <= doc_) return doc_;
  if (doc_ >= 0 && target <= cursor_.interval().max_doc) return doc_ = target;
  if (!cursor_.advance_to_values(target, low_, high_)) {
    match_ = Match::maybe;
    return doc_ = kNoMoreDocs;
  }
  const Interval& block = cursor_.interval();
  match_ = !inside(block) ? Match::maybe : block.dense() ? Match::yes : Match::yes_if_present;
  return doc_ = std::max(target, block.min_doc);
}

int32_t SkipBlockRangeIterator::block_end() const {
  return doc_ == kNoMoreDocs ? kNoMoreDocs : cursor_.interval().max_doc + 1;
}

int32_t SkipBlockRangeIterator::doc_id_run_end() const {
  if (match_ != Match::yes) return block_end();
  int32_t end = block_end();
  for (int level = 1; level < cursor_.levels(); ++level) {
    const Interval& coarser = cursor_.interval(level);
    if (!inside(coarser) || !coarser.dense()) break;
    end = coarser.max_doc + 1;
  }
  return end;
}

void SkipBlockRangeIterator::into_bit_set(int32_t up_to, BitSet& out) {
  while (doc_ < up_to) {
    const int32_t end = std::min(up_to, doc_id_run_end());
    out.set_range(static_cast<uint64_t>(doc_), static_cast<uint64_t>(end));
    advance(end);
  }
}

}  // namespace segsmith::skipper
