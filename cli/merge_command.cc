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
  bool expunge_deletes = false;
  bool dry_run = false;
  bool explain = false;
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

merge::MergeIndexOptions merge_options(const Options& options) {
  if (options.force > 0 && options.expunge_deletes) {
    throw InvalidArgument("--force and --expunge-deletes exclude each other");
  }
  merge::MergeIndexOptions merge;
  if (options.force > 0) merge.request = {index::MergeKind::forced, options.force};
  if (options.expunge_deletes) merge.request.kind = index::MergeKind::expunge;
  if (!options.merge.policy.empty()) merge.policy = merge::parse_policy(options.merge.policy);
  merge.settings = options.merge.settings();
  merge.compound.use = options.merge.compound_use();
  merge.seed = options.merge.seed;
  return merge;
}

/// One row for each merge that would be made first.
lab::Table to_table(const merge::MergePlan& plan, bool explain) {
  lab::Table table;
  table.schema = "segsmith.merge/1";
  table.facts["policy"] = merge::name_of(plan.policy);
  table.columns = {{"merge", "Merge"},     {"segments", "Segments"}, {"documents", "Documents"},
                   {"deleted", "Deleted"}, {"bytes", "Bytes"},       {"reason", "Why"}};
  for (size_t m = 0; m < plan.merges.size(); ++m) {
    std::string names;
    int64_t documents = 0, deleted = 0;
    uint64_t bytes = 0;
    for (const size_t position : plan.merges[m]) {
      const auto& segment = plan.segments[position];
      names += (names.empty() ? "" : " ") + segment.name;
      documents += segment.max_doc - segment.del_count;
      deleted += segment.del_count;
      bytes += segment.bytes;
    }
    table.add({m, names, documents, deleted, bytes, plan.why.merges[m]});
  }
  if (explain) {
    table.notes = plan.why.budget;
    for (const auto& note : plan.why.segments) {
      table.notes.push_back(plan.segments[note.segment].name + ": " + note.note);
    }
  }
  table.notes.push_back(plan.why.end);
  table.facts["notes"] = table.notes;
  return table;
}

void run(const Options& options) {
  const merge::MergeIndexOptions merge = merge_options(options);
  const auto directory = std::make_shared<store::MmapDirectory>(options.directory);
  if (options.dry_run) {
    return print(
        render(to_table(plan_merges(directory, merge), options.explain), options.format.format()));
  }
  if (options.explain) {
    const auto plan = plan_merges(directory, merge);
    std::fputs(render(to_table(plan, true), lab::OutputFormat::table).c_str(), stderr);
  }
  print(render(to_table(merge_index(directory, merge)), options.format.format()));
}

}  // namespace

void add_merge_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("merge", "Merge the segments of an index");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command
      ->add_option(
          "--force", options->force,
          "Merge down to this many segments; without it, what the policy would do by itself")
      ->check(CLI::PositiveNumber);
  command->add_flag("--expunge-deletes", options->expunge_deletes,
                    "Merge the segments that hold many deleted documents");
  command->add_flag("--dry-run", options->dry_run, "Print the first merges that would be made");
  command->add_flag("--explain", options->explain,
                    "Why these merges: with --dry-run under the table, else on standard error");
  options->merge.add_to(*command);
  options->format.add_to(*command);
  command->footer(examples("segsmith merge index --force 1",
                           "segsmith merge index --dry-run --explain --policy tiered"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
