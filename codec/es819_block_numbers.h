// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "model/doc_values.h"
#include "packing/direct_monotonic.h"
#include "packing/es819_blocks.h"
#include "packing/es95_pipeline.h"
#include "store/input.h"

namespace segsmith::codec::es819 {

/// How a block is coded: blocks of numbers, of ordinals, or of numbers in a pipeline of stages.
/// Each decodes the bytes [begin, end) of a field's values, and may answer a range from how a block
/// is coded.
struct PlainCoding {
  static constexpr size_t kMaxBlock = packing::es819::kMaxBlock;
  void decode(const store::Input& values, uint64_t begin, uint64_t end,
              std::span<int64_t> out) const {
    packing::es819::decode_numbers(values, begin, end, out);
  }
  bool range(const store::Input& values, uint64_t begin, uint64_t end, size_t block_size,
             size_t first, size_t count, int64_t low, int64_t high, std::span<uint64_t> words,
             uint64_t bit_offset) const {
    return packing::es819::numbers_range_into_words(values, begin, end, block_size, first, count,
                                                    low, high, words, bit_offset);
  }
};

struct OrdinalCoding {
  static constexpr size_t kMaxBlock = packing::es819::kMaxBlock;
  int bits;
  void decode(const store::Input& values, uint64_t begin, uint64_t end,
              std::span<int64_t> out) const {
    packing::es819::decode_ordinals(values, begin, end, bits, out);
  }
  bool range(const store::Input& values, uint64_t begin, uint64_t end, size_t block_size,
             size_t first, size_t count, int64_t low, int64_t high, std::span<uint64_t> words,
             uint64_t bit_offset) const {
    return packing::es819::ordinals_range_into_words(values, begin, end, bits, block_size, first,
                                                     count, low, high, words, bit_offset);
  }
};

struct PipelineCoding {
  static constexpr size_t kMaxBlock = packing::es95::kMaxBlock;
  packing::es95::Descriptor descriptor;
  void decode(const store::Input& values, uint64_t begin, uint64_t end,
              std::span<int64_t> out) const {
    packing::es95::decode(descriptor, values, begin, end, out);
  }
  bool range(const store::Input&, uint64_t, uint64_t, size_t, size_t, size_t, int64_t, int64_t,
             std::span<uint64_t>, uint64_t) const {
    return false;
  }
};

/// Sets bit bit_offset + i of `words` when low <= values[i] <= high; other bits stay.
void compare_into_words(std::span<const int64_t> values, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset);

/// Where the blocks of a field lie, read in place from the index of blocks.
class BlockIndex {
 public:
  /// `offsets` are those of the blocks in `values`, the first of which is 0 (CorruptIndex
  /// otherwise).
  BlockIndex(packing::DirectMonotonicReader offsets, store::Input values);

  uint64_t block_count() const { return offsets_.count(); }
  const store::Input& values() const { return values_; }
  /// Where blocks first, ..., first + out.size() - 1 begin; out.size() - 1 is the number of blocks
  /// asked for. CorruptIndex unless they ascend inside the values.
  void ends(uint64_t first, std::span<int64_t> out) const;

 private:
  packing::DirectMonotonicReader offsets_;
  store::Input values_;
};

/// Numbers in blocks of 2^block_shift, the last one padded. A block is decoded at once, straight
/// into the caller's memory where he asks for all of it.
template <class Coding>
class BlockNumbers final : public model::Numbers {
 public:
  BlockNumbers(uint64_t size, int block_shift, BlockIndex index, Coding coding)
      : Numbers(size),
        block_shift_(block_shift),
        index_(std::move(index)),
        coding_(std::move(coding)) {}

  size_t block_size() const override { return size_t{1} << block_shift_; }

  void values(uint64_t first, std::span<int64_t> out) const override {
    check(first, out.size());
    for_blocks(first, out.size(), [&](const Part& part) {
      const auto target = out.subspan(part.done, part.count);
      if (part.count == block_size()) return decode(part, target);
      Buffer buffer;
      const auto block = std::span(buffer).first(block_size());
      decode(part, block);
      std::copy_n(block.begin() + static_cast<ptrdiff_t>(part.from), part.count, target.begin());
    });
  }

  void gather(std::span<const uint64_t> positions, std::span<int64_t> out) const override {
    if (positions.empty()) return;
    check(positions.back(), 1);
    Buffer buffer;
    const auto block = std::span(buffer).first(block_size());
    const uint64_t mask = block_size() - 1;
    for (size_t i = 0; i < positions.size();) {
      const uint64_t number = positions[i] >> block_shift_;
      std::array<int64_t, 2> ends;
      index_.ends(number, ends);
      decode({.begin = static_cast<uint64_t>(ends[0]), .end = static_cast<uint64_t>(ends[1])},
             block);
      for (; i < positions.size() && positions[i] >> block_shift_ == number; ++i) {
        out[i] = block[positions[i] & mask];
      }
    }
  }

  void range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset) const override {
    check(first, count);
    if (low > high) return;
    for_blocks(first, count, [&](const Part& part) {
      const uint64_t bit = bit_offset + part.done;
      if (coding_.range(index_.values(), part.begin, part.end, block_size(), part.from, part.count,
                        low, high, words, bit)) {
        return;
      }
      Buffer buffer;
      const auto block = std::span(buffer).first(block_size());
      decode(part, block);
      compare_into_words(block.subspan(part.from, part.count), low, high, words, bit);
    });
  }

 private:
  using Buffer = std::array<int64_t, Coding::kMaxBlock>;

  /// What is asked of one block: `count` values from `from` on, behind `done` others.
  struct Part {
    uint64_t begin, end;  ///< Of the block, in the values.
    size_t from = 0;
    size_t count = 0;
    uint64_t done = 0;
  };

  void check(uint64_t first, uint64_t count) const {
    if (count > size() || first > size() - count) {
      index_.values().corrupt(0, "values up to " + std::to_string(size()),
                              std::to_string(first) + " + " + std::to_string(count));
    }
  }

  void decode(const Part& part, std::span<int64_t> block) const {
    coding_.decode(index_.values(), part.begin, part.end, block);
  }

  template <class Visit>
  void for_blocks(uint64_t first, uint64_t count, Visit&& visit) const {
    constexpr size_t kAtOnce = 64;
    std::array<int64_t, kAtOnce + 1> ends;
    const uint64_t mask = block_size() - 1;
    for (uint64_t done = 0; done < count;) {
      const uint64_t number = (first + done) >> block_shift_;
      const uint64_t last = (first + count - 1) >> block_shift_;
      const auto blocks = static_cast<size_t>(std::min<uint64_t>(kAtOnce, last - number + 1));
      index_.ends(number, std::span(ends).first(blocks + 1));
      for (size_t b = 0; b < blocks; ++b) {
        const auto from = static_cast<size_t>((first + done) & mask);
        const auto n = static_cast<size_t>(std::min<uint64_t>(block_size() - from, count - done));
        visit(Part{static_cast<uint64_t>(ends[b]), static_cast<uint64_t>(ends[b + 1]), from, n,
                   done});
        done += n;
      }
    }
  }

  int block_shift_;
  BlockIndex index_;
  Coding coding_;
};

}  // namespace segsmith::codec::es819
