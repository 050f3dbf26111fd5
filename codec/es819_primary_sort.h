// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "model/index_sort.h"

namespace segsmith::codec::es819 {

/// The field by which documents ascend, whose ordinals may be ranges and whose terms partitions;
/// empty when there is none. `sort` is the first sort key, or null.
inline std::string_view primary_sort_field(const model::SortField* sort) {
  return sort == nullptr || sort->reverse ? std::string_view{} : std::string_view(sort->field);
}

}  // namespace segsmith::codec::es819
