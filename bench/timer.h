// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "util/error.h"

/// Our side of the run against Java (side_by_side.py): what takes the times.
namespace segsmith::bench {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;
/// Does the work once; returns its checksum.
using Operation = std::function<int64_t()>;

inline int64_t nanos_since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

/// Samples in nanoseconds of one operation each, by name, as compat_tests/java's `bench` takes
/// them.
class Timer {
 public:
  /// `runs` samples; `warmup_ms` of repetitions before them.
  explicit Timer(const Json& command)
      : runs_(command.value("runs", 15)),
        warmup_nanos_(command.value("warmup_ms", 200) * 1'000'000L) {}

  /// Each sample repeats the operation for at least a millisecond; every run must give the same
  /// checksum. With `verify`, its answer is what the other side is compared with.
  void measure(const std::string& name, const Operation& operation, const Operation& verify = {}) {
    const int64_t checksum = operation();
    const auto warm = Clock::now();
    int64_t loops = 0;
    do {
      operation();
      ++loops;
    } while (nanos_since(warm) < warmup_nanos_);
    loops = std::max<int64_t>(1, kSampleNanos * loops / nanos_since(warm));
    std::vector<int64_t> samples;
    for (int i = 0; i < runs_; ++i) {
      const auto start = Clock::now();
      for (int64_t k = 0; k < loops; ++k) {
        if (operation() != checksum) throw InvalidArgument(name + " gave two checksums");
      }
      samples.push_back(nanos_since(start) / loops);
    }
    put(name, samples, verify ? verify() : checksum);
  }

  /// Samples that were taken elsewhere.
  void put(const std::string& name, const std::vector<int64_t>& samples, int64_t checksum) {
    results_[name] = {{"ns", samples}, {"checksum", checksum}};
  }
  int runs() const { return runs_; }
  const Json& results() const { return results_; }

 private:
  static constexpr int64_t kSampleNanos = 1'000'000;

  int runs_;
  int64_t warmup_nanos_;
  Json results_ = Json::object();
};

/// "make": an index of generated columns; see generated_index.cc.
Json make_index(const Json& command);
/// "open", "decode" and "ranges" over an index; see read_rows.cc.
void read_rows(Timer& timer, const Json& command);
/// "points": trees written; see points_write_rows.cc.
void points_write_rows(Timer& timer, const Json& command);
/// "blocks": blocks of time-series doc values; see block_rows.cc.
void block_rows(Timer& timer, const Json& command);
/// "columns": flushes and merges of generated documents; see column_rows.cc.
void column_rows(Timer& timer, const Json& command);
/// "index" and "merge"; see write_rows.cc.
void write_rows(Timer& timer, const Json& command);

/// Whether the command's "what" names `part`.
inline bool wanted(const Json& command, const char* part) {
  const auto& what = command["what"];
  return std::find(what.begin(), what.end(), part) != what.end();
}

}  // namespace segsmith::bench
