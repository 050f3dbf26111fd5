// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "bkd/bkd_config.h"
#include "bkd/bkd_meta.h"
#include "bkd/point_buffer.h"
#include "bkd/point_file.h"
#include "store/output.h"
#include "util/bit_set.h"

namespace segsmith::bkd {

/// What is fixed for the trees of one writer.
struct NdTarget {
  BkdConfig config;
  int32_t version;
  int32_t max_doc;
  store::Output& index;
  store::Output& data;
};

/// Writes the tree of points of several dimensions (BKDWriter.writeFieldNDims), which are reordered
/// in place: `values` holds docs.size() > 0 packed values.
BkdMeta write_nd_flush(const NdTarget& target, std::span<std::byte> values,
                       std::span<int32_t> docs);

/// Takes points one by one in the order of a merge's sources, then writes their tree
/// (BKDWriter.add and finish): in memory as long as `most_in_memory` points suffice for
/// `most_points`, which bounds the number of those to come, else in files (null: always in memory).
class NdMergeWriter {
 public:
  NdMergeWriter(const NdTarget& target, uint64_t most_points, uint64_t most_in_memory,
                SpillFiles* files);

  /// Documents below max_doc, else InvalidArgument.
  void add(std::span<const int32_t> docs, const std::byte* values);
  /// Nothing is written, and nothing returned, when no point was added.
  std::optional<BkdMeta> finish();

 private:
  NdTarget target_;
  uint64_t most_in_memory_;
  SpillFiles* files_;
  std::unique_ptr<PointBuffer> buffer_;
  std::unique_ptr<PointFile> file_;
  uint64_t count_ = 0;
  BitSet docs_seen_;
};

}  // namespace segsmith::bkd
