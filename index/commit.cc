// SPDX-License-Identifier: Apache-2.0
#include "index/commit.h"

#include <algorithm>
#include <set>

#include "codec/file_names.h"
#include "util/base36.h"

namespace segsmith::index {
namespace {

constexpr std::string_view kPending = "pending_segments_";

void remove_quietly(store::Directory& directory, const std::string& name) {
  try {
    if (directory.exists(name)) directory.remove(name);
  } catch (const IoError&) {
    // What made the commit fail is the error to report.
  }
}

void write_pending(store::Directory& directory, const std::string& pending,
                   const SegmentInfos& infos) {
  store::Output out = directory.create(pending);
  write_segment_infos(out, infos);
  out.close();
  directory.sync({&pending, 1});
}

/// Lucene's IndexFileNames.CODEC_FILE_PATTERN, and commits.
bool is_index_file(const std::string& name) {
  if (name.starts_with("segments_") || name.starts_with(kPending)) return true;
  return name.find('.') != std::string::npos &&
         codec::is_segment_name(codec::parse_segment_name(name));
}

}  // namespace

std::string commit(store::Directory& directory, SegmentInfos& infos) {
  const int64_t previous = infos.generation;
  std::vector<std::string> files;
  for (const auto& segment : infos.segments) {
    const auto more = files_of(segment);
    files.insert(files.end(), more.begin(), more.end());
  }
  directory.sync(files);
  directory.sync_metadata();

  infos.generation = std::max(previous, last_commit_generation(directory).value_or(0)) + 1;
  const std::string number = to_base36(static_cast<uint64_t>(infos.generation));
  const std::string pending = std::string(kPending) + number;
  const std::string name = segments_file_name(infos.generation);
  bool renamed = false;
  try {
    remove_quietly(directory, pending);  // Left behind by a writer that died.
    write_pending(directory, pending, infos);
    directory.rename(pending, name);
    renamed = true;
    directory.sync_metadata();
  } catch (...) {
    remove_quietly(directory, renamed ? name : pending);
    infos.generation = previous;
    throw;
  }
  return name;
}

std::vector<std::string> remove_unused_files(store::Directory& directory,
                                             const SegmentInfos& keep) {
  std::set<std::string> used{segments_file_name(keep.generation)};
  for (const auto& segment : keep.segments) {
    const auto files = files_of(segment);
    used.insert(files.begin(), files.end());
  }
  std::vector<std::string> removed;
  for (const std::string& name : directory.list()) {
    if (!is_index_file(name) || used.contains(name)) continue;
    directory.remove(name);
    removed.push_back(name);
  }
  return removed;
}

}  // namespace segsmith::index
