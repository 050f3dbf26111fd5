// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bkd/bkd_config.h"
#include "bkd/bkd_meta.h"
#include "bkd/bkd_reader.h"
#include "bkd/point_file.h"
#include "store/output.h"

namespace segsmith::bkd {

/// Where a source's documents go in a merge (MergeState.DocMap).
struct DocMap {
  /// By old document: the new one, or -1 when it is deleted. Empty: old + base, nothing deleted.
  std::span<const int32_t> new_docs;
  int32_t base = 0;
};

/// One tree to merge.
struct MergeSource {
  std::shared_ptr<const BkdReader> reader;
  DocMap docs;
};

/// How trees are written, apart from their shape.
struct BkdWriterOptions {
  /// kBkdVersionMetaFile as Lucene 10.0 and 10.1 write, or kBkdVersionVectorized.
  int32_t version = kBkdVersionCurrent;
  /// maxMBSortInHeap: what a merge of points of several dimensions may hold in memory. More goes to
  /// `spill`, where there is one.
  double max_mb_sort_in_heap = kDefaultMaxMbSortInHeap;
  SpillFiles* spill = nullptr;
};

/// Writes trees (BKDWriter), byte for byte as Lucene 10.6.0 does.
/// A one-dimensional tree is a function of its points alone: they are written in the order of
/// value, then document, whether they come from a flush, from Lucene's merge queue or from its
/// generic merge. So is one of several dimensions whose documents have one point each; else the
/// order of adding, and the budget, may show.
class BkdWriter {
 public:
  /// `max_doc` bounds the documents of the segment that is written. InvalidArgument for a shape
  /// that Lucene does not have, and for a budget that does not hold one leaf.
  BkdWriter(const BkdConfig& config, int32_t max_doc, const BkdWriterOptions& options = {});

  /// Sorts the points in place and writes them. `values` holds docs.size() packed values in the
  /// order of adding. Needs less than 2 MB besides, and the index of the tree. Nothing is written,
  /// and nothing returned, when there are no points.
  std::optional<BkdMeta> write_flush(std::span<std::byte> values, std::span<int32_t> docs,
                                     store::Output& index, store::Output& data);

  /// Merges trees of this writer's shape: of one dimension with a leaf of each at a time in memory.
  /// Those of several dimensions, and of one where a map does not keep the order of a source's
  /// documents, are gathered and sorted anew within the budget. Nothing is written, and nothing
  /// returned, when no point is left.
  std::optional<BkdMeta> write_merge(std::span<const MergeSource> sources, store::Output& index,
                                     store::Output& data);

 private:
  std::optional<BkdMeta> sort_anew(std::span<const MergeSource> sources, store::Output& index,
                                   store::Output& data);

  BkdConfig config_;
  int32_t max_doc_;
  BkdWriterOptions options_;
  uint64_t most_in_memory_;  ///< Points that the budget holds.
};

}  // namespace segsmith::bkd
