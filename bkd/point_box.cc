// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_box.h"

#include <cstring>
#include <string>

#include "bkd/bytes.h"
#include "util/error.h"

namespace segsmith::bkd {

PointBox::PointBox(const BkdConfig& config, std::span<const std::byte> low,
                   std::span<const std::byte> high)
    : config_(config), low_(low.begin(), low.end()), high_(high.begin(), high.end()) {
  if (low.size() != config.packed_index_bytes() || high.size() != low.size()) {
    throw InvalidArgument("bounds of " + std::to_string(low.size()) + " and " +
                          std::to_string(high.size()) + " bytes for points of " +
                          std::to_string(config.packed_index_bytes()));
  }
}

PointBox PointBox::of_ranges(const BkdConfig& config, RangeRelation relation,
                             std::span<const std::byte> low, std::span<const std::byte> high) {
  const size_t half = config.packed_index_bytes() / 2;
  if (config.index_dims % 2 != 0 || low.size() != half || high.size() != half) {
    throw InvalidArgument("a range of " + std::to_string(low.size()) + " and " +
                          std::to_string(high.size()) + " bytes for points of " +
                          std::to_string(config.index_dims) + " x " +
                          std::to_string(config.bytes_per_dim) + " bytes");
  }
  const auto box = [&](std::span<const std::byte> least_from, std::span<const std::byte> least_to,
                       std::span<const std::byte> greatest_from,
                       std::span<const std::byte> greatest_to) {
    const auto join = [](std::span<const std::byte> a, std::span<const std::byte> b) {
      std::vector<std::byte> both(a.begin(), a.end());
      both.insert(both.end(), b.begin(), b.end());
      return both;
    };
    return PointBox(config, join(least_from, greatest_from), join(least_to, greatest_to));
  };
  const std::vector<std::byte> first(half, std::byte{0});
  const std::vector<std::byte> last(half, std::byte{0xFF});
  switch (relation) {
    case RangeRelation::within:
      return box(low, last, first, high);
    case RangeRelation::contains:
      return box(first, low, high, last);
    case RangeRelation::intersects:
    case RangeRelation::crosses:
      break;
  }
  PointBox touched = box(first, high, low, last);
  if (relation == RangeRelation::crosses) touched.except_.push_back(box(low, last, first, high));
  return touched;
}

bool PointBox::empty() const {
  const auto width = static_cast<size_t>(config_.bytes_per_dim);
  for (size_t at = 0; at < low_.size(); at += width) {
    if (std::memcmp(&low_[at], &high_[at], width) > 0) return true;
  }
  return false;
}

Relation PointBox::relate_box(std::span<const std::byte> min,
                              std::span<const std::byte> max) const {
  const auto width = static_cast<size_t>(config_.bytes_per_dim);
  bool inside = true;
  for (size_t at = 0; at < low_.size(); at += width) {
    if (std::memcmp(&min[at], &high_[at], width) > 0 ||
        std::memcmp(&max[at], &low_[at], width) < 0) {
      return Relation::outside;
    }
    inside &= std::memcmp(&min[at], &low_[at], width) >= 0 &&
              std::memcmp(&max[at], &high_[at], width) <= 0;
  }
  return inside ? Relation::inside : Relation::crosses;
}

Relation PointBox::relate(std::span<const std::byte> min, std::span<const std::byte> max) const {
  const Relation relation = relate_box(min, max);
  if (relation == Relation::outside || except_.empty()) return relation;
  const Relation exception = except_.front().relate_box(min, max);
  if (exception == Relation::inside) return Relation::outside;
  return relation == Relation::inside && exception == Relation::outside ? Relation::inside
                                                                        : Relation::crosses;
}

/// Clears the mask of points outside the box, a dimension at a time.
void PointBox::narrow(const std::byte* values, size_t count, uint8_t* mask) const {
  const auto bytes = static_cast<size_t>(config_.bytes_per_dim);
  const size_t packed = config_.packed_bytes();
  with_width(bytes, [&](auto width) {
    for (size_t at = 0; at < low_.size(); at += bytes) {
      const auto low = width.load(&low_[at]);
      const auto high = width.load(&high_[at]);
      const std::byte* value = values + at;
      for (size_t i = 0; i < count; ++i, value += packed) {
        const auto key = width.load(value);
        mask[i] &= static_cast<uint8_t>(static_cast<uint8_t>(key >= low) &
                                        static_cast<uint8_t>(key <= high));
      }
    }
  });
}

void PointBox::match(const std::byte* values, size_t count, uint8_t* mask) const {
  std::memset(mask, 1, count);
  narrow(values, count, mask);
  if (except_.empty()) return;
  std::vector<uint8_t> exceptions(count, 1);
  except_.front().narrow(values, count, exceptions.data());
  for (size_t i = 0; i < count; ++i) mask[i] &= static_cast<uint8_t>(exceptions[i] ^ 1);
}

}  // namespace segsmith::bkd
