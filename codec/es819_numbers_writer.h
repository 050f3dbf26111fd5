// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "codec/es819_doc_values_format.h"
#include "model/columns.h"
#include "packing/es819_blocks.h"
#include "packing/es95_pipeline.h"
#include "store/output.h"

namespace segsmith::codec::es819 {

/// How the blocks of a column are coded.
struct PlainBlocks {};
struct OrdinalBlocks {
  int bits;
};
struct PipelineBlocks {
  packing::es95::Descriptor descriptor;
  packing::es95::Encoder encoder;
};
using BlockCoding = std::variant<PlainBlocks, OrdinalBlocks, PipelineBlocks>;

/// Encodes the values of a column into `.dvd`, block by block as they come. Whole blocks go to the
/// encoder from the caller's memory.
class BlocksWriter {
 public:
  /// `data` outlives the writer.
  BlocksWriter(int block_shift, BlockCoding coding, store::Output& data);

  void add(std::span<const int64_t> values);
  /// Pads and writes the last block, and the index of blocks behind it. `meta` gets what describes
  /// them, from the marker on. Writes nothing when there were no values. `ordinal_shift`: the byte
  /// of ES95's versions 6 and 7.
  void finish(store::Output& meta, bool ordinal_shift);

 private:
  void encode(std::span<const int64_t> block);

  int block_shift_;
  BlockCoding coding_;
  store::Output& data_;
  uint64_t start_;
  std::vector<int64_t> offsets_;  ///< Of the blocks, from start_.
  std::array<int64_t, packing::es819::kMaxBlock> buffer_;
  size_t used_ = 0;
};

/// Ordinals of the primary sort field, which ascend: the first document of each.
class RangesWriter {
 public:
  RangesWriter(const std::string& field, int64_t ordinals);

  /// InvalidArgument when ordinals descend or one is left out.
  void add(const model::NumberBlock& block);
  void finish(int32_t max_doc, store::Output& meta, store::Output& data);

 private:
  const std::string& field_;
  int64_t ordinals_;
  std::vector<int64_t> starts_ = {0};
};

/// The marker and the places of the values of a dictionary of one term, which takes no bytes.
void write_one_ordinal(store::Output& meta, store::Output& data);

}  // namespace segsmith::codec::es819
