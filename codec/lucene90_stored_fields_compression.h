// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "codec/lucene90_stored_fields_format.h"
#include "store/input.h"
#include "store/output.h"

/// The payload of a stored-fields chunk: a dictionary cut from its front, then about ten blocks
/// that are compressed against it, so that one document costs a tenth of the chunk.
/// org.apache.lucene.codecs.lucene90.{LZ4,Deflate}WithPresetDictCompressionMode
namespace segsmith::codec {

/// Compresses payloads one after another. LZ4's hash table lives as long as the compressor, which
/// reaches the bytes: one compressor a writer.
class StoredFieldsCompressor {
 public:
  virtual ~StoredFieldsCompressor() = default;
  virtual void compress(std::span<const std::byte> payload, store::Output& out) = 0;

  static std::unique_ptr<StoredFieldsCompressor> create(StoredFieldsMode mode);
};

/// Fills `out` from one payload at the cursor, which then stands behind it. CorruptIndex unless the
/// payload holds exactly out.size() bytes. `scratch` is reused between calls.
void decompress_payload(StoredFieldsMode mode, store::Cursor& in, std::span<std::byte> out,
                        std::vector<std::byte>& scratch);

/// Bytes that one compressed byte can stand for at most: bounds what a reader allocates.
uint64_t max_expansion(StoredFieldsMode mode);

}  // namespace segsmith::codec
