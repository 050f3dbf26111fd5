// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <memory>

#include "cli/commands.h"
#include "cli/output.h"
#include "lab/race.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  lab::RaceOptions race;
  std::vector<std::string> arms = {"points", "skipper"};
  std::vector<std::string> selectivities;
  std::string json, csv, html;
  std::vector<std::string> later;
  bool quiet = false;
  FormatOption format;
};

double percent_of(std::string text) {
  const std::string whole = text;
  if (!text.empty() && text.back() == '%') text.pop_back();
  size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (text.empty() || used != text.size()) {
    throw InvalidArgument("--selectivity takes percentages such as 0.1%, not '" + whole + "'");
  }
  return value;
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) throw IoError(path, "write", errno);
}

void complete(Options& options) {
  if (!options.later.empty()) {
    throw InvalidArgument(
        "race with --formats, --sort, --merge-policy, --queries, --cold, --java or --against is "
        "not built yet");
  }
  options.race.arms.clear();
  for (const std::string& name : options.arms) {
    const auto arm = lab::parse_arm(name);
    if (!arm) {
      throw InvalidArgument("unknown arm '" + name + "': points, skipper, both and none are known");
    }
    options.race.arms.push_back(*arm);
  }
  if (!options.selectivities.empty()) {
    options.race.selectivities.clear();
    for (const std::string& text : options.selectivities) {
      options.race.selectivities.push_back(percent_of(text));
    }
  }
  if (!options.quiet && ::isatty(STDERR_FILENO)) {
    options.race.progress = [](std::string_view line) {
      std::fprintf(stderr, "segsmith race: %.*s\n", static_cast<int>(line.size()), line.data());
    };
  }
}

void run(Options& options) {
  complete(options);
  const lab::RaceResult result = lab::run_race(options.race);
  if (!options.json.empty()) write_file(options.json, race_json(result).dump(1) + "\n");
  if (!options.html.empty()) write_file(options.html, race_html(result));
  const auto format = options.format.format();
  if (format == lab::OutputFormat::json) {
    print(race_json(result).dump(2) + "\n");
  }
  std::string csv;
  for (size_t contender = 1; contender < result.arms.size(); ++contender) {
    const lab::Table table = race_table(result, contender);
    if (format != lab::OutputFormat::json) {
      print(std::string(contender > 1 ? "\n" : "") + render(table, format));
    }
    csv += render(table, lab::OutputFormat::csv);
  }
  if (!options.csv.empty()) write_file(options.csv, csv);
}

}  // namespace

void add_race_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "race", "Index, merge and query the same documents with and without points");
  command->add_option("--mapping", options->race.mapping, "The mapping file")->required();
  command->add_option("DOCS", options->race.documents, "NDJSON files (.gz and .zst too)")
      ->required();
  command->add_option("--fields", options->race.fields, "Fields whose structures differ by arm")
      ->delimiter(',');
  command
      ->add_option("--arms", options->arms,
                   "points, skipper, both, none; the first is the baseline")
      ->delimiter(',');
  command->add_option("--scale", options->race.scale, "Repeat the documents, times shifted");
  command->add_option("--seed", options->race.seed, "Of the repetition and the ranges");
  command->add_option("--flush-docs", options->race.flush_docs, "Documents of a flush")
      ->capture_default_str();
  command->add_option("--selectivity", options->selectivities, "Percentages: 0.001%,0.1%,...")
      ->delimiter(',');
  command->add_option("--runs", options->race.runs, "Ranges of a selectivity")
      ->capture_default_str();
  command->add_option("--keep", options->race.keep, "Keep the arms' indices below this folder");
  command->add_option("--json", options->json, "Write everything as JSON");
  command->add_option("--csv", options->csv, "Write the table as CSV");
  command->add_option("--html", options->html, "Write one page with drawings");
  command->add_flag("--quiet", options->quiet, "No progress on a terminal");
  for (const char* name : {"--formats", "--sort", "--merge-policy", "--queries", "--against"}) {
    command->add_option(name, options->later, "Not built yet");
  }
  options->format.add_to(*command);
  command->footer(examples(
      "segsmith race --mapping mapping.json docs.ndjson --runs 5 --html race.html",
      "segsmith race --mapping mapping.json docs.ndjson --arms points,skipper,none --scale 2"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
