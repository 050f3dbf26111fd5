// SPDX-License-Identifier: Apache-2.0
#include "index/commit.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "codec/file_names.h"
#include "util/base36.h"

namespace segsmith::index {
namespace {

constexpr std::string_view kPending = "pending_";
constexpr std::string_view kCommit = "segments_";

bool remove_quietly(store::Directory& directory, const std::string& name) {
  try {
    if (directory.exists(name)) directory.remove(name);
    return true;
  } catch (const IoError&) {
    // What made the commit fail is the error to report; and what is not needed any more does no
    // harm.
    return false;
  }
}

void write_pending(store::Directory& directory, const std::string& pending,
                   const SegmentInfos& infos) {
  store::Output out = directory.create(pending);
  write_segment_infos(out, infos);
  out.close();
  directory.sync({&pending, 1});
}

/// The files of an older commit that stays.
SegmentInfos read_commit(const store::Directory& directory, int64_t generation) {
  SegmentInfos infos =
      parse_segment_infos(directory.open(segments_file_name(generation)), generation);
  for (auto& segment : infos.segments) read_segment(directory, infos, segment);
  return infos;
}

/// N of "pending_segments_N".
std::optional<int64_t> generation_of_pending(std::string_view file) {
  if (!file.starts_with(kPending)) return {};
  return generation_of_commit(file.substr(kPending.size()));
}

/// Lucene's IndexFileNames.CODEC_FILE_PATTERN.
bool is_segment_file(std::string_view name) {
  return name.find('.') != std::string::npos &&
         codec::is_segment_name(codec::parse_segment_name(name));
}

bool is_index_file(std::string_view name) {
  return name.starts_with(kCommit) || name.starts_with("pending_segments_") ||
         is_segment_file(name);
}

/// IndexFileNames.parseGeneration: 1 of "_0_1.liv" and "_0_1_Lucene90_0.dvd", else 0.
int64_t generation_of_file(std::string_view file) {
  const std::string_view stem = file.substr(1, file.find('.') - 1);
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= stem.size();) {
    const size_t end = std::min(stem.find('_', begin), stem.size());
    parts.push_back(stem.substr(begin, end - begin));
    begin = end + 1;
  }
  if (parts.size() != 2 && parts.size() != 4) return 0;
  return static_cast<int64_t>(from_base36(parts[1]).value_or(0));
}

void add_files(const SegmentInfos& infos, std::set<std::string>& used) {
  used.insert(segments_file_name(infos.generation));
  for (const auto& segment : infos.segments) {
    const auto files = files_of(segment);
    used.insert(files.begin(), files.end());
  }
}

constexpr std::string_view kExtensions[] = {
    "cfs", "cfe", "si",  "fnm", "dvd", "dvm", "dvs",  "dvp", "kdd",  "kdi", "kdm",  "fdt",
    "fdx", "fdm", "liv", "tim", "tip", "tmd", "doc",  "pos", "pay",  "psm", "nvd",  "nvm",
    "tvd", "tvx", "tvm", "vec", "vex", "vem", "vemf", "veq", "vemq", "veb", "vemb", "tmp"};

}  // namespace

std::optional<int64_t> generation_of_commit(std::string_view file) {
  if (!file.starts_with(kCommit)) return {};
  const auto generation = from_base36(file.substr(kCommit.size()));
  if (!generation) return {};
  return static_cast<int64_t>(*generation);
}

PendingCommit::PendingCommit(store::Directory& directory, SegmentInfos infos)
    : directory_(directory), infos_(std::move(infos)) {
  std::vector<std::string> files;
  for (const auto& segment : infos_.segments) {
    const auto more = files_of(segment);
    files.insert(files.end(), more.begin(), more.end());
  }
  directory_.sync(files);
  directory_.sync_metadata();
  infos_.generation =
      std::max(infos_.generation, last_commit_generation(directory_).value_or(0)) + 1;
  pending_ = std::string(kPending) + segments_file_name(infos_.generation);
  try {
    remove_quietly(directory_, pending_);  // Left behind by a writer that died.
    write_pending(directory_, pending_, infos_);
  } catch (...) {
    remove_quietly(directory_, pending_);
    throw;
  }
}

PendingCommit::~PendingCommit() {
  if (!pending_.empty()) remove_quietly(directory_, pending_);
}

std::string PendingCommit::finish() {
  std::string name = segments_file_name(infos_.generation);
  bool renamed = false;
  try {
    directory_.rename(pending_, name);
    renamed = true;
    directory_.sync_metadata();
  } catch (...) {
    remove_quietly(directory_, renamed ? name : pending_);
    pending_.clear();
    throw;
  }
  pending_.clear();
  return name;
}

std::string commit(store::Directory& directory, SegmentInfos& infos) {
  PendingCommit pending(directory, infos);
  std::string name = pending.finish();
  infos.generation = pending.infos().generation;
  return name;
}

SegmentGenerations inflate_generations(const store::Directory& directory, SegmentInfos& infos) {
  SegmentGenerations generations;
  for (const std::string& file : directory.list()) {
    if (const auto commit = generation_of_commit(file)) {
      infos.generation = std::max(infos.generation, *commit);
    } else if (const auto pending = generation_of_pending(file)) {
      infos.generation = std::max(infos.generation, *pending);
    } else if (is_segment_file(file) && !file.ends_with(".tmp")) {
      const std::string segment(codec::parse_segment_name(file));
      const uint64_t number = from_base36(std::string_view(segment).substr(1)).value_or(0);
      infos.counter = std::max(infos.counter, number + 1);
      int64_t& highest = generations[segment];
      highest = std::max(highest, generation_of_file(file));
    }
  }
  return generations;
}

std::vector<std::string> remove_unused_files(store::Directory& directory, const SegmentInfos& keep,
                                             size_t kept_commits) {
  const std::vector<std::string> files = directory.list();
  std::vector<std::string> removed;
  std::vector<int64_t> older;
  for (const std::string& name : files) {
    const auto generation = generation_of_commit(name);
    if (generation && *generation < keep.generation) older.push_back(*generation);
  }
  std::ranges::sort(older, std::greater<>());
  std::set<std::string> used;
  add_files(keep, used);
  // Commits go before their files: Lucene opens every commit that it finds.
  for (size_t i = 0; i < older.size(); ++i) {
    const std::string name = segments_file_name(older[i]);
    if (i + 1 >= kept_commits && remove_quietly(directory, name)) {
      removed.push_back(name);
    } else {
      add_files(read_commit(directory, older[i]), used);
    }
  }
  for (const std::string& name : files) {
    if (!is_index_file(name) || generation_of_commit(name) || used.contains(name)) continue;
    if (remove_quietly(directory, name)) removed.push_back(name);
  }
  return removed;
}

void remove_abandoned_files(store::Directory& directory) {
  std::vector<std::string> abandoned;
  for (const std::string& file : directory.list()) {
    const std::string_view extension = std::string_view(file).substr(file.rfind('.') + 1);
    const bool known = std::ranges::find(kExtensions, extension) != std::end(kExtensions);
    if ((known && is_segment_file(file)) || generation_of_pending(file)) {
      abandoned.push_back(file);
    } else if (file.starts_with("_") || file.starts_with("pending_segments")) {
      throw InvalidArgument("'" + directory.describe() + "' holds '" + file +
                            "', a file of an index without a commit: empty it first");
    }
  }
  for (const std::string& file : abandoned) directory.remove(file);
}

}  // namespace segsmith::index
