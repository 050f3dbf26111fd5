// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "store/input.h"

/// LZ4 blocks as Lucene's org.apache.lucene.util.compress.LZ4 makes them with its fast hash table.
/// The block format is LZ4's own; which matches are taken is Lucene's, and depends on what the
/// table remembers of earlier calls.
namespace segsmith::packing {

inline constexpr size_t kLz4MaxDistance = 65536;

/// FastCompressionHashTable: last position by hash, 16 KB: 2^13 shorts when the input (with its
/// dictionary) less five is below 64 K, else 2^12 ints. Kept across calls and **not cleared**, so
/// one table must live exactly as long as Lucene's does: one per terms dictionary, one per
/// stored-fields compressor. Changing the size class starts a zeroed table.
class Lz4FastTable {
 public:
  /// Positions inserted and looked up by lz4_compress; not for other callers.
  std::span<uint16_t> shorts();
  std::span<uint32_t> ints();

 private:
  std::vector<uint16_t> shorts_;
  std::vector<uint32_t> ints_;
};

/// Appends the compressed form of data_with_dictionary[dict_length..] to `out`; the bytes before
/// are a preset dictionary of at most 64 KB (InvalidArgument beyond). Inputs of at most nine bytes
/// are plain literals and leave the table alone. Bytes are those of LZ4.compressWithDictionary.
void lz4_compress(std::span<const std::byte> data_with_dictionary, size_t dict_length,
                  Lz4FastTable& table, std::vector<std::byte>& out);

/// What a decoder run came to: bytes of input consumed, or what was wrong near that byte.
struct Lz4Result {
  size_t consumed = 0;
  const char* error = nullptr;  ///< Null when all went well, else what was expected.
};

/// Decodes exactly `out_length` bytes to out_with_dict[dict_length ...], whose first dict_length
/// bytes are the preset dictionary. Never reads or writes outside the spans (it may use the part of
/// the output behind out_length as scratch); offset 0, references before the output's start and
/// sequences that overshoot out_length are errors. Never throws for bad bytes; InvalidArgument when
/// the output span is too short.
Lz4Result lz4_try_decompress(std::span<const std::byte> in, size_t out_length,
                             std::span<std::byte> out_with_dict, size_t dict_length);

/// The same from a cursor, which then stands behind the block; CorruptIndex for bad bytes.
void lz4_decompress(store::Cursor& in, size_t out_length, std::span<std::byte> out_with_dict,
                    size_t dict_length = 0);

}  // namespace segsmith::packing
