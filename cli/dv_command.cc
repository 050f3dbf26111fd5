// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "lab/physical.h"

namespace segsmith::cli {
namespace {

/// One of the two commands that list physical units.
struct Listing {
  lab::Table (*header)(const lab::PhysicalOptions&);
  void (*rows)(const index::IndexReader&, const lab::PhysicalOptions&, const lab::RowSink&);
};

struct Options {
  std::string directory, segment, field;
  lab::PhysicalOptions physical;
  FormatOption format;
};

/// NDJSON and CSV go out row by row, so that an index of any size needs no more memory.
void stream(const Listing& listing, const index::IndexReader& reader, const Options& options,
            lab::OutputFormat format) {
  constexpr size_t kFlush = 1 << 16;
  const lab::Table header = listing.header(options.physical);
  std::string text = format == lab::OutputFormat::csv ? lab::render(header, format) : "";
  listing.rows(reader, options.physical, [&](std::vector<lab::Json> row) {
    text += lab::render_row(header, row, format);
    if (text.size() < kFlush) return;
    print(text);
    text.clear();
  });
  print(text);
}

void run(const Listing& listing, Options& options) {
  const lab::OutputFormat format = options.format.format();
  const bool table = format == lab::OutputFormat::table;
  if (!options.segment.empty()) options.physical.segment = options.segment;
  if (!options.field.empty()) options.physical.field = options.field;
  options.physical.every_block = !table || options.physical.field.has_value();
  const auto reader = index::IndexReader::open(options.directory);
  if (format == lab::OutputFormat::ndjson || format == lab::OutputFormat::csv) {
    return stream(listing, *reader, options, format);
  }
  lab::Table whole = listing.header(options.physical);
  listing.rows(*reader, options.physical,
               [&](std::vector<lab::Json> row) { whole.add(std::move(row)); });
  if (table && !options.physical.field) {
    whole.notes = {"Blocks are summed up; --field, or --format ndjson, tells of each."};
  }
  print(render(table ? lab::without_empty_columns(std::move(whole)) : whole, format));
}

void add_listing(CLI::App& app, const char* name, const char* what, const Listing& listing,
                 const std::string& footer) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(name, what);
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option("--segment", options->segment, "Only this segment");
  command->add_option("--field", options->field,
                      "Only this field; a table then has a row for each block, else their sum");
  command->add_flag("--explain", options->physical.explain, "Say why each unit is as it is");
  options->format.add_to(*command);
  command->footer(footer);
  command->callback([options, listing] { run(listing, *options); });
}

}  // namespace

void add_dv_command(CLI::App& app) {
  add_listing(app, "dv", "Physical units of doc values: blocks, encodings, widths, offsets",
              {lab::dv_header, lab::dv_rows},
              examples("segsmith dv index --field @timestamp --explain",
                       "segsmith dv index --segment _0 --format ndjson"));
}

void add_skip_command(CLI::App& app) {
  add_listing(app, "skip", "Skip indexes: every interval of every level, and statistics",
              {lab::skip_header, lab::skip_rows},
              examples("segsmith skip index --segment _0", "segsmith skip index --format ndjson"));
}

}  // namespace segsmith::cli
