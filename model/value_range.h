// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/doc_values.h"
#include "util/bit_set.h"

namespace segsmith::model {

/// The documents that have a number (or ordinal) in [low, high]. Filters by value position, in the
/// packed domain where the encoding has one; positions become documents through the presence and
/// the addresses. NumericDocValues.rangeIntoBitSet and its kin. For one thread: it keeps memory
/// between calls.
class ValueRange {
 public:
  /// InvalidArgument for a BINARY field.
  ValueRange(DocValuesField field, int64_t low, int64_t high);

  int64_t low() const { return low_; }
  int64_t high() const { return high_; }
  bool empty() const { return low_ > high_; }
  /// Documents of [first, end) that match; 0 <= first, end <= max_doc.
  int64_t count(int32_t first, int32_t end) const;
  /// Sets their bits, bit d for document d. out.size() >= max_doc.
  void into_bit_set(int32_t first, int32_t end, BitSet& out) const;

 private:
  int64_t count_positions(uint64_t first, uint64_t end) const;
  void positions_into_bit_set(int32_t first, int32_t end, BitSet& out) const;
  void listed_positions_into_bit_set(int32_t first, uint64_t count, BitSet& out) const;
  /// Calls on(document) for each match, for fields of several values a document.
  template <class On>
  void for_each_match(int32_t first, int32_t end, On&& on) const;
  template <class On>
  void match_block(const DocBlock& docs, uint64_t rank, On&& on) const;

  DocValuesField field_;
  int64_t low_, high_;
  mutable std::vector<uint64_t> matches_;  ///< By value position.
  mutable std::vector<int64_t> starts_;
  mutable BitSet masks_;  ///< Documents with a value; all clear between calls.
};

/// Calls visit(DocBlock, rank of its first document) for the documents of [first, end) that have a
/// value, some thousand at a time.
template <class Visit>
void for_each_block(const Presence& presence, int32_t first, int32_t end, Visit&& visit) {
  constexpr size_t kDocs = 2048;
  int32_t buffer[kDocs];
  auto rank = static_cast<uint64_t>(presence.rank(first));
  while (first < end) {
    DocBlock docs;
    if (presence.kind() == Presence::Kind::all) {
      docs = {{}, first, std::min(kDocs, static_cast<size_t>(end - first))};
    } else {
      const size_t n = presence.docs(first, buffer);
      const int32_t* last = std::lower_bound(buffer, buffer + n, end);
      docs = {std::span<const int32_t>(buffer, last), 0, static_cast<size_t>(last - buffer)};
    }
    if (docs.count == 0) return;
    visit(docs, rank);
    rank += docs.count;
    first = docs.doc(docs.count - 1) + 1;
  }
}

}  // namespace segsmith::model
