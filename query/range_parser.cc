// SPDX-License-Identifier: Apache-2.0
#include "query/range_parser.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "bkd/point_encoding.h"
#include "index/date_format.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::query {
namespace {

/// Where a bound lies among the stored numbers of a type.
struct Place {
  int64_t floor = 0;  ///< The greatest stored number at or below the bound.
  bool exact = true;  ///< It is the bound.
  int outside = 0;    ///< -1 below all stored numbers, +1 above them.
};

constexpr Place kBelow{0, false, -1};
constexpr Place kAbove{0, false, 1};
constexpr NumberRange kNothing{INT64_MAX, INT64_MIN};

[[noreturn]] void refuse(const RangeText& range, std::string_view bound, const char* expected) {
  throw InvalidArgument("range of field '" + range.field + "': expected " + expected + ", found '" +
                        std::string(bound) + "'");
}

/// A decimal number as sign, whole part and whether a fraction other than zero follows.
struct Decimal {
  bool negative = false;
  uint64_t whole = 0;
  bool overflow = false;
  bool fraction = false;
};

std::optional<Decimal> parse_decimal(std::string_view text) {
  Decimal d;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    d.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  size_t i = 0, digits = 0;
  for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i, ++digits) {
    const auto digit = static_cast<uint64_t>(text[i] - '0');
    d.overflow |= d.whole > (UINT64_MAX - digit) / 10;
    d.whole = d.whole * 10 + digit;
  }
  if (i < text.size() && text[i] == '.') {
    for (++i; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i, ++digits) {
      d.fraction |= text[i] != '0';
    }
  }
  if (digits == 0 || i != text.size()) return std::nullopt;
  return d;
}

std::optional<double> parse_double(std::string_view text) {
  double value = 0;
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // from_chars leaves the value alone: tell overflow from underflow by the exponent's sign.
    const bool tiny = text.find("e-") != text.npos || text.find("E-") != text.npos;
    value = (tiny ? 0.0 : std::numeric_limits<double>::infinity()) * (text[0] == '-' ? -1 : 1);
    return value;
  }
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// The place of a real number among the 64-bit integers.
Place place_of(double value) {
  const double floor = std::floor(value);
  if (std::isnan(value) || floor >= 0x1p63) return kAbove;
  if (floor < -0x1p63) return kBelow;
  return {static_cast<int64_t>(floor), floor == value, 0};
}

std::optional<Place> place_integer(std::string_view text) {
  const auto d = parse_decimal(text);
  if (!d) {
    const auto value = parse_double(text);
    return value ? std::optional(place_of(*value)) : std::nullopt;
  }
  const uint64_t limit = uint64_t{1} << 63;
  if (!d->negative) {
    if (d->overflow || d->whole >= limit) return kAbove;
    return Place{static_cast<int64_t>(d->whole), !d->fraction, 0};
  }
  if (d->overflow || d->whole > limit || (d->whole == limit && d->fraction)) return kBelow;
  const auto whole = static_cast<int64_t>(0 - d->whole);
  return d->fraction ? Place{whole - 1, false, 0} : Place{whole, true, 0};
}

std::optional<Place> place_unsigned(std::string_view text) {
  const auto d = parse_decimal(text);
  if (!d) return std::nullopt;
  if (d->negative && (d->overflow || d->whole != 0 || d->fraction)) return kBelow;
  if (d->overflow) return kAbove;
  return Place{static_cast<int64_t>(d->whole ^ (uint64_t{1} << 63)), !d->fraction, 0};
}

std::optional<Place> place_float(std::string_view text, BoundType type) {
  std::optional<double> value = parse_double(text);
  if (!value) {
    if (text == "NaN") value = std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity") value = std::numeric_limits<double>::infinity();
    if (text == "-Infinity") value = -std::numeric_limits<double>::infinity();
    if (!value) return std::nullopt;
  }
  if (type == BoundType::float64) return Place{bkd::double_to_sortable(*value), true, 0};
  // As Elasticsearch: a float is the one nearest to the text; half floats lie inside the float's
  // bound.
  const auto single = static_cast<float>(*value);
  if (type == BoundType::float32) return Place{bkd::float_to_sortable(single), true, 0};
  const int16_t half = bkd::float_to_sortable_half(single);
  const float back = bkd::sortable_half_to_float(half);
  if (back == single || std::isnan(single)) return Place{half, true, 0};
  return Place{back < single ? half : half - 1, false, 0};
}

std::optional<Place> place_date(std::string_view text, bool nanos) {
  static const index::DateFormat format(index::DateFormat::kDefault);
  const auto instant = format.parse(text);
  if (!instant) return std::nullopt;
  const int64_t scale = nanos ? 1000000000 : 1000;
  const int64_t unit = nanos ? 1 : 1000000;
  int64_t value = 0;
  // The second is not negative and below `scale` units, so only the product may overflow.
  if (__builtin_mul_overflow(instant->seconds, scale, &value) ||
      __builtin_add_overflow(value, instant->nanos / unit, &value)) {
    return instant->seconds < 0 ? kBelow : kAbove;
  }
  return Place{value, instant->nanos % unit == 0, 0};
}

std::optional<Place> place_boolean(std::string_view text) {
  if (text == "true" || text == "1") return Place{1, true, 0};
  if (text == "false" || text == "0") return Place{0, true, 0};
  return std::nullopt;
}

std::optional<Place> place(std::string_view text, const BoundFormat& format) {
  switch (format.type) {
    case BoundType::integer:
      return place_integer(text);
    case BoundType::unsigned_long:
      return place_unsigned(text);
    case BoundType::float64:
    case BoundType::float32:
    case BoundType::half_float:
      return place_float(text, format.type);
    case BoundType::scaled_float: {
      const auto value = parse_double(text);
      return value ? std::optional(place_of(*value * format.scaling_factor)) : std::nullopt;
    }
    case BoundType::date_millis:
      return place_date(text, false);
    case BoundType::date_nanos:
      return place_date(text, true);
    case BoundType::boolean:
      return place_boolean(text);
    case BoundType::ip:
    case BoundType::bytes:
      break;
  }
  return std::nullopt;
}

const char* expected_of(BoundType type) {
  switch (type) {
    case BoundType::date_millis:
    case BoundType::date_nanos:
      return "an ISO date or epoch milliseconds";
    case BoundType::boolean:
      return "true or false";
    case BoundType::ip:
      return "an IP address";
    case BoundType::bytes:
      return "text, or 0x and an even number of hex digits";
    case BoundType::unsigned_long:
      return "a number from 0 to 2^64-1";
    default:
      return "a number";
  }
}

NumberRange parse_numbers(const RangeText& text, const BoundFormat& format) {
  NumberRange range;
  if (text.low != "*") {
    const auto p = place(text.low, format);
    if (!p) refuse(text, text.low, expected_of(format.type));
    const bool move = p->outside == 0 && !(p->exact && text.include_low);
    if (p->outside > 0 || (move && p->floor == INT64_MAX)) return kNothing;
    if (p->outside == 0) range.low = p->floor + move;
  }
  if (text.high != "*") {
    const auto p = place(text.high, format);
    if (!p) refuse(text, text.high, expected_of(format.type));
    const bool move = p->outside == 0 && p->exact && !text.include_high;
    if (p->outside < 0 || (move && p->floor == INT64_MIN)) return kNothing;
    if (p->outside == 0) range.high = p->floor - move;
  }
  return range;
}

std::optional<std::vector<std::byte>> parse_bytes(const RangeText& range, const std::string& text,
                                                  BoundType type) {
  if (text == "*") return std::nullopt;
  if (type == BoundType::ip) {
    const auto address = bkd::encode_ip(text);
    if (!address) refuse(range, text, expected_of(type));
    return std::vector<std::byte>(address->begin(), address->end());
  }
  if (text.starts_with("0x")) {
    auto bytes = from_hex(std::string_view(text).substr(2));
    if (!bytes) refuse(range, text, expected_of(type));
    return bytes;
  }
  const auto bytes = std::as_bytes(std::span(text));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

}  // namespace

RangeText split_range(std::string_view text) {
  const auto wrong = [&](const char* why) -> InvalidArgument {
    return InvalidArgument("range '" + std::string(text) + "' is not FIELD=LO..HI: " + why);
  };
  const size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) throw wrong("a field and '=' must come first");
  RangeText range;
  range.field = text.substr(0, equals);
  std::string_view bounds = text.substr(equals + 1);
  if (bounds.starts_with('(')) {
    range.include_low = false;
    bounds.remove_prefix(1);
  }
  if (bounds.ends_with(')')) {
    range.include_high = false;
    bounds.remove_suffix(1);
  }
  const size_t dots = bounds.find("..");
  if (dots == bounds.npos) throw wrong("'..' must part the bounds");
  range.low = bounds.substr(0, dots);
  range.high = bounds.substr(dots + 2);
  if (range.low.empty() || range.high.empty()) throw wrong("an open bound is '*'");
  return range;
}

FieldRange parse_range(const RangeText& text, const BoundFormat& format) {
  FieldRange range;
  range.field = text.field;
  if (format.type == BoundType::ip || format.type == BoundType::bytes) {
    BytesRange bytes;
    bytes.low = parse_bytes(text, text.low, format.type);
    bytes.high = parse_bytes(text, text.high, format.type);
    bytes.include_low = text.include_low;
    bytes.include_high = text.include_high;
    range.range = std::move(bytes);
  } else {
    range.range = parse_numbers(text, format);
  }
  return range;
}

FieldRange parse_term(const std::string& field, const std::string& value,
                      const BoundFormat& format) {
  if (value != "*") return parse_range({field, value, value}, format);
  const RangeText text{field, value, value};
  if (format.type != BoundType::bytes) refuse(text, value, expected_of(format.type));
  const std::vector<std::byte> star{std::byte{'*'}};
  return {field, BytesRange{star, star}};
}

FieldRange parse_prefix(const std::string& field, const std::string& prefix,
                        const BoundFormat& format) {
  const RangeText text{field, prefix, prefix};
  if (format.type != BoundType::bytes) refuse(text, prefix, "a field of text");
  BytesRange range;
  range.low = prefix == "*" ? std::vector{std::byte{'*'}} : parse_bytes(text, prefix, format.type);
  // The least string above all that begin with the prefix.
  range.high = range.low;
  range.include_high = false;
  while (!range.high->empty() && range.high->back() == std::byte{0xff}) range.high->pop_back();
  if (range.high->empty()) {
    range.high.reset();
  } else {
    range.high->back() = static_cast<std::byte>(std::to_integer<int>(range.high->back()) + 1);
  }
  return {field, std::move(range)};
}

BoundFormat bound_format(const model::FieldInfo& field) {
  if (field.has_doc_values()) {
    const bool bytes = field.doc_values_type == model::DocValuesType::binary ||
                       model::has_terms(field.doc_values_type);
    return {bytes ? BoundType::bytes : BoundType::integer, 1};
  }
  // Boxes of several dimensions are written as packed bytes.
  const bool number = field.point_bytes <= 8 && field.point_index_dims == 1;
  return {number ? BoundType::integer : BoundType::bytes, 1};
}

}  // namespace segsmith::query
