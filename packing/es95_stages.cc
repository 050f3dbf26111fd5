// SPDX-License-Identifier: Apache-2.0
#include "packing/es95_stages.h"

#include <algorithm>
#include <bit>
#include <string>

#include "packing/delta_kernels.h"
#include "packing/number_kernels.h"
#include "packing/tsdb_for.h"
#include "util/bits.h"

namespace segsmith::packing::es95 {
namespace {

uint64_t magnitude(int64_t v) {
  return v < 0 ? uint64_t{0} - static_cast<uint64_t>(v) : static_cast<uint64_t>(v);
}

/// Finds where runs of one direction end. A step against the direction is pending until the next
/// step shows whether it was a turn or a single jump (a counter's reset); both end a run.
class SplitFinder {
 public:
  /// `deltas[i]` is value i less value i - 1.
  SplitFinder(std::span<const int64_t> deltas, size_t most) : deltas_(deltas), most_(most) {}

  /// False when there are none, too many, or a run of one value at the end.
  bool find() {
    int direction = 0;
    size_t pending = 0;
    int pending_direction = 0;
    for (size_t i = 1; i < deltas_.size(); ++i) {
      const int sign = (deltas_[i] > 0) - (deltas_[i] < 0);
      if (sign == 0) continue;
      if (direction == 0) {
        direction = sign;
      } else if (pending == 0) {
        if (sign == direction) continue;
        pending = i;
        pending_direction = sign;
      } else {
        if (!record(pending)) return false;
        if (sign != direction) direction = pending_direction;
        pending = 0;
      }
    }
    if (pending != 0 && !record(pending)) return false;
    return count_ > 0 && splits_[count_ - 1] + 1u < deltas_.size();
  }
  std::span<const uint16_t> splits() const { return {splits_, count_}; }

 private:
  bool record(size_t position) {
    if (count_ == most_) return false;
    splits_[count_++] = static_cast<uint16_t>(position);
    return true;
  }

  std::span<const int64_t> deltas_;
  size_t most_;
  size_t count_ = 0;
  uint16_t splits_[kMaxBlock / 2];
};

}  // namespace

void BlockValues::multiply(int64_t by) {
  if (unpacked_) {
    for (int64_t& v : out_) v = wrapping_mul(v, by);
  } else {
    mul_ = wrapping_mul(mul_, by);
    add_ = wrapping_mul(add_, by);
  }
}

void BlockValues::add(int64_t what) {
  if (unpacked_) {
    subtract(out_, wrapping_sub(0, what), out_);
  } else {
    add_ = wrapping_add(add_, what);
  }
}

void BlockValues::add_up(int64_t before) {
  if (unpacked_) return packing::add_up(out_, before);
  unpacked_ = true;
  if (bits_ == 0) {
    fill_line(out_, wrapping_add(before, add_), add_);
  } else {
    for_unpack_sums(packed_, bits_, out_, mul_, add_, before);
  }
}

std::span<int64_t> BlockValues::get() {
  if (unpacked_) return out_;
  unpacked_ = true;
  if (bits_ == 0) {
    fill_line(out_, add_, 0);
  } else {
    for_unpack_affine(packed_, bits_, out_, mul_, add_);
  }
  return out_;
}

bool Delta::encode(std::span<int64_t> values, FieldState& state, BlockBytes& meta) {
  if (!goes_one_way(values)) return false;
  take_deltas(values, state.scratch);
  meta.zlong(wrapping_sub(values[0], state.scratch[0]));
  std::ranges::copy(state.scratch, values.begin());
  return true;
}

void Delta::decode(BlockValues& values, BlockParser& in, Shape* shape) {
  const int64_t first = in.zlong();
  if (shape != nullptr) shape->first = first;
  values.add_up(first);
}

bool Offset::encode(std::span<int64_t> values, FieldState&, BlockBytes& meta) {
  const MinMax bounds = min_max(values);
  if (bounds.min == 0 || wrapping_sub(bounds.max, bounds.min) < 0) return false;
  // Magnitudes, so a small negative minimum stays, unlike in ES819.
  if (magnitude(bounds.min) < magnitude(bounds.max) >> 2) return false;
  meta.zlong(bounds.min);
  subtract(values, bounds.min, values);
  return true;
}

void Offset::decode(BlockValues& values, BlockParser& in, Shape* shape) {
  const int64_t min = in.zlong();
  if (shape != nullptr) shape->min = min;
  values.add(min);
}

bool Gcd::encode(std::span<int64_t> values, FieldState&, BlockBytes& meta) {
  const int64_t min = min_max(values).min;
  const uint64_t divisor = gcd_of(values, min);
  if (divisor <= 1) return false;
  meta.vlong(divisor - 2);
  if (min >= 0) {
    subtract_and_divide(values, 0, ExactDivisor(divisor), values);
  } else if (divisor >> 63 != 0) {
    // Powers of two are shifted, so -2^63 becomes -1 here and not 1, as in ES819.
    for (int64_t& v : values) v >>= 63;
  } else {
    divide_signed(values, divisor, values);
  }
  return true;
}

void Gcd::decode(BlockValues& values, BlockParser& in, Shape* shape) {
  const uint64_t less_two = in.vlong();
  if (less_two > (uint64_t{1} << 63) - 2) {
    in.corrupt_before(9, "a divisor up to 2^63", std::to_string(less_two) + " + 2");
  }
  if (shape != nullptr) shape->gcd = less_two + 2;
  values.multiply(static_cast<int64_t>(less_two + 2));
}

bool SplitDelta::encode(std::span<int64_t> values, FieldState& state, BlockBytes& meta) {
  const std::span<int64_t> deltas = state.scratch;
  const MinMax bounds = take_deltas(values, deltas);
  if (bounds.min >= 0 || bounds.max <= 0) return false;
  SplitFinder finder(deltas, static_cast<size_t>(state.max_splits));
  if (!finder.find()) return false;
  const auto splits = finder.splits();
  meta.vlong(splits.size());
  for (const uint16_t split : splits) meta.vlong(split);
  size_t begin = 0;
  for (size_t run = 0; run <= splits.size(); ++run) {
    deltas[begin] = deltas[begin + 1];
    meta.zlong(wrapping_sub(values[begin], deltas[begin]));
    if (run < splits.size()) begin = splits[run];
  }
  std::ranges::copy(deltas, values.begin());
  return true;
}

void SplitDelta::decode(BlockValues& block, BlockParser& in, Shape* shape) {
  const std::span<int64_t> values = block.get();
  const uint32_t count = in.vint();
  if (count == 0 || count > values.size() / 2) {
    in.corrupt_before(1, "1 to " + std::to_string(values.size() / 2) + " splits",
                      std::to_string(count));
  }
  uint16_t begins[kMaxBlock / 2 + 2];  // NOLINT(*-member-init): written before it is read.
  begins[0] = 0;
  for (uint32_t i = 1; i <= count; ++i) {
    const uint32_t begin = in.vint();
    if (begin <= begins[i - 1] || begin >= values.size()) {
      in.corrupt_before(1,
                        "a split from " + std::to_string(begins[i - 1] + 1) + " to " +
                            std::to_string(values.size() - 1),
                        std::to_string(begin));
    }
    begins[i] = static_cast<uint16_t>(begin);
    if (shape != nullptr) shape->splits.push_back(begin);
  }
  begins[count + 1] = static_cast<uint16_t>(values.size());
  for (uint32_t i = 0; i <= count; ++i) {
    const auto n = static_cast<size_t>(begins[i + 1] - begins[i]);
    add_up(values.subspan(begins[i], n), in.zlong());
  }
}

}  // namespace segsmith::packing::es95
