// SPDX-License-Identifier: Apache-2.0
#include "query/range_query.h"

#include <algorithm>
#include <array>

#include "query/doc_values_range.h"
#include "query/points_range.h"
#include "util/error.h"

namespace segsmith::query {
namespace {

constexpr std::array<std::pair<std::string_view, Via>, 4> kNames = {{
    {"points", Via::points},
    {"skipper", Via::skipper},
    {"scan", Via::scan},
    {"auto", Via::automatic},
}};

bool has_field(const FieldParts& parts) {
  return parts.points != nullptr ||
         (parts.values != nullptr && parts.values->presence->cardinality() > 0);
}

[[noreturn]] void refuse(const FieldRange& range, const char* what) {
  throw InvalidArgument("field '" + range.field + "' has no " + what);
}

RangePlan plan_wanted(const FieldParts& parts, const FieldRange& range, Via wanted) {
  if (wanted == Via::points && !parts.points) refuse(range, "points");
  if (wanted == Via::skipper && !parts.skip_index) refuse(range, "skip index");
  if (wanted == Via::scan && parts.values == nullptr) refuse(range, "doc values");
  return {wanted, "as asked for"};
}

RangePlan plan_doc_values(const FieldParts& parts, std::string reason) {
  if (parts.skip_index) return {Via::skipper, std::move(reason) + ", which have a skip index"};
  return {Via::scan, std::move(reason)};
}

int64_t count_points(const FieldParts& parts, const FieldRange& range) {
  // With one point a document the tree's own counts do (PointRangeQuery.count).
  if (parts.live_docs == nullptr && one_point_each(parts)) return points_count(parts, range);
  BitSet matches(static_cast<uint64_t>(parts.max_doc));
  range_into_bit_set(parts, range, Via::points, matches);
  return static_cast<int64_t>(matches.count());
}

}  // namespace

std::optional<Via> parse_via(std::string_view name) {
  for (const auto& [known, via] : kNames) {
    if (known == name) return via;
  }
  return std::nullopt;
}

std::string_view name_of(Via via) {
  for (const auto& [name, known] : kNames) {
    if (known == via) return name;
  }
  return "unknown";
}

RangePlan plan_range(const FieldParts& parts, const FieldRange& range, Via wanted,
                     int64_t lead_cost) {
  if (!has_field(parts)) return {Via::scan, "no document of the segment has the field"};
  if (wanted != Via::automatic) return plan_wanted(parts, range, wanted);
  if (!parts.points) return plan_doc_values(parts, "only doc values");
  if (parts.values == nullptr) return {Via::points, "only points"};
  const int64_t cost = points_cost(parts, range);
  const std::string costs =
      "cost " + std::to_string(cost) + " / 8 against lead cost " + std::to_string(lead_cost);
  if (cost >> 3 > lead_cost) return plan_doc_values(parts, costs + ": doc values");
  return {Via::points, costs + ": points"};
}

int64_t count_range(const FieldParts& parts, const FieldRange& range, Via via) {
  if (!has_field(parts)) return 0;
  if (via == Via::automatic) via = plan_range(parts, range, via, parts.max_doc).via;
  if (via == Via::points) return count_points(parts, range);
  if (parts.live_docs != nullptr) {
    BitSet matches(static_cast<uint64_t>(parts.max_doc));
    range_into_bit_set(parts, range, via, matches);
    return static_cast<int64_t>(matches.count());
  }
  const DocValuesRange values(*parts.values, range);
  return via == Via::skipper ? values.count(parts.skip_index) : values.count(0, parts.max_doc);
}

void range_into_bit_set(const FieldParts& parts, const FieldRange& range, Via via, BitSet& out) {
  if (!has_field(parts)) return;
  if (via == Via::automatic) via = plan_range(parts, range, via, parts.max_doc).via;
  if (via == Via::points) {
    points_into_bit_set(parts, range, out);
  } else {
    const DocValuesRange values(*parts.values, range);
    if (via == Via::skipper) {
      values.into_bit_set(parts.skip_index, out);
    } else {
      values.into_bit_set(0, parts.max_doc, out);
    }
  }
  if (parts.live_docs != nullptr) out.and_with(*parts.live_docs);
}

}  // namespace segsmith::query
