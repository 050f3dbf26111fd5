// SPDX-License-Identifier: Apache-2.0
#include "index/check_sort.h"

#include <vector>

#include "codec/file_names.h"
#include "index/segment_reader.h"

namespace segsmith::index {
namespace {

using model::MissingValue;
using model::SortField;
using model::SortFieldKind;
using model::SortSelector;
using model::SortType;

/// IEEE bits so that they order as integers (NumericUtils.sortableDoubleBits and its float
/// sibling).
int64_t sortable_float(int64_t raw) {
  const auto bits = static_cast<int32_t>(raw);
  return bits ^ ((bits >> 31) & 0x7FFFFFFF);
}
int64_t sortable_double(int64_t bits) { return bits ^ ((bits >> 63) & INT64_MAX); }

/// What stands for a document without the field, before `reverse`.
int64_t missing_key(const SortField& key) {
  switch (key.missing) {
    case MissingValue::number:
      return key.missing_bits;
    case MissingValue::string_last:
      return INT64_MAX;
    case MissingValue::string_first:
      return -1;
    case MissingValue::none:
      break;
  }
  const bool text = key.type == SortType::string || key.kind == SortFieldKind::sorted_set;
  return text ? -1 : 0;
}

/// A number as it orders. NUMERIC doc values hold raw IEEE bits under a float key, SORTED_NUMERIC
/// ones sortable bits.
int64_t order_of(const SortField& key, int64_t value) {
  if (key.kind != SortFieldKind::sort_field) return value;
  if (key.type == SortType::float32) return sortable_float(value);
  if (key.type == SortType::float64) return sortable_double(value);
  return value;
}

/// The key of every document as a number that orders alike inside the segment.
std::vector<int64_t> sort_keys(const SegmentReader& segment, const SortField& key) {
  std::vector<int64_t> keys(static_cast<size_t>(segment.max_doc()), missing_key(key));
  const model::FieldInfo* field = segment.fields().find(key.field);
  if (field == nullptr || !segment.has_doc_values(*field)) return keys;
  const auto column = model::number_column(segment.doc_values(*field));
  column->rewind();
  model::NumberBlock block;
  while (column->next(block)) {
    size_t at = 0;
    for (size_t i = 0; i < block.docs.count; ++i) {
      const size_t count = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
      const size_t chosen = key.selector == SortSelector::max ? at + count - 1 : at;
      keys[static_cast<size_t>(block.docs.doc(i))] = order_of(key, block.values[chosen]);
      at += count;
    }
  }
  return keys;
}

}  // namespace

void check_sort_order(const SegmentReader& segment, CheckReport& report) {
  const model::IndexSort& sort = segment.info().sort;
  std::vector<std::vector<int64_t>> keys;
  for (const SortField& key : sort) keys.push_back(sort_keys(segment, key));
  for (size_t doc = 1; doc < static_cast<size_t>(segment.max_doc()) && !keys.empty(); ++doc) {
    size_t k = 0;
    while (k < keys.size() && keys[k][doc - 1] == keys[k][doc]) ++k;
    if (k == keys.size() || (keys[k][doc - 1] < keys[k][doc]) != sort[k].reverse) continue;
    report.add(finding::kValue, codec::segment_file_name(segment.name(), "", "si"), 0,
               sort[k].field,
               "document " + std::to_string(doc) + " is out of the order of the index sort");
    return;
  }
}

}  // namespace segsmith::index
