// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/output.h"
#include "index/check.h"
#include "store/directory.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string directory;
  int level = 2;
  FormatOption format;
};

lab::Json to_json(const index::Finding& finding) {
  lab::Json json = lab::Json::object();
  json["code"] = finding.code;
  json["file"] = finding.file;
  json["offset"] = finding.offset;
  json["field"] = finding.field.empty() ? lab::Json(nullptr) : lab::Json(finding.field);
  json["message"] = finding.message;
  return json;
}

lab::Json findings_json(const std::vector<index::Finding>& findings) {
  lab::Json list = lab::Json::array();
  for (const index::Finding& finding : findings) list.push_back(to_json(finding));
  return list;
}

/// The stable form of docs/cli.md.
lab::Json to_json(const index::CheckResult& result) {
  lab::Json json = lab::Json::object();
  json["schema"] = "segsmith.check/1";
  json["clean"] = result.clean();
  json["level"] = result.level;
  json["segments"] = lab::Json::array();
  for (const index::SegmentFindings& segment : result.segments) {
    lab::Json entry = lab::Json::object();
    entry["name"] = segment.name;
    entry["max_doc"] = segment.max_doc;
    entry["deleted"] = segment.deleted;
    entry["clean"] = segment.clean();
    entry["findings"] = findings_json(segment.findings);
    json["segments"].push_back(std::move(entry));
  }
  json["findings"] = findings_json(result.findings);
  return json;
}

lab::Table to_table(const index::CheckResult& result) {
  lab::Table table;
  table.schema = "segsmith.check/1";
  table.columns = {{"segment", "Segment"}, {"code", "Code"},   {"file", "File"},
                   {"offset", "Offset"},   {"field", "Field"}, {"message", "Message"}};
  const auto add = [&](const std::string& segment, const index::Finding& f) {
    table.add({segment, f.code, f.file, f.offset, f.field, f.message});
  };
  for (const index::Finding& finding : result.findings) add("", finding);
  for (const index::SegmentFindings& segment : result.segments) {
    for (const index::Finding& finding : segment.findings) add(segment.name, finding);
  }
  int64_t documents = 0;
  for (const index::SegmentFindings& segment : result.segments) documents += segment.max_doc;
  table.notes = {std::string(result.clean() ? "clean" : "NOT clean") + " at level " +
                 std::to_string(result.level) + ": " + std::to_string(result.segments.size()) +
                 " segments, " + lab::with_thousands(documents) + " documents"};
  return table;
}

void run(const Options& options) {
  const store::MmapDirectory directory(options.directory);
  const index::CheckResult result = index::check_index(directory, options.level);
  const lab::OutputFormat format = options.format.format();
  if (format == lab::OutputFormat::json) {
    print(to_json(result).dump(2) + "\n");
  } else if (format == lab::OutputFormat::table && result.clean()) {
    print(to_table(result).notes.front() + "\n");
  } else {
    print(render(to_table(result), format));
  }
  if (!result.clean()) throw ExitWith{kExitFindings};
}

}  // namespace

void add_check_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Verify an index; exit code 1 with findings");
  command->add_option("DIR", options->directory, "An index folder")->required();
  command
      ->add_option("--level", options->level, "1 checksums, 2 structure and counts, 3 every value")
      ->check(CLI::Range(1, 3))
      ->capture_default_str();
  options->format.add_to(*command);
  command->footer(examples("segsmith check index", "segsmith check index --level 1 --format json"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
