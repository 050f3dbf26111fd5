// SPDX-License-Identifier: Apache-2.0
#include "index/number_text.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace segsmith::index {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

size_t count_digits(std::string_view text, size_t from) {
  size_t n = 0;
  while (from + n < text.size() && is_digit(text[from + n])) ++n;
  return n;
}

/// What from_chars reports as out of range, Java rounds to zero or infinity.
template <class Float>
Float out_of_range(std::string_view digits) {
  // The value's decimal exponent tells which side was left.
  const size_t e = digits.find_first_of("eEpP");
  const std::string_view mantissa = digits.substr(0, e);
  int64_t exponent = 0;
  if (e != digits.npos) {
    std::string_view text = digits.substr(e + 1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    for (const char c : text)
      exponent = std::min<int64_t>(exponent * 10 + (c - '0'), 1'000'000'000);
    if (negative) exponent = -exponent;
  }
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  const size_t first = mantissa.find_first_not_of("0.");
  if (first == mantissa.npos) return 0;
  exponent += static_cast<int64_t>(point) - static_cast<int64_t>(first);
  return exponent > 0 ? std::numeric_limits<Float>::infinity() : Float{0};
}

template <class Float>
std::optional<Float> parse_unsigned_float(std::string_view text) {
  Float value{};
  if (text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == 'x') {
    if (text.find_first_of("pP") == text.npos) return std::nullopt;
    text.remove_prefix(2);
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument) return {};
    return error == std::errc{} ? value : out_of_range<Float>(text);
  }
  // from_chars also takes "inf" and "nan", which Java spells otherwise.
  if (text.empty() || !(is_digit(text[0]) || text[0] == '.')) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return {};
  return error == std::errc{} ? value : out_of_range<Float>(text);
}

}  // namespace

std::optional<DecimalText> parse_decimal(std::string_view text) {
  DecimalText out;
  size_t at = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) out.negative = text[at++] == '-';
  const size_t whole = count_digits(text, at);
  const std::string_view whole_digits = text.substr(at, whole);
  at += whole;
  std::string_view fraction;
  if (at < text.size() && text[at] == '.') {
    const size_t n = count_digits(text, ++at);
    fraction = text.substr(at, n);
    at += n;
  }
  if (whole + fraction.size() == 0) return std::nullopt;
  int64_t exponent = 0;
  if (at < text.size() && (text[at] | 0x20) == 'e') {
    const bool negative = ++at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const size_t n = count_digits(text, at);
    if (n == 0 || n > 10) return std::nullopt;
    for (size_t i = 0; i < n; ++i) exponent = exponent * 10 + (text[at + i] - '0');
    if (negative) exponent = -exponent;
    at += n;
  }
  if (at != text.size()) return std::nullopt;
  const std::string digits = std::string(whole_digits) + std::string(fraction);
  const int64_t point = static_cast<int64_t>(whole_digits.size()) + exponent;
  const auto first = digits.find_first_not_of('0');
  if (first == digits.npos) return out;
  // As many digits as Elasticsearch's guard against huge exponents lets through, either side.
  const int64_t magnitude = point - static_cast<int64_t>(first);
  if (magnitude > kMostWholeDigits || magnitude < -kMostWholeDigits) return std::nullopt;
  const auto size = static_cast<int64_t>(digits.size());
  if (point > static_cast<int64_t>(first)) {
    const int64_t end = std::min(point, size);
    out.whole = digits.substr(first, static_cast<size_t>(end) - first);
    if (point > size) out.whole.append(static_cast<size_t>(point - size), '0');
  }
  const int64_t from = std::max<int64_t>(point, 0);
  out.has_fraction =
      from < size && digits.find_first_not_of('0', static_cast<size_t>(from)) != std::string::npos;
  return out;
}

std::optional<uint64_t> to_uint64(const DecimalText& number) {
  uint64_t value = 0;
  if (number.whole.empty()) return value;
  if (number.negative) return std::nullopt;
  const char* end = number.whole.data() + number.whole.size();
  const auto result = std::from_chars(number.whole.data(), end, value);
  if (result.ec != std::errc{}) return std::nullopt;
  return value;
}

std::optional<int64_t> to_int64(const DecimalText& number) {
  uint64_t value = 0;
  const char* end = number.whole.data() + number.whole.size();
  if (!number.whole.empty() && std::from_chars(number.whole.data(), end, value).ec != std::errc{}) {
    return std::nullopt;
  }
  if (value > uint64_t{INT64_MAX} + (number.negative ? 1 : 0)) return std::nullopt;
  return static_cast<int64_t>(number.negative ? 0 - value : value);
}

std::optional<int64_t> parse_int64(std::string_view text) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

template <class Float>
std::optional<Float> parse_java_float(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text == "NaN") return std::numeric_limits<Float>::quiet_NaN();
  std::optional<Float> value;
  if (text == "Infinity") {
    value = std::numeric_limits<Float>::infinity();
  } else {
    if (text.size() > 1) {
      const char last = static_cast<char>(text.back() | 0x20);
      const bool hex = text[0] == '0' && (text[1] | 0x20) == 'x';
      if ((last == 'd' || last == 'f') && (!hex || text.find_first_of("pP") != text.npos)) {
        text.remove_suffix(1);
      }
    }
    value = parse_unsigned_float<Float>(text);
  }
  if (!value) return std::nullopt;
  return negative ? -*value : *value;
}

template std::optional<float> parse_java_float(std::string_view);
template std::optional<double> parse_java_float(std::string_view);

int64_t java_long(double value) {
  if (std::isnan(value)) return 0;
  if (value >= 0x1p63) return INT64_MAX;
  if (value < -0x1p63) return INT64_MIN;
  return static_cast<int64_t>(value);
}

int64_t java_round(double value) {
  const double down = std::floor(value);
  return java_long(value - down >= 0.5 ? down + 1 : down);
}

bool is_json_number(std::string_view token) {
  size_t at = token.starts_with('-');
  const size_t whole = count_digits(token, at);
  if (whole == 0 || (whole > 1 && token[at] == '0')) return false;
  at += whole;
  if (at < token.size() && token[at] == '.') {
    const size_t n = count_digits(token, ++at);
    if (n == 0) return false;
    at += n;
  }
  if (at < token.size() && (token[at] | 0x20) == 'e') {
    ++at;
    if (at < token.size() && (token[at] == '+' || token[at] == '-')) ++at;
    const size_t n = count_digits(token, at);
    if (n == 0) return false;
    at += n;
  }
  return at == token.size();
}

std::string java_double_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0.0";
  char text[64];
  const double magnitude = std::fabs(value);
  auto end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific).ptr;
  if (text[1] == 'e') {
    // Java picks among decimals of at least two digits: where one digit would do, the closest of
    // two.
    end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific, 1).ptr;
  }
  const std::string_view shortest(text, static_cast<size_t>(end - text));
  const size_t e = shortest.find('e');
  std::string digits(1, shortest[0]);
  digits += shortest.substr(2, e - 2);
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  int exponent = 0;
  const size_t plus = shortest[e + 1] == '+';
  std::from_chars(shortest.data() + e + 1 + plus, shortest.data() + shortest.size(), exponent);
  std::string out = value < 0 ? "-" : "";
  const auto n = static_cast<int>(digits.size());
  if (exponent < -3 || exponent >= 7) {
    out += digits.substr(0, 1) + "." + (n > 1 ? digits.substr(1) : "0") + "E" +
           std::to_string(exponent);
  } else if (exponent < 0) {
    out += "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  } else if (n <= exponent + 1) {
    out += digits + std::string(static_cast<size_t>(exponent + 1 - n), '0') + ".0";
  } else {
    out += digits.substr(0, static_cast<size_t>(exponent + 1)) + "." +
           digits.substr(static_cast<size_t>(exponent + 1));
  }
  return out;
}

}  // namespace segsmith::index
