// SPDX-License-Identifier: Apache-2.0
#include "model/value_windows.h"

#include <algorithm>

namespace segsmith::model {
namespace {

/// The next window's size: `position` is where it begins, `end` where the last one ended.
size_t next_block(size_t block, uint64_t position, uint64_t end, size_t first, size_t largest) {
  const bool sequential = block != 0 && position - end < block;
  return sequential ? std::min(block * 2, largest) : first;
}

}  // namespace

void NumberWindow::load(uint64_t position, size_t least) {
  constexpr size_t kFirst = 4, kLargest = 1024;
  // A pair may begin at the last number of the window.
  block_ = next_block(block_, position + least - 1, first_ + count_, kFirst, kLargest);
  const uint64_t left = position < numbers_->size() ? numbers_->size() - position : 0;
  // What lies past the end is asked for all the same: the numbers say what is wrong with it.
  count_ = 0;
  auto count = static_cast<size_t>(std::max<uint64_t>(least, std::min<uint64_t>(block_, left)));
  if (const size_t unit = numbers_->block_size(); unit > 1 && left > 0) {
    // Whole blocks, from where the position's own begins.
    const size_t before = position & (unit - 1);
    const size_t whole = (before + count + unit - 1) & ~(unit - 1);
    position -= before;
    count = std::max(before + least, std::min<uint64_t>(whole, left + before));
  }
  if (values_.size() < count) values_.resize(count);
  numbers_->values(position, std::span(values_).first(count));
  first_ = position;
  count_ = count;
}

void BytesWindow::load(uint64_t position) {
  constexpr size_t kFirst = 1, kLargest = 64;
  block_ = next_block(block_, position, first_ + count_, kFirst, kLargest);
  const uint64_t left = position < values_->size() ? values_->size() - position : 0;
  count_ = 0;
  const auto count = static_cast<size_t>(std::max<uint64_t>(1, std::min<uint64_t>(block_, left)));
  values_->values(position, count, block_values_);
  first_ = position;
  count_ = count;
}

}  // namespace segsmith::model
