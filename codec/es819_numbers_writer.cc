// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_numbers_writer.h"

#include <algorithm>
#include <utility>

#include "packing/direct_monotonic.h"
#include "packing/number_kernels.h"
#include "util/error.h"

namespace segsmith::codec::es819 {
namespace {

/// Index and values, offset and length each.
void write_places(store::Output& meta, uint64_t index, uint64_t index_length, uint64_t values,
                  uint64_t values_length) {
  meta.le64(index);
  meta.le64(index_length);
  meta.le64(values);
  meta.le64(values_length);
}

}  // namespace

BlocksWriter::BlocksWriter(int block_shift, BlockCoding coding, store::Output& data)
    : block_shift_(block_shift), coding_(std::move(coding)), data_(data), start_(data.position()) {}

void BlocksWriter::encode(std::span<const int64_t> block) {
  offsets_.push_back(static_cast<int64_t>(data_.position() - start_));
  if (std::holds_alternative<PlainBlocks>(coding_)) {
    packing::es819::encode_numbers(block, data_);
  } else if (const auto* ordinals = std::get_if<OrdinalBlocks>(&coding_)) {
    packing::es819::encode_ordinals(block, ordinals->bits, data_);
  } else {
    std::get<PipelineBlocks>(coding_).encoder.encode(block, data_);
  }
}

void BlocksWriter::add(std::span<const int64_t> values) {
  const size_t size = size_t{1} << block_shift_;
  while (!values.empty()) {
    if (used_ == 0 && values.size() >= size) {
      encode(values.first(size));
      values = values.subspan(size);
      continue;
    }
    const size_t n = std::min(values.size(), size - used_);
    std::copy_n(values.begin(), n, buffer_.begin() + static_cast<ptrdiff_t>(used_));
    values = values.subspan(n);
    used_ += n;
    if (used_ == size) {
      encode(std::span(buffer_).first(size));
      used_ = 0;
    }
  }
}

void BlocksWriter::finish(store::Output& meta, bool ordinal_shift) {
  const size_t size = size_t{1} << block_shift_;
  if (used_ > 0) {
    std::fill(buffer_.begin() + static_cast<ptrdiff_t>(used_),
              buffer_.begin() + static_cast<ptrdiff_t>(size), 0);
    encode(std::span(buffer_).first(size));
  }
  if (offsets_.empty()) return;
  meta.le_int(kBlockIndex);
  if (const auto* pipeline = std::get_if<PipelineBlocks>(&coding_)) {
    pipeline->descriptor.write(meta);
  } else if (ordinal_shift && std::holds_alternative<OrdinalBlocks>(coding_)) {
    meta.u8(static_cast<uint8_t>(block_shift_));
  }
  const uint64_t values_end = data_.position();
  packing::DirectMonotonicWriter index(meta, data_, offsets_.size(), kDirectMonotonicBlockShift);
  index.add(offsets_);
  index.finish();
  write_places(meta, values_end, data_.position() - values_end, start_, values_end - start_);
}

RangesWriter::RangesWriter(const std::string& field, int64_t ordinals)
    : field_(field), ordinals_(ordinals) {
  starts_.reserve(static_cast<size_t>(ordinals) + 1);
}

void RangesWriter::add(const model::NumberBlock& block) {
  // starts_.size() ordinals have begun, the first without having been seen.
  for (size_t i = 0; i < block.values.size();) {
    const auto current = static_cast<int64_t>(starts_.size()) - 1;
    i += packing::first_other(block.values.subspan(i), current);
    if (i == block.values.size()) return;
    if (block.values[i] != current + 1 || current + 1 >= ordinals_) {
      throw InvalidArgument(
          "field '" + field_ + "' is the first sort key but its ordinals do not ascend: " +
          std::to_string(block.values[i]) + " follows " + std::to_string(current));
    }
    starts_.push_back(block.docs.doc(i));
  }
}

void RangesWriter::finish(int32_t max_doc, store::Output& meta, store::Output& data) {
  if (static_cast<int64_t>(starts_.size()) != ordinals_) {
    throw InvalidArgument("field '" + field_ + "': " + std::to_string(starts_.size()) + " of " +
                          std::to_string(ordinals_) + " ordinals were used");
  }
  starts_.push_back(max_doc);
  meta.le_int(kOrdinalRanges);
  meta.vint(static_cast<uint32_t>(ordinals_));
  meta.u8(kOrdinalRangesShift);
  const uint64_t start = data.position();
  packing::DirectMonotonicWriter writer(meta, data, starts_.size(), kOrdinalRangesShift);
  writer.add(starts_);
  writer.finish();
  write_places(meta, data.position(), 0, start, data.position() - start);
}

void write_one_ordinal(store::Output& meta, store::Output& data) {
  meta.le_int(kOneOrdinal);
  write_places(meta, data.position(), 0, data.position(), 0);
}

}  // namespace segsmith::codec::es819
