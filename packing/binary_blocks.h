// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "store/input.h"
#include "store/output.h"

struct ZSTD_DCtx_s;

/// Blocks of byte strings in Elasticsearch's time-series doc values: a byte (bit 0: compressed),
/// the length of all bytes, where each string begins, and the bytes, as one zstd frame of level 1
/// or as they are. Format: docs/format/es-tsdb-doc-values.md.
namespace segsmith::packing::es819 {

/// How the n + 1 starts of the strings of a block are kept.
enum class DocOffsets : uint8_t {
  grouped_vints,  ///< ES819TSDB: lengths, after a 0, as grouped VInts.
  bit_stream,     ///< ES8193TSDB, ES95TSDB: a width byte, then lengths, after a 0, high bit first.
};

/// Writes blocks; keeps its compressor and its memory from one to the next.
class BinaryBlockEncoder {
 public:
  explicit BinaryBlockEncoder(DocOffsets offsets);
  BinaryBlockEncoder(BinaryBlockEncoder&&) noexcept;
  BinaryBlockEncoder& operator=(BinaryBlockEncoder&&) noexcept;
  ~BinaryBlockEncoder();
  /// The strings of a block, one after the other in `raw`; their lengths add up to its size
  /// (InvalidArgument otherwise).
  void encode(std::span<const uint32_t> lengths, std::span<const std::byte> raw,
              store::Output& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// One block decoded. Its storage and its decompressor are used again by the next; not for sharing
/// across threads.
struct BinaryBlock {
  std::vector<uint32_t> offsets;  ///< n + 1, from 0 to raw.size().
  std::vector<std::byte> raw;

  struct FreeDecompressor {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_DCtx_s, FreeDecompressor> decompressor;  ///< Made when it is needed.
};

/// Decodes the bytes [begin, end) of `data`, exactly one block of `docs` strings with at most
/// `max_raw` bytes in all; both come from the field's metadata, and `docs` is believed. Nothing is
/// allocated before the declared length is found to be no more than that and what zstd could make
/// of the bytes that are there.
/// CorruptIndex when the bytes are no such block.
void decode_binary_block(const store::Input& data, uint64_t begin, uint64_t end, uint32_t docs,
                         uint32_t max_raw, DocOffsets offsets, BinaryBlock& block);

}  // namespace segsmith::packing::es819
