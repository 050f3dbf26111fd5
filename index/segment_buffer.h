// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "index/column_buffer.h"
#include "index/mapping.h"
#include "index/stored_buffer.h"
#include "index/term_dictionary.h"

namespace segsmith::index {

/// What one field of the segment being buffered holds.
struct FieldBuffer {
  /// Doc values (points are made from them); numbers of `terms`; places in `arena`.
  NumberBuffer numbers;
  std::unique_ptr<TermDictionary> terms;  ///< SORTED, SORTED_SET and ip.
  std::unique_ptr<ByteArena> arena;       ///< BINARY and raw points.
  bool single = false;                    ///< Takes one value a document.
  bool gathers = false;                   ///< `binary`: many values become one.
  bool seen = false;                      ///< Some document of the segment has it.
  bool rolled_back = false;               ///< Terms may be left that no document has.
};

/// The documents of the next segment, in columns. Values of the open document go straight in, in
/// their JSON order; end_document() keeps them, roll_back() takes them out again.
class SegmentBuffer {
 public:
  explicit SegmentBuffer(std::shared_ptr<const Mapping> mapping);

  const Mapping& mapping() const { return *mapping_; }
  int32_t documents() const { return documents_; }
  /// Heap bytes in use, to compare with a RAM budget.
  size_t memory() const;

  /// Fields are positions in Mapping::fields. MalformedValue for a second value of a field that
  /// takes one, and for a term that is longer than Lucene allows.
  void add_number(int32_t field, int64_t value) {
    FieldBuffer& f = fields_[static_cast<size_t>(field)];
    if (!f.numbers.has(documents_)) {
      touched_.push_back(field);
    } else if (f.single) {
      refuse_second_value(field);
    }
    f.numbers.add(documents_, value);
  }
  void add_term(int32_t field, std::span<const std::byte> term);
  void add_bytes(int32_t field, std::span<const std::byte> value);
  bool has_value(int32_t field) const {
    return fields_[static_cast<size_t>(field)].numbers.has(documents_);
  }
  /// Stored values; `field` as above.
  void store_bytes(int32_t field, codec::StoredType type, std::span<const std::byte> value);
  void store_number(int32_t field, codec::StoredType type, int64_t value);

  /// Ends the open document. Its stored values go to `stored` at once, or stay here when it is
  /// null.
  void end_document(codec::Lucene90StoredFieldsWriter* stored);
  void roll_back();
  void clear();

  // For the flush.
  std::vector<FieldBuffer>& fields() { return fields_; }
  const StoredBuffer& stored() const { return stored_; }
  /// Fields of the segment by first appearance, those of one document in number order.
  const std::vector<int32_t>& appearance() const { return appearance_; }

 private:
  [[noreturn]] void refuse_second_value(int32_t field) const;
  void note_appearance();
  void unite_binary(int32_t field);

  std::shared_ptr<const Mapping> mapping_;
  std::vector<FieldBuffer> fields_;
  StoredBuffer stored_;
  std::vector<int32_t> touched_;         ///< Fields of the open document.
  std::vector<int32_t> touched_stored_;  ///< Those with stored values.
  std::vector<int32_t> appearance_;
  int32_t documents_ = 0;
};

}  // namespace segsmith::index
