// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Numbers from text, by the rules of Java's parsers that Elasticsearch coerces with.
namespace segsmith::index {

/// A decimal number taken apart: sign, and the digits of its whole part.
struct DecimalText {
  bool negative = false;
  bool has_fraction = false;  ///< Digits other than zero after the point.
  /// The whole part without leading zeros; empty for zero. At most kMostWholeDigits digits.
  std::string whole;
};
inline constexpr int kMostWholeDigits = 400;

/// Digits with an optional sign, point and exponent (BigDecimal's constructor). Nothing when `text`
/// is no such number, or longer before the point than kMostWholeDigits.
std::optional<DecimalText> parse_decimal(std::string_view text);

/// The whole part as a signed or unsigned 64-bit number; nothing when it does not fit.
std::optional<int64_t> to_int64(const DecimalText& number);
std::optional<uint64_t> to_uint64(const DecimalText& number);

/// Digits with an optional sign, all of 64 bits; nothing for anything else (Long.parseLong).
std::optional<int64_t> parse_int64(std::string_view text);

/// Double.parseDouble and Float.parseFloat: blanks around, a final d or f, hexadecimal, NaN and
/// Infinity included. Results too large are infinite.
template <class Float>
std::optional<Float> parse_java_float(std::string_view text);
extern template std::optional<float> parse_java_float(std::string_view);
extern template std::optional<double> parse_java_float(std::string_view);

/// Math.round: half up, saturating; 0 for NaN.
int64_t java_round(double value);
/// Java's (long) of a double: toward zero, saturating; 0 for NaN.
int64_t java_long(double value);

/// Whether `token` is a number of the JSON grammar.
bool is_json_number(std::string_view token);

/// Double.toString of JDK 19 and later.
std::string java_double_text(double value);

}  // namespace segsmith::index
