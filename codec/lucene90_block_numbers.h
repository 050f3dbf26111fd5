// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "codec/lucene90_numbers.h"
#include "codec/lucene90_packed_numbers.h"

namespace segsmith::codec::lucene90 {

/// Varying blocks: 16,384 values each, a byte of width, the block's minimum and its packed bytes;
/// behind them the table of the blocks' offsets in the file, and where that table starts. A block's
/// header is read and checked whenever the block is touched, so that opening touches none.
class BlockNumbers final : public PackedNumbers {
 public:
  struct Block {
    Affine affine;
    std::span<const std::byte> packed;
    uint64_t offset = 0;  ///< From the start of the values.
    uint64_t length = 0;
    uint64_t count = 0;
  };

  /// `values` are the blocks and their table. CorruptIndex unless the table fits the count.
  BlockNumbers(const NumericEncoding& encoding, store::Input values);

  void values(uint64_t first, std::span<int64_t> out) const override;
  void range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset) const override;
  uint64_t block_count() const;
  /// Offset of the table from the start of the values.
  uint64_t table() const { return table_; }
  Block block(uint64_t index) const;

 private:
  void pick(std::span<const uint64_t> positions, std::span<int64_t> out) const override;
  uint64_t block_offset(uint64_t index) const;
  void read_packed(Block& block) const;

  int64_t base_;  ///< Offset of the values in the file.
  uint64_t table_;
  int64_t gcd_;
};

}  // namespace segsmith::codec::lucene90
