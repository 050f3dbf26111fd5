// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "index/json_scalar.h"
#include "index/mapping.h"
#include "index/segment_buffer.h"

namespace segsmith::index {

/// Puts JSON values into a segment buffer as doc values, points and stored values of their fields.
class ValueAdder {
 public:
  explicit ValueAdder(const Mapping& mapping) : mapping_(mapping) {}

  /// One value of the field at `field`, and of its multi-fields. MalformedValue where one does not
  /// fit and its field does not ignore that; `failed_field()` then tells which.
  void add(SegmentBuffer& out, int32_t field, const JsonScalar& value) {
    add_one(out, field, value);
    for (const int32_t sub : mapping(field).multi_fields) add_one(out, sub, value);
  }
  /// Raw bytes of a field whose type takes {"hex": ...}: a term, a binary value or a packed point.
  void add_hex(SegmentBuffer& out, int32_t field, std::string_view digits);
  void add_raw_point(SegmentBuffer& out, int32_t field, std::span<const int64_t> numbers);
  void add_geo_point(SegmentBuffer& out, int32_t field, double latitude, double longitude);
  int32_t failed_field() const { return failed_field_; }

 private:
  const FieldMapping& mapping(int32_t field) const {
    return mapping_.fields()[static_cast<size_t>(field)];
  }
  void add_one(SegmentBuffer& out, int32_t field, const JsonScalar& value);
  void add_value(SegmentBuffer& out, int32_t field, const JsonScalar& value);
  void add_number(SegmentBuffer& out, int32_t field, const JsonScalar& value);
  void add_bytes(SegmentBuffer& out, int32_t field, std::span<const std::byte> bytes);
  void store_number(SegmentBuffer& out, int32_t field, const JsonScalar& value, int64_t number);

  const Mapping& mapping_;
  std::vector<std::byte> scratch_;
  int32_t failed_field_ = -1;
};

}  // namespace segsmith::index
