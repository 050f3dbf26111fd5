// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "codec/lucene90_stored_fields_format.h"
#include "codec/lucene90_stored_fields_writer.h"

namespace segsmith::index {

/// Stored values until their documents are written: of one document in an unsorted segment, of all
/// in a sorted one, whose order is known only when it is flushed.
class StoredBuffer {
 public:
  /// Values of the open document; `field` is the field's number.
  void add_bytes(int32_t field, codec::StoredType type, std::span<const std::byte> value);
  /// Integers, or the IEEE bits of floats and doubles.
  void add_number(int32_t field, codec::StoredType type, int64_t value);
  /// Ends the open document; its values are put into field order, those of a field as they came.
  void end_document();
  /// Forgets the values of the open document.
  void roll_back();

  int32_t documents() const { return static_cast<int32_t>(starts_.size()) - 1; }
  size_t memory() const {
    return bytes_.size() + values_.size() * sizeof(Value) + starts_.size() * sizeof(Start);
  }
  /// Writes one ended document.
  void write(int32_t document, codec::Lucene90StoredFieldsWriter& out) const;
  void clear();

 private:
  struct Value {
    int32_t field;
    codec::StoredType type;
    uint32_t length;
    int64_t number;  ///< The number, or where its bytes begin.
  };
  struct Start {
    uint64_t value = 0;
    uint64_t byte = 0;
  };

  std::vector<std::byte> bytes_;
  std::vector<Value> values_;
  std::vector<Start> starts_{Start{}};
};

}  // namespace segsmith::index
