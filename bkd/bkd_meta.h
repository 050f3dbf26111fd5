// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bkd/bkd_config.h"
#include "store/input.h"
#include "store/output.h"

namespace segsmith::bkd {

/// What `.kdm` says of one tree, from its "BKD" header on. docs/format/kdm.md;
/// BKDWriter.writeIndex.
struct BkdMeta {
  int32_t version = kBkdVersionCurrent;
  BkdConfig config;
  int32_t num_leaves = 0;
  std::vector<std::byte>
      min_packed;  ///< packed_index_bytes: the least value of each index dimension.
  std::vector<std::byte> max_packed;
  int64_t point_count = 0;
  int32_t doc_count = 0;     ///< Documents with at least one point.
  int32_t index_length = 0;  ///< Bytes of the packed index.
  int64_t data_offset = 0;   ///< Of the first leaf in `.kdd`.
  int64_t index_offset = 0;  ///< Of the packed index in `.kdi`.
};

void write_bkd_meta(store::Output& out, const BkdMeta& meta);

/// Reads and checks all that can be checked without the other files: shape, min <= max, counts that
/// agree. CorruptIndex, or UnsupportedVersion for a BKD version other than 9 and 10.
BkdMeta read_bkd_meta(store::Cursor& in);

}  // namespace segsmith::bkd
