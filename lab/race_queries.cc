// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <utility>

#include "lab/race.h"
#include "lab/range_runner.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using Readers = std::vector<std::shared_ptr<const index::IndexReader>>;

/// All values of a field in ascending order: ranges of an exact selectivity are cut from them.
std::vector<int64_t> sorted_values(const index::IndexReader& reader, const std::string& name) {
  std::vector<int64_t> values;
  for (const auto& segment : reader.segments()) {
    const model::FieldInfo* field = segment->fields().find(name);
    if (field == nullptr || !field->has_doc_values()) continue;
    const model::DocValuesField& parts = segment->doc_values(*field);
    if (parts.numbers == nullptr || parts.terms != nullptr) {
      throw InvalidArgument("field '" + name + "' holds no numbers to race over");
    }
    const auto column = model::number_column(parts);
    model::NumberBlock block;
    while (column->next(block)) {
      values.insert(values.end(), block.values.begin(), block.values.end());
    }
  }
  if (values.empty())
    throw InvalidArgument("no document has a value of the raced field '" + name + "'");
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<query::NumberRange> ranges_of(const std::vector<int64_t>& values, double percent,
                                          int runs, uint64_t seed) {
  const auto n = static_cast<double>(values.size());
  const auto width = static_cast<size_t>(std::max(1.0, std::round(n * percent / 100.0)));
  std::mt19937_64 random(seed);
  std::vector<query::NumberRange> ranges;
  for (int i = 0; i < runs; ++i) {
    const size_t start = random() % (values.size() - std::min(width, values.size()) + 1);
    const size_t last = std::min(values.size(), start + width) - 1;
    ranges.push_back({values[start], values[last]});
  }
  return ranges;
}

query::Via via_of(Arm arm) {
  switch (arm) {
    case Arm::points:
      return query::Via::points;
    case Arm::skipper:
      return query::Via::skipper;
    case Arm::none:
      return query::Via::scan;
    case Arm::both:
      break;
  }
  return query::Via::automatic;
}

/// What an answer is compared by: its number of documents and, when collected, which ones they are.
struct Answer {
  int64_t count = 0;
  uint64_t digest = 0;
  bool operator==(const Answer&) const = default;
};

struct Timed {
  Answer answer;
  double micros = 0;
};

Timed run_once(const index::IndexReader& reader, const RangeRunner& runner, bool collect) {
  const auto start = std::chrono::steady_clock::now();
  Timed timed;
  std::vector<BitSet> found;
  if (collect) {
    for (const auto& segment : reader.segments()) found.push_back(runner.documents(*segment));
  } else {
    timed.answer.count = runner.count(reader);
  }
  const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
  timed.micros = spent.count();
  for (const BitSet& bits : found) {  // Compared after the clock has stopped.
    timed.answer.count += static_cast<int64_t>(bits.count());
    for (uint64_t word : bits.words()) {
      timed.answer.digest = (timed.answer.digest ^ word) * 0x9E3779B97F4A7C15 + 1;
    }
  }
  return timed;
}

std::string task_name(const std::string& field, double percent, bool collect) {
  return field + "-range-" + rounded(percent, 4) + "%-" + (collect ? "collect" : "count");
}

/// Every range in every arm, the order of the arms turning, so that none always runs on a cold
/// cache.
TaskResult run_task(const RaceOptions& options, const Readers& arms, const std::string& field,
                    double percent, bool collect, const std::vector<query::NumberRange>& ranges) {
  TaskResult task{task_name(field, percent, collect),           field, percent, collect, 0,
                  std::vector<std::vector<double>>(arms.size())};
  for (size_t i = 0; i < ranges.size(); ++i) {
    std::optional<Answer> first;
    for (size_t k = 0; k < arms.size(); ++k) {
      const size_t arm = (i + k) % arms.size();
      const RangeRunner runner({field, ranges[i]}, via_of(options.arms[arm]));
      if (i == 0) run_once(*arms[arm], runner, collect);  // Warm-up, not counted.
      const Timed timed = run_once(*arms[arm], runner, collect);
      task.micros[arm].push_back(timed.micros);
      if (first && !(*first == timed.answer)) {
        throw InvalidArgument("the arms answer " + task.name +
                              " differently: " + std::to_string(first->count) + " and " +
                              std::to_string(timed.answer.count) + " documents");
      }
      first = timed.answer;
    }
    task.matches += first->count;
  }
  return task;
}

}  // namespace

double percentile(std::vector<double> samples, double p) {
  if (samples.empty()) return 0;
  std::sort(samples.begin(), samples.end());
  const double rank = std::ceil(p / 100.0 * static_cast<double>(samples.size()));
  const auto index = static_cast<size_t>(std::max(1.0, rank)) - 1;
  return samples[std::min(index, samples.size() - 1)];
}

std::vector<TaskResult> race_queries(const RaceOptions& options, const Readers& arms) {
  std::vector<TaskResult> tasks;
  for (const std::string& field : options.fields) {
    const std::vector<int64_t> values = sorted_values(*arms.front(), field);
    for (double percent : options.selectivities) {
      const auto ranges = ranges_of(values, percent, options.runs, options.seed);
      for (bool collect : {false, true}) {
        tasks.push_back(run_task(options, arms, field, percent, collect, ranges));
      }
    }
  }
  return tasks;
}

}  // namespace segsmith::lab
