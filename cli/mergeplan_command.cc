// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/line_source.h"
#include "lab/merge_plan.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string states;
  bool explain = false;
};

void run(const Options& options) {
  index::LineSource lines(options.states);
  std::string_view line;
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    print(lab::merge_plan(line, options.explain, lines.name(),
                          static_cast<uint64_t>(lines.line_number())));
  }
}

}  // namespace

void add_mergeplan_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("mergeplan", "What a merge policy would choose for given segments");
  command
      ->add_option("STATES", options->states,
                   "A file with one state a line as JSON; - is standard input")
      ->required();
  command->add_flag("--explain", options->explain, "Add the reasons to each answer");
  command->footer(examples("segsmith mergeplan states.ndjson",
                           "segsmith mergeplan - --explain < states.ndjson"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
