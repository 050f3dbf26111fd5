// SPDX-License-Identifier: Apache-2.0
#include "codec/number_statistics.h"

#include <algorithm>

#include "packing/direct_format.h"

namespace segsmith::codec {

using packing::MinMax;

namespace {

/// The bounds within which Lucene takes differences without overflow.
constexpr int64_t kDivisorMin = -(int64_t{1} << 62);
constexpr int64_t kDivisorMax = (int64_t{1} << 62) - 1;

/// Values that are looked up without a branch.
constexpr size_t kStride = 64;
/// Multipliers that are tried before the table of unique values doubles.
constexpr int kMultipliersPerSize = 8;

/// Bits of `count` values in `bounds`; 0 when all are equal.
uint64_t space_in_bits(MinMax bounds, uint64_t count) {
  if (bounds.max <= bounds.min) return 0;
  const uint64_t range = static_cast<uint64_t>(bounds.max) - static_cast<uint64_t>(bounds.min);
  return static_cast<uint64_t>(packing::direct_bits_required(range)) * count;
}

}  // namespace

bool UniqueValues::knows_all(std::span<const int64_t> values) const {
  if (size_ == 0) return values.empty();
  uint64_t difference = 0;
  for (const int64_t value : values) {
    difference |= static_cast<uint64_t>(values_[index_[slot(value)]] ^ value);
  }
  return difference == 0;
}

bool UniqueValues::add_early(std::span<const int64_t> values) {
  constexpr size_t kMask = (size_t{1} << kEarlySlotBits) - 1;
  for (const int64_t value : values) {
    size_t at = (static_cast<uint64_t>(value) * multiplier_) >> (64 - kEarlySlotBits);
    while (early_slots_[at] != 0 && values_[early_slots_[at] - 1u] != value) at = (at + 1) & kMask;
    if (early_slots_[at] != 0) continue;
    if (size_ == kMax) return false;
    values_[size_++] = value;
    early_slots_[at] = static_cast<uint16_t>(size_);
  }
  return true;
}

bool UniqueValues::add(std::span<const int64_t> values) {
  if (early_left_ > 0) {
    const auto early = values.first(std::min(values.size(), early_left_));
    if (!add_early(early)) return false;
    early_left_ -= early.size();
    values = values.subspan(early.size());
    if (early_left_ > 0) return true;
    place();
  }
  while (!values.empty()) {
    const auto stride = values.first(std::min(values.size(), kStride));
    if (!knows_all(stride)) {
      for (const int64_t value : stride) {
        if (knows(value)) continue;
        if (size_ == kMax) return false;
        insert(value);
      }
    }
    values = values.subspan(stride.size());
  }
  return true;
}

void UniqueValues::insert(int64_t value) {
  const size_t index = size_++;
  values_[index] = value;
  if (!index_.empty() && !taken_[slot(value)]) {
    taken_[slot(value)] = true;
    index_[slot(value)] = static_cast<uint8_t>(index);
    return;
  }
  place();
}

void UniqueValues::place() {
  for (int attempt = 1; !place_all(); ++attempt) {
    multiplier_ = multiplier_ * 6364136223846793005u + 1442695040888963407u;
    multiplier_ |= 1;
    if (attempt % kMultipliersPerSize == 0) --shift_;
  }
}

/// Puts the values into a table of the present size with the present multiplier; false when two
/// meet.
bool UniqueValues::place_all() {
  const size_t slots = size_t{1} << (64 - shift_);
  index_.assign(slots, 0);
  taken_.assign(slots, false);
  for (size_t i = 0; i < size_; ++i) {
    const size_t at = slot(values_[i]);
    if (taken_[at]) return false;
    taken_[at] = true;
    index_[at] = static_cast<uint8_t>(i);
  }
  return true;
}

std::span<const int64_t> UniqueValues::sort() {
  if (early_left_ > 0) place();
  const auto end = values_.begin() + static_cast<ptrdiff_t>(size_);
  std::sort(values_.begin(), end);
  for (size_t i = 0; i < size_; ++i) index_[slot(values_[i])] = static_cast<uint8_t>(i);
  return {values_.data(), size_};
}

void UniqueValues::positions(std::span<const int64_t> values, std::span<int64_t> out) const {
  for (size_t i = 0; i < values.size(); ++i) out[i] = index_[slot(values[i])];
}

void NumberStatistics::add(std::span<const int64_t> values) {
  if (values.empty()) return;
  if (count_ == 0) first_ = values[0];
  count_ += values.size();
  while (!values.empty()) {
    const size_t n = std::min(values.size(), kBlockValues - block_count_);
    add_chunk(values.first(n));
    values = values.subspan(n);
    if (block_count_ == kBlockValues) close_block();
  }
}

void NumberStatistics::add_chunk(std::span<const int64_t> values) {
  const MinMax bounds = packing::min_max(values);
  block_.fold(bounds);
  block_count_ += values.size();
  if (gcd_ != 1) fold_divisor(values, bounds);
  if (track_uniques_) {
    track_uniques_ = uniques_.add(bounds.min == bounds.max ? values.first(1) : values);
  }
}

void NumberStatistics::fold_divisor(std::span<const int64_t> values, MinMax bounds) {
  if (bounds.min < kDivisorMin || bounds.max > kDivisorMax) {
    gcd_ = 1;
    return;
  }
  // first_ passed the same check, or gcd_ would be 1. Differences from the smallest value and that
  // value's own difference from the first have the divisor that Lucene folds one by one.
  const auto apart = bounds.min > first_ ? bounds.min - first_ : first_ - bounds.min;
  gcd_ = packing::gcd(gcd_, static_cast<uint64_t>(apart));
  if (bounds.min != bounds.max) gcd_ = packing::fold_gcd(gcd_, values, bounds.min);
}

void NumberStatistics::close_block() {
  if (block_count_ == 0) return;
  whole_.fold(block_);
  blocks_bits_ += space_in_bits(block_, block_count_);
  blocks_.push_back(block_);
  block_ = {};
  block_count_ = 0;
}

void NumberStatistics::finish() {
  close_block();
  whole_bits_ = space_in_bits(whole_, count_);
}

}  // namespace segsmith::codec
