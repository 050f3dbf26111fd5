// SPDX-License-Identifier: Apache-2.0
#include "index/appended_index.h"

#include <algorithm>
#include <vector>

#include "index/segment_reader.h"
#include "model/columns.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

constexpr std::string_view kSeqNo = "_seq_no";

/// -1 when no document has the field.
int64_t highest_number(const SegmentReader& segment, std::string_view name) {
  const model::FieldInfo* field = segment.fields().find(name);
  if (field == nullptr || !segment.has_doc_values(*field) ||
      !model::has_numbers(field->doc_values_type)) {
    return -1;
  }
  const auto column = model::number_column(segment.doc_values(*field));
  int64_t highest = -1;
  model::NumberBlock block;
  column->rewind();
  while (column->next(block)) highest = std::max(highest, std::ranges::max(block.values));
  return highest;
}

}  // namespace

AppendedIndex::AppendedIndex(const store::Directory& directory, const SegmentInfos& infos) {
  for (const auto& info : infos.segments) {
    const auto segment = SegmentReader::open(directory, info);
    for (const model::FieldInfo& field : segment->fields()) {
      fields_.add(field, "segment " + info.info.name);
      numbers_.add_or_get(field);
    }
    if (names_.empty()) sort_ = info.info.sort;
    names_.insert(info.info.name);
    const int64_t highest = highest_number(*segment, kSeqNo);
    if (highest < INT64_MAX) next_seq_no_ = std::max(next_seq_no_, highest + 1);
  }
}

std::shared_ptr<const Mapping> AppendedIndex::fit(std::shared_ptr<const Mapping> mapping) {
  if (names_.empty()) return mapping;
  if (mapping->sort() != sort_) {
    throw InvalidArgument(
        std::string("the mapping: its index sort is not that of the index, whose segments are ") +
        (sort_.empty() ? "unsorted" : "sorted by '" + sort_.front().field + "'"));
  }
  std::vector<int32_t> numbers;
  for (const FieldMapping& field : mapping->fields()) {
    if (!field.has_structures()) {
      numbers.push_back(-1);
      continue;
    }
    model::FieldInfo info = field.info;
    fields_.add(info, "the mapping");
    info.number = -1;
    numbers.push_back(numbers_.add_or_get(info));
  }
  return mapping->with_numbers(numbers);
}

}  // namespace segsmith::index
