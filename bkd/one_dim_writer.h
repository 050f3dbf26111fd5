// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bkd/bkd_config.h"
#include "bkd/bkd_meta.h"
#include "bkd/index_packer.h"
#include "bkd/leaf_writer.h"
#include "store/output.h"
#include "util/bit_set.h"

namespace segsmith::bkd {

/// Cuts points that come in the order of value and document into leaves and writes them
/// (BKDWriter.OneDimensionBKDWriter).
class OneDimWriter {
 public:
  /// With `distinct_docs` the caller warrants that no document comes twice, which saves a bit set.
  OneDimWriter(const BkdConfig& config, int32_t version, int32_t max_doc, bool distinct_docs,
               store::Output& data);

  /// Where the next points may be put directly, to be followed by commit(): values() has room for
  /// room() packed values (and slack), docs() for as many documents. room() > 0 always.
  size_t room() const { return static_cast<size_t>(config_.max_points_in_leaf) - count_; }
  std::byte* values() { return values_.data() + count_ * packed_; }
  int32_t* docs() { return docs_.data() + count_; }
  void commit(size_t count) {
    count_ += count;
    if (room() == 0) write_leaf();
  }
  /// Copies points in.
  void add(const std::byte* values, const int32_t* docs, size_t count);

  /// Writes the last leaf, then the packed index; nothing when there were no points.
  std::optional<BkdMeta> finish(store::Output& index);

 private:
  void write_leaf();

  BkdConfig config_;
  size_t packed_;
  store::Output& data_;
  LeafWriter leaf_writer_;
  std::vector<std::byte> values_;
  std::vector<int32_t> docs_;
  size_t count_ = 0;
  int32_t max_doc_;
  bool distinct_docs_;
  BitSet docs_seen_;
  LeafNodes nodes_;
  BkdMeta meta_;
};

}  // namespace segsmith::bkd
