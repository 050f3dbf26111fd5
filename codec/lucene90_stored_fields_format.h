// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "store/output.h"

/// Stored fields: `.fdt` (chunks of compressed documents), `.fdx` (where each chunk begins),
/// `.fdm`. docs/format/fdt.md, fdx.md, fdm.md.
/// org.apache.lucene.codecs.lucene90.{Lucene90StoredFieldsFormat, compressing.*}
namespace segsmith::codec {

enum class StoredFieldsMode : uint8_t { best_speed, best_compression };

/// One row a mode.
struct StoredFieldsModeRow {
  StoredFieldsMode mode;
  std::string_view name;        ///< Value of the segment attribute kStoredFieldsModeKey.
  std::string_view data_codec;  ///< Header of `.fdt`.
  uint32_t chunk_size;          ///< A chunk closes at this many bytes...
  uint32_t max_docs_per_chunk;  ///< ...or this many documents.
};

inline constexpr std::string_view kStoredFieldsModeKey = "Lucene90StoredFieldsFormat.mode";
inline constexpr std::string_view kStoredFieldsDataExtension = "fdt";
inline constexpr std::string_view kStoredFieldsIndexExtension = "fdx";
inline constexpr std::string_view kStoredFieldsMetaExtension = "fdm";
inline constexpr std::string_view kStoredFieldsIndexCodec = "Lucene90FieldsIndexIdx";
inline constexpr std::string_view kStoredFieldsMetaCodec = "Lucene90FieldsIndexMeta";
inline constexpr int32_t kStoredFieldsVersion = 1;  ///< Of `.fdt` and `.fdm`.
inline constexpr int32_t kStoredFieldsIndexVersion = 0;
inline constexpr int kStoredFieldsBlockShift = 10;
inline constexpr uint32_t kStoredFieldsSubBlocks = 10;

const StoredFieldsModeRow& stored_fields_mode(StoredFieldsMode mode);
/// By the value of the segment attribute; nothing for another name.
std::optional<StoredFieldsMode> stored_fields_mode(std::string_view name);

/// How a value is stored; the low three bits of each field's first VLong.
enum class StoredType : uint8_t {
  string = 0,
  bytes = 1,
  int32 = 2,
  float32 = 3,
  int64 = 4,
  float64 = 5
};

/// One stored value as read. Spans point into the reader's chunk buffer.
struct StoredValue {
  int32_t field = 0;  ///< Field number.
  StoredType type = StoredType::bytes;
  std::span<const std::byte> bytes;  ///< string (UTF-8) and bytes.
  /// int32 and int64: the value. float32, float64: the IEEE bits (sign-extended from 32 for
  /// float32).
  int64_t number = 0;
};

inline float stored_float(const StoredValue& value) {
  return std::bit_cast<float>(static_cast<uint32_t>(value.number));
}
inline double stored_double(const StoredValue& value) {
  return std::bit_cast<double>(value.number);
}

}  // namespace segsmith::codec
