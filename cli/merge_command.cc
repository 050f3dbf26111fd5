// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/merge_options.h"
#include "cli/output.h"
#include "merge/merge_index.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory;
  int force = 0;
  MergeOptions merge;
  FormatOption format;
};

double millis(uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

lab::Table to_table(const merge::MergeIndexReport& report) {
  lab::Table table;
  table.schema = "segsmith.merge/1";
  table.columns = {{"policy", "Policy"},
                   {"segments_before", "Segments before"},
                   {"segments_after", "after"},
                   {"bytes_before", "Bytes before"},
                   {"bytes_after", "after"},
                   {"merges", "Merges"},
                   {"documents", "Documents"},
                   {"doc_map_ms", "Doc map ms"},
                   {"stored_fields_ms", "Stored fields ms"},
                   {"doc_values_ms", "Doc values ms"},
                   {"points_ms", "Points ms"},
                   {"finish_ms", "Finish ms"}};
  const merge::MergeStats& s = report.stats;
  table.add({merge::name_of(report.policy), report.segments_before, report.segments_after,
             report.bytes_before, report.bytes_after, s.merges, s.documents, millis(s.doc_map_ns),
             millis(s.stored_fields_ns), millis(s.doc_values_ns), millis(s.points_ns),
             millis(s.finish_ns)});
  return table;
}

void run(const Options& options) {
  if (options.force == 0) {
    throw InvalidArgument(
        "merge without --force needs merge policies, which are not built yet: use --force 1");
  }
  if (options.force != 1) {
    throw InvalidArgument("merge --force " + std::to_string(options.force) +
                          " needs merge policies, which are not built yet: only --force 1 is");
  }
  merge::MergeIndexOptions merge_options{
      {}, {.use = options.merge.compound_use()}, options.merge.seed};
  if (!options.merge.policy.empty())
    merge_options.policy = merge::parse_policy(options.merge.policy);
  const auto report =
      merge::merge_index(std::make_shared<store::MmapDirectory>(options.directory), merge_options);
  print(render(to_table(report), options.format.format()));
}

}  // namespace

void add_merge_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("merge", "Merge the segments of an index");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option("--force", options->force, "Merge down to this many segments (1)")
      ->check(CLI::PositiveNumber);
  options->merge.add_to(*command);
  options->format.add_to(*command);
  command->footer(examples("segsmith merge index --force 1",
                           "segsmith merge index --force 1 --policy tiered --compound never"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
