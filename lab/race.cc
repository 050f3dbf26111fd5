// SPDX-License-Identifier: Apache-2.0
#include "lab/race.h"

#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "index/document_parser.h"
#include "index/index_writer.h"
#include "index/line_source.h"
#include "index/mapping.h"
#include "lab/enlarge.h"
#include "merge/forced_merge_driver.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

uint64_t nanos_since(Clock::time_point start) {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw IoError(path, "open", errno);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string read_documents(const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) {
    index::LineSource lines(file);
    std::string_view line;
    while (lines.next(line)) {
      text += line;
      text += '\n';
    }
  }
  return text;
}

/// A folder for the arms' indices: the one to keep, or a temporary one that goes with the object.
class Workspace {
 public:
  explicit Workspace(const std::string& keep) : kept_(!keep.empty()) {
    if (kept_) {
      path_ = keep;
      return;
    }
    std::string pattern = (fs::temp_directory_path() / "segsmith-race-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw IoError(pattern, "create", errno);
    path_ = pattern;
  }
  ~Workspace() {
    std::error_code ignored;
    if (!kept_) fs::remove_all(path_, ignored);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  std::string folder(Arm arm) const { return path_ + "/" + std::string(name_of(arm)); }

 private:
  bool kept_;
  std::string path_;
};

std::shared_ptr<const index::Mapping> mapping_of(std::shared_ptr<const index::Mapping> mapping,
                                                 const RaceOptions& options, Arm arm) {
  for (const std::string& field : options.fields) {
    mapping = mapping->with_structures(field, arm == Arm::points || arm == Arm::both,
                                       arm == Arm::skipper || arm == Arm::both);
  }
  return mapping;
}

/// Indexes the documents into one arm, with a flush after every flush_docs of them.
class ArmBuilder {
 public:
  ArmBuilder(std::shared_ptr<const index::Mapping> mapping, const std::string& folder, Arm arm,
             const RaceOptions& options)
      : options_(options),
        mapping_(std::move(mapping)),
        directory_(std::make_shared<store::MmapDirectory>(store::MmapDirectory::create_folder(folder))),
        writer_(directory_, mapping_,
                {.flush_docs = 0, .ram_buffer_bytes = 0, .compound = {}, .seed = options.seed}),
        parser_(mapping_, false) {
    result_.arm = arm;
  }

  ArmResult run(const Enlarger& source) {
    std::string line;
    chunk_start_ = Clock::now();
    for (uint64_t r = 0; r < options_.scale; ++r) {
      for (uint64_t i = 0; i < source.documents(); ++i) {
        line.clear();
        source.append(r, i, line);
        line.reserve(line.size() + index::DocumentParser::kPadding);
        add(line);
      }
    }
    if (in_chunk_ != 0) flush();
    merge_and_commit();
    return std::move(result_);
  }

 private:
  void add(const std::string& line) {
    try {
      parser_.parse(line, writer_.documents(), writer_.buffer());
    } catch (const index::DocumentError& e) {
      throw InvalidArgument("document " + std::to_string(writer_.documents() + 1) + ", column " +
                            std::to_string(e.offset() + 1) + ": " + e.what());
    }
    writer_.document_added();
    result_.json_bytes += line.size() + 1;
    if (++in_chunk_ == options_.flush_docs) flush();
  }

  void flush() {
    const uint64_t indexing = nanos_since(chunk_start_);
    const auto start = Clock::now();
    writer_.flush();
    const uint64_t flushing = nanos_since(start);
    result_.indexing_ns += indexing;
    result_.flush_ns += flushing;
    result_.documents += static_cast<uint64_t>(in_chunk_);
    result_.throughput.push_back(static_cast<double>(in_chunk_) /
                                 (static_cast<double>(indexing + flushing) / 1e9));
    in_chunk_ = 0;
    chunk_start_ = Clock::now();
  }

  void merge_and_commit() {
    result_.flushes = writer_.flushes();
    result_.segments_before_merge = writer_.segments().segments.size();
    const merge::Policy policy =
        mapping_->time_based() ? merge::Policy::log_byte_size : merge::Policy::tiered;
    merge::ForcedMergeDriver driver(policy, merge::default_merge_factor(policy), {});
    writer_.force_merge(1, driver);
    result_.merge = driver.stats();
    writer_.commit();
  }

  const RaceOptions& options_;
  std::shared_ptr<const index::Mapping> mapping_;
  std::shared_ptr<store::MmapDirectory> directory_;
  index::IndexWriter writer_;
  index::DocumentParser parser_;
  ArmResult result_;
  int64_t in_chunk_ = 0;
  Clock::time_point chunk_start_;
};

void check_options(const RaceOptions& options) {
  if (options.arms.size() < 2) throw InvalidArgument("a race needs at least two arms");
  for (size_t i = 0; i < options.arms.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (options.arms[i] == options.arms[k]) {
        throw InvalidArgument("arm '" + std::string(name_of(options.arms[i])) + "' is given twice");
      }
    }
  }
  if (options.fields.empty()) throw InvalidArgument("a race needs at least one field");
  for (double s : options.selectivities) {
    if (!(s > 0 && s <= 100)) throw InvalidArgument("a selectivity lies above 0 % and up to 100 %");
  }
  if (options.flush_docs < 1) throw InvalidArgument("--flush-docs must be at least 1");
  if (options.scale < 1 || options.runs < 1) throw InvalidArgument("--scale and --runs start at 1");
}

}  // namespace

RaceResult run_race(const RaceOptions& options) {
  check_options(options);
  const auto say = [&](const std::string& line) {
    if (options.progress) options.progress(line);
  };
  const auto mapping = index::Mapping::load(options.mapping);
  say("reading documents");
  const Enlarger source(read_documents(options.documents),
                        EnlargeFields::from_mapping(read_file(options.mapping)), options.seed);
  if (source.documents() == 0) throw InvalidArgument("no documents to race over");
  RaceResult result{options, {}, {}};
  const Workspace workspace(options.keep);
  std::vector<std::shared_ptr<const index::IndexReader>> readers;
  for (Arm arm : options.arms) {
    say("arm " + std::string(name_of(arm)) + ": indexing " +
        with_thousands(static_cast<int64_t>(source.documents() * options.scale)) + " documents");
    ArmBuilder builder(mapping_of(mapping, options, arm), workspace.folder(arm), arm, options);
    result.arms.push_back(builder.run(source));
    const auto start = Clock::now();
    readers.push_back(index::IndexReader::open(workspace.folder(arm)));
    result.arms.back().refresh_ns = nanos_since(start);
    result.arms.back().sizes = index_sizes(*readers.back());
  }
  say("querying");
  result.tasks = race_queries(options, readers);
  return result;
}

}  // namespace segsmith::lab
