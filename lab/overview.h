// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "index/index_reader.h"
#include "lab/table.h"

namespace segsmith::lab {

/// The `info` command's result: one row a segment, the commit's facts beside them.
Table info_table(const index::IndexReader& reader);

/// The `fields` command's result: one row a field of a segment, with its structures.
Table fields_table(const index::IndexReader& reader);

}  // namespace segsmith::lab
