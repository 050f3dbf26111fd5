// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "index/doc_permutation.h"
#include "model/index_sort.h"

namespace segsmith::index {

/// One sort key of every document of a segment: numbers, or ordinals with the missing ones outside
/// their range.
struct SortColumn {
  std::vector<int64_t> keys;
  bool reverse = false;
};

/// The stable order of the documents by `columns`, the first weighing most. Nothing when they are
/// in order already (Sorter.sort returns null).
std::optional<DocPermutation> sort_documents(std::span<const SortColumn> columns);

}  // namespace segsmith::index
