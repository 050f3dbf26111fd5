// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "index/index_reader.h"
#include "query/range_parser.h"
#include "query/range_query.h"
#include "util/bit_set.h"

namespace segsmith::lab {

/// What a segment holds of a field, for the query room. The segment must outlive it.
query::FieldParts field_parts(const index::SegmentReader& segment, std::string_view field);

/// How values of the field are typed: by the mapping type that the segments' diagnostics tell, or
/// by what the doc values and points are. InvalidArgument when no segment has the field.
query::BoundFormat bound_format(const index::IndexReader& reader, std::string_view field);

/// One range over all segments of an index.
class RangeRunner {
 public:
  /// Types the bounds of "FIELD=LO..HI" by the mapping type that the segments' diagnostics tell, or
  /// by what the doc values and points are. InvalidArgument when no segment has the field.
  RangeRunner(const index::IndexReader& reader, std::string_view range, query::Via via);
  RangeRunner(query::FieldRange range, query::Via via) : range_(std::move(range)), via_(via) {}

  const query::FieldRange& range() const { return range_; }
  query::RangePlan plan(const index::SegmentReader& segment) const;
  /// Live documents that match.
  int64_t count(const index::IndexReader& reader) const;
  BitSet documents(const index::SegmentReader& segment) const;

 private:
  query::FieldRange range_;
  query::Via via_;
};

}  // namespace segsmith::lab
