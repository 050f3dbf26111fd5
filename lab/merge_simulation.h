// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/ingest.h"
#include "lab/line_chart.h"
#include "lab/table.h"
#include "merge/merge_simulator.h"
#include "merge/policy_settings.h"

namespace segsmith::lab {

/// One policy's life, at evenly spaced events; the last state is that of the end, with all merges
/// done.
struct SimulationRun {
  std::string policy;
  std::vector<merge::SimulationState> states;
};

/// Plays `events`, keeping at most `samples` states. InvalidArgument when they are no index
/// (merge::MergeSimulator::flush).
SimulationRun simulate(merge::Policy policy, const std::vector<merge::PolicySetting>& settings,
                       std::span<const IngestEvent> events, const merge::SimulationOptions& options,
                       size_t samples);

/// "segsmith.mergesim/1": up to `rows` states a run, and each run's summary as a note.
Table simulation_table(std::span<const SimulationRun> runs, size_t rows);

struct NamedDrawing {
  std::string name;  ///< "segments.svg"
  std::string svg;
};

/// One drawing a metric, with a line for each run; and the bytes by size of segments, one a run.
std::vector<NamedDrawing> simulation_drawings(std::span<const SimulationRun> runs);

}  // namespace segsmith::lab
