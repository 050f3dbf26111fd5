// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace segsmith::index {

/// The order in which a flush writes the fields of `.dvm`, `.dvd`, `.dvs`, `.dvp` and `.kdm`: that
/// of Lucene's field hash table (IndexingChain.fieldHash), which is neither number nor name order.
/// Given the names of **all** fields of the segment by first appearance; returns positions in
/// `names`.
std::vector<size_t> field_hash_order(std::span<const std::string_view> names);

}  // namespace segsmith::index
