// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/input.h"
#include "store/output.h"

/// Ascending integers as a line per block plus packed differences from it (DirectMonotonicWriter
/// and DirectMonotonicReader). Per block of 2^shift values the metadata holds: long min, int bits
/// of the float slope, long offset of the packed bytes from the start of the data, byte width (0:
/// no bytes). Value i of a block = min + (long)(slope * (float)i) + packed difference, all
/// wrapping.
namespace segsmith::packing {

inline constexpr int kMonotonicMinShift = 2;
inline constexpr int kMonotonicMaxShift = 22;

class DirectMonotonicWriter {
 public:
  /// For a number of values that is not known before the last of them.
  static constexpr uint64_t kAnyCount = UINT64_MAX;

  /// `block_shift` in [2, 22], else InvalidArgument. Both outputs must outlive the writer; offsets
  /// count from data's position now. `meta` and `data` may be the same Output only if the format
  /// says so (none does).
  DirectMonotonicWriter(store::Output& meta, store::Output& data, uint64_t count, int block_shift);

  /// Ascending values over all calls (equal neighbours are fine), else InvalidArgument.
  void add(std::span<const int64_t> values);
  void add(int64_t value) { add(std::span<const int64_t>(&value, 1)); }
  /// After exactly `count` values, else InvalidArgument; after any number for kAnyCount.
  void finish();

 private:
  void flush();

  store::Output* meta_;
  store::Output* data_;
  bool any_count_;
  uint64_t left_;
  uint64_t base_;
  size_t block_size_;
  int64_t previous_ = INT64_MIN;
  std::vector<int64_t> buffer_;
};

/// One block's line and where its packed differences lie.
struct MonotonicBlock {
  int64_t min = 0;
  float slope = 0;
  int bits = 0;  ///< 0 when all differences are zero: no bytes.
  uint64_t offset = 0;
};

/// A sequence's metadata, checked for shape; what it says about the data is checked by the reader.
class DirectMonotonicMeta {
 public:
  DirectMonotonicMeta() = default;
  /// Reads the blocks of `count` values. CorruptIndex for a shift outside [2, 22], more blocks than
  /// the bytes left can hold (checked before anything is allocated), or an unknown width.
  static DirectMonotonicMeta read(store::Cursor& in, uint64_t count, int block_shift);

  uint64_t count() const { return count_; }
  int block_shift() const { return block_shift_; }
  std::span<const MonotonicBlock> blocks() const { return blocks_; }
  /// Values in block `b`: 2^shift, fewer in the last.
  uint64_t block_count(size_t b) const;

 private:
  uint64_t count_ = 0;
  int block_shift_ = kMonotonicMinShift;
  std::vector<MonotonicBlock> blocks_;
};

/// Immutable, safe to share across threads.
class DirectMonotonicReader {
 public:
  DirectMonotonicReader() = default;
  /// `data` is the slice that the metadata's offsets count in. CorruptIndex when a block's packed
  /// values do not lie inside.
  DirectMonotonicReader(DirectMonotonicMeta meta, store::Input data);

  uint64_t count() const { return meta_.count(); }
  const DirectMonotonicMeta& meta() const { return meta_; }

  /// out[i] = value first + i; InvalidArgument outside [0, count()]. That values ascend is not
  /// checked.
  void values(uint64_t first, std::span<int64_t> out) const;
  int64_t get(uint64_t index) const;
  /// Index of `key` in [from, to), or -1 - insertion point, over ascending values
  /// (DirectMonotonicReader.binarySearch: any of several equal values may be found, the same as
  /// there).
  int64_t binary_search(uint64_t from, uint64_t to, int64_t key) const;

 private:
  std::span<const std::byte> packed(size_t block) const;

  DirectMonotonicMeta meta_;
  store::Input data_;
};

/// (long)(slope * (float)i) as Java computes it: one float multiplication, truncation, saturation
/// at the ends of the long range, zero for NaN.
int64_t monotonic_expected(float slope, uint64_t i);

}  // namespace segsmith::packing
