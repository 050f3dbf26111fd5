// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "lab/merge_simulation.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

constexpr size_t kDrawnStates = 400;

struct Options {
  std::vector<std::string> policies;
  std::vector<std::string> sets;
  std::string trace;
  std::string index;
  lab::IngestPlan plan;
  double merge_rate = 0;
  int merge_threads = 1;
  size_t samples = 10;
  std::string svg;
  FormatOption format;
};

std::vector<lab::IngestEvent> events_of(const Options& options) {
  const bool planned = options.plan.days > 0;
  if (planned + !options.trace.empty() + !options.index.empty() != 1) {
    throw InvalidArgument("expected one of --days, --trace and --from-index");
  }
  if (!options.trace.empty()) return lab::read_ingest_trace(options.trace);
  if (!options.index.empty()) {
    return lab::ingest_of_index(std::make_shared<store::MmapDirectory>(options.index));
  }
  const lab::IngestPlan& plan = options.plan;
  if (plan.documents_per_second <= 0 || plan.bytes_per_document <= 0 || plan.flush_seconds <= 0) {
    throw InvalidArgument("--days also needs --rate, --bytes-per-doc and --flush-every");
  }
  return lab::planned_ingest(plan);
}

void write_drawings(const std::string& folder, const std::vector<lab::SimulationRun>& runs) {
  std::filesystem::create_directories(folder);
  for (const lab::NamedDrawing& drawing : lab::simulation_drawings(runs)) {
    const auto path = std::filesystem::path(folder) / drawing.name;
    std::ofstream out(path, std::ios::binary);
    out << drawing.svg;
    if (!out.flush()) throw IoError(path.string(), "cannot be written");
  }
}

bool knows(merge::Policy policy, const std::string& key) {
  return std::ranges::count(merge::policy_setting_keys(policy), key) > 0;
}

/// Elasticsearch's, then `--set`: where there are several policies, a setting is for those that
/// know it.
std::vector<merge::PolicySetting> settings_of(merge::Policy policy, const Options& options) {
  std::vector<merge::PolicySetting> settings = merge::elasticsearch_settings(policy);
  for (const std::string& text : options.sets) {
    merge::PolicySetting setting = merge::parse_policy_setting(text);
    const bool of_another = std::ranges::any_of(options.policies, [&](const std::string& name) {
      return knows(*merge::parse_policy(name), setting.key);
    });
    // What no policy knows is refused by the first.
    if (knows(policy, setting.key) || !of_another) settings.push_back(std::move(setting));
  }
  return settings;
}

void run(const Options& options) {
  const std::vector<lab::IngestEvent> events = events_of(options);
  merge::SimulationOptions simulation;
  simulation.seed = options.plan.seed;
  simulation.merge_bytes_per_second = options.merge_rate * 1048576;
  simulation.merge_threads = options.merge_threads;
  simulation.segment_overhead = options.plan.segment_overhead;
  simulation.sizes = lab::size_curve_of(events);
  std::vector<lab::SimulationRun> runs;
  for (const std::string& name : options.policies) {
    const merge::Policy policy = *merge::parse_policy(name);
    runs.push_back(
        lab::simulate(policy, settings_of(policy, options), events, simulation,
                      std::max(options.samples, options.svg.empty() ? 0 : kDrawnStates)));
  }
  if (!options.svg.empty()) write_drawings(options.svg, runs);
  print(render(lab::simulation_table(runs, options.samples), options.format.format()));
}

void add_plan_options(CLI::App& command, lab::IngestPlan& plan) {
  const auto positive = CLI::Range(1e-6, 1e12);
  command.add_option("--days", plan.days, "A steady stream of documents for so long")
      ->check(positive);
  command.add_option("--rate", plan.documents_per_second, "Documents a second")->check(positive);
  command
      .add_option("--bytes-per-doc", plan.bytes_per_document, "Bytes of a document in a segment")
      ->check(positive);
  command.add_option("--flush-every", plan.flush_seconds, "Seconds between flushes")
      ->check(positive);
  command
      .add_option("--delete-rate", plan.deletes_per_document,
                  "Deletes for each document added; any live document may go")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command
      .add_option("--size-spread", plan.size_spread,
                  "Flushes are larger or smaller by up to this share")
      ->check(CLI::Range(0.0, 0.99))
      ->capture_default_str();
  command
      .add_option("--late", plan.late_seconds,
                  "Documents come up to so many seconds after their time")
      ->check(CLI::Range(0.0, 1e9))
      ->capture_default_str();
  command
      .add_option("--segment-overhead", plan.segment_overhead,
                  "Bytes of each segment that merges do not add up")
      ->check(CLI::Range(uint64_t{0}, uint64_t{1} << 40))
      ->capture_default_str();
  command.add_option("--seed", plan.seed, "Of sizes and deletes")->capture_default_str();
}

}  // namespace

void add_mergesim_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "mergesim",
      "Simulate flushes, deletes and merges by sizes alone, under one policy or several");
  command
      ->add_option("--policy", options->policies,
                   "tiered, log_byte_size, log_doc; several by commas")
      ->delimiter(',')
      ->required()
      ->check(CLI::IsMember({"tiered", "log_byte_size", "time_based", "log_doc"}));
  command
      ->add_option("--set", options->sets,
                   "KEY=VALUE of the policy (the keys of mergeplan); repeatable; for the policies "
                   "that know it")
      ->allow_extra_args(false);
  command->add_option("--trace", options->trace,
                      "Flushes and deletes as NDJSON, as index --trace writes them");
  command->add_option("--from-index", options->index,
                      "Take each segment of an index folder as a flush");
  add_plan_options(*command, options->plan);
  command
      ->add_option("--merge-rate", options->merge_rate,
                   "MB a second that one merge thread reads; 0: merges take no time")
      ->check(CLI::Range(0.0, 1e9))
      ->capture_default_str();
  command->add_option("--merge-threads", options->merge_threads, "Merges that run at a time")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  command->add_option("--samples", options->samples, "Rows for each policy")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command->add_option("--svg", options->svg, "A folder for one drawing a metric");
  options->format.add_to(*command);
  command->footer(
      examples("segsmith mergesim --policy tiered,log_byte_size --days 1 --rate 2000 "
               "--bytes-per-doc 100 --flush-every 30",
               "segsmith mergesim --policy log_byte_size --set merge_factor=16 --from-index index "
               "--format json"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
