// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_monotonic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "packing/direct_kernels.h"
#include "packing/direct_reader.h"
#include "packing/direct_writer.h"
#include "packing/number_kernels.h"
#include "util/bits.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

constexpr uint64_t kBlockMetaBytes = 8 + 4 + 8 + 1;

/// Whether slope * i keeps clear of the ends of the long range for i <= n, as the line kernels
/// need.
bool is_tame(float slope, uint64_t n) { return std::abs(slope) * static_cast<float>(n) < 0x1p62F; }

void add_line(std::span<int64_t> out, uint64_t first, int64_t min, float slope) {
  if (is_tame(slope, first + out.size())) {
    kernels::best_kernels().add_line(out.data(), out.size(), first, min, slope);
    return;
  }
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = wrapping_add(wrapping_add(out[i], min), monotonic_expected(slope, first + i));
  }
}

/// Takes the line away. Truncation is symmetric, so the negated slope does it; saturation is not.
void subtract_line(std::span<int64_t> values, float slope) {
  if (is_tame(slope, values.size())) {
    kernels::best_kernels().add_line(values.data(), values.size(), 0, 0, -slope);
    return;
  }
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = wrapping_sub(values[i], monotonic_expected(slope, i));
  }
}

/// The last of `values`, which must ascend from `previous` on.
int64_t check_ascending(std::span<const int64_t> values, int64_t previous) {
  bool falls = values[0] < previous;
  for (size_t i = 1; i < values.size(); ++i) falls |= values[i] < values[i - 1];
  if (!falls) return values.back();
  for (const int64_t value : values) {
    if (value < previous) {
      throw InvalidArgument("values do not ascend: " + std::to_string(previous) + ", " +
                            std::to_string(value));
    }
    previous = value;
  }
  return previous;
}

}  // namespace

int64_t monotonic_expected(float slope, uint64_t i) {
  const float product = slope * static_cast<float>(i);
  if (std::isnan(product)) return 0;
  if (product >= 0x1p63F) return INT64_MAX;
  if (product < -0x1p63F) return INT64_MIN;
  return static_cast<int64_t>(product);
}

DirectMonotonicWriter::DirectMonotonicWriter(store::Output& meta, store::Output& data,
                                             uint64_t count, int block_shift)
    : meta_(&meta),
      data_(&data),
      any_count_(count == kAnyCount),
      left_(count),
      base_(data.position()) {
  if (block_shift < kMonotonicMinShift || block_shift > kMonotonicMaxShift) {
    throw InvalidArgument("a monotonic block shift of " + std::to_string(block_shift));
  }
  block_size_ = size_t{1} << block_shift;
  if (!any_count_) buffer_.reserve(std::min<uint64_t>(count, block_size_));
}

void DirectMonotonicWriter::add(std::span<const int64_t> values) {
  if (values.size() > left_) throw InvalidArgument("more monotonic values than announced");
  left_ -= values.size();
  if (!values.empty()) previous_ = check_ascending(values, previous_);
  while (!values.empty()) {
    if (buffer_.size() == block_size_) flush();
    const auto part = values.first(std::min(values.size(), block_size_ - buffer_.size()));
    buffer_.insert(buffer_.end(), part.begin(), part.end());
    values = values.subspan(part.size());
  }
}

void DirectMonotonicWriter::finish() {
  if (left_ != 0 && !any_count_) {
    throw InvalidArgument("monotonic values end " + std::to_string(left_) +
                          " before the announced");
  }
  if (!buffer_.empty()) flush();
}

void DirectMonotonicWriter::flush() {
  const size_t n = buffer_.size();
  const int64_t rise = wrapping_sub(buffer_[n - 1], buffer_[0]);
  const auto slope = static_cast<float>(static_cast<double>(rise) /
                                        static_cast<double>(std::max<size_t>(1, n - 1)));
  subtract_line(buffer_, slope);
  const MinMax ends = min_max(buffer_);
  for (int64_t& value : buffer_) value = wrapping_sub(value, ends.min);
  // As unsigned, so that ends further apart than the long range count as 64 bits.
  const auto largest = static_cast<uint64_t>(wrapping_sub(ends.max, ends.min));
  meta_->le_long(ends.min);
  meta_->le32(std::bit_cast<uint32_t>(slope));
  meta_->le64(data_->position() - base_);
  const int bits = largest == 0 ? 0 : direct_bits_required(largest);
  if (bits != 0) {
    DirectWriter writer(*data_, n, bits);
    writer.add(buffer_);
    writer.finish();
  }
  meta_->u8(static_cast<uint8_t>(bits));
  buffer_.clear();
}

DirectMonotonicMeta DirectMonotonicMeta::read(store::Cursor& in, uint64_t count, int block_shift) {
  if (block_shift < kMonotonicMinShift || block_shift > kMonotonicMaxShift) {
    in.corrupt("a monotonic block shift of 2 to 22", std::to_string(block_shift));
  }
  DirectMonotonicMeta meta;
  meta.count_ = count;
  meta.block_shift_ = block_shift;
  const uint64_t blocks = count == 0 ? 0 : ((count - 1) >> block_shift) + 1;
  if (blocks > in.remaining() / kBlockMetaBytes) {
    in.corrupt("metadata of " + std::to_string(blocks) + " monotonic blocks",
               std::to_string(in.remaining()) + " bytes to the end");
  }
  meta.blocks_.resize(blocks);
  for (MonotonicBlock& block : meta.blocks_) {
    block.min = in.le_long();
    block.slope = std::bit_cast<float>(in.le32());
    block.offset = in.le64();
    block.bits = in.u8();
    if (block.bits != 0 && !is_direct_width(block.bits)) {
      in.corrupt("a width of packed integers", std::to_string(block.bits) + " bits");
    }
  }
  return meta;
}

uint64_t DirectMonotonicMeta::block_count(size_t b) const {
  const uint64_t start = static_cast<uint64_t>(b) << block_shift_;
  return std::min(count_ - start, uint64_t{1} << block_shift_);
}

DirectMonotonicReader::DirectMonotonicReader(DirectMonotonicMeta meta, store::Input data)
    : meta_(std::move(meta)), data_(std::move(data)) {
  for (size_t b = 0; b < meta_.blocks().size(); ++b) {
    const MonotonicBlock& block = meta_.blocks()[b];
    if (block.bits == 0) continue;
    const uint64_t length = direct_packed_bytes(meta_.block_count(b), block.bits);
    data_.slice("monotonic block " + std::to_string(b), block.offset, length);
  }
}

std::span<const std::byte> DirectMonotonicReader::packed(size_t block) const {
  return data_.bytes().subspan(meta_.blocks()[block].offset);
}

void DirectMonotonicReader::values(uint64_t first, std::span<int64_t> out) const {
  if (first > count() || out.size() > count() - first) {
    throw InvalidArgument("monotonic values " + std::to_string(first) + " + " +
                          std::to_string(out.size()) + " of " + std::to_string(count()));
  }
  const uint64_t block_size = uint64_t{1} << meta_.block_shift();
  while (!out.empty()) {
    const auto b = static_cast<size_t>(first >> meta_.block_shift());
    const uint64_t at = first & (block_size - 1);
    const auto part = out.first(std::min<uint64_t>(out.size(), block_size - at));
    const MonotonicBlock& block = meta_.blocks()[b];
    if (block.bits == 0) {
      std::fill(part.begin(), part.end(), 0);
    } else {
      direct_unpack(packed(b), block.bits, at, part);
    }
    add_line(part, at, block.min, block.slope);
    first += part.size();
    out = out.subspan(part.size());
  }
}

int64_t DirectMonotonicReader::get(uint64_t index) const {
  if (index >= count()) {
    throw InvalidArgument("monotonic value " + std::to_string(index) + " of " +
                          std::to_string(count()));
  }
  const auto b = static_cast<size_t>(index >> meta_.block_shift());
  const uint64_t at = index & ((uint64_t{1} << meta_.block_shift()) - 1);
  const MonotonicBlock& block = meta_.blocks()[b];
  const int64_t difference = block.bits == 0 ? 0 : direct_get(packed(b), block.bits, at);
  return wrapping_add(wrapping_add(block.min, monotonic_expected(block.slope, at)), difference);
}

int64_t DirectMonotonicReader::binary_search(uint64_t from, uint64_t to, int64_t key) const {
  if (from > to || to > count()) {
    throw InvalidArgument("a search in monotonic values [" + std::to_string(from) + ", " +
                          std::to_string(to) + ") of " + std::to_string(count()));
  }
  auto low = static_cast<int64_t>(from);
  auto high = static_cast<int64_t>(to) - 1;
  while (low <= high) {
    const int64_t middle = low + (high - low) / 2;
    const int64_t value = get(static_cast<uint64_t>(middle));
    if (value < key) {
      low = middle + 1;
    } else if (value > key) {
      high = middle - 1;
    } else {
      return middle;
    }
  }
  return -1 - low;
}

}  // namespace segsmith::packing
