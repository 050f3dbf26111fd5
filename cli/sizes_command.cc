// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "lab/sizes.h"

namespace segsmith::cli {
namespace {

struct SizesOptions {
  std::string directory;
  FormatOption format;
};

struct CompareOptions {
  std::string baseline, contender;
  FormatOption format;
};

lab::IndexSizes sizes_of(const std::string& directory) {
  return lab::index_sizes(*index::IndexReader::open(directory));
}

}  // namespace

void add_sizes_command(CLI::App& app) {
  auto options = std::make_shared<SizesOptions>();
  CLI::App* command = app.add_subcommand("sizes", "Bytes by field and structure");
  command->add_option("DIR", options->directory, "An index folder")->required();
  options->format.add_to(*command);
  command->footer(examples("segsmith sizes index", "segsmith sizes index --format csv"));
  command->callback([options] {
    print(render(lab::sizes_table(sizes_of(options->directory)), options->format.format()));
  });
}

void add_compare_command(CLI::App& app) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command = app.add_subcommand("compare", "Two indices' sizes side by side");
  command->add_option("A", options->baseline, "The baseline's folder")->required();
  command->add_option("B", options->contender, "The contender's folder")->required();
  options->format.add_to(*command);
  command->footer(
      examples("segsmith compare index other", "segsmith compare index other --format json"));
  command->callback([options] {
    print(render(lab::compare_table(sizes_of(options->baseline), sizes_of(options->contender)),
                 options->format.format()));
  });
}

}  // namespace segsmith::cli
