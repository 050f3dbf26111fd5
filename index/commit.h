// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/segment_infos.h"
#include "store/directory.h"

namespace segsmith::index {

/// N of "segments_N"; nothing for other names.
std::optional<int64_t> generation_of_commit(std::string_view file);

/// A commit between its two phases (IndexWriter.prepareCommit). The constructor makes all of it
/// durable in Lucene's order: files of the segments synced, pending_segments_N written and synced;
/// N is one above infos.generation and above every commit of the directory. finish() gives it its
/// name. Without finish() the destructor removes the pending file, and the directory shows its old
/// commit.
class PendingCommit {
 public:
  PendingCommit(store::Directory& directory, SegmentInfos infos);
  ~PendingCommit();
  PendingCommit(const PendingCommit&) = delete;
  PendingCommit& operator=(const PendingCommit&) = delete;

  const SegmentInfos& infos() const { return infos_; }
  /// Renames to segments_N and syncs the directory; returns that name. On failure the directory
  /// shows its old commit. An existing commit is never replaced.
  std::string finish();

 private:
  store::Directory& directory_;
  SegmentInfos infos_;
  std::string pending_;  ///< Empty once the file is gone.
};

/// Both phases at once. `infos.generation` becomes N; on failure it stays. Returns the file's name.
std::string commit(store::Directory& directory, SegmentInfos& infos);

/// The highest generation of any file of a segment, by the segment's name.
using SegmentGenerations = std::map<std::string, int64_t, std::less<>>;

/// Lets the next names of commits and segments begin above all names in the directory, also those
/// that no commit holds, so that no name is ever used twice; returns the same of each segment's
/// files (IndexFileDeleter.inflateGens). As Lucene has it, live docs, field infos and doc values
/// share their highest generation here.
SegmentGenerations inflate_generations(const store::Directory& directory, SegmentInfos& infos);

/// Removes files that neither `keep` nor one of the `kept_commits` - 1 newest commits before it
/// needs: older segments_N first, then segment files that only they use or that no commit holds
/// (KeepOnlyLastCommitDeletionPolicy for 1). Files that are not an index's stay. What cannot be
/// removed is left for the next time. Returns the names removed.
std::vector<std::string> remove_unused_files(store::Directory& directory, const SegmentInfos& keep,
                                             size_t kept_commits = 1);

/// Removes what writers that died left in a directory without a commit: files with the names and
/// extensions of Lucene's. InvalidArgument when other names begin as those of an index do.
void remove_abandoned_files(store::Directory& directory);

}  // namespace segsmith::index
