// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "index/document_parser.h"
#include "index/index_writer.h"
#include "index/line_source.h"
#include "index/mapping.h"
#include "index/merge_driver.h"
#include "store/directory.h"

namespace segsmith::index {

/// What a run of documents left to say.
struct IndexReport {
  int64_t documents = 0;
  int64_t skipped = 0;  ///< Lines that were no document of the mapping (`on_error_skip`).
  /// The first skipped lines, with their places; at most kMostSkippedShown.
  std::vector<std::string> skipped_messages;
  std::map<std::string, uint64_t> dropped;  ///< Values of unmapped fields, by name.
  int flushes = 0;
  size_t segments = 0;
  uint64_t json_bytes = 0;   ///< Uncompressed input.
  uint64_t index_bytes = 0;  ///< Of all files.
  // Nanoseconds.
  uint64_t indexing_ns = 0;  ///< Reading, parsing and buffering.
  uint64_t flush_ns = 0;
  uint64_t merge_ns = 0;
  uint64_t commit_ns = 0;
};

inline constexpr size_t kMostSkippedShown = 10;

struct IndexOptions {
  std::shared_ptr<const Mapping> mapping;
  std::vector<std::string> documents;  ///< Files; "-" is standard input.
  IndexWriterOptions writer = {};
  bool on_error_skip = false;
  bool drop_unmapped = false;
  /// Segments to merge down to after the last flush; 0: none.
  int force_merge = 0;
  MergeDriver* driver = nullptr;  ///< Needed for force_merge.
  /// Called now and then with the documents so far; may be empty.
  std::function<void(int64_t)> progress = {};
};

/// Feeds lines of NDJSON or bulk input to a writer.
class DocumentFeeder {
 public:
  DocumentFeeder(IndexWriter& writer, const IndexOptions& options);

  /// All documents of one source. InvalidArgument begins with file, line and column.
  void feed(LineSource& lines, IndexReport& report);

 private:
  void add(std::string_view line, const LineSource& lines, IndexReport& report);
  void refuse(const std::string& where, const std::string& message, IndexReport& report) const;

  IndexWriter& writer_;
  const IndexOptions& options_;
  DocumentParser parser_;
};

/// Indexes documents into an empty directory, or where told so into the index that is there, and
/// commits once. On an exception the directory is as it was.
IndexReport build_index(std::shared_ptr<store::Directory> directory, const IndexOptions& options);

}  // namespace segsmith::index
