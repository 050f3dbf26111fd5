// SPDX-License-Identifier: Apache-2.0
#include "model/terms_enum.h"

#include <algorithm>
#include <string>
#include <utility>

#include "util/error.h"

namespace segsmith::model {
namespace {

constexpr int64_t kBlock = 64;  ///< Terms kept at hand: what Lucene's dictionary decodes at once.

}  // namespace

TermsEnum::TermsEnum(std::shared_ptr<const Terms> terms) : terms_(std::move(terms)) {}

bool TermsEnum::next() {
  ordinal_ = std::min(ordinal_ + 1, size());
  return ordinal_ < size();
}

void TermsEnum::seek_exact(int64_t ordinal) {
  if (ordinal < 0 || ordinal >= size()) {
    throw InvalidArgument("ordinal " + std::to_string(ordinal) + " of a dictionary of " +
                          std::to_string(size()) + " terms");
  }
  ordinal_ = ordinal;
}

Terms::Seek TermsEnum::seek_ceil(std::span<const std::byte> target) {
  const Terms::SeekResult at = terms_->seek_ceil(target);
  ordinal_ = at.ordinal;
  return at.status;
}

std::span<const std::byte> TermsEnum::term() {
  if (ordinal_ - first_ >= count_ || ordinal_ < first_) {
    seek_exact(ordinal_);
    const int64_t first = ordinal_ / kBlock * kBlock;
    const int64_t count = std::min(kBlock, size() - first);
    count_ = 0;
    terms_->terms(first, static_cast<size_t>(count), block_);
    first_ = first;
    count_ = count;
  }
  return block_[static_cast<size_t>(ordinal_ - first_)];
}

int64_t lookup_term(const Terms& terms, std::span<const std::byte> term) {
  const Terms::SeekResult at = terms.seek_ceil(term);
  return at.status == Terms::Seek::found ? at.ordinal : -1 - at.ordinal;
}

}  // namespace segsmith::model
