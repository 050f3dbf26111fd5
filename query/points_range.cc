// SPDX-License-Identifier: Apache-2.0
#include "query/points_range.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bkd/bkd_reader.h"
#include "bkd/point_box.h"
#include "util/error.h"

namespace segsmith::query {
namespace {

using Packed = std::vector<std::byte>;

/// Inclusive packed bounds.
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

/// Bounds of all index dimensions, one after another; open ones are the ends of every dimension.
std::optional<PackedRange> pack_bytes(const FieldRange& field, const BytesRange& range,
                                      size_t width, int32_t dims) {
  PackedRange packed{Packed(width, std::byte{0}), Packed(width, std::byte{0xFF})};
  for (const auto* bound : {&range.low, &range.high}) {
    if (*bound && (*bound)->size() != width) {
      throw InvalidArgument("field '" + field.field + "' has points of " + std::to_string(width) +
                            " bytes, a bound has " + std::to_string((*bound)->size()));
    }
  }
  if (range.low) packed.low = *range.low;
  if (range.high) packed.high = *range.high;
  if (dims > 1 && !(range.include_low && range.include_high)) {
    throw InvalidArgument("field '" + field.field + "' has points of " + std::to_string(dims) +
                          " dimensions; the ends of their ranges are inclusive");
  }
  if (range.low && !range.include_low && !step(packed.low, true)) return std::nullopt;
  if (range.high && !range.include_high && !step(packed.high, false)) return std::nullopt;
  return packed;
}

/// The box of the range; none when nothing can match.
std::optional<bkd::PointBox> box_of(const bkd::BkdReader& points, const FieldRange& range) {
  const bkd::BkdConfig& config = points.config();
  std::optional<PackedRange> packed;
  if (const auto* bytes = std::get_if<BytesRange>(&range.range)) {
    packed = pack_bytes(range, *bytes, config.packed_index_bytes(), config.index_dims);
  } else if (config.index_dims != 1) {
    throw InvalidArgument("field '" + range.field + "' has points of " +
                          std::to_string(config.index_dims) +
                          " dimensions, but the range is over numbers");
  } else if (config.bytes_per_dim > 8) {
    throw InvalidArgument("field '" + range.field + "' has points of " +
                          std::to_string(config.bytes_per_dim) +
                          " bytes, but the range is over numbers");
  } else {
    packed =
        pack_numbers(std::get<NumberRange>(range.range), static_cast<size_t>(config.bytes_per_dim));
  }
  if (!packed) return std::nullopt;
  bkd::PointBox box(config, packed->low, packed->high);
  return box.empty() ? std::nullopt : std::optional(std::move(box));
}

}  // namespace

int64_t points_cost(const FieldParts& parts, const FieldRange& range) {
  const auto box = box_of(*parts.points, range);
  return box ? parts.points->estimate(*box) : 0;
}

int64_t points_count(const FieldParts& parts, const FieldRange& range) {
  const auto box = box_of(*parts.points, range);
  return box ? parts.points->count(*box) : 0;
}

void points_into_bit_set(const FieldParts& parts, const FieldRange& range, BitSet& out) {
  if (const auto box = box_of(*parts.points, range)) parts.points->into_bit_set(*box, out);
}

bool one_point_each(const FieldParts& parts) {
  return parts.points->point_count() == parts.points->doc_count();
}

}  // namespace segsmith::query
