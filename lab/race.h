// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_reader.h"
#include "lab/sizes.h"
#include "merge/policy_driver.h"
#include "merge/segment_merger.h"

/// The race: the same documents indexed, merged and queried with and without points.
namespace segsmith::lab {

/// What the raced fields have beside their doc values.
enum class Arm : uint8_t { points, skipper, both, none };
std::optional<Arm> parse_arm(std::string_view name);
std::string_view name_of(Arm arm);

struct RaceOptions {
  std::string mapping;                 ///< File.
  std::vector<std::string> documents;  ///< Files; "-" is standard input.
  std::vector<std::string> fields = {"_seq_no", "@timestamp"};
  std::vector<Arm> arms = {Arm::points, Arm::skipper};  ///< The first is the baseline.
  uint64_t scale = 1;  ///< Repetitions of the documents, see Enlarger.
  uint64_t seed = 42;
  int64_t flush_docs = 100'000;
  std::vector<double> selectivities = {0.001, 0.1, 1, 10, 50, 90};  ///< Percent of the documents.
  int runs = 50;     ///< Ranges a selectivity; each runs once in every arm.
  std::string keep;  ///< Folder that keeps the arms' indices; empty: they are removed.
  std::function<void(std::string_view)> progress = {};  ///< One line a step; may be empty.
};

/// One arm, indexed and merged. Times are of one thread, in nanoseconds.
struct ArmResult {
  Arm arm = Arm::points;
  uint64_t documents = 0;
  uint64_t json_bytes = 0;
  uint64_t indexing_ns = 0;  ///< Parsing and buffering; flushes are apart.
  uint64_t flush_ns = 0;
  int flushes = 0;
  uint64_t refresh_ns = 0;  ///< Opening the merged commit for searching.
  merge::MergeStats merge;
  std::vector<double> throughput;  ///< Documents a second between two flushes, the flush included.
  size_t segments_before_merge = 0;
  IndexSizes sizes;
};

/// One query task: `runs` ranges of one selectivity, each timed in every arm.
struct TaskResult {
  std::string name;  ///< "_seq_no-range-1%-count"
  std::string field;
  double selectivity = 0;                   ///< Percent.
  bool collect = false;                     ///< Into a bit set, else counted.
  int64_t matches = 0;                      ///< Of all runs, the same in every arm.
  std::vector<std::vector<double>> micros;  ///< By arm, then run.
};

struct RaceResult {
  RaceOptions options;
  std::vector<ArmResult> arms;
  std::vector<TaskResult> tasks;
};

/// Runs the race. InvalidArgument for unusable options and when two arms answer a query
/// differently.
RaceResult run_race(const RaceOptions& options);

/// The query part alone, over the arms' readers (in the order of options.arms).
std::vector<TaskResult> race_queries(
    const RaceOptions& options, const std::vector<std::shared_ptr<const index::IndexReader>>& arms);

/// Rally's comparison of the baseline with arm `contender` (>= 1).
Table race_table(const RaceResult& result, size_t contender);
/// Everything as JSON, `segsmith.race/1`: options, arms, tasks with every sample, and the rows.
Json race_json(const RaceResult& result);
/// One self-contained page: the table, sizes and latencies drawn.
std::string race_html(const RaceResult& result);

/// The p-th percentile (0..100) of unsorted samples, by the nearest rank.
double percentile(std::vector<double> samples, double p);

}  // namespace segsmith::lab
