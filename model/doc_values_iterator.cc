// SPDX-License-Identifier: Apache-2.0
#include "model/doc_values_iterator.h"

#include <algorithm>
#include <string>

#include "util/error.h"

namespace segsmith::model {
namespace {

constexpr size_t kFirstBlock = 8;  ///< Documents taken after a jump.
constexpr size_t kLargestBlock = 512;

}  // namespace

DocValuesIterator::DocValuesIterator(const DocValuesField& field)
    : presence_(field.presence),
      all_(presence_->kind() == Presence::Kind::all),
      max_doc_(presence_->max_doc()),
      cost_(field.cost()) {}

void DocValuesIterator::refuse(int32_t target) const {
  throw InvalidArgument("advance_exact(" + std::to_string(target) +
                        ") of an iterator at document " + std::to_string(doc_) + " of " +
                        std::to_string(max_doc_));
}

void DocValuesIterator::fill(int32_t from) {
  const bool sequential = from == covered_to_;
  block_ = sequential && block_ != 0 ? std::min(block_ * 2, kLargestBlock) : kFirstBlock;
  if (buffer_.size() < block_) buffer_.resize(block_);
  rank_ = sequential ? rank_ + count_ : static_cast<uint64_t>(presence_->rank(from));
  count_ = presence_->docs(from, std::span(buffer_).first(block_));
  index_ = 0;
  covered_from_ = from;
  covered_to_ = count_ < block_ ? max_doc_ : buffer_[count_ - 1] + 1;
}

void DocValuesIterator::find(int32_t target) {
  if (target >= covered_to_) {
    fill(target);
    return;
  }
  // Most often the next one; else anywhere in the rest.
  if (index_ < count_ && buffer_[index_] < target) ++index_;
  if (index_ < count_ && buffer_[index_] < target) {
    const auto rest = buffer_.begin() + static_cast<ptrdiff_t>(index_);
    const auto end = buffer_.begin() + static_cast<ptrdiff_t>(count_);
    index_ = static_cast<size_t>(std::lower_bound(rest, end, target) - buffer_.begin());
  }
}

int32_t DocValuesIterator::seek(int32_t target) {
  if (target >= max_doc_) return doc_ = kNoMoreDocs;
  find(target);
  // Past the last document of the block lie others, unless the block reaches to the end.
  if (index_ == count_ && covered_to_ < max_doc_) fill(covered_to_);
  return doc_ = index_ < count_ ? buffer_[index_] : kNoMoreDocs;
}

bool DocValuesIterator::seek_exact(int32_t target) {
  find(target);
  doc_ = target;
  return index_ < count_ && buffer_[index_] == target;
}

void DocValuesIterator::into_bit_set(int32_t up_to, BitSet& out) {
  up_to = std::min(up_to, max_doc_);
  if (doc_ < 0 || doc_ >= up_to) return;
  presence_->into_bit_set(doc_, up_to, out);
  advance(up_to);
}

}  // namespace segsmith::model
