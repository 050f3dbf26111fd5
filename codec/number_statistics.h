// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "packing/number_kernels.h"

namespace segsmith::codec {

/// The distinct values of a column as long as there are at most kMax; position of each after
/// sort(). The first values go through a plain hash table, since most columns show at once that
/// they have too many. What is left then moves to a table without collisions: a value that collides
/// with another makes it look for another multiplier or size, so that looking up blocks of known
/// values never branches.
class UniqueValues {
 public:
  static constexpr size_t kMax = 256;

  /// Adds all; false, and of no use afterwards, once there are more than kMax.
  bool add(std::span<const int64_t> values);
  size_t size() const { return size_; }
  /// Ascending; gives every value its position in this order.
  std::span<const int64_t> sort();
  /// Positions of values that were all added, after sort().
  void positions(std::span<const int64_t> values, std::span<int64_t> out) const;

 private:
  size_t slot(int64_t value) const {
    return (static_cast<uint64_t>(value) * multiplier_) >> shift_;
  }
  bool knows(int64_t value) const { return size_ > 0 && values_[index_[slot(value)]] == value; }
  bool knows_all(std::span<const int64_t> values) const;
  bool add_early(std::span<const int64_t> values);
  void insert(int64_t value);
  void place();
  bool place_all();

  static constexpr size_t kEarlyValues = 1024;
  static constexpr int kEarlySlotBits = 10;

  size_t size_ = 0;
  size_t early_left_ = kEarlyValues;
  /// Of the plain table: index into values_ and one; 0 is free.
  std::array<uint16_t, size_t{1} << kEarlySlotBits> early_slots_{};
  std::array<int64_t, kMax> values_;  ///< In the order of arrival, then sorted.
  std::vector<uint8_t> index_;        ///< By slot, into values_; free slots hold any index.
  std::vector<bool> taken_;           ///< Slots that hold a value.
  int shift_ = 64 - 8;                ///< 64 - log2 of the number of slots.
  uint64_t multiplier_ = 0x9E3779B97F4A7C15u;
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
