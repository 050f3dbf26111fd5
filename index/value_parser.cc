// SPDX-License-Identifier: Apache-2.0
#include "index/value_parser.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "bkd/point_encoding.h"
#include "index/number_text.h"
#include "util/hex.h"

namespace segsmith::index {
namespace {

std::string shown(std::string_view text) {
  constexpr size_t kMost = 60;
  if (text.size() <= kMost) return "'" + std::string(text) + "'";
  return "'" + std::string(text.substr(0, kMost)) + "...'";
}

[[noreturn]] void not_a(std::string_view what, const JsonScalar& value) {
  throw MalformedValue(shown(value.text) + " is not a " + std::string(what));
}

[[noreturn]] void out_of_range(const FieldMapping& field, const JsonScalar& value) {
  throw MalformedValue(shown(value.text) + " is out of range for " + field.type);
}

/// True when a string must become a number; false for a number; nothing for no value.
enum class Source : uint8_t { number, string, nothing };

Source number_source(const FieldMapping& field, const JsonScalar& value) {
  if (value.kind == ScalarKind::number) return Source::number;
  if (value.kind != ScalarKind::string) not_a("number", value);
  if (!field.coerce) {
    throw MalformedValue("a string " + shown(value.text) + " where coerce is false");
  }
  return value.text.empty() ? Source::nothing : Source::string;
}

int64_t whole_from_double(const FieldMapping& field, const JsonScalar& value) {
  const double number = *parse_java_float<double>(value.text);
  if (!(number >= -0x1p63 && number < 0x1p63)) out_of_range(field, value);
  if (!field.coerce && number != std::rint(number)) {
    throw MalformedValue(shown(value.text) + " has a decimal part");
  }
  return static_cast<int64_t>(number);
}

int64_t whole_from_string(const FieldMapping& field, const JsonScalar& value) {
  if (const auto exact = parse_int64(value.text)) return *exact;
  const auto decimal = parse_decimal(value.text);
  if (!decimal) not_a("number", value);
  const auto whole = to_int64(*decimal);
  if (!whole) out_of_range(field, value);
  return *whole;
}

std::optional<int64_t> parse_whole(const FieldMapping& field, const JsonScalar& value, int64_t min,
                                   int64_t max) {
  int64_t number;
  switch (number_source(field, value)) {
    case Source::nothing:
      return std::nullopt;
    case Source::string:
      number = whole_from_string(field, value);
      break;
    default:
      if (is_fractional(value.text)) {
        number = whole_from_double(field, value);
      } else if (const auto exact = parse_int64(value.text)) {
        number = *exact;
      } else {
        out_of_range(field, value);
      }
  }
  if (number < min || number > max) out_of_range(field, value);
  return number;
}

std::optional<int64_t> parse_unsigned(const FieldMapping& field, const JsonScalar& value) {
  if (number_source(field, value) == Source::nothing) return std::nullopt;
  const auto decimal = parse_decimal(value.text);
  if (!decimal) not_a("number", value);
  const auto number = to_uint64(*decimal);
  if (!number) out_of_range(field, value);
  return static_cast<int64_t>(*number ^ (uint64_t{1} << 63));
}

/// A whole number's token has no negative zero, whatever the width.
template <class Float>
std::optional<Float> parse_floating(const FieldMapping& field, const JsonScalar& value) {
  const Source source = number_source(field, value);
  if (source == Source::nothing) return std::nullopt;
  auto number = parse_java_float<Float>(value.text);
  if (!number) not_a("number", value);
  if (!std::isfinite(*number)) {
    throw MalformedValue("only finite values are supported, not " + shown(value.text));
  }
  if (source == Source::number && *number == 0 && !is_fractional(value.text)) number = Float{0};
  return number;
}

std::optional<int64_t> parse_half(const FieldMapping& field, const JsonScalar& value) {
  const auto number = parse_floating<float>(field, value);
  if (!number) return std::nullopt;
  const int16_t sortable = bkd::float_to_sortable_half(*number);
  constexpr int kInfinity = 0x7c00;
  if ((bkd::sortable_half_bits(sortable) & 0x7fff) >= kInfinity) {
    throw MalformedValue("only finite values are supported, not " + shown(value.text));
  }
  return sortable;
}

std::optional<int64_t> parse_scaled(const FieldMapping& field, const JsonScalar& value) {
  const auto number = parse_floating<double>(field, value);
  if (!number) return std::nullopt;
  return java_round(*number * field.scaling_factor);
}

int64_t parse_date(const FieldMapping& field, const JsonScalar& value) {
  if (value.kind != ScalarKind::string && value.kind != ScalarKind::number) not_a("date", value);
  const auto at = field.kind == FieldKind::date_nanos ? field.date_format->nanos(value.text)
                                                      : field.date_format->millis(value.text);
  if (!at) {
    throw MalformedValue(shown(value.text) + " is not a date of format " +
                         field.date_format->text());
  }
  return *at;
}

int64_t parse_boolean(const JsonScalar& value) {
  if (value.kind == ScalarKind::boolean || value.kind == ScalarKind::string) {
    if (value.text == "true") return 1;
    if (value.text == "false" || (value.text.empty() && value.kind == ScalarKind::string)) return 0;
  }
  not_a("boolean", value);
}

int64_t parse_exact(const JsonScalar& value) {
  if (value.kind == ScalarKind::number && !is_fractional(value.text)) {
    if (const auto exact = parse_int64(value.text)) return *exact;
  }
  not_a("64-bit integer", value);
}

/// Java's length of the text: code points beyond 16 bits count twice.
size_t utf16_length(std::string_view utf8) {
  size_t units = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xc0) != 0x80;
    units += byte >= 0xf0;
  }
  return units;
}

std::span<const std::byte> as_bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

constexpr std::array<int8_t, 256> base64_table() {
  std::array<int8_t, 256> table{};
  table.fill(-1);
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < kAlphabet.size(); ++i) {
    table[static_cast<unsigned char>(kAlphabet[i])] = static_cast<int8_t>(i);
  }
  return table;
}

/// Java's basic decoder: padding may miss, but if there it must be right.
bool decode_base64(std::string_view text, std::vector<std::byte>& out) {
  static constexpr auto kTable = base64_table();
  size_t padding = 0;
  while (padding < 2 && !text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++padding;
  }
  const size_t tail = text.size() % 4;
  if (tail == 1 || (padding != 0 && (tail == 0 || tail + padding != 4))) return false;
  out.clear();
  uint32_t bits = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const int8_t digit = kTable[static_cast<unsigned char>(text[i])];
    if (digit < 0) return false;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    if (i % 4 != 3) continue;
    for (const int shift : {16, 8, 0}) out.push_back(static_cast<std::byte>(bits >> shift));
    bits = 0;
  }
  if (tail >= 2) {
    bits <<= 6 * (4 - tail);
    out.push_back(static_cast<std::byte>(bits >> 16));
    if (tail == 3) out.push_back(static_cast<std::byte>(bits >> 8));
  }
  return true;
}

}  // namespace

std::optional<int64_t> parse_number(const FieldMapping& field, const JsonScalar& value) {
  switch (field.kind) {
    case FieldKind::int64:
      return parse_whole(field, value, INT64_MIN, INT64_MAX);
    case FieldKind::int32:
      return parse_whole(field, value, INT32_MIN, INT32_MAX);
    case FieldKind::int16:
      return parse_whole(field, value, INT16_MIN, INT16_MAX);
    case FieldKind::int8:
      return parse_whole(field, value, INT8_MIN, INT8_MAX);
    case FieldKind::float64: {
      const auto number = parse_floating<double>(field, value);
      return number ? std::optional(bkd::double_to_sortable(*number)) : std::nullopt;
    }
    case FieldKind::float32: {
      const auto number = parse_floating<float>(field, value);
      return number ? std::optional<int64_t>(bkd::float_to_sortable(*number)) : std::nullopt;
    }
    case FieldKind::float16:
      return parse_half(field, value);
    case FieldKind::scaled_float:
      return parse_scaled(field, value);
    case FieldKind::unsigned_long:
      return parse_unsigned(field, value);
    case FieldKind::date:
    case FieldKind::date_nanos:
      return parse_date(field, value);
    case FieldKind::boolean:
      return parse_boolean(value);
    default:
      return parse_exact(value);
  }
}

std::optional<std::span<const std::byte>> parse_bytes(const FieldMapping& field,
                                                      const JsonScalar& value,
                                                      std::vector<std::byte>& scratch) {
  switch (field.kind) {
    case FieldKind::keyword:
      if (field.ignore_above < value.text.size() && utf16_length(value.text) > field.ignore_above) {
        return std::nullopt;
      }
      return as_bytes(value.text);
    case FieldKind::ip: {
      const auto address = bkd::encode_ip(value.text);
      if (!address) not_a("ip address", value);
      scratch.assign(address->begin(), address->end());
      return scratch;
    }
    case FieldKind::binary:
      if (value.kind != ScalarKind::string || !decode_base64(value.text, scratch)) {
        not_a("base64 string", value);
      }
      return scratch;
    default:
      if (value.kind != ScalarKind::string) not_a("string or {\"hex\"}", value);
      return as_bytes(value.text);
  }
}

float parse_float(const FieldMapping& field, const JsonScalar& value) {
  return parse_floating<float>(field, value).value_or(0);
}

int64_t encode_geo_point(double latitude, double longitude) {
  const auto lat = static_cast<uint32_t>(bkd::encode_latitude(latitude));
  const auto lon = static_cast<uint32_t>(bkd::encode_longitude(longitude));
  return static_cast<int64_t>(uint64_t{lat} << 32 | lon);
}

void check_geo_point(double latitude, double longitude) {
  if (latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180) return;
  throw MalformedValue("[" + java_double_text(latitude) + ", " + java_double_text(longitude) +
                       "] lies outside the globe");
}

double parse_coordinate(const JsonScalar& value) {
  if (value.kind == ScalarKind::number || value.kind == ScalarKind::string) {
    if (const auto number = parse_java_float<double>(value.text)) return *number;
  }
  not_a("coordinate", value);
}

std::pair<double, double> parse_geo_text(std::string_view text) {
  const JsonScalar whole{ScalarKind::string, text};
  std::string upper(text.substr(0, 5));
  for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  if (upper == "POINT") {
    std::string inner;
    for (const char c : text.substr(5)) inner += c == '(' || c == ')' ? "" : std::string(1, c);
    const size_t start = inner.find_first_not_of(" \t");
    const size_t end = inner.find_last_not_of(" \t");
    if (start == inner.npos) not_a("point", whole);
    const std::string_view parts = std::string_view(inner).substr(start, end - start + 1);
    const size_t gap = parts.find_first_of(" \t");
    if (gap == parts.npos) not_a("point", whole);
    const std::string_view second = parts.substr(parts.find_first_not_of(" \t", gap));
    if (second.find_first_of(" \t") != second.npos) not_a("point", whole);
    return {parse_coordinate({ScalarKind::string, second}),
            parse_coordinate({ScalarKind::string, parts.substr(0, gap)})};
  }
  const size_t comma = text.find(',');
  if (comma == text.npos || text.find(',', comma + 1) != text.npos) {
    not_a("place \"lat,lon\"", whole);
  }
  return {parse_coordinate({ScalarKind::string, text.substr(0, comma)}),
          parse_coordinate({ScalarKind::string, text.substr(comma + 1)})};
}

void encode_raw_point(int64_t value, std::span<std::byte> bytes) {
  if (bytes.size() == 8) {
    std::ranges::copy(bkd::encode_long(value), bytes.begin());
  } else if (bytes.size() == 4 && value == static_cast<int32_t>(value)) {
    std::ranges::copy(bkd::encode_int(static_cast<int32_t>(value)), bytes.begin());
  } else {
    throw MalformedValue(std::to_string(value) + " does not fit " + std::to_string(bytes.size()) +
                         " bytes; use {\"hex\"}");
  }
}

void check_null_value(const FieldMapping& field) {
  try {
    std::vector<std::byte> scratch;
    if (field.kind == FieldKind::keyword || field.kind == FieldKind::ip) {
      parse_bytes(field, field.null_value->view(), scratch);
    } else if (field.kind != FieldKind::no_structure) {
      parse_number(field, field.null_value->view());
    }
  } catch (const MalformedValue& e) {
    throw InvalidArgument("null_value of field '" + field.name + "': " + e.what());
  }
}

int64_t infinity_bits64(bool negative) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return bkd::double_to_sortable(negative ? -kInfinity : kInfinity);
}

int64_t infinity_bits32(bool negative) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return bkd::float_to_sortable(negative ? -kInfinity : kInfinity);
}

}  // namespace segsmith::index
