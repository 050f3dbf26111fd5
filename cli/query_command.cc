// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/output.h"
#include "index/index_reader.h"
#include "lab/query_runner.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory;
  std::vector<std::string> ranges, terms, prefixes, exists;
  std::string regex;  ///< Refused by name.
  std::string via = "auto";
  bool count = false, docs = false, explain = false;
  std::string sort;
  size_t top = 0;
  int repeat = 0;
  FormatOption format;
};

void print_in_parts(std::string& out) {
  if (out.size() <= size_t{1} << 20) return;
  print(out);
  out.clear();
}

void print_docs(const index::IndexReader& reader, const lab::QueryRunner& runner) {
  std::string out;
  for (const auto& segment : reader.segments()) {
    const BitSet matches = runner.documents(*segment);
    const std::string prefix = "{\"segment\":\"" + segment->name() + "\",\"doc\":";
    for (uint64_t d = matches.next_set(0); d < matches.size(); d = matches.next_set(d + 1)) {
      out += prefix + std::to_string(d) + "}\n";
      print_in_parts(out);
    }
  }
  print(out);
}

void print_top(const index::IndexReader& reader, const lab::QueryRunner& runner,
               const Options& options) {
  const query::SortKey key = lab::parse_sort_key(reader, options.sort);
  query::TopStats stats;
  std::string out;
  for (const auto& document : lab::top_documents(reader, runner, key, options.top, stats)) {
    out += lab::top_line(reader, document, key);
    print_in_parts(out);
  }
  print(out);
  if (!options.explain) return;
  std::fprintf(stderr,
               "sorted by %s: values of %zu segments read, %zu segments passed over; of skip "
               "indexes %llu intervals read, %llu passed over\n",
               options.sort.c_str(), stats.segments, stats.segments_skipped,
               static_cast<unsigned long long>(stats.intervals),
               static_cast<unsigned long long>(stats.intervals_skipped));
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

void repeat(const index::IndexReader& reader, const lab::QueryRunner& runner,
            const Options& options) {
  std::optional<query::SortKey> key;
  if (options.top > 0) key = lab::parse_sort_key(reader, options.sort);
  std::vector<double> micros;
  int64_t count = 0;
  for (int i = 0; i < options.repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (key) {
      query::TopStats stats;
      count =
          static_cast<int64_t>(lab::top_documents(reader, runner, *key, options.top, stats).size());
    } else {
      count = runner.count(reader);
    }
    const std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
    micros.push_back(spent.count());
  }
  print(render(times_table(std::move(micros), count), options.format.format()));
}

void explain(const index::IndexReader& reader, const lab::QueryRunner& runner) {
  for (const auto& segment : reader.segments()) {
    for (const std::string& line : runner.explain(*segment)) {
      std::fprintf(stderr, "%s: %s\n", segment->name().c_str(), line.c_str());
    }
  }
}

std::vector<lab::ConditionText> conditions_of(const Options& options) {
  using Kind = lab::ConditionText::Kind;
  std::vector<lab::ConditionText> conditions;
  const auto add = [&](Kind kind, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) conditions.push_back({kind, text});
  };
  add(Kind::range, options.ranges);
  add(Kind::term, options.terms);
  add(Kind::prefix, options.prefixes);
  add(Kind::exists, options.exists);
  return conditions;
}

void check(const Options& options, bool any_condition) {
  if (!options.regex.empty()) throw InvalidArgument("query by --regex is not built yet");
  if (options.sort.empty() != (options.top == 0)) {
    throw InvalidArgument("--sort FIELD:asc|desc and --top K need each other");
  }
  if (!any_condition && options.top == 0) {
    throw InvalidArgument(
        "query needs a condition (--range, --term, --prefix, --exists), or --sort and --top");
  }
  if (options.count + options.docs + (options.top > 0) > 1) {
    throw InvalidArgument("--count, --docs and --top exclude each other");
  }
}

void run(const Options& options) {
  const std::vector<lab::ConditionText> conditions = conditions_of(options);
  check(options, !conditions.empty());
  const auto reader = index::IndexReader::open(options.directory);
  const lab::QueryRunner runner(*reader, conditions, *query::parse_via(options.via));
  if (options.explain) explain(*reader, runner);
  if (options.repeat > 0) return repeat(*reader, runner, options);
  if (options.top > 0) return print_top(*reader, runner, options);
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
  CLI::App* command = app.add_subcommand("query", "Count, list or sort the documents that match");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command->add_option(
      "--range", options->ranges,
      "FIELD=LO..HI, both ends inclusive, * open, ( and ) for exclusive ends; several conditions "
      "must all hold");
  command->add_option("--term", options->terms, "FIELD=VALUE");
  command->add_option("--prefix", options->prefixes, "FIELD=TEXT: values that begin with it");
  command->add_option("--exists", options->exists, "FIELD: documents that have it");
  for (auto* option : command->get_options()) {
    if (option->get_name() != "DIR") option->allow_extra_args(false);
  }
  command->add_option("--regex", options->regex, "Not built yet");
  command->add_option("--sort", options->sort, "FIELD:asc or FIELD:desc, of the first documents");
  command->add_option("--top", options->top, "Print the first K by --sort, as JSON lines")
      ->check(CLI::Range(1, 100000000));
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
                           "segsmith query index --exists _seq_no --sort @timestamp:desc --top 3"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
