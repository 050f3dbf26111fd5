// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codec/lucene90_stored_fields_format.h"

/// The bytes of one stored document: for each value a VLong of field number << 3 | type, then the
/// value. docs/format/fdt.md; writeTLong, writeZFloat, writeZDouble of
/// Lucene90CompressingStoredFieldsWriter.
namespace segsmith::codec {

/// Appends values to a buffer.
class StoredValueEncoder {
 public:
  explicit StoredValueEncoder(std::vector<std::byte>& out) : out_(out) {}

  void field(int32_t number, StoredType type) {
    vlong(static_cast<uint64_t>(static_cast<uint32_t>(number)) << 3 | static_cast<uint64_t>(type));
  }
  /// VInt length and bytes.
  void bytes(std::span<const std::byte> value);
  void zint(int32_t value);
  void tlong(int64_t value);
  void zfloat(float value);
  void zdouble(double value);

 private:
  void u8(uint64_t value) { out_.push_back(static_cast<std::byte>(value)); }
  void little(uint64_t value, int bytes);
  void vlong(uint64_t value);

  std::vector<std::byte>& out_;
};

/// Decodes the `field_count` values of one document, which must take all of its bytes. Returns what
/// was expected instead, or nullptr; spans point into `document`.
const char* decode_stored_document(std::span<const std::byte> document, uint32_t field_count,
                                   std::vector<StoredValue>& values);

}  // namespace segsmith::codec
