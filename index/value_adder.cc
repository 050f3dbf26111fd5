// SPDX-License-Identifier: Apache-2.0
#include "index/value_adder.h"

#include <bit>
#include <span>
#include <string>

#include "bkd/point_encoding.h"
#include "index/number_text.h"
#include "index/value_parser.h"
#include "util/hex.h"

namespace segsmith::index {
namespace {

using codec::StoredType;

std::span<const std::byte> as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

bool has_column(const FieldMapping& field) {
  return field.info.has_doc_values() || field.info.has_points();
}

}  // namespace

void ValueAdder::add_one(SegmentBuffer& out, int32_t field, const JsonScalar& value) {
  const FieldMapping& f = mapping(field);
  failed_field_ = field;
  if (value.kind == ScalarKind::null) {
    if (f.null_value) add_value(out, field, f.null_value->view());
    return;
  }
  try {
    add_value(out, field, value);
  } catch (const MalformedValue&) {
    if (!f.ignore_malformed) throw;
  }
}

void ValueAdder::add_value(SegmentBuffer& out, int32_t field, const JsonScalar& value) {
  switch (mapping(field).kind) {
    case FieldKind::no_structure:
      return;
    case FieldKind::keyword:
    case FieldKind::ip:
    case FieldKind::binary:
    case FieldKind::raw_bytes:
      if (const auto bytes = parse_bytes(mapping(field), value, scratch_)) {
        add_bytes(out, field, *bytes);
      }
      return;
    case FieldKind::geo_point: {
      if (value.kind != ScalarKind::string) {
        throw MalformedValue("'" + std::string(value.text) + "' is not a place");
      }
      const auto [latitude, longitude] = parse_geo_text(value.text);
      add_geo_point(out, field, latitude, longitude);
      return;
    }
    case FieldKind::raw_point: {
      const auto number = value.kind == ScalarKind::number && !is_fractional(value.text)
                              ? parse_int64(value.text)
                              : std::nullopt;
      if (!number) {
        throw MalformedValue("'" + std::string(value.text) + "' is not a 64-bit integer");
      }
      add_raw_point(out, field, {&*number, 1});
      return;
    }
    default:
      add_number(out, field, value);
  }
}

void ValueAdder::add_number(SegmentBuffer& out, int32_t field, const JsonScalar& value) {
  const FieldMapping& f = mapping(field);
  auto number = parse_number(f, value);
  if (!number) {
    if (f.null_value && f.null_value->text != value.text)
      add_number(out, field, f.null_value->view());
    return;
  }
  if (has_column(f)) out.add_number(field, *number);
  if (f.stored) store_number(out, field, value, *number);
}

void ValueAdder::add_bytes(SegmentBuffer& out, int32_t field, std::span<const std::byte> bytes) {
  const FieldMapping& f = mapping(field);
  if (has_column(f)) {
    if (f.info.doc_values_type == model::DocValuesType::binary || f.kind == FieldKind::raw_point) {
      out.add_bytes(field, bytes);
    } else {
      out.add_term(field, bytes);
    }
  }
  if (f.stored) out.store_bytes(field, StoredType::bytes, bytes);
}

void ValueAdder::store_number(SegmentBuffer& out, int32_t field, const JsonScalar& value,
                              int64_t number) {
  const FieldMapping& f = mapping(field);
  switch (f.kind) {
    case FieldKind::int32:
    case FieldKind::int16:
    case FieldKind::int8:
      out.store_number(field, StoredType::int32, number);
      return;
    case FieldKind::float32:
      out.store_number(field, StoredType::float32,
                       bkd::sortable_float_bits(static_cast<int32_t>(number)));
      return;
    case FieldKind::float16:
      out.store_number(field, StoredType::float32, std::bit_cast<int32_t>(parse_float(f, value)));
      return;
    case FieldKind::float64:
      out.store_number(field, StoredType::float64, bkd::sortable_double_bits(number));
      return;
    case FieldKind::boolean:
      out.store_bytes(field, StoredType::string, as_bytes(number != 0 ? "T" : "F"));
      return;
    case FieldKind::unsigned_long: {
      const std::string text = std::to_string(static_cast<uint64_t>(number) ^ (uint64_t{1} << 63));
      out.store_bytes(field, StoredType::string, as_bytes(text));
      return;
    }
    default:
      out.store_number(field, StoredType::int64, number);
  }
}

void ValueAdder::add_hex(SegmentBuffer& out, int32_t field, std::string_view digits) {
  failed_field_ = field;
  const FieldMapping& f = mapping(field);
  const auto bytes = from_hex(digits);
  if (!bytes) throw MalformedValue("'" + std::string(digits) + "' is not hex");
  const auto width =
      static_cast<size_t>(f.info.point_dims) * static_cast<size_t>(f.info.point_bytes);
  if (f.kind == FieldKind::raw_point && bytes->size() != width) {
    throw MalformedValue("a point of " + std::to_string(bytes->size()) + " bytes, not " +
                         std::to_string(width));
  }
  add_bytes(out, field, *bytes);
}

void ValueAdder::add_raw_point(SegmentBuffer& out, int32_t field,
                               std::span<const int64_t> numbers) {
  failed_field_ = field;
  const model::FieldInfo& info = mapping(field).info;
  if (numbers.size() != static_cast<size_t>(info.point_dims)) {
    throw MalformedValue(std::to_string(numbers.size()) + " numbers for " +
                         std::to_string(info.point_dims) + " dimensions");
  }
  const auto width = static_cast<size_t>(info.point_bytes);
  scratch_.resize(numbers.size() * width);
  for (size_t i = 0; i < numbers.size(); ++i) {
    encode_raw_point(numbers[i], std::span(scratch_).subspan(i * width, width));
  }
  out.add_bytes(field, scratch_);
}

void ValueAdder::add_geo_point(SegmentBuffer& out, int32_t field, double latitude,
                               double longitude) {
  failed_field_ = field;
  const FieldMapping& f = mapping(field);
  check_geo_point(latitude, longitude);
  if (has_column(f)) out.add_number(field, encode_geo_point(latitude, longitude));
  if (f.stored) {
    const std::string text = java_double_text(latitude) + ", " + java_double_text(longitude);
    out.store_bytes(field, StoredType::string, as_bytes(text));
  }
}

}  // namespace segsmith::index
