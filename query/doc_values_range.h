// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/doc_values.h"
#include "model/value_range.h"
#include "query/range_query.h"
#include "skipper/skip_index.h"
#include "util/bit_set.h"

namespace segsmith::query {

/// A range over the doc values of one field of one segment, deletions aside: of numbers or ordinals
/// (model::ValueRange), or of byte strings. For one thread: it keeps memory between calls.
class DocValuesRange {
 public:
  /// InvalidArgument when the range's kind does not fit the type.
  DocValuesRange(const model::DocValuesField& field, const FieldRange& range);

  /// Documents of [first, end) that match.
  int64_t count(int32_t first, int32_t end) const;
  /// Sets their bits.
  void into_bit_set(int32_t first, int32_t end, BitSet& out) const;

  /// keep[i] = whether docs[i] matches; `docs` ascend. For documents that lie far apart.
  void match_documents(std::span<const int32_t> docs, std::vector<uint8_t>& keep) const;

  /// Counts, and sets bits, over all documents through the blocks of the field's skip index.
  int64_t count(const std::shared_ptr<const skipper::SkipIndex>& skip_index) const;
  void into_bit_set(const std::shared_ptr<const skipper::SkipIndex>& skip_index, BitSet& out) const;

 private:
  bool matches(std::span<const std::byte> value) const;
  /// Calls on(document) for each match among byte strings.
  template <class On>
  void for_each_match(int32_t first, int32_t end, On&& on) const;

  model::DocValuesField field_;
  std::optional<model::ValueRange> numbers_;  ///< Of all types but BINARY.
  BytesRange bytes_;                          ///< Of BINARY.
};

}  // namespace segsmith::query
