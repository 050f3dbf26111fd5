// SPDX-License-Identifier: Apache-2.0
#include "lab/merge_simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace segsmith::lab {
namespace {

using ::testing::HasSubstr;

std::vector<IngestEvent> one_day() {
  IngestPlan plan;
  plan.days = 1;
  plan.documents_per_second = 500;
  plan.bytes_per_document = 100;
  plan.flush_seconds = 30;
  plan.deletes_per_document = 0.05;
  plan.late_seconds = 60;
  return planned_ingest(plan);
}

std::vector<SimulationRun> runs_of(std::span<const IngestEvent> events) {
  std::vector<SimulationRun> runs;
  for (const auto policy : {merge::Policy::tiered, merge::Policy::log_byte_size}) {
    runs.push_back(simulate(policy, merge::elasticsearch_settings(policy), events, {}, 50));
  }
  return runs;
}

TEST(MergeSimulation, IsTheSameEachTime) {
  const auto events = one_day();
  EXPECT_EQ(render(simulation_table(runs_of(events), 10), OutputFormat::json),
            render(simulation_table(runs_of(events), 10), OutputFormat::json));
}

TEST(MergeSimulation, LogKeepsTimesApartAndTieredMixesThem) {
  const auto events = one_day();
  const auto runs = runs_of(events);
  EXPECT_LT(runs[1].states.back().overlap, 2.5);
  EXPECT_GT(runs[0].states.back().overlap, 1.5 * runs[1].states.back().overlap);
}

TEST(MergeSimulation, TheLastRowIsTheEnd) {
  const auto events = one_day();
  const auto runs = runs_of(events);
  const Table table = simulation_table(runs, 4);
  ASSERT_EQ(table.rows.size(), 8u);
  EXPECT_EQ(table.rows[3][0], "tiered");
  EXPECT_EQ(table.rows[3][1], 24.0);
  EXPECT_EQ(table.rows[3][2], 2880);
  EXPECT_EQ(table.facts["time_unit"], "hours");
  uint64_t tiers = 0;
  for (size_t c = 16; c < table.columns.size(); ++c) tiers += table.rows[3][c].get<uint64_t>();
  EXPECT_EQ(table.rows[3][7], tiers);
}

TEST(MergeSimulation, DrawsOneMetricEach) {
  const auto events = one_day();
  const auto drawings = simulation_drawings(runs_of(events));
  std::vector<std::string> names;
  for (const NamedDrawing& drawing : drawings) {
    names.push_back(drawing.name);
    EXPECT_THAT(drawing.svg, HasSubstr("</svg>"));
  }
  EXPECT_THAT(names, ::testing::ElementsAre("segments.svg", "bytes.svg", "write_amplification.svg",
                                            "deleted.svg", "overlap.svg", "peak.svg",
                                            "tiers-tiered.svg", "tiers-log_byte_size.svg"));
}

}  // namespace
}  // namespace segsmith::lab
