// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "index/mapping.h"
#include "index/segment_infos.h"
#include "model/field_numbers.h"
#include "model/field_schema.h"
#include "store/directory.h"

namespace segsmith::index {

/// What an index that is appended to demands of the segments to come: schema, index sort, field
/// numbers, the next `_seq_no`. Of an empty one nothing.
class AppendedIndex {
 public:
  /// InvalidArgument when the index's own segments disagree.
  AppendedIndex(const store::Directory& directory, const SegmentInfos& infos);

  /// The mapping with the index's field numbers: known fields keep theirs, new ones get the lowest
  /// free ones in mapping order. InvalidArgument names the field that disagrees in its doc values,
  /// skip index or points, or the index sort.
  std::shared_ptr<const Mapping> fit(std::shared_ptr<const Mapping> mapping);

  /// Of the index, and of the mapping once it was fitted.
  const model::FieldNumbers& field_numbers() const { return numbers_; }
  /// Whether the last commit holds a segment of that name.
  bool holds(std::string_view segment) const { return names_.contains(segment); }
  /// One above the highest `_seq_no`, deleted documents included; 0 when no document has one.
  int64_t next_seq_no() const { return next_seq_no_; }

 private:
  model::FieldNumbers numbers_;
  model::IndexFields fields_;
  std::set<std::string, std::less<>> names_;
  model::IndexSort sort_;
  int64_t next_seq_no_ = 0;
};

}  // namespace segsmith::index
