// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace segsmith::lab {

/// Which fields of the documents the enlargement looks at; dotted names, taken from a mapping.
struct EnlargeFields {
  std::vector<std::string> dimensions;  ///< time_series_dimension: what tells series apart.
  std::vector<std::string> counters;    ///< time_series_metric counter.
  /// time_series_metric gauge: counts as a counter in documents whose field `type` says "counter".
  std::vector<std::string> gauges;
  static EnlargeFields from_mapping(std::string_view mapping_json);
};

/// Makes many documents of few by repetition: in repetition r every `@timestamp` (ISO with millis,
/// or a number of millis) is moved by r times the recording's length plus a seeded jitter below one
/// second, and every counter goes on where its series stood at the recording's end. Gauges,
/// dimensions and texts repeat. A counter that was reset inside the recording is reset again in
/// every repetition.
class Enlarger {
 public:
  /// Takes NDJSON (blank lines skipped). InvalidArgument names the line that is no JSON object or
  /// has no usable `@timestamp`.
  Enlarger(std::string ndjson, const EnlargeFields& fields, uint64_t seed);

  uint64_t documents() const { return lines_.size(); }
  /// Appends document `i` of repetition `r` (without line end) to `out`.
  void append(uint64_t repetition, uint64_t i, std::string& out) const;

 private:
  enum class Kind : uint8_t { iso_time, millis, integer, real };
  struct Patch {
    uint64_t offset;  ///< In text_.
    uint32_t length;
    Kind kind;
    uint32_t series;
    int64_t base;
    double real_base;
  };
  struct Line {
    uint64_t begin, end;
    uint64_t first_patch;
  };
  struct Series {
    double first = 0, last = 0;
    uint64_t count = 0;
    bool reset = false;
    double step = 0;  ///< What one repetition adds.
  };
  class Scanner;

  void finish();

  std::string text_;
  uint64_t seed_;
  std::vector<Line> lines_;
  std::vector<Patch> patches_;
  std::vector<Series> series_;
  std::unordered_map<std::string, uint32_t> series_ids_;
  int64_t min_time_ = INT64_MAX, max_time_ = INT64_MIN;
  int64_t period_ = 0;
};

/// "2026-01-31T12:00:00.123Z" to epoch millis; false for another form.
bool parse_iso_millis(std::string_view text, int64_t& millis);
/// Epoch millis as such a text of 24 characters (years 0000 to 9999).
void append_iso_millis(int64_t millis, std::string& out);

}  // namespace segsmith::lab
