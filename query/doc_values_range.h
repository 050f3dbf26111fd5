// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/doc_values.h"
#include "query/range_query.h"
#include "skipper/skip_index.h"
#include "util/bit_set.h"

namespace segsmith::query {

/// A range over the doc values of one field of one segment, deletions aside. Numbers and ordinals
/// are filtered in the packed domain, by value position; positions become documents through the
/// presence and the addresses. For one thread: it keeps memory between calls.
class DocValuesRange {
 public:
  /// `field` must outlive it. InvalidArgument when the range's kind does not fit the type.
  DocValuesRange(const model::DocValuesField& field, const FieldRange& range);

  /// Documents of [first, end) that match.
  int64_t count(int32_t first, int32_t end) const;
  /// Sets their bits.
  void into_bit_set(int32_t first, int32_t end, BitSet& out) const;

  /// The same over all documents, through the blocks of the field's skip index.
  int64_t count(const std::shared_ptr<const skipper::SkipIndex>& skip_index) const;
  void into_bit_set(const std::shared_ptr<const skipper::SkipIndex>& skip_index, BitSet& out) const;

 private:
  bool empty() const { return !binary_ && low_ > high_; }
  bool matches(std::span<const std::byte> value) const;
  int64_t count_positions(uint64_t first, uint64_t end) const;
  void positions_into_bit_set(int32_t first, int32_t end, BitSet& out) const;
  /// Calls on(document) for each match, for fields of several values a document or of bytes.
  template <class On>
  void for_each_match(int32_t first, int32_t end, On&& on) const;
  template <class On>
  void match_block(const model::DocBlock& docs, uint64_t rank, On&& on) const;

  const model::DocValuesField& field_;
  bool binary_ = false;
  BytesRange bytes_;                       ///< Of BINARY.
  int64_t low_ = 0, high_ = -1;            ///< Of numbers and ordinals.
  mutable std::vector<uint64_t> matches_;  ///< By value position.
  mutable BitSet masks_;                   ///< Documents with a value; all clear between calls.
};

}  // namespace segsmith::query
