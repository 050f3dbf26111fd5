// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_range_numbers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "util/bit_set.h"

namespace segsmith::codec::es819 {

RangeNumbers::RangeNumbers(packing::DirectMonotonicReader starts, store::Input data,
                           std::shared_ptr<const model::Presence> presence)
    : Numbers(static_cast<uint64_t>(presence->cardinality())),
      starts_(std::move(starts)),
      data_(std::move(data)),
      presence_(std::move(presence)) {
  const uint64_t ordinals = starts_.count() - 1;
  const uint64_t first = position_of(0), last = position_of(ordinals);
  if (first != 0 || last != size()) {
    data_.corrupt(0, "ranges over all " + std::to_string(size()) + " values",
                  "from " + std::to_string(first) + " to " + std::to_string(last));
  }
}

void RangeNumbers::check(uint64_t first, uint64_t count) const {
  if (count > size() || first > size() - count) {
    data_.corrupt(0, "values up to " + std::to_string(size()),
                  std::to_string(first) + " + " + std::to_string(count));
  }
}

uint64_t RangeNumbers::position_of(uint64_t ordinal) const {
  const int64_t doc = starts_.get(ordinal);
  if (doc < 0 || doc > presence_->max_doc()) {
    data_.corrupt(0, "documents up to " + std::to_string(presence_->max_doc()),
                  std::to_string(doc));
  }
  return static_cast<uint64_t>(presence_->rank(static_cast<int32_t>(doc)));
}

uint64_t RangeNumbers::ordinal_at(uint64_t position) const {
  uint64_t low = 0, high = starts_.count() - 1;
  while (high - low > 1) {
    const uint64_t middle = low + (high - low) / 2;
    if (position_of(middle) <= position) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

void RangeNumbers::values(uint64_t first, std::span<int64_t> out) const {
  check(first, out.size());
  if (out.empty()) return;
  uint64_t ordinal = ordinal_at(first);
  for (size_t done = 0; done < out.size(); ++ordinal) {
    // The end of the last ordinal is the number of values, as the constructor saw.
    const uint64_t end = ordinal + 1 < starts_.count() ? position_of(ordinal + 1) : size();
    const uint64_t position = first + done;
    if (end < position) {
      data_.corrupt(0, "ascending first documents",
                    "a lower one of ordinal " + std::to_string(ordinal + 1));
    }
    const auto n = static_cast<size_t>(std::min<uint64_t>(out.size() - done, end - position));
    std::fill_n(out.begin() + static_cast<ptrdiff_t>(done), n, static_cast<int64_t>(ordinal));
    done += n;
    if (ordinal + 1 >= starts_.count() && done < out.size()) {
      data_.corrupt(0, "ascending first documents", "others");
    }
  }
}

void RangeNumbers::range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                                    std::span<uint64_t> words, uint64_t bit_offset) const {
  check(first, count);
  const auto ordinals = static_cast<int64_t>(starts_.count() - 1);
  low = std::max<int64_t>(low, 0);
  high = std::min(high, ordinals - 1);
  if (low > high) return;
  const uint64_t from = std::max(first, position_of(static_cast<uint64_t>(low)));
  const uint64_t to = std::min(first + count, position_of(static_cast<uint64_t>(high) + 1));
  if (from < to) set_bits(words, bit_offset + (from - first), to - from);
}

}  // namespace segsmith::codec::es819
