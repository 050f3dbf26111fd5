// SPDX-License-Identifier: Apache-2.0
#include "index/commit_writer.h"

#include <algorithm>
#include <utility>

#include "util/error.h"

namespace segsmith::index {

CommitWriter::CommitWriter(std::shared_ptr<store::Directory> directory, CommitWriterOptions options)
    : directory_(std::move(directory)), options_(options), ids_(options.seed) {
  options_.keep_commits = std::max<size_t>(options_.keep_commits, 1);
  if (last_commit_generation(*directory_)) {
    infos_ = read_last_commit(*directory_);
    committed_ = infos_;
    generations_ = inflate_generations(*directory_, infos_);
    remove_unused_files(*directory_, committed_, options_.keep_commits);
  } else {
    // Nothing of it was ever seen, so its names are free again.
    remove_abandoned_files(*directory_);
  }
}

CommitWriter::~CommitWriter() {
  try {
    rollback();
  } catch (const Error&) {
    // The next writer removes what is left.
  }
}

int64_t CommitWriter::highest_generation(std::string_view segment) const {
  const auto found = generations_.find(segment);
  return found == generations_.end() ? 0 : found->second;
}

void CommitWriter::prepare_commit() {
  if (pending_) throw InvalidArgument("a prepared commit waits to be finished or rolled back");
  infos_.id = ids_.next();
  infos_.written_by(*options_.release);
  pending_.emplace(*directory_, infos_);
}

std::string CommitWriter::commit() {
  if (!pending_) prepare_commit();
  std::string name;
  try {
    name = pending_->finish();
  } catch (...) {
    pending_.reset();
    throw;
  }
  committed_ = pending_->infos();
  infos_.generation = committed_.generation;
  pending_.reset();
  remove_unused_files(*directory_, committed_, options_.keep_commits);
  return name;
}

void CommitWriter::rollback() {
  pending_.reset();
  infos_ = committed_;
  if (has_commit()) {
    generations_ = inflate_generations(*directory_, infos_);
    remove_unused_files(*directory_, committed_, options_.keep_commits);
  } else {
    remove_abandoned_files(*directory_);
  }
}

}  // namespace segsmith::index
