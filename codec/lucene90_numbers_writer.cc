// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_numbers_writer.h"

#include <algorithm>

#include "packing/direct_format.h"

namespace segsmith::codec::lucene90 {

using Kind = NumberEncoding::Kind;
using packing::direct_bits_required;
using packing::MinMax;

namespace {

static_assert(NumberStatistics::kBlockValues == kNumericBlockSize);
static_assert(UniqueValues::kMax == size_t{kMaxTableSize});

/// Values that are encoded before they are handed to the packing: small enough for the first cache.
constexpr size_t kEncodeChunk = 1024;

/// Blocks must save a tenth to be worth their headers.
constexpr double kBlocksThreshold = 0.9;

uint64_t distance(MinMax bounds) {
  return static_cast<uint64_t>(bounds.max) - static_cast<uint64_t>(bounds.min);
}

}  // namespace

NumberEncoding choose_encoding(NumberStatistics& statistics) {
  const MinMax whole = statistics.whole();
  const auto gcd = static_cast<int64_t>(statistics.gcd());
  if (whole.min >= whole.max) return {Kind::constant, 0, whole.min, gcd};

  const int quotient_bits = direct_bits_required(distance(whole) / statistics.gcd());
  if (UniqueValues* uniques = statistics.uniques()) {
    const int table_bits = direct_bits_required(uniques->size() - 1);
    if (table_bits < quotient_bits) return {Kind::table, table_bits, 0, 1, uniques->sort()};
  }
  const auto saving =
      static_cast<double>(statistics.blocks_bits()) / static_cast<double>(statistics.whole_bits());
  if (saving <= kBlocksThreshold) return {Kind::varying_blocks, 0, whole.min, gcd};

  // Where subtracting the minimum saves nothing it is not done, which makes decoding cheaper.
  const bool subtract = gcd != 1 || whole.min <= 0 ||
                        direct_bits_required(static_cast<uint64_t>(whole.max)) !=
                            direct_bits_required(distance(whole));
  return {Kind::single_block, quotient_bits, subtract ? whole.min : 0, gcd};
}

NumbersWriter::NumbersWriter(const NumberEncoding& encoding, NumberStatistics& statistics,
                             store::Output& data)
    : encoding_(encoding),
      statistics_(statistics),
      data_(data),
      divisor_(encoding.gcd == 0 ? 1 : static_cast<uint64_t>(encoding.gcd)) {
  if (encoding_.kind == Kind::table || encoding_.kind == Kind::single_block) {
    writer_.emplace(data_, statistics_.count(), encoding_.bits);
  }
  if (encoding_.kind != Kind::constant) buffer_.resize(kEncodeChunk);
}

void NumbersWriter::add(std::span<const int64_t> values) {
  switch (encoding_.kind) {
    case Kind::constant:
      break;
    case Kind::table:
    case Kind::single_block:
      encode(values, encoding_.min);
      break;
    case Kind::varying_blocks:
      add_to_blocks(values);
      break;
  }
  done_ += values.size();
}

void NumbersWriter::encode(std::span<const int64_t> values, int64_t min) {
  if (encoding_.kind != Kind::table && min == 0 && encoding_.gcd == 1) {
    writer_->add(values);
    return;
  }
  while (!values.empty()) {
    const auto chunk = values.first(std::min(values.size(), kEncodeChunk));
    const auto encoded = std::span(buffer_).first(chunk.size());
    if (encoding_.kind == Kind::table) {
      statistics_.uniques()->positions(chunk, encoded);
    } else {
      packing::subtract_and_divide(chunk, min, divisor_, encoded);
    }
    writer_->add(encoded);
    values = values.subspan(chunk.size());
  }
}

void NumbersWriter::add_to_blocks(std::span<const int64_t> values) {
  uint64_t at = done_;
  while (!values.empty()) {
    const uint64_t in_block = at % kNumericBlockSize;
    if (in_block == 0) begin_block();
    const auto chunk = values.first(
        static_cast<size_t>(std::min<uint64_t>(values.size(), kNumericBlockSize - in_block)));
    if (writer_) encode(chunk, statistics_.blocks()[block_offsets_.size() - 1].min);
    at += chunk.size();
    values = values.subspan(chunk.size());
    if (writer_ && (at % kNumericBlockSize == 0 || at == statistics_.count())) writer_->finish();
  }
}

void NumbersWriter::begin_block() {
  const uint64_t first = block_offsets_.size() * static_cast<uint64_t>(kNumericBlockSize);
  const uint64_t count = std::min<uint64_t>(kNumericBlockSize, statistics_.count() - first);
  const MinMax bounds = statistics_.blocks()[block_offsets_.size()];
  block_offsets_.push_back(data_.position());
  if (bounds.min == bounds.max) {
    data_.u8(0);
    data_.le_long(bounds.min);
    writer_.reset();
    return;
  }
  const int bits = direct_bits_required(divisor_.divide(distance(bounds)));
  data_.u8(static_cast<uint8_t>(bits));
  data_.le_long(bounds.min);
  data_.le32(static_cast<uint32_t>(packing::direct_byte_count(count, bits)));
  writer_.emplace(data_, count, bits);
}

int64_t NumbersWriter::finish() {
  if (encoding_.kind == Kind::varying_blocks) return write_block_table();
  if (writer_) writer_->finish();
  return kNoBlockTable;
}

int64_t NumbersWriter::write_block_table() {
  const auto table = static_cast<int64_t>(data_.position());
  for (const uint64_t offset : block_offsets_) data_.le64(offset);
  data_.le_long(table);
  return table;
}

}  // namespace segsmith::codec::lucene90
