// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "model/doc_values.h"
#include "store/input.h"
#include "util/bit_set.h"

/// What the numeric encodings of Lucene90 doc values share.
namespace segsmith::codec::lucene90 {

/// One packed value whose position was checked.
uint64_t get_packed(std::span<const std::byte> packed, int bits, uint64_t index);

/// Value = packed * gcd + min at one width; all values are `min` at width 0.
struct Affine {
  int bits = 0;
  int64_t min = 0;
  int64_t gcd = 1;

  void unpack(std::span<const std::byte> packed, uint64_t first, std::span<int64_t> out) const;
  int64_t get(std::span<const std::byte> packed, uint64_t index) const;
  /// Numbers::range_into_words: moves the bounds into the packed domain and filters there.
  void range(std::span<const std::byte> packed, uint64_t first, uint64_t count, int64_t low,
             int64_t high, std::span<uint64_t> words, uint64_t bit_offset) const;
};

/// Numbers over packed bytes: what to do outside the positions, and the picking of scattered ones
/// out of decoded windows or one by one.
class PackedNumbers : public model::Numbers {
 public:
  PackedNumbers(uint64_t size, store::Input packed) : Numbers(size), packed_(std::move(packed)) {}

  void gather(std::span<const uint64_t> positions, std::span<int64_t> out) const override;

 protected:
  /// Throws unless [first, first + count) are positions of this field.
  void check_positions(uint64_t first, uint64_t count) const;
  /// gather() where the positions, ascending and at least one, lie far apart.
  virtual void pick(std::span<const uint64_t> positions, std::span<int64_t> out) const = 0;
  std::span<const std::byte> packed() const { return packed_.bytes(); }
  const store::Input& input() const { return packed_; }

 private:
  store::Input packed_;
};

}  // namespace segsmith::codec::lucene90
