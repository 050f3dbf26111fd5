// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "lab/byte_diff.h"
#include "lab/content_diff.h"
#include "store/directory.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string first, second;
  bool bytes = false;
  FormatOption format;
};

/// The part of the first index that holds a differing byte.
model::Fact part_at(const index::IndexReader& reader, const lab::ByteDifference& difference) {
  std::vector<model::Fact> parts;
  uint64_t begin = UINT64_MAX;  // Of the inner file, in the compound file.
  for (const auto& segment : reader.segments()) {
    segment->visit([&](const model::Fact& fact) {
      if (fact.file != difference.file || fact.inner_file != difference.inner_file) return;
      begin = std::min(begin, fact.offset);
      parts.push_back(fact);
    });
  }
  if (difference.inner_file.empty()) begin = 0;
  for (const model::Fact& part : parts) {
    const uint64_t offset = part.offset - begin;
    if (difference.offset >= offset && difference.offset - offset < part.length) return part;
  }
  return {};
}

lab::Table byte_table(const index::IndexReader& a, const index::IndexReader& b) {
  lab::Table table;
  table.columns = {{"file", "File"},     {"inner_file", "Inner file"},
                   {"offset", "Offset"}, {"structure", "Structure"},
                   {"part", "Part"},     {"field", "Field"},
                   {"what", "What"}};
  for (const auto& difference : lab::byte_differences(a.directory(), b.directory())) {
    const model::Fact part = part_at(a, difference);
    table.add({difference.file, difference.inner_file, difference.offset, part.structure, part.part,
               part.field, difference.what});
  }
  return table;
}

lab::Table content_table(const index::IndexReader& a, const index::IndexReader& b) {
  lab::Table table;
  table.columns = {{"structure", "Structure"},
                   {"segment", "Segment"},
                   {"field", "Field"},
                   {"first", "First"},
                   {"second", "Second"}};
  for (const auto& difference : lab::content_differences(a, b)) {
    table.add({difference.structure, difference.segment, difference.field, difference.first,
               difference.second});
  }
  return table;
}

void run(const Options& options) {
  const auto a = index::IndexReader::open(options.first);
  const auto b = index::IndexReader::open(options.second);
  lab::Table table = options.bytes ? byte_table(*a, *b) : content_table(*a, *b);
  const bool equal = table.rows.empty();
  table.schema = "segsmith.diff/1";
  table.facts["equal"] = equal;
  table.facts["by"] = options.bytes ? "bytes" : "content";
  const std::string verdict = std::string(equal ? "equal" : "different") + " by " +
                              (options.bytes ? "bytes, ids and checksums aside" : "content");
  if (equal && options.format.format() == lab::OutputFormat::table) {
    print(verdict + "\n");
  } else {
    table.notes.push_back(verdict);
    print(render(table, options.format.format()));
  }
  if (!equal) throw ExitWith{kExitFindings};
}

}  // namespace

void add_diff_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("diff", "What two indices differ in; exit code 1 when they do");
  command->add_option("A", options->first, "An index folder")->required();
  command->add_option("B", options->second, "Another")->required();
  command->add_flag("--bytes", options->bytes,
                    "Compare files byte by byte, but for ids and checksums, not contents");
  options->format.add_to(*command);
  command->footer(
      examples("segsmith diff index index", "segsmith diff index index --bytes --format json"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
