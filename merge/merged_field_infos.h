// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "merge/sort_keys.h"
#include "model/field_info.h"
#include "model/field_numbers.h"

namespace segsmith::merge {

/// The field infos of a merged segment: the union by name, in number order, with `numbers` going
/// first (org.apache.lucene.index.FieldInfos.Builder). InvalidArgument names a field whose
/// structures disagree between two sources (points here and none there, another type).
std::vector<model::FieldInfo> merged_field_infos(Sources sources, model::FieldNumbers numbers = {});

}  // namespace segsmith::merge
