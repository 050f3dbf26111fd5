// SPDX-License-Identifier: Apache-2.0
#include "lab/race.h"

#include <stdlib.h>

#include <algorithm>
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
#include "merge/policy_driver.h"
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

/// The documents of the race: the files' lines, repeated when there is a scale.
class RaceDocuments {
 public:
  explicit RaceDocuments(const RaceOptions& options) : scale_(options.scale) {
    std::string text = read_documents(options.documents);
    if (scale_ == 1) {
      text_ = std::move(text);
      for (size_t begin = 0; begin < text_.size();) {
        const size_t end = text_.find('\n', begin);
        if (end > begin) lines_.push_back({begin, end});
        begin = end + 1;
      }
    } else {
      const auto fields = EnlargeFields::from_mapping(read_file(options.mapping));
      enlarger_.emplace(std::move(text), fields, options.seed);
    }
    if (count() == 0) throw InvalidArgument("no documents to race over");
  }

  uint64_t count() const { return enlarger_ ? enlarger_->documents() * scale_ : lines_.size(); }
  void append(uint64_t i, std::string& out) const {
    if (enlarger_) {
      enlarger_->append(i / enlarger_->documents(), i % enlarger_->documents(), out);
    } else {
      out.append(text_, lines_[i].first, lines_[i].second - lines_[i].first);
    }
  }

 private:
  uint64_t scale_;
  std::string text_;
  std::vector<std::pair<size_t, size_t>> lines_;
  std::optional<Enlarger> enlarger_;
};

/// The documents between two flushes, made once for all arms.
struct Chunk {
  std::string text;
  std::vector<size_t> ends;  ///< Of each document in `text`.

  void fill(const RaceDocuments& documents, uint64_t first, uint64_t count) {
    text.clear();
    ends.clear();
    for (uint64_t i = first; i < first + count; ++i) {
      documents.append(i, text);
      ends.push_back(text.size());
    }
    text.append(index::DocumentParser::kPadding, ' ');
  }
};

/// Indexes the documents into one arm, chunk by chunk, each ended by a flush.
class ArmBuilder {
 public:
  ArmBuilder(std::shared_ptr<const index::Mapping> mapping, const std::string& folder, Arm arm,
             uint64_t seed)
      : mapping_(std::move(mapping)),
        directory_(
            std::make_shared<store::MmapDirectory>(store::MmapDirectory::create_folder(folder))),
        writer_(directory_, mapping_,
                {.flush_docs = 0, .ram_buffer_bytes = 0, .compound = {}, .seed = seed}),
        parser_(mapping_, false) {
    result_.arm = arm;
  }

  void add(const Chunk& chunk) {
    const auto start = Clock::now();
    size_t begin = 0;
    for (size_t end : chunk.ends) {
      add(std::string_view(chunk.text).substr(begin, end - begin));
      begin = end;
    }
    const uint64_t indexing = nanos_since(start);
    writer_.flush();
    const uint64_t whole = nanos_since(start);
    result_.indexing_ns += indexing;
    result_.flush_ns += whole - indexing;
    result_.documents += chunk.ends.size();
    result_.json_bytes += begin + chunk.ends.size();
    result_.throughput.push_back(static_cast<double>(chunk.ends.size()) * 1e9 /
                                 static_cast<double>(whole));
  }

  ArmResult merge_and_commit() {
    result_.flushes = writer_.flushes();
    result_.segments_before_merge = writer_.segments().segments.size();
    const merge::Policy policy =
        mapping_->time_based() ? merge::Policy::log_byte_size : merge::Policy::tiered;
    merge::PolicyDriver driver(policy, {});
    writer_.force_merge(1, driver);
    result_.merge = driver.stats();
    writer_.commit();
    return std::move(result_);
  }

 private:
  void add(std::string_view line) {
    try {
      parser_.parse(line, writer_.documents(), writer_.buffer());
    } catch (const index::DocumentError& e) {
      throw InvalidArgument("document " + std::to_string(writer_.documents() + 1) + ", column " +
                            std::to_string(e.offset() + 1) + ": " + e.what());
    }
    writer_.document_added();
  }

  std::shared_ptr<const index::Mapping> mapping_;
  std::shared_ptr<store::MmapDirectory> directory_;
  index::IndexWriter writer_;
  index::DocumentParser parser_;
  ArmResult result_;
};

/// All arms take each chunk before the next one comes, by turns, so that a machine whose speed
/// drifts is the same to all.
void index_arms(const RaceDocuments& documents, const RaceOptions& options,
                std::vector<std::unique_ptr<ArmBuilder>>& arms) {
  Chunk chunk;
  const auto step = static_cast<uint64_t>(options.flush_docs);
  for (uint64_t first = 0, turn = 0; first < documents.count(); first += step, ++turn) {
    chunk.fill(documents, first, std::min(step, documents.count() - first));
    for (size_t k = 0; k < arms.size(); ++k) arms[(turn + k) % arms.size()]->add(chunk);
  }
}

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
  const RaceDocuments documents(options);
  RaceResult result{options, {}, {}};
  const Workspace workspace(options.keep);
  std::vector<std::unique_ptr<ArmBuilder>> builders;
  for (Arm arm : options.arms) {
    builders.push_back(std::make_unique<ArmBuilder>(mapping_of(mapping, options, arm),
                                                    workspace.folder(arm), arm, options.seed));
  }
  say("indexing " + with_thousands(static_cast<int64_t>(documents.count())) + " documents in " +
      std::to_string(options.arms.size()) + " arms");
  index_arms(documents, options, builders);
  std::vector<std::shared_ptr<const index::IndexReader>> readers;
  for (size_t a = 0; a < builders.size(); ++a) {
    say("merging arm " + std::string(name_of(options.arms[a])));
    result.arms.push_back(builders[a]->merge_and_commit());
    builders[a].reset();
    const auto start = Clock::now();
    readers.push_back(index::IndexReader::open(workspace.folder(options.arms[a])));
    result.arms.back().refresh_ns = nanos_since(start);
    result.arms.back().sizes = index_sizes(*readers.back());
  }
  say("querying");
  result.tasks = race_queries(options, readers);
  return result;
}

}  // namespace segsmith::lab
