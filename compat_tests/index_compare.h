// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "store/directory.h"

namespace segsmith::compat {

/// What differs between two index directories outside ids and checksums: one line a file, empty
/// when they are equal. Files are compared byte by byte with the id of each header and the checksum
/// of each footer masked, inside compound files too; `.si` and segments_N by content, diagnostics,
/// ids and change counters left out.
std::vector<std::string> differences(const store::Directory& a, const store::Directory& b);

}  // namespace segsmith::compat
