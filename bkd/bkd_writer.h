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

/// Writes trees of BKD version 10 (BKDWriter), byte for byte as Lucene 10.6.0 does. One-dimensional
/// trees only so far: others are refused with InvalidArgument when the writer is made.
/// A one-dimensional tree is a function of its points alone: they are written in the order of
/// value, then document, whether they come from a flush, from Lucene's merge queue or from its
/// generic merge.
class BkdWriter {
 public:
  /// `max_doc` bounds the documents of the segment that is written.
  BkdWriter(const BkdConfig& config, int32_t max_doc);

  /// Sorts the points in place and writes them. `values` holds docs.size() packed values. Needs
  /// less than 2 MB besides. Nothing is written, and nothing returned, when there are no points.
  std::optional<BkdMeta> write_flush(std::span<std::byte> values, std::span<int32_t> docs,
                                     store::Output& index, store::Output& data);

  /// Merges trees of this writer's shape, a leaf of each at a time in memory. Where a map does not
  /// keep the order of a source's documents, the points are gathered and sorted instead. Nothing is
  /// written, and nothing returned, when no point is left.
  std::optional<BkdMeta> write_merge(std::span<const MergeSource> sources, store::Output& index,
                                     store::Output& data);

 private:
  BkdConfig config_;
  int32_t max_doc_;
};

}  // namespace segsmith::bkd
