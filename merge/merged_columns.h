// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "merge/doc_map.h"
#include "merge/placement.h"
#include "model/columns.h"

/// Columns of a merged segment, gathered from the columns of its sources along a DocMap: one pass
/// over each source a pass over the merged column, a block at a time.
namespace segsmith::merge {

/// One source's share of a merged column of numbers or ordinals.
struct NumberPart {
  /// Null where the source lacks the field.
  std::unique_ptr<model::NumberColumn> column;
  /// Local to merged ordinal, owned by an OrdinalMap; empty when numbers pass as they are.
  /// Monotonic, so values stay ascending inside a document.
  std::span<const int64_t> ordinals;
  std::string segment = {};  ///< For messages.
  std::string field = {};
};

/// `placement` must outlive the column; parts[s] belongs to source s.
std::unique_ptr<model::NumberColumn> merged_numbers(const Placement& placement,
                                                    std::vector<NumberPart> parts);

/// The same for BINARY along `map`; a null part where the source lacks the field.
std::unique_ptr<model::BytesColumn> merged_bytes(
    const DocMap& map, std::vector<std::unique_ptr<model::BytesColumn>> parts);

}  // namespace segsmith::merge
