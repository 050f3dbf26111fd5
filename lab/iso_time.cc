// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "lab/enlarge.h"

namespace segsmith::lab {
namespace {

/// Reads `digits` decimal digits at `at`; -1 when one is none.
int number_at(std::string_view text, size_t at, int digits) {
  int value = 0;
  for (int i = 0; i < digits; ++i) {
    const char c = text[at + static_cast<size_t>(i)];
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

void append_number(int value, int digits, std::string& out) {
  const size_t at = out.size();
  out.resize(at + static_cast<size_t>(digits));
  for (int i = digits; i-- > 0; value /= 10) {
    out[at + static_cast<size_t>(i)] = static_cast<char>('0' + value % 10);
  }
}

}  // namespace

bool parse_iso_millis(std::string_view text, int64_t& millis) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00.000Z";
  if (text.size() != kForm.size()) return false;
  for (size_t at : {4, 7, 10, 13, 16, 19, 23}) {
    if (text[at] != kForm[at]) return false;
  }
  const int y = number_at(text, 0, 4), mo = number_at(text, 5, 2), d = number_at(text, 8, 2);
  const int h = number_at(text, 11, 2), mi = number_at(text, 14, 2), s = number_at(text, 17, 2);
  const int ms = number_at(text, 20, 3);
  const std::chrono::year_month_day date{std::chrono::year{y},
                                         std::chrono::month{static_cast<unsigned>(mo)},
                                         std::chrono::day{static_cast<unsigned>(d)}};
  if (y < 0 || mo < 0 || d < 0 || !date.ok() || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0 ||
      s > 59 || ms < 0) {
    return false;
  }
  const int64_t days = std::chrono::sys_days{date}.time_since_epoch().count();
  millis = (((days * 24 + h) * 60 + mi) * 60 + s) * 1000 + ms;
  return true;
}

void append_iso_millis(int64_t millis, std::string& out) {
  constexpr int64_t kDay = 86'400'000;
  const int64_t days = millis >= 0 ? millis / kDay : -((-millis + kDay - 1) / kDay);
  const auto rest = static_cast<int>(millis - days * kDay);
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{days}}};
  append_number(static_cast<int>(date.year()), 4, out);
  out += '-';
  append_number(static_cast<int>(static_cast<unsigned>(date.month())), 2, out);
  out += '-';
  append_number(static_cast<int>(static_cast<unsigned>(date.day())), 2, out);
  out += 'T';
  append_number(rest / 3'600'000, 2, out);
  out += ':';
  append_number(rest / 60'000 % 60, 2, out);
  out += ':';
  append_number(rest / 1000 % 60, 2, out);
  out += '.';
  append_number(rest % 1000, 3, out);
  out += 'Z';
}

}  // namespace segsmith::lab
