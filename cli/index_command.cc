// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bkd/bkd_config.h"
#include "cli/commands.h"
#include "cli/merge_options.h"
#include "cli/output.h"
#include "codec/lucene_release.h"
#include "index/build_index.h"
#include "index/mapping.h"
#include "index/segment_reader.h"
#include "lab/ingest.h"
#include "merge/policy_driver.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::cli {
namespace {

struct Options {
  std::string mapping;
  std::string output;
  std::vector<std::string> documents;
  int64_t flush_docs = 0;
  double ram_buffer_mb = 64;
  double points_budget_mb = bkd::kDefaultMaxMbSortInHeap;
  int force_merge = 0;
  bool no_merge = false;
  MergeOptions merge;
  std::string lucene_version;
  std::string on_error = "fail";
  std::string unmapped = "error";
  std::string trace;
  bool append = false;
  // Parts of the contract that are not built yet.
  std::string target = "lucene-10.6";
  FormatOption format;
};

void note(const std::string& line) { std::fprintf(stderr, "note: %s\n", line.c_str()); }

void refuse_what_is_not_built(const Options& options) {
  const auto refuse = [](const std::string& what) {
    throw InvalidArgument(what + " is not built yet");
  };
  if (options.target != "lucene-10.6") refuse("--target " + options.target);
}

merge::Policy policy_of(const Options& options, const index::Mapping& mapping) {
  std::string name = options.merge.policy;
  if (name.empty()) name = mapping.settings().merge_policy.value_or("");
  if (name.empty()) {
    return mapping.time_based() ? merge::Policy::log_byte_size : merge::Policy::tiered;
  }
  const auto policy = merge::parse_policy(name);
  if (!policy) throw InvalidArgument("unknown merge policy '" + name + "'");
  return *policy;
}

double millis(uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

lab::Table to_table(const index::IndexReport& report) {
  uint64_t dropped = 0;
  for (const auto& [name, count] : report.dropped) dropped += count;
  lab::Table table;
  table.schema = "segsmith.index/1";
  table.columns = {{"documents", "Documents"},
                   {"skipped", "Skipped"},
                   {"dropped_values", "Dropped values"},
                   {"flushes", "Flushes"},
                   {"segments", "Segments"},
                   {"json_bytes", "JSON bytes"},
                   {"index_bytes", "Index bytes"},
                   {"indexing_ms", "Indexing ms"},
                   {"flush_ms", "Flush ms"},
                   {"merge_ms", "Merge ms"},
                   {"commit_ms", "Commit ms"}};
  table.add({report.documents, report.skipped, dropped, report.flushes, report.segments,
             report.json_bytes, report.index_bytes, millis(report.indexing_ns),
             millis(report.flush_ns), millis(report.merge_ns), millis(report.commit_ns)});
  return table;
}

void report_leftovers(const index::IndexReport& report) {
  for (const std::string& message : report.skipped_messages) note("skipped " + message);
  if (report.skipped > static_cast<int64_t>(report.skipped_messages.size())) {
    note(std::to_string(report.skipped) + " lines were skipped in all");
  }
  for (const auto& [name, count] : report.dropped) {
    note("dropped " + std::to_string(count) + " values of '" + name + "', which is not mapped");
  }
}

/// A folder that this run made is removed again when the run fails.
class OutputFolder {
 public:
  explicit OutputFolder(std::string path) : path_(std::move(path)) {
    existed_ = std::filesystem::exists(path_);
    directory_ = std::make_shared<store::MmapDirectory>(store::MmapDirectory::create_folder(path_));
  }
  ~OutputFolder() {
    std::error_code ignored;
    if (!kept_ && !existed_) std::filesystem::remove(path_, ignored);  // Only when it is empty.
  }
  void keep() { kept_ = true; }
  const std::shared_ptr<store::MmapDirectory>& directory() const { return directory_; }

 private:
  std::string path_;
  bool existed_ = false;
  bool kept_ = false;
  std::shared_ptr<store::MmapDirectory> directory_;
};

/// What mergesim reads, kept until the run has ended well.
class Trace {
 public:
  /// Has `options` tell each flush and merge of `directory`; the object must outlive the writer.
  void follow(const std::shared_ptr<store::MmapDirectory>& directory,
              index::IndexWriterOptions& options) {
    options.flushed = [this, directory](const model::SegmentCommitInfo& segment) {
      const auto reader = index::SegmentReader::open(*directory, segment);
      lines_ += lab::trace_line(
          lab::flush_of(*reader, index::segment_bytes(*directory, segment), elapsed()));
    };
    options.merged = [this, directory](const model::SegmentCommitInfo& segment) {
      lines_ += lab::trace_line({elapsed(), lab::IngestEvent::Kind::merge, segment.info.max_doc,
                                 index::segment_bytes(*directory, segment)});
    };
  }
  void write(const std::string& path) const {
    std::ofstream out(path, std::ios::binary);
    out << lines_;
    if (!out.flush()) throw IoError(path, "the trace cannot be written; the index is committed");
  }

 private:
  int64_t elapsed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start_)
        .count();
  }

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::string lines_;
};

void show_progress(int64_t documents) {
  std::fprintf(stderr, "\r%lld documents", static_cast<long long>(documents));
}

void run(const Options& options) {
  refuse_what_is_not_built(options);
  const auto mapping = index::Mapping::load(options.mapping);
  const merge::Policy policy = policy_of(options, *mapping);
  std::vector<merge::PolicySetting> settings =
      merge::settings_of_mapping(policy, mapping->settings().merge_policy_settings);
  for (merge::PolicySetting& setting : options.merge.settings()) {
    settings.push_back(std::move(setting));
  }
  merge::PolicyDriver driver(
      policy, {options.merge.compound_use(), mapping->settings().compound_format}, settings);
  index::IndexOptions index_options;
  index_options.mapping = mapping;
  index_options.documents = options.documents;
  index_options.writer.flush_docs = options.flush_docs;
  index_options.writer.ram_buffer_bytes = static_cast<uint64_t>(options.ram_buffer_mb * 1048576.0);
  index_options.writer.compound = options.merge.compound_use();
  index_options.writer.points_budget_mb = options.points_budget_mb;
  index_options.writer.seed = options.merge.seed;
  index_options.writer.append = options.append;
  if (!options.lucene_version.empty()) {
    index_options.writer.release = &codec::lucene_release(options.lucene_version);
  }
  index_options.on_error_skip = options.on_error == "skip";
  index_options.drop_unmapped = options.unmapped == "drop";
  index_options.force_merge = options.force_merge;
  index_options.driver = &driver;
  if (!options.no_merge) index_options.writer.natural_merges = &driver;
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  if (terminal) index_options.progress = show_progress;

  OutputFolder folder(options.output);
  Trace trace;
  if (!options.trace.empty()) trace.follow(folder.directory(), index_options.writer);
  const auto report = index::build_index(folder.directory(), index_options);
  folder.keep();
  if (!options.trace.empty()) trace.write(options.trace);
  if (terminal) std::fprintf(stderr, "\r%*s\r", 40, "");
  // Notes come after the work, so that a failure is one message alone.
  for (const std::string& line : mapping->notes()) note(line);
  report_leftovers(report);
  print(render(to_table(report), options.format.format()));
}

void add_unbuilt_options(CLI::App& command, Options& options) {
  command.add_option("--target", options.target, "lucene-10.6 (others are not built yet)")
      ->capture_default_str();
}

}  // namespace

void add_index_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("index", "Index documents into a folder");
  command->add_option("--mapping", options->mapping, "Body of Elasticsearch's create-index call")
      ->required();
  command
      ->add_option("--output", options->output,
                   "The folder; without --append it must hold no index")
      ->required();
  command
      ->add_option("DOCS", options->documents,
                   "NDJSON or bulk lines, plain, .gz or .zst; - is standard input")
      ->required();
  command->add_option("--flush-docs", options->flush_docs, "Flush after exactly N documents")
      ->check(CLI::Range(int64_t{1}, int64_t{index::kMaxSegmentDocuments}));
  command->add_option("--ram-buffer", options->ram_buffer_mb, "Else flush at this many MB")
      ->check(CLI::Range(0.1, 1048576.0))
      ->capture_default_str();
  command
      ->add_option("--points-budget", options->points_budget_mb,
                   "MB of a field's points that merges hold in memory")
      ->check(CLI::Range(0.001, 1048576.0))
      ->capture_default_str();
  command->add_option("--force-merge", options->force_merge, "Merge down to N segments at the end")
      ->check(CLI::PositiveNumber);
  command->add_flag("--no-merge", options->no_merge,
                    "No merges while indexing; --force-merge still runs");
  command->add_flag("--append", options->append, "Add to the index of the folder, if there is one");
  options->merge.add_to(*command);
  command->add_option("--lucene-version", options->lucene_version,
                      "Write everything as that release does: 10.0.0 to 10.6.0");
  command->add_option("--on-error", options->on_error, "fail, or skip and count bad lines")
      ->check(CLI::IsMember({"fail", "skip"}))
      ->capture_default_str();
  command->add_option("--unmapped", options->unmapped, "error, or drop and count fields not mapped")
      ->check(CLI::IsMember({"error", "drop"}))
      ->capture_default_str();
  command->add_option("--trace", options->trace,
                      "Write the sizes and times of flushes and merges as NDJSON, for mergesim");
  add_unbuilt_options(*command, *options);
  options->format.add_to(*command);
  command->footer(
      examples("segsmith index --mapping mapping.json --output index documents.ndjson",
               "segsmith index --mapping mapping.json --output index --flush-docs 50000 "
               "--force-merge 1 documents.ndjson.zst"));
  command->callback([options] { run(*options); });
}

}  // namespace segsmith::cli
