// SPDX-License-Identifier: Apache-2.0
#include "lab/merge_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace segsmith::lab {
namespace {

using merge::SimulationState;

constexpr double kMillisPerDay = 86400e3;
constexpr double kMb = 1048576.0;
constexpr const char* kTierNames[] = {"below_2mb", "2mb_to_20mb", "20mb_to_200mb", "200mb_to_2gb",
                                      "above_2gb"};
static_assert(std::size(kTierNames) == merge::kSizeTiers.size() + 1);

double share_percent(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double mb(uint64_t bytes) { return static_cast<double>(bytes) / kMb; }

/// To three digits, so that results read the same everywhere.
Json short_number(double value) { return Json::parse(fmt::format("{:.3f}", value)); }

/// Positions of `count` of `size` things, evenly, the last one always.
std::vector<size_t> evenly(size_t size, size_t count) {
  std::vector<size_t> at;
  count = std::min(size, count);
  for (size_t i = 1; i <= count; ++i) at.push_back(i * size / count - 1);
  return at;
}

struct Metric {
  const char* name;
  const char* title;
  const char* unit;
  double (*value)(const SimulationState&);
};

constexpr Metric kMetrics[] = {
    {"segments", "Segments", "segments",
     [](const SimulationState& s) { return static_cast<double>(s.segments); }},
    {"bytes", "Size of the index", "MB", [](const SimulationState& s) { return mb(s.bytes); }},
    {"write_amplification", "Write amplification", "bytes written for each byte flushed",
     [](const SimulationState& s) { return s.write_amplification(); }},
    {"deleted", "Deleted documents", "%",
     [](const SimulationState& s) { return share_percent(s.deleted, s.documents); }},
    {"overlap", "Segments that hold a moment of @timestamp, on average", "segments",
     [](const SimulationState& s) { return s.overlap; }},
    {"peak", "Largest use of the disk so far", "MB",
     [](const SimulationState& s) { return mb(s.peak_bytes); }},
};

double first_time(std::span<const SimulationRun> runs) {
  double first = INFINITY;
  for (const SimulationRun& run : runs) {
    if (!run.states.empty()) first = std::min(first, static_cast<double>(run.states[0].time));
  }
  return first;
}

/// Milliseconds as the unit that suits the whole.
struct TimeScale {
  double start = 0;
  double unit = kMillisPerDay;
  const char* name = "days";

  explicit TimeScale(std::span<const SimulationRun> runs) {
    double last = 0;
    for (const SimulationRun& run : runs) {
      if (!run.states.empty()) last = std::max(last, static_cast<double>(run.states.back().time));
    }
    // A trace with times of the calendar begins at its first event.
    start = last > 1e11 ? first_time(runs) : 0;
    if (last - start < 2 * 3600e3) {
      unit = 1000;
      name = "seconds";
    } else if (last - start < 3 * kMillisPerDay) {
      unit = 3600e3;
      name = "hours";
    }
  }
  double of(const SimulationState& s) const { return (static_cast<double>(s.time) - start) / unit; }
};

std::string summary(const SimulationRun& run) {
  const SimulationState& end = run.states.back();
  size_t most_segments = 0;
  for (const SimulationState& s : run.states) most_segments = std::max(most_segments, s.segments);
  return fmt::format(
      "{}: {} flushes, {} merges, {} segments at the end (at most {}), write amplification {:.2f}, "
      "overlap {:.2f}, deleted {:.1f} %, largest use of the disk {:.2f} times the index",
      run.policy, with_thousands(static_cast<int64_t>(end.flushes)),
      with_thousands(static_cast<int64_t>(end.merges)), end.segments, most_segments,
      end.write_amplification(), end.overlap, share_percent(end.deleted, end.documents),
      end.bytes == 0 ? 0 : static_cast<double>(end.peak_bytes) / static_cast<double>(end.bytes));
}

}  // namespace

SimulationRun simulate(merge::Policy policy, const std::vector<merge::PolicySetting>& settings,
                       std::span<const IngestEvent> events, const merge::SimulationOptions& options,
                       size_t samples) {
  const auto made = merge::make_policy(policy, settings);
  merge::MergeSimulator simulator(*made, options);
  SimulationRun run;
  run.policy = merge::name_of(policy);
  const std::vector<size_t> sampled = evenly(events.size(), samples);
  size_t next = 0;
  for (size_t i = 0; i < events.size(); ++i) {
    const IngestEvent& event = events[i];
    if (event.kind == IngestEvent::Kind::flush) {
      simulator.flush({event.time, event.documents, event.bytes, event.min_time, event.max_time});
    } else if (event.kind == IngestEvent::Kind::remove) {
      simulator.remove(event.time, event.documents);
    }
    if (next == sampled.size() || sampled[next] != i) continue;
    if (i + 1 == events.size()) simulator.finish();
    run.states.push_back(simulator.state());
    ++next;
  }
  return run;
}

Table simulation_table(std::span<const SimulationRun> runs, size_t rows) {
  const TimeScale scale(runs);
  Table table;
  table.schema = "segsmith.mergesim/1";
  table.facts["time_unit"] = scale.name;
  table.columns = {{"policy", "Policy"},
                   {"time", fmt::format("Time ({})", scale.name)},
                   {"flushes", "Flushes"},
                   {"merges", "Merges"},
                   {"segments", "Segments"},
                   {"documents", "Documents"},
                   {"deleted_percent", "Deleted %"},
                   {"bytes", "Bytes"},
                   {"flushed_bytes", "Flushed bytes"},
                   {"merged_bytes", "Merged bytes"},
                   {"write_amplification", "Write amplification"},
                   {"overlap", "Overlap"},
                   {"most_overlap", "Most overlap"},
                   {"peak_bytes", "Peak bytes"},
                   {"merges_running", "Running"},
                   {"stalled_ms", "Stalled ms"}};
  for (const char* tier : kTierNames) {
    table.columns.push_back({std::string("bytes_") + tier, std::string("Bytes ") + tier});
  }
  for (const SimulationRun& run : runs) {
    for (const size_t i : evenly(run.states.size(), rows)) {
      const SimulationState& s = run.states[i];
      std::vector<Json> row = {run.policy,
                               short_number(scale.of(s)),
                               s.flushes,
                               s.merges,
                               s.segments,
                               s.documents,
                               short_number(share_percent(s.deleted, s.documents)),
                               s.bytes,
                               s.flushed_bytes,
                               s.merged_bytes,
                               short_number(s.write_amplification()),
                               short_number(s.overlap),
                               s.most_overlap,
                               s.peak_bytes,
                               s.merges_running,
                               s.stalled};
      for (const uint64_t bytes : s.tier_bytes) row.push_back(bytes);
      table.add(std::move(row));
    }
    if (!run.states.empty()) table.notes.push_back(summary(run));
  }
  return table;
}

std::vector<NamedDrawing> simulation_drawings(std::span<const SimulationRun> runs) {
  const TimeScale scale(runs);
  std::vector<NamedDrawing> drawings;
  const auto line = [&](const SimulationRun& run, std::string name, const auto& value) {
    LineSeries series{std::move(name), {}};
    for (const SimulationState& s : run.states) series.points.emplace_back(scale.of(s), value(s));
    return series;
  };
  for (const Metric& metric : kMetrics) {
    LineChart chart{metric.title, scale.name, metric.unit, {}};
    for (const SimulationRun& run : runs) {
      chart.series.push_back(line(run, run.policy, metric.value));
    }
    drawings.push_back({std::string(metric.name) + ".svg", line_chart_svg(chart)});
  }
  for (const SimulationRun& run : runs) {
    LineChart chart{"Bytes by size of segments, " + run.policy, scale.name, "MB", {}};
    for (size_t tier = 0; tier < std::size(kTierNames); ++tier) {
      chart.series.push_back(line(
          run, kTierNames[tier], [&](const SimulationState& s) { return mb(s.tier_bytes[tier]); }));
    }
    drawings.push_back({"tiers-" + run.policy + ".svg", line_chart_svg(chart)});
  }
  return drawings;
}

}  // namespace segsmith::lab
