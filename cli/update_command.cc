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
  std::string range;
  std::string set;
  std::string unset;
  int32_t max_overlays = 0;
  size_t keep_commits = 1;
  std::optional<uint64_t> seed;
  FormatOption format;
};

/// The field that is updated, and its new value; none takes the value away.
struct Assignment {
  std::string field;
  std::optional<lab::FieldValue> value;
};

Assignment parse_assignment(const Options& options, const index::IndexReader& reader,
                            const index::IndexUpdater& updater) {
  if (options.set.empty() == options.unset.empty()) {
    throw InvalidArgument("update needs one of --set FIELD=VALUE and --unset FIELD");
  }
  if (!options.unset.empty()) return {updater.check_updatable(options.unset).name, {}};
  const size_t equals = options.set.find('=');
  if (equals == 0 || equals == options.set.npos) {
    throw InvalidArgument("--set '" + options.set + "': FIELD=VALUE is expected");
  }
  const auto& field = updater.check_updatable(std::string_view(options.set).substr(0, equals));
  return {field.name, lab::parse_field_value(reader, field, options.set.substr(equals + 1))};
}

void update(index::IndexUpdater& updater, size_t segment, const BitSet& docs,
            const Assignment& assignment) {
  if (!assignment.value) {
    updater.reset(segment, docs, assignment.field);
  } else if (const auto* number = std::get_if<int64_t>(&*assignment.value)) {
    updater.update(segment, docs, assignment.field, *number);
  } else {
    updater.update(segment, docs, assignment.field,
                   std::get<std::vector<std::byte>>(*assignment.value));
  }
}

void run(const Options& options) {
  const auto directory = std::make_shared<store::MmapDirectory>(options.directory);
  index::IndexUpdater updater(
      directory, {.max_overlays = options.max_overlays,
                  .commits = {.keep_commits = options.keep_commits, .seed = options.seed}});
  const auto reader = index::IndexReader::open(directory);
  const Assignment assignment = parse_assignment(options, *reader, updater);
  lab::DocSelection docs = lab::select_range(*reader, options.range);
  uint64_t updated = 0;
  size_t segments = 0;
  for (size_t s = 0; s < docs.size(); ++s) {
    docs[s].and_with(updater.segments()[s]->live());
    const uint64_t here = docs[s].count();
    if (here == 0) continue;
    update(updater, s, docs[s], assignment);
    updated += here;
    ++segments;
  }
  const std::string commit = updater.commit();
  lab::Table table;
  table.schema = "segsmith.update/1";
  table.columns = {{"updated", "Updated"}, {"segments", "Segments"}, {"commit", "Commit"}};
  table.add({updated, segments, commit});
  print(render(table, options.format.format()));
}

}  // namespace

void add_update_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("update", "Update doc values of an index in place");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option("--range", options->range, "FIELD=LO..HI, as in query: the documents")
      ->required();
  command->add_option("--set", options->set, "FIELD=VALUE");
  command->add_option("--unset", options->unset, "FIELD whose value goes");
  command
      ->add_option("--max-overlays", options->max_overlays,
                   "Generations of updated documents alone that may lie over the field's base")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--keep-commits", options->keep_commits, "Commits that stay, with the new one")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Repeatable ids");
  options->format.add_to(*command);
  command->footer(examples("segsmith update index --range _seq_no=0..99 --set _version=2",
                           "segsmith update index --range _seq_no=7..7 --set _version=3 "
                           "--max-overlays 4"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
