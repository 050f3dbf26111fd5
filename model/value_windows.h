// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "model/doc_values.h"

/// Windows onto values by position: what lets iterators answer value by value while the parts are
/// asked block by block.
namespace segsmith::model {

/// Numbers by position. A window doubles while it is left at its end, and starts small after a
/// jump.
class NumberWindow {
 public:
  explicit NumberWindow(std::shared_ptr<const Numbers> numbers) : numbers_(std::move(numbers)) {}

  int64_t at(uint64_t position) {
    if (position - first_ >= count_) load(position, 1);
    return values_[position - first_];
  }
  /// The numbers at position and position + 1, from one block, which the format has checked.
  std::pair<int64_t, int64_t> pair_at(uint64_t position) {
    if (count_ < 2 || position - first_ >= count_ - 1) load(position, 2);
    const size_t i = position - first_;
    return {values_[i], values_[i + 1]};
  }

 private:
  void load(uint64_t position, size_t least);

  std::shared_ptr<const Numbers> numbers_;
  std::vector<int64_t> values_;
  size_t block_ = 0, count_ = 0;
  uint64_t first_ = 0;
};

/// Byte strings by position.
class BytesWindow {
 public:
  explicit BytesWindow(std::shared_ptr<const BinaryValues> values) : values_(std::move(values)) {}

  /// Valid until the next call.
  std::span<const std::byte> at(uint64_t position) {
    if (position - first_ >= count_) load(position);
    return block_values_[position - first_];
  }

 private:
  void load(uint64_t position);

  std::shared_ptr<const BinaryValues> values_;
  BytesBlock block_values_;
  size_t block_ = 0, count_ = 0;
  uint64_t first_ = 0;
};

}  // namespace segsmith::model
