// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "lab/bkd_report.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory;
  std::string segment, field;
  bool explain = false;
  FormatOption format;
};

void run(const Options& options) {
  const auto reader = index::IndexReader::open(options.directory);
  const lab::BkdReport report = lab::bkd_report(*reader, options.segment, options.field);
  print(render(lab::bkd_table(report, options.explain), options.format.format()));
}

}  // namespace

void add_bkd_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("bkd", "What the points of an index are made of");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option("--segment", options->segment, "Only this segment");
  command->add_option("--field", options->field, "Only this field, with its splits");
  command->add_flag("--explain", options->explain, "Say what each field's points cost, and why");
  options->format.add_to(*command);
  command->footer(examples("segsmith bkd index --explain",
                           "segsmith bkd index --segment _0 --field value --format json"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
