// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_block_numbers.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <string>
#include <utility>

#include "codec/lucene90_doc_values_format.h"
#include "packing/direct_format.h"
#include "util/bits.h"

namespace segsmith::codec::lucene90 {
namespace {

constexpr uint64_t kBlockSize = kNumericBlockSize;
constexpr uint64_t kHeaderBytes =
    9;  ///< Width and minimum; a length follows where there are bytes.

int64_t load_long(std::span<const std::byte> bytes, uint64_t at) {
  return boost::endian::load_little_s64(reinterpret_cast<const unsigned char*>(bytes.data() + at));
}

}  // namespace

BlockNumbers::BlockNumbers(const NumericEncoding& e, store::Input values)
    : PackedNumbers(static_cast<uint64_t>(e.num_values), std::move(values)),
      base_(e.offset),
      table_(static_cast<uint64_t>(wrapping_sub(e.block_table_offset, e.offset))),
      gcd_(e.gcd) {
  const uint64_t bytes = packed().size();
  if (table_ > bytes || (bytes - table_) / 8 != block_count() + 1 || (bytes - table_) % 8 != 0) {
    input().corrupt(
        0, "a table of " + std::to_string(block_count()) + " blocks at the end of the values",
        "one at offset " + std::to_string(e.block_table_offset) + " of " + std::to_string(bytes) +
            " bytes");
  }
  const int64_t start = load_long(packed(), bytes - 8);
  if (start != e.block_table_offset) {
    input().corrupt(bytes - 8, "block table offset " + std::to_string(e.block_table_offset),
                    std::to_string(start));
  }
}

uint64_t BlockNumbers::block_count() const { return ceil_div(size(), kBlockSize); }

uint64_t BlockNumbers::block_offset(uint64_t index) const {
  const auto offset =
      static_cast<uint64_t>(wrapping_sub(load_long(packed(), table_ + 8 * index), base_));
  if (offset > table_ || table_ - offset < kHeaderBytes) {
    input().corrupt(table_ + 8 * index, "the offset of a block before the block table",
                    std::to_string(offset) + " of " + std::to_string(table_));
  }
  return offset;
}

BlockNumbers::Block BlockNumbers::block(uint64_t index) const {
  Block b;
  b.offset = block_offset(index);
  b.count = std::min(kBlockSize, size() - index * kBlockSize);
  b.affine.bits = static_cast<int>(packed()[b.offset]);
  b.affine.min = load_long(packed(), b.offset + 1);
  b.affine.gcd = gcd_;
  b.length = kHeaderBytes;
  if (b.affine.bits != 0) read_packed(b);
  return b;
}

void BlockNumbers::read_packed(Block& b) const {
  constexpr uint64_t kStart = kHeaderBytes + 4;
  const uint64_t room = table_ - b.offset;
  const uint64_t needed = packing::is_direct_width(b.affine.bits)
                              ? packing::direct_byte_count(b.count, b.affine.bits)
                              : UINT64_MAX;
  const uint64_t found =
      room < kStart ? 0
                    : boost::endian::load_little_u32(reinterpret_cast<const unsigned char*>(
                          packed().data() + b.offset + kHeaderBytes));
  if (room < kStart || found != needed || found > room - kStart) {
    input().corrupt(b.offset, "the bytes of " + std::to_string(b.count) + " packed values",
                    std::to_string(found) + " bytes at " + std::to_string(b.affine.bits) +
                        " bits, " + std::to_string(room) + " before the block table");
  }
  b.packed = packed().subspan(b.offset + kStart, found);
  b.length = kStart + found;
}

void BlockNumbers::values(uint64_t first, std::span<int64_t> out) const {
  check_positions(first, out.size());
  for (size_t done = 0; done < out.size();) {
    const Block b = block((first + done) / kBlockSize);
    const uint64_t in_block = (first + done) % kBlockSize;
    const auto n = static_cast<size_t>(std::min<uint64_t>(out.size() - done, b.count - in_block));
    b.affine.unpack(b.packed, in_block, out.subspan(done, n));
    done += n;
  }
}

void BlockNumbers::range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                                    std::span<uint64_t> words, uint64_t bit_offset) const {
  check_positions(first, count);
  for (uint64_t done = 0; done < count;) {
    const Block b = block((first + done) / kBlockSize);
    const uint64_t in_block = (first + done) % kBlockSize;
    const uint64_t n = std::min(count - done, b.count - in_block);
    b.affine.range(b.packed, in_block, n, low, high, words, bit_offset + done);
    done += n;
  }
}

void BlockNumbers::pick(std::span<const uint64_t> positions, std::span<int64_t> out) const {
  check_positions(positions.back(), 1);
  uint64_t current = ~uint64_t{0};
  Block b;
  for (size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] / kBlockSize != current) {
      current = positions[i] / kBlockSize;
      b = block(current);
    }
    out[i] = b.affine.get(b.packed, positions[i] % kBlockSize);
  }
}

}  // namespace segsmith::codec::lucene90
