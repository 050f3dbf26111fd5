// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "index/commit.h"
#include "index/segment_infos.h"
#include "store/directory.h"
#include "util/id.h"

namespace segsmith::index {

struct CommitWriterOptions {
  /// Commits that stay, the newest one included; at least 1 (KeepOnlyLastCommitDeletionPolicy).
  size_t keep_commits = 1;
  /// Repeatable ids.
  std::optional<uint64_t> seed = {};
  /// As which release segments_N is written.
  const codec::LuceneRelease* release = &codec::kCurrentRelease;
};

/// The index of a directory while it is being written: what every writer does around its own work
/// (org.apache.lucene.index.IndexWriter and IndexFileDeleter). Opening removes what earlier writers
/// left unfinished, and commits beyond those that are kept; files of commits that stay are never
/// touched. What is made is seen by no reader until commit(). One thread.
class CommitWriter {
 public:
  /// Opens the newest commit; a directory without one begins an empty index.
  CommitWriter(std::shared_ptr<store::Directory> directory, CommitWriterOptions options = {});
  /// Rolls back what was not committed.
  ~CommitWriter();
  CommitWriter(const CommitWriter&) = delete;
  CommitWriter& operator=(const CommitWriter&) = delete;

  store::Directory& directory() { return *directory_; }
  const std::shared_ptr<store::Directory>& shared_directory() const { return directory_; }
  IdSource& ids() { return ids_; }
  /// What the next commit will hold; the owner changes it and says so by changed().
  SegmentInfos& infos() { return infos_; }
  const SegmentInfos& infos() const { return infos_; }
  /// Whether the directory held a commit when it was opened, or one was made since.
  bool has_commit() const { return committed_.generation > 0; }
  void changed() { ++infos_.version; }
  /// The highest generation that any file of a segment had when the directory was opened: those of
  /// new files are above it. 0 for segments made since.
  int64_t highest_generation(std::string_view segment) const;
  bool has_changes() const {
    return infos_.version != committed_.version || infos_.user_data != committed_.user_data;
  }

  /// Phase one: makes everything durable under a name that readers do not look at. InvalidArgument
  /// when a prepared commit waits already.
  void prepare_commit();
  /// Phase two, preparing first where that was not done: readers see the new commit, and what no
  /// commit that stays needs is removed. Returns the name of its file.
  std::string commit();
  /// Forgets what was not committed, also a prepared commit, and removes its files.
  void rollback();

 private:
  std::shared_ptr<store::Directory> directory_;
  CommitWriterOptions options_;
  IdSource ids_;
  SegmentInfos infos_;
  SegmentInfos committed_;
  SegmentGenerations generations_;
  std::optional<PendingCommit> pending_;
};

}  // namespace segsmith::index
