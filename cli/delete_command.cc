// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "index/index_updater.h"
#include "lab/doc_selection.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory;
  std::string docs;
  std::string range;
  std::string soft;
  size_t keep_commits = 1;
  std::optional<uint64_t> seed;
  FormatOption format;
};

void run(const Options& options) {
  if (options.docs.empty() == options.range.empty()) {
    throw InvalidArgument("delete needs one of --docs SEG:DOC,... and --range FIELD=LO..HI");
  }
  const auto directory = std::make_shared<store::MmapDirectory>(options.directory);
  index::IndexUpdater updater(
      directory, {.soft_deletes = options.soft,
                  .commits = {.keep_commits = options.keep_commits, .seed = options.seed}});
  const auto reader = index::IndexReader::open(directory);
  const lab::DocSelection docs = options.range.empty()
                                     ? lab::select_documents(*reader, options.docs)
                                     : lab::select_range(*reader, options.range);
  int64_t deleted = 0;
  size_t segments = 0;
  for (size_t s = 0; s < docs.size(); ++s) {
    const int64_t here = options.soft.empty() ? updater.delete_documents(s, docs[s])
                                              : updater.soft_delete(s, docs[s]);
    deleted += here;
    segments += here > 0;
  }
  const std::string commit = updater.commit();
  lab::Table table;
  table.schema = "segsmith.delete/1";
  table.columns = {{"deleted", "Deleted"},
                   {"segments", "Segments"},
                   {"dropped_segments", "Dropped segments"},
                   {"commit", "Commit"}};
  table.add({deleted, segments, updater.dropped(), commit});
  print(render(table, options.format.format()));
}

}  // namespace

void add_delete_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("delete", "Delete documents of an index");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option("--docs", options->docs, "SEG:DOC,..., as _0:3,_0:9");
  command->add_option("--range", options->range, "FIELD=LO..HI, as in query");
  command->add_option("--soft", options->soft,
                      "Keep them, marked by value 1 of this soft-deletes field");
  command
      ->add_option("--keep-commits", options->keep_commits, "Commits that stay, with the new one")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Repeatable ids");
  options->format.add_to(*command);
  command->footer(examples("segsmith delete index --docs _0:3,_0:9",
                           "segsmith delete index --range _seq_no=100..199 --soft __soft_deletes"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
