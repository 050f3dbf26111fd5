// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/directory.h"

namespace segsmith::lab {

/// The first difference of one file.
struct ByteDifference {
  std::string file;
  std::string inner_file;  ///< Inside the compound file `file`; else empty.
  uint64_t offset = 0;     ///< In the inner file where there is one; 0 where it has no meaning.
  std::string what;

  /// "_0.cfs: _0.fdt: at 17: 0x00, 0x01"
  std::string text() const;
  auto operator<=>(const ByteDifference&) const = default;
};

/// What differs between two index directories outside ids and checksums: the first difference of
/// each file, none when they are equal. Files are compared byte by byte with the id of each header
/// and the checksum of each footer masked, inside compound files too; `.si` and segments_N by
/// content, diagnostics, ids and change counters left out; write.lock is not looked at.
std::vector<ByteDifference> byte_differences(const store::Directory& a, const store::Directory& b);

}  // namespace segsmith::lab
