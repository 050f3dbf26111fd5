// SPDX-License-Identifier: Apache-2.0
#include "lab/range_runner.h"

#include <string>

#include "index/mapped_types.h"
#include "query/range_parser.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using index::FieldKind;
using query::BoundFormat;
using query::BoundType;

BoundFormat bound_format(const index::MappedTypes& types, const model::FieldInfo& field) {
  const auto* entry = types.find(field.name);
  switch (types.kind(field.name)) {
    case FieldKind::float64:
      return {BoundType::float64, 1};
    case FieldKind::float32:
      return {BoundType::float32, 1};
    case FieldKind::float16:
      return {BoundType::half_float, 1};
    case FieldKind::scaled_float:
      return {BoundType::scaled_float, entry->scaling_factor};
    case FieldKind::unsigned_long:
      return {BoundType::unsigned_long, 1};
    case FieldKind::date:
      return {BoundType::date_millis, 1};
    case FieldKind::date_nanos:
      return {BoundType::date_nanos, 1};
    case FieldKind::boolean:
      return {BoundType::boolean, 1};
    case FieldKind::ip:
      return {BoundType::ip, 1};
    default:
      return query::bound_format(field);
  }
}

}  // namespace

query::BoundFormat bound_format(const index::IndexReader& reader, std::string_view name) {
  for (const auto& segment : reader.segments()) {
    const model::FieldInfo* field = segment->fields().find(name);
    if (field == nullptr || (!field->has_doc_values() && !field->has_points())) continue;
    return bound_format(index::MappedTypes::of(segment->info()), *field);
  }
  throw InvalidArgument("no segment has a field '" + std::string(name) +
                        "' with doc values or points");
}

query::FieldParts field_parts(const index::SegmentReader& segment, std::string_view name) {
  query::FieldParts parts;
  parts.max_doc = segment.max_doc();
  parts.live_docs = segment.live_docs();
  const model::FieldInfo* field = segment.fields().find(name);
  if (field == nullptr) return parts;
  if (field->has_doc_values()) {
    parts.values = &segment.doc_values(*field);
    parts.skip_index = segment.skip_index(*field);
  }
  if (field->has_points() && segment.points() != nullptr)
    parts.points = segment.points()->field(*field);
  return parts;
}

RangeRunner::RangeRunner(const index::IndexReader& reader, std::string_view range, query::Via via)
    : via_(via) {
  const query::RangeText text = query::split_range(range);
  range_ = query::parse_range(text, bound_format(reader, text.field));
}

query::RangePlan RangeRunner::plan(const index::SegmentReader& segment) const {
  return query::plan_range(field_parts(segment, range_.field), range_, via_, segment.max_doc());
}

int64_t RangeRunner::count(const index::IndexReader& reader) const {
  int64_t count = 0;
  for (const auto& segment : reader.segments()) {
    const query::FieldParts parts = field_parts(*segment, range_.field);
    const auto plan = query::plan_range(parts, range_, via_, segment->max_doc());
    count += query::count_range(parts, range_, plan.via);
  }
  return count;
}

BitSet RangeRunner::documents(const index::SegmentReader& segment) const {
  BitSet out(static_cast<uint64_t>(segment.max_doc()));
  const query::FieldParts parts = field_parts(segment, range_.field);
  query::range_into_bit_set(parts, range_,
                            query::plan_range(parts, range_, via_, segment.max_doc()).via, out);
  return out;
}

}  // namespace segsmith::lab
