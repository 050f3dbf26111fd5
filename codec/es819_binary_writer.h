// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/es819_doc_values_format.h"
#include "model/columns.h"
#include "packing/binary_blocks.h"
#include "store/output.h"

namespace segsmith::codec::es819 {

/// Writes BINARY values in blocks compressed with zstd, each ended by the value that reaches a
/// limit of bytes or documents, and the two tables that place them.
class BinaryBlocksWriter {
 public:
  /// `data` outlives the writer.
  BinaryBlocksWriter(packing::es819::DocOffsets offsets, BinaryBlockLimits limits,
                     store::Output& data);

  /// InvalidArgument when a block would hold 2^31 bytes or more.
  void add(const model::BytesBlock& values);
  /// Writes the last block.
  void finish();
  /// The tables; nothing when there were no values.
  void write_tables(store::Output& meta);

 private:
  void flush();

  packing::es819::BinaryBlockEncoder encoder_;
  BinaryBlockLimits limits_;
  store::Output& data_;
  std::vector<uint32_t> lengths_;
  std::vector<std::byte> raw_;
  std::vector<int64_t> addresses_;  ///< Of the blocks, and the end.
  std::vector<int64_t> doc_counts_ = {0};
  uint32_t max_raw_ = 0;
  uint32_t max_docs_ = 0;
};

}  // namespace segsmith::codec::es819
