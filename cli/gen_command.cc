// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "cli/commands.h"
#include "cli/output.h"
#include "codec/lucene_release.h"
#include "index/index_reader.h"
#include "index/line_source.h"
#include "lab/fixture_spec.h"
#include "lab/overview.h"
#include "lab/rebuild.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string spec, output, lucene_version;
  uint64_t seed = 1;
  std::optional<uint64_t> print;
  bool list = false;
  FormatOption format;
};

lab::Table list_table() {
  lab::Table table;
  table.schema = "segsmith.gen/1";
  table.columns = {{"name", "Name"}, {"what", "What it shows"}};
  for (const lab::NamedSpec& spec : lab::named_specs()) table.add({spec.name, spec.what});
  return table;
}

lab::FixtureSpec load(const std::string& spec) {
  if (const lab::NamedSpec* named = lab::find_named_spec(spec)) {
    return lab::FixtureSpec::parse(named->json, spec);
  }
  std::ifstream file(spec, std::ios::binary);
  std::ostringstream text;
  if (!(file && text << file.rdbuf())) {
    throw InvalidArgument("'" + spec +
                          "' is neither a file with a spec nor a name that gen --list has");
  }
  return lab::FixtureSpec::parse(text.str(), spec);
}

void print_documents(const lab::FixtureSpec& spec, uint64_t seed, uint64_t count) {
  lab::FixtureSpec::Documents documents(spec, seed);
  std::string out;
  for (uint64_t d = 0; d < std::min(count, spec.documents()); ++d) {
    documents.append(out);
    out += '\n';
    if (out.size() > size_t{1} << 20) {
      print(out);
      out.clear();
    }
  }
  print(out);
}

void run(const Options& options) {
  if (options.list) return print(render(list_table(), options.format.format()));
  if (options.spec.empty()) throw InvalidArgument("gen needs a spec or a name; --list has them");
  if (options.spec == "-" && options.print) throw InvalidArgument("gen - prints no documents");
  if (options.output.empty() && !options.print) {
    throw InvalidArgument("gen needs --output (or --print N)");
  }
  const codec::LuceneRelease& release = options.lucene_version.empty()
                                            ? codec::kCurrentRelease
                                            : codec::lucene_release(options.lucene_version);
  std::optional<lab::FixtureSpec> spec;
  if (options.spec != "-") spec = load(options.spec);
  if (options.print) return print_documents(*spec, options.seed, *options.print);
  const auto directory =
      std::make_shared<store::MmapDirectory>(store::MmapDirectory::create_folder(options.output));
  if (spec) {
    lab::write_fixture(*spec, options.seed, directory, release);
  } else {
    index::LineSource lines(options.spec);
    lab::rebuild(lines, {options.seed, &release}, directory);
  }
  lab::Table table = lab::info_table(*index::IndexReader::open(directory));
  table.schema = "segsmith.gen/1";
  print(render(table, options.format.format()));
}

}  // namespace

void add_gen_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("gen", "Write an index of made-up documents");
  command->add_option("SPEC", options->spec,
                      "A JSON file (docs/fixture-specs.md), a ready one's name, or - for a whole "
                      "dump of cat");
  command->add_flag("--list", options->list, "Names of the ready specs");
  command->add_option("--output", options->output, "The folder; it must hold no index");
  command->add_option("--seed", options->seed, "Same spec and seed, same bytes")
      ->capture_default_str();
  command->add_option("--lucene-version", options->lucene_version,
                      "Write everything as that release does: 10.0.0 to 10.6.0");
  command->add_option("--print", options->print, "Print the first N documents instead");
  options->format.add_to(*command);
  command->footer(examples("segsmith gen numeric_encodings --output fixture --seed 7",
                           "segsmith gen metrics --print 3"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
