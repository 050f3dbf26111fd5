// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "index/segment_reader.h"
#include "lab/physical.h"
#include "util/error.h"

/// What the rows of `dv` and of `skip` share.
namespace segsmith::lab {

/// The segments that the options name. InvalidArgument for an unknown one.
inline std::vector<const index::SegmentReader*> selected_segments(const index::IndexReader& reader,
                                                                  const PhysicalOptions& options) {
  std::vector<const index::SegmentReader*> found;
  for (const auto& segment : reader.segments()) {
    if (!options.segment || segment->name() == *options.segment) found.push_back(segment.get());
  }
  if (options.segment && found.empty()) {
    throw InvalidArgument("no segment '" + *options.segment + "' in the index");
  }
  return found;
}

/// The fields of a segment that `wanted` takes, in byte order of their names.
template <class Wanted>
std::vector<const model::FieldInfo*> selected_fields(const index::SegmentReader& segment,
                                                     const PhysicalOptions& options,
                                                     Wanted&& wanted) {
  std::vector<const model::FieldInfo*> fields;
  for (const model::FieldInfo& field : segment.fields()) {
    if ((!options.field || field.name == *options.field) && wanted(field)) fields.push_back(&field);
  }
  std::sort(fields.begin(), fields.end(),
            [](const auto* a, const auto* b) { return a->name < b->name; });
  return fields;
}

/// Calls visit(group, field) for each group of files that holds a field of that name: the core's,
/// and those of updates.
template <class Visit>
void for_each_group(const index::SegmentReader& segment, const model::FieldInfo& field,
                    Visit&& visit) {
  for (const auto& group : segment.doc_values_groups()) {
    if (const model::FieldInfo* found = group.fields.find(field.number)) visit(group, *found);
  }
}

/// Where a fact lies in its own file, inside a compound file too.
inline uint64_t own_offset(const index::SegmentReader& segment, const model::Fact& fact) {
  if (fact.inner_file.empty()) return fact.offset;
  return fact.offset - segment.compound()->find(fact.inner_file)->offset;
}

/// offset, length, file, and the place inside a compound file.
inline std::vector<Json> place_cells(const index::SegmentReader& segment, const model::Fact& fact) {
  if (fact.file.empty()) return {nullptr, fact.length, nullptr, nullptr, nullptr};
  Json inner_file, inner_offset;
  if (!fact.inner_file.empty()) {
    inner_file = fact.inner_file;
    inner_offset = own_offset(segment, fact);
  }
  return {fact.offset, fact.length, fact.file, inner_file, inner_offset};
}

/// "0..13", or the one number; nothing where none was added.
class Span {
 public:
  void add(int64_t low, int64_t high) {
    low_ = any_ ? std::min(low_, low) : low;
    high_ = any_ ? std::max(high_, high) : high;
    any_ = true;
  }
  bool any() const { return any_; }
  Json low() const { return any_ ? Json(low_) : Json(nullptr); }
  Json high() const { return any_ ? Json(high_) : Json(nullptr); }
  Json text() const {
    if (!any_ || low_ == high_) return low();
    return std::to_string(low_) + ".." + std::to_string(high_);
  }

 private:
  bool any_ = false;
  int64_t low_ = 0, high_ = 0;
};

}  // namespace segsmith::lab
