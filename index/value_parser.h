// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "index/json_scalar.h"
#include "index/mapping.h"

/// From JSON values to what doc values and points hold, as Elasticsearch coerces them. All
/// functions throw MalformedValue for a value that does not fit; the message does not repeat the
/// field's name.
namespace segsmith::index {

/// The 64-bit doc value of a number, date or boolean. Nothing when the text stands for no value (an
/// empty string where numbers are coerced).
std::optional<int64_t> parse_number(const FieldMapping& field, const JsonScalar& value);

/// The bytes of a keyword, ip, binary or raw bytes value, in `scratch` or in the scalar's own text.
/// Nothing for a keyword beyond ignore_above.
std::optional<std::span<const std::byte>> parse_bytes(const FieldMapping& field,
                                                      const JsonScalar& value,
                                                      std::vector<std::byte>& scratch);

/// A JSON number that a float or half_float field stores: not rounded to the half float.
float parse_float(const FieldMapping& field, const JsonScalar& value);

/// Lucene's doc value of a place: latitude in the high, longitude in the low 32 bits.
int64_t encode_geo_point(double latitude, double longitude);
/// MalformedValue outside the globe.
void check_geo_point(double latitude, double longitude);
/// "lat,lon" or "POINT (lon lat)".
std::pair<double, double> parse_geo_text(std::string_view text);
/// One coordinate: a number, or a string that holds one.
double parse_coordinate(const JsonScalar& value);

/// `bytes` with the value's sortable big-endian bytes of a 4 or 8 bytes wide point.
void encode_raw_point(int64_t value, std::span<std::byte> bytes);

/// Parses the field's null_value as documents will; InvalidArgument names the field when it does
/// not fit.
void check_null_value(const FieldMapping& field);

/// Sortable doc-value bits of the infinities.
int64_t infinity_bits64(bool negative);
int64_t infinity_bits32(bool negative);

}  // namespace segsmith::index
