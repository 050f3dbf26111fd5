// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "lab/race.h"

namespace segsmith::lab {
namespace {

double seconds(uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e9; }

double mean(const std::vector<double>& samples) {
  if (samples.empty()) return 0;
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

/// Adds rows of two figures and their difference.
class RowWriter {
 public:
  explicit RowWriter(Table& table) : table_(table) {}

  void real(const std::string& metric, const std::string& task, double a, double b,
            const char* unit) {
    table_.add({metric, task, a, b, b - a, unit, percent(a, b)});
  }
  void whole(const std::string& metric, const std::string& task, uint64_t a, uint64_t b,
             const char* unit) {
    const auto x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
    table_.add(
        {metric, task, x, y, y - x, unit, percent(static_cast<double>(a), static_cast<double>(b))});
  }

 private:
  static Json percent(double a, double b) {
    if (a == 0) return nullptr;
    return (b - a) / a * 100;
  }
  Table& table_;
};

void add_write_rows(RowWriter& rows, const ArmResult& a, const ArmResult& b) {
  const auto time = [&](const char* metric, uint64_t x, uint64_t y) {
    rows.real(metric, "", seconds(x), seconds(y), "s");
  };
  const auto count = [&](const char* metric, uint64_t x, uint64_t y) {
    rows.whole(metric, "", x, y, "");
  };
  time("Cumulative indexing time of primary shards", a.indexing_ns, b.indexing_ns);
  time("Cumulative indexing throttle time of primary shards", 0, 0);
  time("Cumulative merge time of primary shards", a.merge.total_ns(), b.merge.total_ns());
  count("Cumulative merge count of primary shards", a.merge.merges, b.merge.merges);
  time("Cumulative merge throttle time of primary shards", 0, 0);
  time("Cumulative refresh time of primary shards", a.refresh_ns, b.refresh_ns);
  count("Cumulative refresh count of primary shards", 1, 1);
  time("Cumulative flush time of primary shards", a.flush_ns, b.flush_ns);
  count("Cumulative flush count of primary shards", static_cast<uint64_t>(a.flushes),
        static_cast<uint64_t>(b.flushes));
  const auto mark = std::string(inverted_index_mark(a.sizes));
  rows.whole("Dataset size", mark, a.sizes.total, b.sizes.total, "bytes");
  rows.whole("Store size", mark, a.sizes.total, b.sizes.total, "bytes");
  count("Segment count", a.sizes.segments, b.sizes.segments);
  const auto per_second = [&](const char* metric, double x, double y) {
    rows.real(metric, "index", x, y, "docs/s");
  };
  per_second("Min Throughput", percentile(a.throughput, 0), percentile(b.throughput, 0));
  per_second("Mean Throughput", mean(a.throughput), mean(b.throughput));
  per_second("Median Throughput", percentile(a.throughput, 50), percentile(b.throughput, 50));
  per_second("Max Throughput", percentile(a.throughput, 100), percentile(b.throughput, 100));
}

void add_task_rows(RowWriter& rows, const TaskResult& task, size_t contender) {
  static constexpr std::pair<const char*, double> kPercentiles[] = {
      {"50th percentile service time", 50},   {"90th percentile service time", 90},
      {"99th percentile service time", 99},   {"99.9th percentile service time", 99.9},
      {"100th percentile service time", 100},
  };
  for (const auto& [metric, p] : kPercentiles) {
    rows.real(metric, task.name, percentile(task.micros[0], p) / 1000,
              percentile(task.micros[contender], p) / 1000, "ms");
  }
}

void add_merge_phase_rows(RowWriter& rows, const merge::MergeStats& a, const merge::MergeStats& b) {
  const auto phase = [&](const char* name, uint64_t x, uint64_t y) {
    rows.real("Merge time by phase", name, seconds(x), seconds(y), "s");
  };
  phase("doc map", a.doc_map_ns, b.doc_map_ns);
  phase("stored fields", a.stored_fields_ns, b.stored_fields_ns);
  phase("doc values", a.doc_values_ns, b.doc_values_ns);
  phase("points", a.points_ns, b.points_ns);
  phase("finish", a.finish_ns, b.finish_ns);
}

/// Bytes by field and structure: the raced fields first, then the others by size.
void add_size_rows(RowWriter& rows, const RaceOptions& options, const IndexSizes& a,
                   const IndexSizes& b) {
  std::set<std::pair<std::string, std::string>> seen;
  std::vector<std::pair<std::string, std::string>> keys;
  const auto take = [&](const std::string& field, const std::string& structure) {
    if (seen.emplace(field, structure).second) keys.emplace_back(field, structure);
  };
  for (const std::string& field : options.fields) {
    for (const char* structure : {"doc_values", "points", "skip_index"}) take(field, structure);
  }
  for (const IndexSizes* sizes : {&a, &b}) {
    for (const SizeRow& row : sizes->rows) take(row.field, row.structure);
  }
  const auto documents = [](const IndexSizes& sizes) {
    return static_cast<double>(std::max<int64_t>(1, sizes.documents));
  };
  for (const auto& [field, structure] : keys) {
    const uint64_t x = a.bytes_of(field, structure), y = b.bytes_of(field, structure);
    const std::string name = (field.empty() ? "(no field)" : field) + " " + structure;
    rows.whole("Bytes", name, x, y, "bytes");
    rows.real("Bytes per document", name, static_cast<double>(x) / documents(a),
              static_cast<double>(y) / documents(b), "bytes/doc");
  }
  rows.whole("Bytes", "(no field) unattributed", a.unattributed, b.unattributed, "bytes");
  const std::string total = "(total) " + std::string(inverted_index_mark(a));
  rows.whole("Bytes", total, a.total, b.total, "bytes");
  rows.real("Bytes per document", total, static_cast<double>(a.total) / documents(a),
            static_cast<double>(b.total) / documents(b), "bytes/doc");
}

Json arm_json(const ArmResult& arm) {
  Json json = Json::object();
  json["arm"] = name_of(arm.arm);
  json["documents"] = arm.documents;
  json["json_bytes"] = arm.json_bytes;
  json["indexing_ns"] = arm.indexing_ns;
  json["flush_ns"] = arm.flush_ns;
  json["flushes"] = arm.flushes;
  json["refresh_ns"] = arm.refresh_ns;
  json["segments_before_merge"] = arm.segments_before_merge;
  json["merge_ns"] = {{"doc_map", arm.merge.doc_map_ns},
                      {"stored_fields", arm.merge.stored_fields_ns},
                      {"doc_values", arm.merge.doc_values_ns},
                      {"points", arm.merge.points_ns},
                      {"finish", arm.merge.finish_ns}};
  json["merges"] = arm.merge.merges;
  json["throughput"] = arm.throughput;
  json["store_bytes"] = arm.sizes.total;
  json["unattributed_bytes"] = arm.sizes.unattributed;
  Json rows = Json::array();
  for (const SizeRow& row : arm.sizes.rows) {
    rows.push_back({{"field", row.field}, {"structure", row.structure}, {"bytes", row.bytes}});
  }
  json["sizes"] = std::move(rows);
  return json;
}

Json task_json(const TaskResult& task, const RaceOptions& options) {
  Json json = Json::object();
  json["task"] = task.name;
  json["field"] = task.field;
  json["selectivity_percent"] = task.selectivity;
  json["collect"] = task.collect;
  json["matches"] = task.matches;
  Json micros = Json::object();
  for (size_t a = 0; a < options.arms.size(); ++a) {
    micros[std::string(name_of(options.arms[a]))] = task.micros[a];
  }
  json["service_time_us"] = std::move(micros);
  return json;
}

}  // namespace

std::optional<Arm> parse_arm(std::string_view name) {
  if (name == "points") return Arm::points;
  if (name == "skipper") return Arm::skipper;
  if (name == "both") return Arm::both;
  if (name == "none") return Arm::none;
  return std::nullopt;
}

std::string_view name_of(Arm arm) {
  switch (arm) {
    case Arm::points:
      return "points";
    case Arm::skipper:
      return "skipper";
    case Arm::both:
      return "both";
    case Arm::none:
      return "none";
  }
  return "unknown";
}

Table race_table(const RaceResult& result, size_t contender) {
  const ArmResult &a = result.arms[0], &b = result.arms[contender];
  Table table;
  table.schema = "segsmith.race/1";
  table.columns = {{"metric", "Metric"},       {"task", "Task"}, {"baseline", "Baseline"},
                   {"contender", "Contender"}, {"diff", "Diff"}, {"unit", "Unit"},
                   {"diff_percent", "Diff %"}};
  RowWriter rows(table);
  add_write_rows(rows, a, b);
  for (const TaskResult& task : result.tasks) add_task_rows(rows, task, contender);
  add_merge_phase_rows(rows, a.merge, b.merge);
  add_size_rows(rows, result.options, a.sizes, b.sizes);
  int64_t matches = 0;
  for (const TaskResult& task : result.tasks) matches += task.matches;
  table.notes = {"Baseline: " + std::string(name_of(a.arm)) +
                     ". Contender: " + std::string(name_of(b.arm)) + ". " +
                     with_thousands(static_cast<int64_t>(a.documents)) + " documents, " +
                     std::to_string(a.segments_before_merge) + " segments before the merge.",
                 "Both arms gave the same answers: " + with_thousands(matches) + " matches over " +
                     std::to_string(result.tasks.size()) + " tasks of " +
                     std::to_string(result.options.runs) + " ranges."};
  return table;
}

Json race_json(const RaceResult& result) {
  Json json = Json::object();
  json["schema"] = "segsmith.race/1";
  json["fields"] = result.options.fields;
  json["scale"] = result.options.scale;
  json["seed"] = result.options.seed;
  json["flush_docs"] = result.options.flush_docs;
  json["runs"] = result.options.runs;
  json["answers_equal"] = true;  // run_race throws otherwise.
  json["arms"] = Json::array();
  for (const ArmResult& arm : result.arms) json["arms"].push_back(arm_json(arm));
  json["tasks"] = Json::array();
  for (const TaskResult& task : result.tasks) {
    json["tasks"].push_back(task_json(task, result.options));
  }
  json["comparisons"] = Json::array();
  for (size_t contender = 1; contender < result.arms.size(); ++contender) {
    Json comparison = Json::parse(render(race_table(result, contender), OutputFormat::json));
    comparison.erase("schema");
    comparison["baseline"] = name_of(result.arms[0].arm);
    comparison["contender"] = name_of(result.arms[contender].arm);
    json["comparisons"].push_back(std::move(comparison));
  }
  return json;
}

}  // namespace segsmith::lab
