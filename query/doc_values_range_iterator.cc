// SPDX-License-Identifier: Apache-2.0
#include "query/doc_values_range_iterator.h"

#include <algorithm>
#include <utility>

namespace segsmith::query {
namespace {

using model::kNoMoreDocs;
using skipper::Match;

/// As Lucene estimates: one comparison of a value costs 2, those of several values 5, but 2 for
/// several numbers under a skip index.
float match_cost_of(const model::DocValuesField& field, bool has_skip_index) {
  if (field.single_valued()) return 2;
  return has_skip_index && !field.terms ? 2 : 5;
}

}  // namespace

bool DocValuesRangeIterator::Values::any_in(int64_t low, int64_t high) {
  advance_exact(doc_id());  // From its first value on, however often it is asked.
  for (int32_t i = doc_value_count(); i > 0; --i) {
    const int64_t value = next();
    if (value >= low) return value <= high;
  }
  return false;
}

DocValuesRangeIterator::DocValuesRangeIterator(const model::DocValuesField& field,
                                               std::shared_ptr<const skipper::SkipIndex> skip_index,
                                               int64_t low, int64_t high)
    : presence_(field.presence),
      range_(field, low, high),
      values_(field),
      match_cost_(match_cost_of(field, skip_index != nullptr)) {
  if (skip_index) blocks_.emplace(std::move(skip_index), low, high);
}

bool DocValuesRangeIterator::matches() {
  switch (match()) {
    case Match::yes:
      return true;
    case Match::yes_if_present:
      return values_reach(doc_id());
    case Match::maybe:
      break;
  }
  return values_reach(doc_id()) && values_.any_in(range_.low(), range_.high());
}

int32_t DocValuesRangeIterator::doc_id_run_end() const {
  return match() == Match::yes ? blocks_->doc_id_run_end() : doc_id();
}

void DocValuesRangeIterator::block_into_bit_set(Match match, int32_t first, int32_t end,
                                                BitSet& out) const {
  if (match == Match::yes) {
    out.set_range(static_cast<uint64_t>(first), static_cast<uint64_t>(end));
  } else if (match == Match::yes_if_present) {
    presence_->into_bit_set(first, end, out);
  } else {
    range_.into_bit_set(first, end, out);
  }
}

void DocValuesRangeIterator::into_bit_set(int32_t up_to, BitSet& out) {
  up_to = std::min(up_to, max_doc());
  while (doc_id() < up_to) {
    const int32_t end = blocks_ ? std::min(up_to, blocks_->doc_id_run_end()) : up_to;
    block_into_bit_set(match(), doc_id(), end, out);
    advance(end);
  }
}

void DocValuesRangeIterator::apply_mask(int32_t from, int32_t up_to, BitSet& bits) {
  up_to = std::min(up_to, max_doc());
  if (scratch_.size() == 0) scratch_ = BitSet(static_cast<uint64_t>(max_doc()));
  while (doc_id() < up_to) {
    const int32_t first = doc_id();
    if (from < first) bits.clear_range(static_cast<uint64_t>(from), static_cast<uint64_t>(first));
    const int32_t end = blocks_ ? std::min(up_to, blocks_->doc_id_run_end()) : up_to;
    if (match() != Match::yes &&
        bits.next_set(static_cast<uint64_t>(first)) < static_cast<uint64_t>(end)) {
      block_into_bit_set(match(), first, end, scratch_);
      // Words that other documents share keep their bits of those.
      for (uint64_t d = bits.next_set(static_cast<uint64_t>(first)); d < static_cast<uint64_t>(end);
           d = bits.next_set(d + 1)) {
        if (!scratch_.get(d)) bits.clear(d);
      }
      scratch_.clear_range(static_cast<uint64_t>(first), static_cast<uint64_t>(end));
    }
    from = end;
    advance(end);
  }
  if (from < up_to) bits.clear_range(static_cast<uint64_t>(from), static_cast<uint64_t>(up_to));
}

}  // namespace segsmith::query
