// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "lab/dump.h"
#include "lab/dump_header.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory;
  lab::DumpOptions dump;
  std::string segment, field;
  bool all = false;
};

void run(Options& options) {
  if (options.all) {
    if (!options.dump.structure.empty() || !options.segment.empty() || !options.field.empty()) {
      throw InvalidArgument("--all takes no --structure, --segment or --field");
    }
    return lab::dump_all(*index::IndexReader::open(options.directory), options.dump.raw, print);
  }
  if (options.dump.structure.empty()) throw InvalidArgument("cat needs --structure");
  if (!options.segment.empty()) options.dump.segment = options.segment;
  if (!options.field.empty()) options.dump.field = options.field;
  lab::dump(*index::IndexReader::open(options.directory), options.dump, print);
}

}  // namespace

void add_cat_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("cat", "Print a structure's contents, one JSON line each");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option("--structure", options->dump.structure,
                      "doc_values, points, skip_index, live_docs, stored or source");
  command->add_option("--segment", options->segment, "Only this segment");
  command->add_option("--field", options->field, "Only this field");
  command->add_flag("--raw", options->dump.raw, "Stored 64-bit integers, all bytes as hex");
  command->add_flag(
      "--all", options->all,
      "Every structure, after a line that describes the index; with --raw, what gen - reads");
  command->footer(examples("segsmith cat index --structure doc_values --field @timestamp",
                           "segsmith cat index --all --raw | segsmith gen - --output again"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
