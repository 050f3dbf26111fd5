// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "lab/overview.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory;
  std::string what_if;
  FormatOption format;
};

}  // namespace

void add_info_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("info", "What an index holds, segment by segment");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option("--what-if", options->what_if, "What it would become (not built yet)");
  options->format.add_to(*command);
  command->footer(examples("segsmith info index", "segsmith info index --format json"));
  command->callback([options] {
    if (!options->what_if.empty()) {
      throw InvalidArgument("info --what-if needs the command recode, which is not built yet");
    }
    print(render(lab::info_table(*index::IndexReader::open(options->directory)),
                 options->format.format()));
  });
}

void add_fields_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("fields", "The fields of each segment, with their structures");
  command->add_option("DIR", options->directory, "An index folder")->required();
  options->format.add_to(*command);
  command->footer(examples("segsmith fields index", "segsmith fields index --format ndjson"));
  command->callback([options] {
    print(render(lab::fields_table(*index::IndexReader::open(options->directory)),
                 options->format.format()));
  });
}

}  // namespace segsmith::cli
