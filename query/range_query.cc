// SPDX-License-Identifier: Apache-2.0
#include "query/range_query.h"

#include <algorithm>
#include <array>

#include "query/doc_values_range.h"
#include "util/error.h"

namespace segsmith::query {
namespace {

constexpr std::array<std::pair<std::string_view, Via>, 4> kNames = {{
    {"points", Via::points},
    {"skipper", Via::skipper},
    {"scan", Via::scan},
    {"auto", Via::automatic},
}};

using Packed = std::vector<std::byte>;

/// Inclusive packed bounds of a one-dimensional tree; none when nothing can match.
struct PackedRange {
  Packed low;
  Packed high;
};

/// Adds one to (or takes one from) a big-endian number; false when it wraps.
bool step(Packed& value, bool up) {
  for (size_t i = value.size(); i-- > 0;) {
    const auto before = static_cast<uint8_t>(value[i]);
    value[i] = static_cast<std::byte>(up ? before + 1 : before - 1);
    if (before != (up ? 0xFF : 0)) return true;
  }
  return false;
}

Packed pack(int64_t value, size_t width) {
  Packed bytes(width);
  for (size_t i = 0; i < width; ++i) {
    bytes[i] = static_cast<std::byte>(value >> (8 * (width - 1 - i)));
  }
  bytes[0] ^= std::byte{0x80};
  return bytes;
}

std::optional<PackedRange> pack_numbers(const NumberRange& range, size_t width) {
  const int64_t most = width == 8 ? INT64_MAX : (int64_t{1} << (8 * width - 1)) - 1;
  const int64_t least = -most - 1;
  if (range.low > range.high || range.low > most || range.high < least) return std::nullopt;
  return PackedRange{pack(std::max(range.low, least), width),
                     pack(std::min(range.high, most), width)};
}

std::optional<PackedRange> pack_bytes(const FieldRange& field, const BytesRange& range,
                                      size_t width) {
  PackedRange packed{Packed(width, std::byte{0}), Packed(width, std::byte{0xFF})};
  for (const auto* bound : {&range.low, &range.high}) {
    if (*bound && (*bound)->size() != width) {
      throw InvalidArgument("field '" + field.field + "' has points of " + std::to_string(width) +
                            " bytes, a bound has " + std::to_string((*bound)->size()));
    }
  }
  if (range.low) packed.low = *range.low;
  if (range.high) packed.high = *range.high;
  if (range.low && !range.include_low && !step(packed.low, true)) return std::nullopt;
  if (range.high && !range.include_high && !step(packed.high, false)) return std::nullopt;
  if (packed.low > packed.high) return std::nullopt;
  return packed;
}

std::optional<PackedRange> packed_range(const bkd::BkdReader& points, const FieldRange& range) {
  const auto& config = points.config();
  if (config.dims != 1) {
    throw InvalidArgument("field '" + range.field + "' has points of " +
                          std::to_string(config.dims) + " dimensions; ranges are over one");
  }
  const auto width = static_cast<size_t>(config.bytes_per_dim);
  if (const auto* bytes = std::get_if<BytesRange>(&range.range)) {
    return pack_bytes(range, *bytes, width);
  }
  if (width > 8) {
    throw InvalidArgument("field '" + range.field + "' has points of " + std::to_string(width) +
                          " bytes, but the range is over numbers");
  }
  return pack_numbers(std::get<NumberRange>(range.range), width);
}

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

int64_t cost_of(const FieldParts& parts, const FieldRange& range) {
  const auto packed = packed_range(*parts.points, range);
  return packed ? parts.points->estimate_range(packed->low, packed->high) : 0;
}

void points_into_bit_set(const FieldParts& parts, const FieldRange& range, BitSet& out) {
  const auto packed = packed_range(*parts.points, range);
  if (packed) parts.points->range_into_bit_set(packed->low, packed->high, out);
}

int64_t count_points(const FieldParts& parts, const FieldRange& range) {
  // With one point a document the tree's own counts do (PointRangeQuery.count).
  if (parts.live_docs == nullptr && parts.points->point_count() == parts.points->doc_count()) {
    const auto packed = packed_range(*parts.points, range);
    return packed ? parts.points->count_range(packed->low, packed->high) : 0;
  }
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
  const int64_t cost = cost_of(parts, range);
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
