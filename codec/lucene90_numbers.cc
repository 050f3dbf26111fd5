// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_numbers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "codec/lucene90_block_numbers.h"
#include "codec/lucene90_doc_values_format.h"
#include "codec/lucene90_packed_numbers.h"
#include "packing/direct_reader.h"
#include "util/bits.h"

namespace segsmith::codec::lucene90 {
namespace {

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
      const auto index = get_packed(packed(), bits_, positions[i]);
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
  if (e.varying_blocks) return std::make_shared<BlockNumbers>(e, std::move(values));
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
    fact.gcd = e.bits == 0 ? 1 : e.gcd;
    fact.table_size = static_cast<uint32_t>(e.table.size());
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
  const BlockNumbers numbers(e, values);
  fact.encoding = "blocks";
  uint64_t end = 0;
  for (uint64_t i = 0; i < numbers.block_count(); ++i) {
    const auto block = numbers.block(i);
    if (block.offset != end) {
      values.corrupt(numbers.table() + 8 * i,
                     "block " + std::to_string(i) + " at " + std::to_string(end),
                     std::to_string(block.offset));
    }
    fact.offset = static_cast<uint64_t>(e.offset) + block.offset;
    fact.length = block.length;
    fact.bits = block.affine.bits;
    fact.count = block.count;
    fact.min = block.affine.min;
    fact.gcd = block.affine.gcd;
    fact.block = static_cast<int64_t>(i);
    fact.first = i * static_cast<uint64_t>(kNumericBlockSize);
    end += block.length;
    visitor(fact);
  }
  fact = base;
  fact.part = "block_table";
  fact.offset = static_cast<uint64_t>(e.offset) + end;
  fact.length = static_cast<uint64_t>(e.length) - end;
  fact.count = numbers.block_count();
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
