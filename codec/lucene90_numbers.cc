// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_numbers.h"

#include <algorithm>
#include <array>
#include <boost/endian/conversion.hpp>
#include <string>
#include <utility>

#include "codec/lucene90_doc_values_format.h"
#include "packing/direct_reader.h"
#include "util/bits.h"

namespace segsmith::codec::lucene90 {
namespace {

constexpr uint64_t kBlockSize = kNumericBlockSize;

/// Sets the bits [from, from + count) of `words`.
void set_bits(std::span<uint64_t> words, uint64_t from, uint64_t count) {
  if (count == 0) return;
  const uint64_t last = from + count - 1;
  const uint64_t head = ~uint64_t{0} << (from & 63);
  const uint64_t tail = ~uint64_t{0} >> (63 - (last & 63));
  const size_t first_word = from >> 6, last_word = last >> 6;
  if (first_word == last_word) {
    words[first_word] |= head & tail;
    return;
  }
  words[first_word] |= head;
  for (size_t w = first_word + 1; w < last_word; ++w) words[w] = ~uint64_t{0};
  words[last_word] |= tail;
}

/// One value whose position was checked: a wide load, except at the very end of the bytes. No width
/// spreads a value over more than eight bytes.
int64_t get_packed(std::span<const std::byte> packed, int bits, uint64_t index) {
  const uint64_t bit = index * static_cast<uint64_t>(bits);
  if (packed.size() < 8 || bit / 8 > packed.size() - 8) {
    return packing::direct_get(packed, bits, index);
  }
  const uint64_t word = boost::endian::load_little_u64(
      reinterpret_cast<const unsigned char*>(packed.data() + bit / 8));
  const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  return static_cast<int64_t>((word >> (bit & 7)) & mask);
}

/// Value = packed * gcd + min at one width.
struct Affine {
  int bits = 0;
  int64_t min = 0;
  int64_t gcd = 1;

  uint64_t max_packed() const { return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

  void unpack(std::span<const std::byte> packed, uint64_t first, std::span<int64_t> out) const {
    if (bits == 0) {
      std::fill(out.begin(), out.end(), min);
    } else if (gcd == 1 && min == 0) {
      packing::direct_unpack(packed, bits, first, out);
    } else {
      packing::direct_unpack_affine(packed, bits, first, out, gcd, min);
    }
  }

  int64_t get(std::span<const std::byte> packed, uint64_t index) const {
    if (bits == 0) return min;
    return wrapping_add(wrapping_mul(get_packed(packed, bits, index), gcd), min);
  }

  /// Moves the bounds into the packed domain, where every number of a field is >= 0, and filters
  /// there.
  void range(std::span<const std::byte> packed, uint64_t first, uint64_t count, int64_t low,
             int64_t high, std::span<uint64_t> words, uint64_t bit_offset) const {
    if (low > high || high < min) return;
    if (bits == 0) {
      if (low <= min) set_bits(words, bit_offset, count);
      return;
    }
    const auto base = static_cast<uint64_t>(min), step = static_cast<uint64_t>(gcd);
    const uint64_t from = low <= min ? 0 : ceil_div(static_cast<uint64_t>(low) - base, step);
    const uint64_t to = std::min((static_cast<uint64_t>(high) - base) / step, max_packed());
    if (from > to) return;
    if (from == 0 && to == max_packed()) {
      set_bits(words, bit_offset, count);
    } else {
      packing::direct_range_into_words(packed, bits, first, count, from, to, words, bit_offset);
    }
  }
};

/// Shared by the encodings: what to do outside the values, and the picking of scattered positions
/// out of decoded windows or one by one.
class PackedNumbers : public model::Numbers {
 public:
  PackedNumbers(uint64_t size, store::Input packed) : Numbers(size), packed_(std::move(packed)) {}

  void gather(std::span<const uint64_t> positions, std::span<int64_t> out) const override {
    constexpr size_t kChunk = 256;
    constexpr size_t kWindow = 4 * kChunk;
    std::array<int64_t, kWindow> window;
    for (size_t i = 0; i < positions.size();) {
      const size_t n = std::min(kChunk, positions.size() - i);
      const uint64_t first = positions[i];
      const uint64_t reach = positions[i + n - 1] - first + 1;
      if (reach <= kWindow) {
        values(first, std::span(window).first(reach));
        for (size_t k = 0; k < n; ++k) out[i + k] = window[positions[i + k] - first];
      } else {
        pick(positions.subspan(i, n), out.subspan(i, n));
      }
      i += n;
    }
  }

 protected:
  /// Throws unless [first, first + count) are positions of this field.
  void check_positions(uint64_t first, uint64_t count) const {
    if (count > size() || first > size() - count) {
      packed_.corrupt(0, "value positions up to " + std::to_string(size()),
                      std::to_string(first) + " + " + std::to_string(count));
    }
  }
  virtual void pick(std::span<const uint64_t> positions, std::span<int64_t> out) const = 0;
  std::span<const std::byte> packed() const { return packed_.bytes(); }
  const store::Input& input() const { return packed_; }

 private:
  store::Input packed_;
};

class AffineNumbers final : public PackedNumbers {
 public:
  AffineNumbers(uint64_t size, store::Input packed, Affine affine)
      : PackedNumbers(size, std::move(packed)), affine_(affine) {}

  void values(uint64_t first, std::span<int64_t> out) const override {
    check_positions(first, out.size());
    affine_.unpack(packed(), first, out);
  }
  void range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset) const override {
    check_positions(first, count);
    affine_.range(packed(), first, count, low, high, words, bit_offset);
  }

 private:
  void pick(std::span<const uint64_t> positions, std::span<int64_t> out) const override {
    check_positions(positions.back(), 1);
    for (size_t i = 0; i < positions.size(); ++i) out[i] = affine_.get(packed(), positions[i]);
  }

  Affine affine_;
};

class TableNumbers final : public PackedNumbers {
 public:
  TableNumbers(uint64_t size, store::Input packed, int bits, std::vector<int64_t> table)
      : PackedNumbers(size, std::move(packed)), bits_(bits), table_(std::move(table)) {}

  void values(uint64_t first, std::span<int64_t> out) const override {
    check_positions(first, out.size());
    if (!packing::direct_unpack_table(packed(), bits_, first, out, table_)) corrupt_index(first);
  }
  void range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset) const override {
    check_positions(first, count);
    const auto from = std::lower_bound(table_.begin(), table_.end(), low);
    const auto to = std::upper_bound(table_.begin(), table_.end(), high);
    if (low > high || from >= to) return;
    packing::direct_range_into_words(
        packed(), bits_, first, count, static_cast<uint64_t>(from - table_.begin()),
        static_cast<uint64_t>(to - table_.begin()) - 1, words, bit_offset);
  }

 private:
  void pick(std::span<const uint64_t> positions, std::span<int64_t> out) const override {
    check_positions(positions.back(), 1);
    for (size_t i = 0; i < positions.size(); ++i) {
      const auto index = static_cast<uint64_t>(get_packed(packed(), bits_, positions[i]));
      if (index >= table_.size()) corrupt_index(positions[i]);
      out[i] = table_[index];
    }
  }
  [[noreturn]] void corrupt_index(uint64_t position) const {
    input().corrupt(position * static_cast<uint64_t>(bits_) / 8,
                    "table indexes below " + std::to_string(table_.size()), "a higher one");
  }

  int bits_;
  std::vector<int64_t> table_;
};

class ConstantNumbers final : public PackedNumbers {
 public:
  ConstantNumbers(uint64_t size, store::Input none, int64_t value)
      : PackedNumbers(size, std::move(none)), value_(value) {}

  void values(uint64_t first, std::span<int64_t> out) const override {
    check_positions(first, out.size());
    std::fill(out.begin(), out.end(), value_);
  }
  void range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset) const override {
    check_positions(first, count);
    if (low <= value_ && value_ <= high) set_bits(words, bit_offset, count);
  }

 private:
  void pick(std::span<const uint64_t> positions, std::span<int64_t> out) const override {
    check_positions(positions.back(), 1);
    std::fill(out.begin(), out.end(), value_);
  }

  int64_t value_;
};

/// Blocks of 16,384 values, each a byte of width, its minimum and packed bytes, and behind them the
/// table of their offsets.
class BlockNumbers final : public PackedNumbers {
 public:
  struct Block {
    Affine affine;
    std::span<const std::byte> packed;
    uint64_t offset = 0;  ///< From the start of the values.
    uint64_t length = 0;
    uint64_t count = 0;
  };

  /// `values` are the blocks and their table; `base` is their offset in the file.
  BlockNumbers(uint64_t size, store::Input values, int64_t base, uint64_t table, int64_t gcd)
      : PackedNumbers(size, std::move(values)), base_(base), table_(table), gcd_(gcd) {}

  void values(uint64_t first, std::span<int64_t> out) const override {
    check_positions(first, out.size());
    for (size_t done = 0; done < out.size();) {
      const Block b = block((first + done) / kBlockSize);
      const uint64_t in_block = (first + done) % kBlockSize;
      const auto n = static_cast<size_t>(std::min<uint64_t>(out.size() - done, b.count - in_block));
      b.affine.unpack(b.packed, in_block, out.subspan(done, n));
      done += n;
    }
  }
  void range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                        std::span<uint64_t> words, uint64_t bit_offset) const override {
    check_positions(first, count);
    for (uint64_t done = 0; done < count;) {
      const Block b = block((first + done) / kBlockSize);
      const uint64_t in_block = (first + done) % kBlockSize;
      const uint64_t n = std::min(count - done, b.count - in_block);
      b.affine.range(b.packed, in_block, n, low, high, words, bit_offset + done);
      done += n;
    }
  }
  uint64_t block_count() const { return ceil_div(size(), kBlockSize); }
  uint64_t table() const { return table_; }

  /// Reads and checks the header of a block, and that its bytes are what its width needs.
  Block block(uint64_t index) const {
    store::Cursor in(input(), table_ + 8 * index);
    const int64_t offset = wrapping_sub(in.le_long(), base_);
    if (offset < 0 || static_cast<uint64_t>(offset) >= table_) {
      input().corrupt(table_ + 8 * index, "an offset of a block", std::to_string(offset));
    }
    Block b;
    b.offset = static_cast<uint64_t>(offset);
    b.count = std::min(kBlockSize, size() - index * kBlockSize);
    in.seek(b.offset);
    b.affine.bits = in.u8();
    b.affine.min = in.le_long();
    b.affine.gcd = gcd_;
    if (b.affine.bits != 0) read_packed(in, b);
    b.length = in.position() - b.offset;
    if (in.position() > table_) {
      input().corrupt(b.offset, "a block before the block table", "one that runs into it");
    }
    return b;
  }

 private:
  void read_packed(store::Cursor& in, Block& b) const {
    const int32_t length = in.le_int();
    if (!packing::is_direct_width(b.affine.bits) || length < 0 ||
        static_cast<uint64_t>(length) != packing::direct_byte_count(b.count, b.affine.bits)) {
      input().corrupt(
          b.offset, "the bytes of " + std::to_string(b.count) + " packed values",
          std::to_string(length) + " bytes at " + std::to_string(b.affine.bits) + " bits");
    }
    b.packed = in.bytes(static_cast<uint64_t>(length));
  }
  void pick(std::span<const uint64_t> positions, std::span<int64_t> out) const override {
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

  int64_t base_;
  uint64_t table_;
  int64_t gcd_;
};

std::shared_ptr<const BlockNumbers> open_blocks(const NumericEncoding& e, store::Input values) {
  const auto count = static_cast<uint64_t>(e.num_values);
  const uint64_t blocks = ceil_div(count, kBlockSize);
  const int64_t table = wrapping_sub(e.block_table_offset, e.offset);
  if (table < 0 || static_cast<uint64_t>(table) > values.size() ||
      (values.size() - static_cast<uint64_t>(table)) / 8 != blocks + 1 ||
      (values.size() - static_cast<uint64_t>(table)) % 8 != 0) {
    values.corrupt(0, "a table of " + std::to_string(blocks) + " blocks at the end of the values",
                   "one at " + std::to_string(table) + " of " + std::to_string(values.size()));
  }
  store::Cursor in(values, values.size() - 8);
  const int64_t start = in.le_long();
  if (start != e.block_table_offset) {
    values.corrupt(values.size() - 8, "block table offset " + std::to_string(e.block_table_offset),
                   std::to_string(start));
  }
  return std::make_shared<BlockNumbers>(count, std::move(values), e.offset,
                                        static_cast<uint64_t>(table), e.gcd);
}

store::Input slice_values(const NumericEncoding& e, const store::Input& data,
                          const std::string& field) {
  return data.slice("values of field '" + field + "'", static_cast<uint64_t>(e.offset),
                    static_cast<uint64_t>(e.length));
}

std::string_view encoding_name(const NumericEncoding& e) {
  if (e.bits == 0) return "constant";
  if (!e.table.empty()) return "table";
  if (e.gcd != 1) return "gcd";
  return e.min != 0 ? "delta" : "direct";
}

}  // namespace

std::shared_ptr<const model::Numbers> open_numbers(const NumericEncoding& e,
                                                   const store::Input& data,
                                                   const std::string& field) {
  store::Input values = slice_values(e, data, field);
  const auto count = static_cast<uint64_t>(e.num_values);
  if (e.varying_blocks) return open_blocks(e, std::move(values));
  const uint64_t needed = e.bits == 0 ? 0 : packing::direct_byte_count(count, e.bits);
  if (values.size() != needed) {
    values.corrupt(0, std::to_string(needed) + " bytes of values", std::to_string(values.size()));
  }
  if (e.bits == 0) return std::make_shared<ConstantNumbers>(count, std::move(values), e.min);
  if (!e.table.empty()) {
    return std::make_shared<TableNumbers>(count, std::move(values), e.bits, e.table);
  }
  return std::make_shared<AffineNumbers>(count, std::move(values), Affine{e.bits, e.min, e.gcd});
}

void visit_numbers(const NumericEncoding& e, const store::Input& data, const model::Fact& base,
                   const model::FactVisitor& visitor) {
  const store::Input values = slice_values(e, data, base.field);
  model::Fact fact = base;
  if (!e.varying_blocks) {
    fact.encoding = encoding_name(e);
    fact.bits = e.bits;
    fact.count = static_cast<uint64_t>(e.num_values);
    fact.offset = static_cast<uint64_t>(e.offset);
    fact.length = static_cast<uint64_t>(e.length);
    if (!e.table.empty()) {
      fact.min = e.table.front();
      fact.max = e.table.back();
    } else if (e.num_values > 0) {
      fact.min = e.min;
      if (e.bits == 0) fact.max = e.min;
    }
    visitor(fact);
    return;
  }
  const auto numbers = open_blocks(e, values);
  fact.encoding = "blocks";
  uint64_t end = 0;
  for (uint64_t i = 0; i < numbers->block_count(); ++i) {
    const auto block = numbers->block(i);
    if (block.offset != end) {
      values.corrupt(numbers->table() + 8 * i,
                     "block " + std::to_string(i) + " at " + std::to_string(end),
                     std::to_string(block.offset));
    }
    fact.offset = static_cast<uint64_t>(e.offset) + block.offset;
    fact.length = block.length;
    fact.bits = block.affine.bits;
    fact.count = block.count;
    fact.min = block.affine.min;
    end += block.length;
    visitor(fact);
  }
  fact = base;
  fact.part = "block_table";
  fact.offset = static_cast<uint64_t>(e.offset) + end;
  fact.length = static_cast<uint64_t>(e.length) - end;
  fact.count = numbers->block_count();
  visitor(fact);
}

Addresses::Addresses(packing::DirectMonotonicMeta meta, store::Input data, int64_t last)
    : Numbers(meta.count()), reader_(std::move(meta), data), data_(std::move(data)), last_(last) {
  const int64_t first_value = reader_.get(0), last_value = reader_.get(size() - 1);
  if (first_value != 0 || last_value != last_) {
    data_.corrupt(0, "addresses from 0 to " + std::to_string(last_),
                  std::to_string(first_value) + " to " + std::to_string(last_value));
  }
}

void Addresses::values(uint64_t first, std::span<int64_t> out) const {
  if (out.empty()) return;
  reader_.values(first, out);
  // A document's values and a value's bytes are counted in 32 bits.
  bool ascending = out.front() >= 0 && out.back() <= last_;
  for (size_t i = 1; i < out.size(); ++i) {
    ascending &= static_cast<uint64_t>(wrapping_sub(out[i], out[i - 1])) <= INT32_MAX;
  }
  if (!ascending) {
    data_.corrupt(0, "ascending addresses up to " + std::to_string(last_),
                  "others among " + std::to_string(first) + " + " + std::to_string(out.size()));
  }
}

}  // namespace segsmith::codec::lucene90
