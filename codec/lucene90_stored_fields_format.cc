// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_stored_fields_format.h"

#include <array>

namespace segsmith::codec {
namespace {

constexpr std::array<StoredFieldsModeRow, 2> kModes{
    {{StoredFieldsMode::best_speed, "BEST_SPEED", "Lucene90StoredFieldsFastData",
      kStoredFieldsSubBlocks * 8 * 1024, 1024},
     {StoredFieldsMode::best_compression, "BEST_COMPRESSION", "Lucene90StoredFieldsHighData",
      kStoredFieldsSubBlocks * 48 * 1024, 4096}}};

}  // namespace

const StoredFieldsModeRow& stored_fields_mode(StoredFieldsMode mode) {
  return kModes[static_cast<size_t>(mode)];
}

std::optional<StoredFieldsMode> stored_fields_mode(std::string_view name) {
  for (const StoredFieldsModeRow& row : kModes) {
    if (row.name == name) return row.mode;
  }
  return std::nullopt;
}

}  // namespace segsmith::codec
