// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "index/appended_index.h"
#include "index/commit_writer.h"
#include "index/mapping.h"
#include "index/merge_driver.h"
#include "index/segment_buffer.h"
#include "index/segment_infos.h"
#include "index/segment_writer.h"
#include "store/directory.h"
#include "util/id.h"

namespace segsmith::index {

/// IndexWriter.MAX_DOCS is one segment's limit too.
inline constexpr int32_t kMaxSegmentDocuments = INT32_MAX - 128;

struct IndexWriterOptions {
  /// Flush after exactly this many documents; 0: by memory alone.
  int64_t flush_docs = 0;
  /// Flush when the buffers hold this much; 0: never. Ignored when flush_docs is set.
  uint64_t ram_buffer_bytes = uint64_t{64} << 20;
  CompoundUse compound = CompoundUse::automatic;
  /// What merges may hold in memory of a field's points of several dimensions.
  double points_budget_mb = bkd::kDefaultMaxMbSortInHeap;
  /// Repeatable segment ids.
  std::optional<uint64_t> seed = {};
  /// Asked for natural merges after each flush; null: segments stay as they are flushed. Must
  /// outlive the writer.
  MergeDriver* natural_merges = nullptr;
  /// Called with each flushed segment; may be empty.
  std::function<void(const model::SegmentCommitInfo&)> flushed = {};
  /// The same for each segment that a merge made.
  std::function<void(const model::SegmentCommitInfo&)> merged = {};
  /// As which release everything is written.
  const codec::LuceneRelease* release = &codec::kCurrentRelease;
  /// Adds to the index that the directory holds, if any.
  bool append = false;
};

/// Buffers documents, flushes them as segments, merges on demand and commits once. The directory
/// must hold no index, unless told to append to it. Until commit() no reader sees anything; the
/// destructor removes what was not committed. One thread.
class IndexWriter {
 public:
  /// When appending, InvalidArgument names what in the mapping disagrees with the index: a field's
  /// structures, or the index sort.
  IndexWriter(std::shared_ptr<store::Directory> directory, std::shared_ptr<const Mapping> mapping,
              IndexWriterOptions options);
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  /// Where the next document's values go. The caller begins a document, adds values and ends it
  /// with document_added(), or takes it back with SegmentBuffer::roll_back().
  SegmentBuffer& buffer() { return buffer_; }
  /// Ends the document and flushes when it is time.
  void document_added();
  int64_t documents() const { return documents_; }
  /// `_seq_no` of the next document that brings none: the number of documents before it, counted on
  /// from the highest of an index that is appended to.
  int64_t next_seq_no() const { return index_.next_seq_no() + documents_; }

  /// Writes what is buffered as one segment; nothing when no document is.
  void flush();
  /// Flushes, then merges down to at most `max_segments`; the sources' files are removed.
  void force_merge(int max_segments, MergeDriver& driver);
  /// Makes the merges that the driver wants now, until it wants no more; nothing is flushed.
  void merge(const MergeRequest& request, MergeDriver& driver);
  /// Flushes and writes the next segments_N.
  void commit();

  const SegmentInfos& segments() const { return writer_.infos(); }
  int flushes() const { return flushes_; }
  uint64_t flush_ns() const { return flush_ns_; }  ///< Time spent in flushes.
  uint64_t merge_ns() const { return merge_ns_; }  ///< Time spent in merges.

 private:
  SegmentTarget target(std::string source);
  CompoundRule compound_rule() const;
  /// Returns the name of the new segment.
  std::string merge_once(const std::vector<std::string>& names, MergeDriver& driver);
  /// Removes its files, unless the last commit holds it.
  void forget(const model::SegmentCommitInfo& segment);

  std::shared_ptr<store::Directory> directory_;
  IndexWriterOptions options_;
  CommitWriter writer_;
  AppendedIndex index_;
  std::shared_ptr<const Mapping> mapping_;
  SegmentBuffer buffer_;
  std::unique_ptr<SegmentWriter> segment_;  ///< Of the documents being buffered.
  int64_t documents_ = 0;
  int flushes_ = 0;
  uint64_t flush_ns_ = 0;
  uint64_t merge_ns_ = 0;
};

}  // namespace segsmith::index
