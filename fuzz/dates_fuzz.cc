// SPDX-License-Identifier: Apache-2.0
// Date formats and dates. Input: part (the format), then the text of a date.
#include "fuzz/fuzz_target.h"
#include "index/date_format.h"
#include "util/error.h"

namespace segsmith::fuzz {
namespace {

void check(const index::DateFormat& format, std::string_view text) {
  const auto instant = format.parse(text);
  const auto millis = format.millis(text);
  const auto nanos = format.nanos(text);
  expect(instant || (!millis && !nanos), "no time without an instant");
  if (!instant) return;
  expect(instant->nanos >= 0 && instant->nanos < 1'000'000'000, "nanoseconds of a second");
  if (millis && instant->seconds >= 0) {
    expect(*millis / 1000 == instant->seconds, "milliseconds of the same second");
  }
  if (nanos) {
    expect(*nanos / 1'000'000'000 == instant->seconds && *nanos % 1'000'000'000 == instant->nanos,
           "nanoseconds of the same instant");
  }
  // Years of four digits, whose text every reader takes.
  if (instant->seconds < -62'135'596'800 || instant->seconds >= 253'402'300'800) return;
  static const index::DateFormat kStrict("strict_date_optional_time");
  const auto again = kStrict.parse(index::format_iso(*instant));
  expect(again && again->seconds == instant->seconds && again->nanos == instant->nanos,
         "an instant written is the same instant");
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  GuardedBytes format(parameters.part());
  GuardedBytes text(parameters.rest());
  try {
    check(index::DateFormat(text_of(format.span())), text_of(text.span()));
  } catch (const InvalidArgument&) {
    return;  // A format that is not supported.
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  constexpr std::pair<const char*, const char*> kDates[] = {
      {"strict_date_optional_time||epoch_millis", "2026-11-30T12:34:56.789Z"},
      {"strict_date_optional_time||epoch_millis", "1700000000123"},
      {"date_optional_time", "2026-1-5T1:02+01:30"},
      {"strict_date_optional_time_nanos", "2026-11-30T12:34:56.123456789Z"},
      {"epoch_second", "-1700000000.25"},
      {"yyyy-MM-dd HH:mm:ss", "2026-02-31 24:00:00"},
      {"yyyy/MM/dd HH:mm:ss.SSS XXX||yyyy/MM/dd", "2026/02/28 23:59:59.999 -08:00"},
      {"uuuu-DDD'T'HH[:mm]", "2024-366T05"},
      {"basic_date", "20261130"},
      {"strict_year_month", "2026-11"},
  };
  for (const auto& [format, text] : kDates) {
    Bytes seed;
    append_part(seed, bytes_of(format));
    append(seed, bytes_of(text));
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
