// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "util/bit_set.h"

/// Where the documents of a merge come from and go to, made once and walked by every column.
/// org.apache.lucene.index.MergeState (doc maps) and MultiSorter.
namespace segsmith::merge {

/// Consecutive live documents [first, first + count) of one source, placed after those of the run
/// before.
struct Run {
  int32_t source = 0;
  int32_t first = 0;
  int32_t count = 0;
};

/// Documents of one source: how many, and which of them live (null: all).
struct SourceDocs {
  int32_t max_doc = 0;
  const BitSet* live = nullptr;
};

/// The order of a merged segment's documents as a list of runs.
class DocMap {
 public:
  explicit DocMap(std::vector<Run> runs);

  std::span<const Run> runs() const { return runs_; }
  /// Documents of the merged segment.
  int32_t num_docs() const { return num_docs_; }
  /// New document of each old one of `source`, -1 where it is deleted.
  std::vector<int32_t> mapping(int32_t source, int32_t max_doc) const;

 private:
  std::vector<Run> runs_;
  int32_t num_docs_ = 0;
};

/// Source after source, deleted documents left out.
DocMap concatenate(std::span<const SourceDocs> sources);

/// Sort keys of one source: keys[k][doc], smaller first, whatever the direction of the sort.
using SortKeys = std::vector<std::vector<int64_t>>;

/// A k-way merge of sources that are each sorted by their keys; ties go to the earlier source, then
/// to the earlier document. `keys` has one entry a source, all with the same number of keys.
DocMap interleave(std::span<const SourceDocs> sources, std::span<const SortKeys> keys);

}  // namespace segsmith::merge
