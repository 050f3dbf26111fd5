// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "index/segment_infos.h"
#include "index/segment_reader.h"
#include "model/facts.h"
#include "store/directory.h"

namespace segsmith::index {

/// The newest commit of an index with its segments open (org.apache.lucene.index.DirectoryReader).
/// Immutable and thread-safe.
class IndexReader {
 public:
  /// Opens a folder. IoError when it is missing, InvalidArgument when it holds no index.
  static std::shared_ptr<const IndexReader> open(const std::string& path);
  /// The same over a directory that the reader keeps alive.
  static std::shared_ptr<const IndexReader> open(std::shared_ptr<const store::Directory> directory);

  const store::Directory& directory() const { return *directory_; }
  const SegmentInfos& commit() const { return commit_; }
  /// In commit order.
  const std::vector<std::shared_ptr<const SegmentReader>>& segments() const { return segments_; }
  int64_t max_doc() const;
  int64_t num_docs() const;
  /// Facts of segments_N and of every segment.
  void visit(const model::FactVisitor& visitor) const;

 private:
  IndexReader() = default;

  std::shared_ptr<const store::Directory> directory_;
  SegmentInfos commit_;
  std::vector<std::shared_ptr<const SegmentReader>> segments_;
};

}  // namespace segsmith::index
