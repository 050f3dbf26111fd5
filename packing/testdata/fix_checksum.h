// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "store/codec_util.h"

namespace segsmith::testing {

/// The checksum in the footer made right again, so that damage reaches the parser.
inline void fix_checksum(std::span<std::byte> file) {
  if (file.size() < store::kFooterLength) return;
  const uint32_t crc = store::crc32(0, file.first(file.size() - 8));
  for (size_t i = 0; i < 8; ++i) {
    file[file.size() - 1 - i] = i < 4 ? static_cast<std::byte>(crc >> (8 * i)) : std::byte{0};
  }
}

}  // namespace segsmith::testing
