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

/// Bits of `count` values in `bounds`; 0 when all are equal.
uint64_t space_in_bits(MinMax bounds, uint64_t count) {
  if (bounds.max <= bounds.min) return 0;
  const uint64_t range = static_cast<uint64_t>(bounds.max) - static_cast<uint64_t>(bounds.min);
  return static_cast<uint64_t>(packing::direct_bits_required(range)) * count;
}

}  // namespace

size_t UniqueValues::find(int64_t value) const {
  size_t at = slot(value);
  while (index_[at] >= 0 && keys_[at] != value) at = (at + 1) % kSlots;
  return at;
}

bool UniqueValues::add(std::span<const int64_t> values) {
  for (const int64_t value : values) {
    const size_t at = find(value);
    if (index_[at] >= 0) continue;
    if (size_ == kMax) return false;
    keys_[at] = value;
    index_[at] = static_cast<int16_t>(size_);
    values_[static_cast<size_t>(size_++)] = value;
  }
  return true;
}

std::span<const int64_t> UniqueValues::sort() {
  const auto end = values_.begin() + size_;
  std::sort(values_.begin(), end);
  for (int i = 0; i < size_; ++i) {
    index_[find(values_[static_cast<size_t>(i)])] = static_cast<int16_t>(i);
  }
  return {values_.data(), static_cast<size_t>(size_)};
}

void UniqueValues::positions(std::span<const int64_t> values, std::span<int64_t> out) const {
  for (size_t i = 0; i < values.size(); ++i) out[i] = index_[find(values[i])];
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
  if (track_uniques_) track_uniques_ = uniques_.add(values);
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
