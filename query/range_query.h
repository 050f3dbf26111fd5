// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bkd/bkd_reader.h"
#include "model/doc_values.h"
#include "skipper/skip_index.h"
#include "util/bit_set.h"

/// Ranges over one field of one segment: by points, by skip index, by scanning the doc values, or
/// by Lucene's choice between them (PointRangeQuery, SortedNumericDocValuesRangeQuery,
/// IndexOrDocValuesQuery). A document matches when any of its values lies in the range.
namespace segsmith::query {

/// Inclusive bounds in the domain of the stored numbers (integers, or sortable bits of floats and
/// doubles). Empty when low > high.
struct NumberRange {
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;
};

/// Bounds over bytes in unsigned order; a missing bound is open.
struct BytesRange {
  std::optional<std::vector<std::byte>> low;
  std::optional<std::vector<std::byte>> high;
  bool include_low = true;
  bool include_high = true;
};

struct FieldRange {
  std::string field;
  std::variant<NumberRange, BytesRange> range;
};

enum class Via : uint8_t { points, skipper, scan, automatic };
/// "points", "skipper", "scan", "auto"; nothing for another name.
std::optional<Via> parse_via(std::string_view name);
std::string_view name_of(Via via);

/// What a segment has of the field. Absent parts are null; a segment without the field has none.
struct FieldParts {
  int32_t max_doc = 0;
  const model::DocValuesField* values = nullptr;
  std::shared_ptr<const skipper::SkipIndex> skip_index;
  std::shared_ptr<const bkd::BkdReader> points;
  const BitSet* live_docs = nullptr;  ///< Null: nothing is deleted.
};

/// How one segment was answered.
struct RangePlan {
  Via via = Via::scan;  ///< Never `automatic`.
  std::string reason;   ///< For --explain.
};

/// Chooses the way, or checks the one that was asked for: InvalidArgument when the segment has the
/// field but not the structure. `lead_cost` is the cost of the clause that leads the iteration
/// (IndexOrDocValuesQuery: doc values when cost >> 3 > lead cost); max_doc when there is no other.
RangePlan plan_range(const FieldParts& parts, const FieldRange& range, Via wanted,
                     int64_t lead_cost = INT64_MAX);

/// Live documents of the segment that match.
int64_t count_range(const FieldParts& parts, const FieldRange& range, Via via);

/// `out` (max_doc bits, all clear) becomes the matching live documents.
void range_into_bit_set(const FieldParts& parts, const FieldRange& range, Via via, BitSet& out);

}  // namespace segsmith::query
