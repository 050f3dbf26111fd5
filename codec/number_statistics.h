// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "packing/number_kernels.h"

namespace segsmith::codec {

/// The distinct values of a column as long as there are at most kMax; position of each after sort().
/// Open addressing over a fixed table: no allocation, one probe for most values.
class UniqueValues {
 public:
  static constexpr int kMax = 256;

  /// Adds all; false, and of no use afterwards, once there are more than kMax.
  bool add(std::span<const int64_t> values);
  int size() const { return size_; }
  /// Ascending; gives every value its position in this order.
  std::span<const int64_t> sort();
  /// Positions of values that were all added, after sort().
  void positions(std::span<const int64_t> values, std::span<int64_t> out) const;

 private:
  static constexpr size_t kSlots = 1024;
  static size_t slot(int64_t value) {
    return (static_cast<uint64_t>(value) * 0x9E3779B97F4A7C15u) >> 54;
  }
  size_t find(int64_t value) const;

  int size_ = 0;
  std::array<int64_t, kMax> values_;          ///< In the order of arrival, then sorted.
  std::array<int64_t, kSlots> keys_{};
  std::array<int16_t, kSlots> index_ = [] {   ///< Into values_, -1 where a slot is free.
    std::array<int16_t, kSlots> free{};
    free.fill(-1);
    return free;
  }();
};

/// Everything that the choice of a numeric encoding needs, gathered in one pass over a column.
/// Lucene90DocValuesConsumer.writeValues.
class NumberStatistics {
 public:
  /// Values of a block, for the decision on varying blocks.
  static constexpr size_t kBlockValues = 16384;

  /// Ordinals are never kept in a table, so their unique values are not tracked.
  explicit NumberStatistics(bool ordinals) : track_uniques_(!ordinals) {}

  void add(std::span<const int64_t> values);
  /// Ends the pass.
  void finish();

  uint64_t count() const { return count_; }
  const packing::MinMax& whole() const { return whole_; }
  /// Of the differences from the first value; 0 when all values are equal, 1 as soon as any value
  /// lies outside [-2^62, 2^62 - 1].
  uint64_t gcd() const { return gcd_; }
  /// Null when there are more than UniqueValues::kMax, or ordinals.
  UniqueValues* uniques() { return track_uniques_ ? &uniques_ : nullptr; }
  /// Bounds of each run of kBlockValues values.
  std::span<const packing::MinMax> blocks() const { return blocks_; }
  /// Bits of all values packed at the width of the whole column, and at the widths of their blocks;
  /// neither takes the divisor into account.
  uint64_t whole_bits() const { return whole_bits_; }
  uint64_t blocks_bits() const { return blocks_bits_; }

 private:
  void add_chunk(std::span<const int64_t> values);
  void fold_divisor(std::span<const int64_t> values, packing::MinMax bounds);
  void close_block();

  bool track_uniques_;
  uint64_t count_ = 0;
  int64_t first_ = 0;
  uint64_t gcd_ = 0;
  packing::MinMax whole_;
  packing::MinMax block_;
  size_t block_count_ = 0;
  std::vector<packing::MinMax> blocks_;
  uint64_t whole_bits_ = 0;
  uint64_t blocks_bits_ = 0;
  UniqueValues uniques_;
};

}  // namespace segsmith::codec
