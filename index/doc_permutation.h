// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace segsmith::index {

/// The documents of a segment before and after its index sort (Sorter.DocMap).
struct DocPermutation {
  std::vector<int32_t> new_to_old;
  std::vector<int32_t> old_to_new;

  size_t size() const { return new_to_old.size(); }
};

}  // namespace segsmith::index
