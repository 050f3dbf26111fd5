// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "query/range_query.h"
#include "util/bit_set.h"

/// Ranges by points (PointRangeQuery). All throw InvalidArgument where the range does not fit the
/// field's points: numbers over points wider than 8 bytes or of several dimensions, bounds of
/// another size. `parts.points` must be there; live documents are not looked at.
namespace segsmith::query {

/// PointRangeQuery's cost.
int64_t points_cost(const FieldParts& parts, const FieldRange& range);
/// Points in the range, without reading more than two leaves where there is one dimension.
int64_t points_count(const FieldParts& parts, const FieldRange& range);
/// `out` (max_doc bits) becomes the documents with a point in the range.
void points_into_bit_set(const FieldParts& parts, const FieldRange& range, BitSet& out);
/// Whether points_count() counts documents too: each has at most one point.
bool one_point_each(const FieldParts& parts);

}  // namespace segsmith::query
