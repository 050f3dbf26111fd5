// SPDX-License-Identifier: Apache-2.0
#include "index/date_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "index/nearest_name.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

constexpr int64_t kNanosPerSecond = 1'000'000'000;

struct NamedFormat {
  std::string_view name;
  std::string_view pattern;
};

/// Formats of fixed shape by name, as Java patterns.
constexpr std::array kNamed{
    NamedFormat{"basic_date", "uuuuMMdd"},
    NamedFormat{"basic_date_time", "uuuuMMdd'T'HHmmss.SSSXX"},
    NamedFormat{"basic_date_time_no_millis", "uuuuMMdd'T'HHmmssXX"},
    NamedFormat{"date", "uuuu-MM-dd"},
    NamedFormat{"strict_date", "uuuu-MM-dd"},
    NamedFormat{"strict_year_month_day", "uuuu-MM-dd"},
    NamedFormat{"strict_year_month", "uuuu-MM"},
    NamedFormat{"strict_year", "uuuu"},
    NamedFormat{"strict_date_hour_minute_second", "uuuu-MM-dd'T'HH:mm:ss"},
    NamedFormat{"date_hour_minute_second", "uuuu-MM-dd'T'HH:mm:ss"},
    NamedFormat{"strict_date_time_no_millis", "uuuu-MM-dd'T'HH:mm:ssXXX"},
    NamedFormat{"date_time_no_millis", "uuuu-MM-dd'T'HH:mm:ssXXX"},
};

/// Reads digits, marks and offsets off a text from left to right.
class TextScanner {
 public:
  explicit TextScanner(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  size_t position() const { return at_; }
  void seek(size_t position) { at_ = position; }
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool take(std::string_view literal) {
    if (!text_.substr(at_).starts_with(literal)) return false;
    at_ += literal.size();
    return true;
  }
  /// A number of least..most digits (most <= 18), or -1.
  int64_t number(int least, int most) {
    int64_t value = 0;
    int digits = 0;
    for (; digits < most && !at_end() && text_[at_] >= '0' && text_[at_] <= '9'; ++digits) {
      value = value * 10 + (text_[at_++] - '0');
    }
    return digits < least ? -1 : value;
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

/// Fields of a date and a time of day; offset in seconds east of Greenwich.
struct Parts {
  int64_t year = 1970;
  int64_t month = 1;
  int64_t day = 1;
  int64_t hour = 0;
  int64_t minute = 0;
  int64_t second = 0;
  int32_t nanos = 0;
  int64_t offset = 0;
};

std::optional<Instant> instant_of(const Parts& p) {
  if (p.month < 1 || p.month > 12 || p.day < 1 ||
      p.day > days_of_month(p.year, static_cast<int>(p.month)) || p.hour > 23 || p.minute > 59 ||
      p.second > 59) {
    return std::nullopt;
  }
  const int64_t day = epoch_day(p.year, static_cast<int>(p.month), static_cast<int>(p.day));
  return Instant{day * 86'400 + p.hour * 3'600 + p.minute * 60 + p.second - p.offset, p.nanos};
}

std::optional<Instant> smart_instant_of(Parts p) {
  if (p.month >= 1 && p.month <= 12 && p.day <= 31) {
    p.day = std::min<int64_t>(p.day, days_of_month(p.year, static_cast<int>(p.month)));
  }
  const bool next_day = p.hour == 24 && p.minute == 0 && p.second == 0 && p.nanos == 0;
  if (next_day) p.hour = 0;
  auto at = instant_of(p);
  if (at && next_day) at->seconds += 86'400;
  return at;
}

/// Digits of a fraction of a second, most significant first, as nanoseconds.
bool take_fraction(TextScanner& in, int least, int most, int32_t& nanos) {
  const size_t start = in.position();
  int64_t value = in.number(least, most);
  if (value < 0) return false;
  for (size_t i = in.position() - start; i < 9; ++i) value *= 10;
  nanos = static_cast<int32_t>(value);
  return true;
}

/// Z, or a sign, two digits of hours and perhaps minutes with or without a colon.
bool take_offset(TextScanner& in, int64_t& offset) {
  if (in.take('Z')) return true;
  const int sign = in.take('+') ? 1 : in.take('-') ? -1 : 0;
  if (sign == 0) return false;
  const int64_t hours = in.number(2, 2);
  int64_t minutes = 0;
  if (hours >= 0 && !in.at_end()) {
    in.take(':');
    minutes = in.number(2, 2);
  }
  offset = sign * (hours * 3'600 + minutes * 60);
  return hours >= 0 && hours <= 18 && minutes >= 0 && minutes < 60;
}

bool take_time(TextScanner& in, int least, Parts& p) {
  p.hour = in.number(least, 2);
  if (p.hour < 0) return false;
  if (in.take(':')) {
    p.minute = in.number(least, 2);
    if (p.minute < 0) return false;
    if (in.take(':')) {
      p.second = in.number(least, 2);
      if (p.second < 0) return false;
      if ((in.take('.') || in.take(',')) && !take_fraction(in, 1, 9, p.nanos)) return false;
    }
  }
  return in.at_end() || take_offset(in, p.offset);
}

/// strict_date_optional_time, or its lenient form, which also takes shorter numbers.
std::optional<Instant> parse_iso(std::string_view text, bool strict) {
  TextScanner in(text);
  const int least = strict ? 2 : 1;
  Parts p;
  p.year = in.number(strict ? 4 : 1, 4);
  if (p.year < 0) return std::nullopt;
  if (in.take('-')) {
    p.month = in.number(least, 2);
    if (in.take('-')) p.day = in.number(least, 2);
  }
  if (in.take('T') && !in.at_end() && !take_time(in, least, p)) return std::nullopt;
  return in.at_end() ? instant_of(p) : std::nullopt;
}

/// Digits, perhaps a sign and a fraction; `digits` decimal digits of a second make the unit (3:
/// ms).
std::optional<Instant> parse_epoch(std::string_view text, int digits) {
  const bool negative = text.starts_with('-');
  TextScanner in(text);
  if (negative) in.take('-');
  const int64_t whole = in.number(1, 18);
  if (whole < 0) return std::nullopt;
  int32_t fraction = 0;
  if (in.take('.') && !take_fraction(in, 1, 9 - digits, fraction)) return std::nullopt;
  if (!in.at_end()) return std::nullopt;
  const int64_t unit = digits == 3 ? 1000 : 1;
  Instant at{whole / unit, static_cast<int32_t>(whole % unit * 1'000'000)};
  at.nanos += digits == 3 ? fraction / 1000 : fraction;
  if (negative) {
    at.seconds = -at.seconds;
    if (at.nanos > 0) at = {at.seconds - 1, static_cast<int32_t>(kNanosPerSecond - at.nanos)};
  }
  return at;
}

}  // namespace

int64_t epoch_day(int64_t year, int month, int day) {
  const int64_t y = year - (month <= 2);
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const int64_t year_of_era = y - era * 400;
  const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146'097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         719'468;
}

int days_of_month(int64_t year, int month) {
  constexpr std::array kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[static_cast<size_t>(month - 1)] + (month == 2 && leap);
}

DateFormat::DateFormat(std::string_view format) : text_(format) {
  for (size_t start = 0; start <= format.size();) {
    const size_t end = std::min(format.find("||", start), format.size());
    std::string_view part = format.substr(start, end - start);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    if (part == "strict_date_optional_time" || part == "strict_date_optional_time_nanos") {
      alternatives_.push_back({Kind::iso_strict});
    } else if (part == "date_optional_time") {
      alternatives_.push_back({Kind::iso_lenient});
    } else if (part == "epoch_millis") {
      alternatives_.push_back({Kind::epoch_millis});
    } else if (part == "epoch_second") {
      alternatives_.push_back({Kind::epoch_second});
    } else {
      const auto named = std::ranges::find(kNamed, part, &NamedFormat::name);
      const bool is_named = named != kNamed.end();
      alternatives_.push_back(
          {Kind::pattern, compile(is_named ? named->pattern : part), !is_named});
    }
    start = end + 2;
  }
}

std::vector<DateFormat::Element> DateFormat::compile(std::string_view pattern) {
  std::vector<Element> out;
  if (pattern.empty()) throw InvalidArgument("an empty date format");
  const auto refuse = [&](const std::string& what) {
    throw InvalidArgument("date format '" + std::string(pattern) + "': " + what);
  };
  for (size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    size_t run = 1;
    while (i + run < pattern.size() && pattern[i + run] == c) ++run;
    if (c == '\'') {
      const size_t close = pattern.find('\'', i + 1);
      if (close == pattern.npos) refuse("a quote is not closed");
      const std::string text(pattern.substr(i + 1, close - i - 1));
      out.push_back({.kind = Element::Kind::literal, .literal = text.empty() ? "'" : text});
      i = close + 1;
      continue;
    }
    const int n = static_cast<int>(run);
    if (c == 'y' || c == 'u') {
      out.push_back({Element::Kind::number, 'u', n == 1 ? 1 : n, n == 1 ? 9 : n});
      if (n == 2 || n > 9) refuse("a year of " + std::to_string(n) + " digits is not supported");
    } else if (std::string_view("MdHms").find(c) != std::string_view::npos) {
      if (n > 2) refuse("letter '" + std::string(run, c) + "' is not supported");
      out.push_back({Element::Kind::number, c, n, 2});
    } else if (c == 'S') {
      if (n > 9) refuse("a fraction of more than 9 digits");
      out.push_back({Element::Kind::fraction, c, n, n});
    } else if (c == 'X' || c == 'x' || c == 'Z') {
      if (n > 3) refuse("letter '" + std::string(run, c) + "' is not supported");
      out.push_back({Element::Kind::offset, c, n, n});
    } else if (c == '[' || c == ']') {
      out.push_back({.kind = c == '[' ? Element::Kind::open : Element::Kind::close});
      run = 1;
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '{' || c == '}' ||
               c == '#') {
      constexpr std::array<std::string_view, 5> kCommon{
          "strict_date_optional_time", "strict_date_optional_time_nanos", "date_optional_time",
          "epoch_millis", "epoch_second"};
      refuse("letter '" + std::string(1, c) + "' is not supported" + suggestion(pattern, kCommon));
    } else {
      out.push_back(
          {.kind = Element::Kind::literal, .literal = std::string(pattern.substr(i, run))});
    }
    i += run;
  }
  int depth = 0;
  for (const Element& e : out) {
    depth += e.kind == Element::Kind::open ? 1 : e.kind == Element::Kind::close ? -1 : 0;
    if (depth < 0 || depth > 1) refuse("optional parts do not nest here");
  }
  if (depth != 0) refuse("an optional part is not closed");
  return out;
}

namespace {

/// Java pads a number to the width of its letters; a run of digits with no mark between two numbers
/// is cut by width, so each takes exactly `max` digits.
bool take_pattern_number(TextScanner& in, char letter, int min, int max, Parts& p) {
  const int64_t value = in.number(min, max);
  if (value < 0) return false;
  switch (letter) {
    case 'u':
      p.year = value;
      break;
    case 'M':
      p.month = value;
      break;
    case 'd':
      p.day = value;
      break;
    case 'H':
      p.hour = value;
      break;
    case 'm':
      p.minute = value;
      break;
    default:
      p.second = value;
      break;
  }
  return true;
}

/// X: Z for zero; one letter hours (and minutes), two without a colon, three with one.
bool take_pattern_offset(TextScanner& in, char letter, int letters, int64_t& offset) {
  if (letter == 'X' && in.take('Z')) return true;
  const int sign = in.take('+') ? 1 : in.take('-') ? -1 : 0;
  if (sign == 0) return false;
  const int64_t hours = in.number(2, 2);
  int64_t minutes = 0;
  if (letter != 'Z' && letters == 3) {
    if (!in.take(':')) return false;
    minutes = in.number(2, 2);
  } else if (letter == 'Z' || letters == 2) {
    minutes = in.number(2, 2);
  } else {
    const size_t before = in.position();
    minutes = in.number(2, 2);
    if (minutes < 0) {
      in.seek(before);
      minutes = 0;
    }
  }
  offset = sign * (hours * 3'600 + minutes * 60);
  return hours >= 0 && hours <= 18 && minutes >= 0 && minutes < 60;
}

}  // namespace

std::optional<Instant> DateFormat::parse_pattern(const Alternative& pattern,
                                                 std::string_view text) {
  const std::vector<Element>& elements = pattern.elements;
  TextScanner in(text);
  Parts p;
  std::optional<std::pair<size_t, Parts>> optional_start;
  for (size_t i = 0; i < elements.size(); ++i) {
    const Element& e = elements[i];
    bool fits = true;
    switch (e.kind) {
      case Element::Kind::number:
        fits = take_pattern_number(in, e.letter, e.min, e.min == 2 ? 2 : e.max, p);
        break;
      case Element::Kind::fraction:
        fits = take_fraction(in, e.min, e.max, p.nanos);
        break;
      case Element::Kind::literal:
        fits = in.take(e.literal);
        break;
      case Element::Kind::offset:
        fits = take_pattern_offset(in, e.letter, e.max, p.offset);
        break;
      case Element::Kind::open:
        optional_start = {in.position(), p};
        break;
      case Element::Kind::close:
        optional_start.reset();
        break;
    }
    if (fits) continue;
    if (!optional_start) return std::nullopt;
    in.seek(optional_start->first);
    p = optional_start->second;
    optional_start.reset();
    while (elements[i].kind != Element::Kind::close) ++i;
  }
  if (!in.at_end()) return std::nullopt;
  return pattern.smart ? smart_instant_of(p) : instant_of(p);
}

std::optional<Instant> DateFormat::parse(std::string_view text) const {
  for (const Alternative& alternative : alternatives_) {
    std::optional<Instant> at;
    switch (alternative.kind) {
      case Kind::iso_strict:
        at = parse_iso(text, true);
        break;
      case Kind::iso_lenient:
        at = parse_iso(text, false);
        break;
      case Kind::epoch_millis:
        at = parse_epoch(text, 3);
        break;
      case Kind::epoch_second:
        at = parse_epoch(text, 0);
        break;
      case Kind::pattern:
        at = parse_pattern(alternative, text);
        break;
    }
    if (at) return at;
  }
  return std::nullopt;
}

std::optional<int64_t> DateFormat::millis(std::string_view text) const {
  const auto at = parse(text);
  int64_t millis;
  if (!at || __builtin_mul_overflow(at->seconds, int64_t{1000}, &millis) ||
      __builtin_add_overflow(millis, at->nanos / 1'000'000, &millis)) {
    return std::nullopt;
  }
  return millis;
}

std::optional<int64_t> DateFormat::nanos(std::string_view text) const {
  const auto at = parse(text);
  int64_t nanos;
  if (!at || at->seconds < 0 || __builtin_mul_overflow(at->seconds, kNanosPerSecond, &nanos) ||
      __builtin_add_overflow(nanos, int64_t{at->nanos}, &nanos)) {
    return std::nullopt;
  }
  return nanos;
}

std::string format_iso(const Instant& instant) {
  int64_t day = instant.seconds / 86'400, second = instant.seconds % 86'400;
  if (second < 0) {
    second += 86'400;
    --day;
  }
  const int64_t shifted = day + 719'468;
  const int64_t era = (shifted >= 0 ? shifted : shifted - 146'096) / 146'097;
  const int64_t day_of_era = shifted - era * 146'097;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t m = (5 * day_of_year + 2) / 153;
  const int64_t month = m < 10 ? m + 3 : m - 9;
  const int64_t year = year_of_era + era * 400 + (month <= 2);
  char text[64];
  const int n = std::snprintf(text, sizeof text, "%04lld-%02lld-%02lldT%02lld:%02lld:%02lld.%09d",
                              static_cast<long long>(year), static_cast<long long>(month),
                              static_cast<long long>(day_of_year - (153 * m + 2) / 5 + 1),
                              static_cast<long long>(second / 3'600),
                              static_cast<long long>(second / 60 % 60),
                              static_cast<long long>(second % 60), instant.nanos);
  std::string out(text, static_cast<size_t>(n));
  for (int cut = 0; cut < 2 && out.ends_with("000"); ++cut) out.resize(out.size() - 3);
  return out + "Z";
}

}  // namespace segsmith::index
