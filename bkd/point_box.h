// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bkd/bkd_config.h"
#include "bkd/intersect_visitor.h"

namespace segsmith::bkd {

/// How a range field's ranges lie to the query's (RangeFieldQuery.QueryType).
enum class RangeRelation : uint8_t { intersects, within, contains, crosses };

/// What a range query asks of a point: that each index dimension lies in its inclusive range
/// (PointRangeQuery), and, for ranges that cross a query, that it does not lie in a second box.
class PointBox {
 public:
  /// Bounds of packed_index_bytes each, else InvalidArgument.
  PointBox(const BkdConfig& config, std::span<const std::byte> low,
           std::span<const std::byte> high);

  /// For fields of ranges (LongRange and its kin), whose points hold all least values and then all
  /// greatest ones; so do `low` and `high`, of half as many bytes. InvalidArgument for trees of an
  /// odd number of dimensions.
  static PointBox of_ranges(const BkdConfig& config, RangeRelation relation,
                            std::span<const std::byte> low, std::span<const std::byte> high);

  /// Whether no point can match: some least value is above its greatest.
  bool empty() const;
  /// How the cell with these bounds lies to the box (PointRangeQuery.relate).
  Relation relate(std::span<const std::byte> min, std::span<const std::byte> max) const;
  /// mask[i] becomes 1 where point i of `count` (packed_bytes each) matches, else 0.
  void match(const std::byte* values, size_t count, uint8_t* mask) const;

  std::span<const std::byte> low() const { return low_; }
  std::span<const std::byte> high() const { return high_; }

 private:
  Relation relate_box(std::span<const std::byte> min, std::span<const std::byte> max) const;
  void narrow(const std::byte* values, size_t count, uint8_t* mask) const;

  BkdConfig config_;
  std::vector<std::byte> low_;
  std::vector<std::byte> high_;
  /// Points in here do not match.
  std::vector<PointBox> except_;
};

}  // namespace segsmith::bkd
