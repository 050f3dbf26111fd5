// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "model/doc_values.h"
#include "packing/direct_monotonic.h"
#include "store/input.h"

namespace segsmith::codec::es819 {

/// Ordinals of the primary sort field by the document at which each begins: one number an ordinal
/// however many documents have it. Found by binary search, then by walking; nothing is decoded in
/// advance.
class RangeNumbers final : public model::Numbers {
 public:
  /// `starts` are the first documents of the ordinals and the end. CorruptIndex when they do not
  /// cover the documents of `presence`.
  RangeNumbers(packing::DirectMonotonicReader starts, store::Input data,
               std::shared_ptr<const model::Presence> presence);

  void values(uint64_t first, std::span<int64_t> out) const override;
  void range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset) const override;

 private:
  void check(uint64_t first, uint64_t count) const;
  /// Values before the first document of an ordinal.
  uint64_t position_of(uint64_t ordinal) const;
  /// The ordinal of a value.
  uint64_t ordinal_at(uint64_t position) const;

  packing::DirectMonotonicReader starts_;
  store::Input data_;
  std::shared_ptr<const model::Presence> presence_;
};

}  // namespace segsmith::codec::es819
