// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "model/columns.h"

namespace segsmith::model {

/// A NUMERIC column over the caller's arrays, which must outlive it: one value each of `docs`
/// (ascending), or of the documents 0 .. values.size() - 1 where `docs` is empty.
class ArrayColumn final : public NumberColumn {
 public:
  explicit ArrayColumn(std::span<const int64_t> values, std::span<const int32_t> docs = {})
      : values_(values), docs_(docs) {}

  void rewind() override { position_ = 0; }
  bool next(NumberBlock& block) override {
    const size_t count = std::min(kColumnBlockDocs, values_.size() - position_);
    if (count == 0) return false;
    block = {};
    if (docs_.empty()) {
      block.docs.first_doc = static_cast<int32_t>(position_);
    } else {
      block.docs.docs = docs_.subspan(position_, count);
    }
    block.docs.count = count;
    block.values = values_.subspan(position_, count);
    position_ += count;
    return true;
  }

 private:
  std::span<const int64_t> values_;
  std::span<const int32_t> docs_;
  size_t position_ = 0;
};

}  // namespace segsmith::model
