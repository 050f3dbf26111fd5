// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace segsmith::index {

/// A point in time: seconds since 1970 and nanoseconds of the second (0..999,999,999).
struct Instant {
  int64_t seconds = 0;
  int32_t nanos = 0;
};

/// An Elasticsearch date format: alternatives joined by "||", tried in order. Named formats
/// (strict_date_optional_time, epoch_millis, ...) and Java patterns of digits, quotes and offsets.
class DateFormat {
 public:
  static constexpr std::string_view kDefault = "strict_date_optional_time||epoch_millis";

  /// InvalidArgument names a format or pattern letter that is not supported.
  explicit DateFormat(std::string_view format);

  std::optional<Instant> parse(std::string_view text) const;
  /// Epoch milliseconds, digits past the unit cut. Nothing when the text does not fit, or 64 bits
  /// do not hold the result.
  std::optional<int64_t> millis(std::string_view text) const;
  /// Epoch nanoseconds; also nothing outside 1970 to 2262.
  std::optional<int64_t> nanos(std::string_view text) const;
  const std::string& text() const { return text_; }

 private:
  enum class Kind : uint8_t { iso_strict, iso_lenient, epoch_millis, epoch_second, pattern };
  /// One step of a pattern.
  struct Element {
    enum class Kind : uint8_t { number, fraction, literal, offset, open, close } kind;
    char letter = 0;       ///< number: u y M d H m s; offset: X x Z
    int min = 0, max = 0;  ///< Digits.
    std::string literal = {};
  };
  struct Alternative {
    Kind kind;
    std::vector<Element> elements = {};
    /// Java's smart resolving, which patterns get and named formats do not: days past the end of a
    /// month become its last, 24:00 the next day.
    bool smart = false;
  };

  static std::vector<Element> compile(std::string_view pattern);
  static std::optional<Instant> parse_pattern(const Alternative& pattern, std::string_view text);

  std::string text_;
  std::vector<Alternative> alternatives_;
};

/// Days since 1970-01-01 of a date of the proleptic Gregorian calendar.
int64_t epoch_day(int64_t year, int month, int day);
int days_of_month(int64_t year, int month);

/// "2026-11-30T12:34:56.789Z": Elasticsearch's strict_date_optional_time with as many fraction
/// digits as `instant` needs (at least three).
std::string format_iso(const Instant& instant);

}  // namespace segsmith::index
