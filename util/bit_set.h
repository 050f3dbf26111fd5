// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace segsmith {

/// Sets the bits [from, from + count) of `words`, bit i in word i / 64.
void set_bits(std::span<uint64_t> words, uint64_t from, uint64_t count);

/// A fixed number of bits in 64-bit words, bit i in word i / 64 (Lucene's FixedBitSet layout, which
/// is also the layout of live-docs files). Bits past size() in the last word are always zero.
class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(uint64_t size, bool value = false);

  uint64_t size() const { return size_; }
  bool get(uint64_t i) const { return (words_[i >> 6] >> (i & 63)) & 1; }
  void set(uint64_t i) { words_[i >> 6] |= uint64_t{1} << (i & 63); }
  void clear(uint64_t i) { words_[i >> 6] &= ~(uint64_t{1} << (i & 63)); }
  /// Sets [from, to).
  void set_range(uint64_t from, uint64_t to);
  /// Clears [from, to).
  void clear_range(uint64_t from, uint64_t to);
  uint64_t count() const;
  /// First set bit at or after `from`, or size() when there is none.
  uint64_t next_set(uint64_t from) const;
  /// First clear bit at or after `from`, or size() when there is none.
  uint64_t next_clear(uint64_t from) const;
  /// Intersects with `other`, which must have the same size.
  void and_with(const BitSet& other);
  void or_with(const BitSet& other);
  void flip();

  std::span<uint64_t> words() { return words_; }
  std::span<const uint64_t> words() const { return words_; }

 private:
  void clear_ghost_bits();

  uint64_t size_ = 0;
  std::vector<uint64_t> words_;
};

}  // namespace segsmith
