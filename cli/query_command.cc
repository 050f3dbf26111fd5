// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <memory>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "index/mapped_types.h"
#include "lab/range_runner.h"
#include "query/range_parser.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory;
  std::vector<std::string> ranges;
  std::vector<std::string> later;  ///< --term and its like, refused by name.
  std::string via = "auto";
  bool count = false, docs = false, explain = false;
  int repeat = 0;
  FormatOption format;
};

void print_docs(const index::IndexReader& reader, const lab::RangeRunner& runner) {
  std::string out;
  for (const auto& segment : reader.segments()) {
    const BitSet matches = runner.documents(*segment);
    const std::string prefix = "{\"segment\":\"" + segment->name() + "\",\"doc\":";
    for (uint64_t d = matches.next_set(0); d < matches.size(); d = matches.next_set(d + 1)) {
      out += prefix + std::to_string(d) + "}\n";
      if (out.size() > size_t{1} << 20) {
        print(out);
        out.clear();
      }
    }
  }
  print(out);
}

lab::Table times_table(std::vector<double> micros, int64_t count) {
  std::sort(micros.begin(), micros.end());
  const auto at = [&](double p) {
    return micros[std::min(micros.size() - 1,
                           static_cast<size_t>(p * static_cast<double>(micros.size())))];
  };
  lab::Table table;
  table.schema = "segsmith.query/1";
  table.columns = {{"count", "Count"},    {"runs", "Runs"},      {"min_us", "Min us"},
                   {"p50_us", "50th us"}, {"p90_us", "90th us"}, {"p99_us", "99th us"},
                   {"max_us", "Max us"}};
  table.facts["count"] = count;
  table.add({count, micros.size(), micros.front(), at(0.5), at(0.9), at(0.99), micros.back()});
  return table;
}

void repeat(const index::IndexReader& reader, const lab::RangeRunner& runner,
            const Options& options) {
  std::vector<double> micros;
  int64_t count = 0;
  for (int i = 0; i < options.repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    count = runner.count(reader);
    const std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
    micros.push_back(spent.count());
  }
  print(render(times_table(std::move(micros), count), options.format.format()));
}

void explain(const index::IndexReader& reader, const lab::RangeRunner& runner) {
  for (const auto& segment : reader.segments()) {
    const auto plan = runner.plan(*segment);
    std::fprintf(stderr, "%s: by %s: %s\n", segment->name().c_str(),
                 std::string(query::name_of(plan.via)).c_str(), plan.reason.c_str());
  }
}

void run(const Options& options) {
  if (!options.later.empty()) {
    throw InvalidArgument(
        "query by term, prefix, regex, exists or with --sort and --top is not built yet: only "
        "--range is");
  }
  if (options.ranges.size() != 1) {
    throw InvalidArgument(options.ranges.empty() ? "query needs --range FIELD=LO..HI"
                                                 : "several --range at once are not built yet");
  }
  if (options.count && options.docs) throw InvalidArgument("--count and --docs exclude each other");
  const auto reader = index::IndexReader::open(options.directory);
  const lab::RangeRunner runner(*reader, options.ranges.front(), *query::parse_via(options.via));
  if (options.explain) explain(*reader, runner);
  if (options.repeat > 0) return repeat(*reader, runner, options);
  if (options.docs) return print_docs(*reader, runner);
  const int64_t count = runner.count(*reader);
  if (options.format.format() == lab::OutputFormat::table) {
    return print(std::to_string(count) + "\n");
  }
  lab::Json json = lab::Json::object();
  json["schema"] = "segsmith.query/1";
  json["count"] = count;
  print(options.format.format() == lab::OutputFormat::csv ? "count\n" + std::to_string(count) + "\n"
                                                          : json.dump() + "\n");
}

}  // namespace

void add_query_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("query", "Count or list the documents of a range");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option("--range", options->ranges,
                      "FIELD=LO..HI, both ends inclusive, * open, ( and ) for exclusive ends");
  for (const char* name : {"--term", "--prefix", "--regex", "--exists", "--sort", "--top"}) {
    command->add_option(name, options->later, "Not built yet");
  }
  command->add_option("--via", options->via, "points, skipper, scan or auto")
      ->check(CLI::IsMember({"points", "skipper", "scan", "auto"}))
      ->capture_default_str();
  command->add_flag("--count", options->count, "Print the number of matches (default)");
  command->add_flag("--docs", options->docs, "Print each match as a JSON line");
  command->add_flag("--explain", options->explain,
                    "Say on standard error how each segment is answered");
  command->add_option("--repeat", options->repeat, "Run N times and print the times")
      ->check(CLI::PositiveNumber);
  options->format.add_to(*command);
  command->footer(examples("segsmith query index --range '_seq_no=100..199'",
                           "segsmith query index --range '_seq_no=(100..*' --via scan --docs"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
