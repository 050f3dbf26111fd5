// SPDX-License-Identifier: Apache-2.0
#include "query/doc_values_range.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "model/bulk_values.h"
#include "skipper/skip_blocks.h"
#include "util/error.h"
#include "util/popcount.h"

namespace segsmith::query {
namespace {

int compare(std::span<const std::byte> a, std::span<const std::byte> b) {
  const size_t n = std::min(a.size(), b.size());
  const int order = n == 0 ? 0 : std::memcmp(a.data(), b.data(), n);
  if (order != 0) return order;
  return a.size() < b.size() ? -1 : a.size() > b.size();
}

/// Ordinals of the terms inside the bounds.
std::pair<int64_t, int64_t> ordinal_bounds(const model::Terms& terms, const BytesRange& range) {
  using Seek = model::Terms::Seek;
  int64_t low = 0, high = terms.size() - 1;
  if (range.low) {
    const auto at = terms.seek_ceil(*range.low);
    low = at.ordinal + (at.status == Seek::found && !range.include_low);
  }
  if (range.high) {
    const auto at = terms.seek_ceil(*range.high);
    high = at.ordinal - !(at.status == Seek::found && range.include_high);
  }
  return {low, high};
}

}  // namespace

DocValuesRange::DocValuesRange(const model::DocValuesField& field, const FieldRange& range)
    : field_(field) {
  const auto* numbers = std::get_if<NumberRange>(&range.range);
  const auto* bytes = std::get_if<BytesRange>(&range.range);
  const bool has_bytes = field.terms || field.binary;
  if (has_bytes != (bytes != nullptr)) {
    throw InvalidArgument("field '" + range.field + "' holds " + (has_bytes ? "bytes" : "numbers") +
                          ", but the range is over " + (has_bytes ? "numbers" : "bytes"));
  }
  if (numbers != nullptr) {
    numbers_.emplace(field, numbers->low, numbers->high);
  } else if (field.terms) {
    const auto [low, high] = ordinal_bounds(*field.terms, *bytes);
    numbers_.emplace(field, low, high);
  } else {
    bytes_ = *bytes;
  }
}

bool DocValuesRange::matches(std::span<const std::byte> value) const {
  if (bytes_.low) {
    const int order = compare(value, *bytes_.low);
    if (order < 0 || (order == 0 && !bytes_.include_low)) return false;
  }
  if (bytes_.high) {
    const int order = compare(value, *bytes_.high);
    if (order > 0 || (order == 0 && !bytes_.include_high)) return false;
  }
  return true;
}

template <class On>
void DocValuesRange::for_each_match(int32_t first, int32_t end, On&& on) const {
  model::BytesBlock values;
  model::for_each_block(*field_.presence, first, end,
                        [&](const model::DocBlock& docs, uint64_t rank) {
                          field_.binary->values(rank, docs.count, values);
                          for (size_t i = 0; i < docs.count; ++i) {
                            if (matches(values[i])) on(docs.doc(i));
                          }
                        });
}

int64_t DocValuesRange::count(int32_t first, int32_t end) const {
  if (numbers_) return numbers_->count(first, end);
  if (first >= end) return 0;
  int64_t count = 0;
  for_each_match(first, end, [&](int32_t) { ++count; });
  return count;
}

void DocValuesRange::into_bit_set(int32_t first, int32_t end, BitSet& out) const {
  if (numbers_) return numbers_->into_bit_set(first, end, out);
  if (first >= end) return;
  for_each_match(first, end, [&](int32_t doc) { out.set(static_cast<uint64_t>(doc)); });
}

void DocValuesRange::match_documents(std::span<const int32_t> docs,
                                     std::vector<uint8_t>& keep) const {
  keep.assign(docs.size(), 0);
  if (!numbers_) {
    model::BytesBlock values;
    model::binary_values(field_, docs, values, keep);
    for (size_t i = 0; i < docs.size(); ++i) keep[i] = keep[i] != 0 && matches(values[i]);
    return;
  }
  model::MultiValues values;
  model::all_values(field_, docs, values);
  for (size_t i = 0; i < docs.size(); ++i) {
    keep[i] = std::ranges::any_of(
        values[i], [&](int64_t v) { return numbers_->low() <= v && v <= numbers_->high(); });
  }
}

int64_t DocValuesRange::count(const std::shared_ptr<const skipper::SkipIndex>& skip_index) const {
  skipper::SkipBlocks blocks(skip_index, numbers_->low(), numbers_->high());
  skipper::SkipBlock block;
  int64_t total = 0;
  while (blocks.next(block)) {
    switch (block.match) {
      case skipper::Match::yes:
        total += block.end_doc - block.first_doc;
        break;
      case skipper::Match::yes_if_present:
        total += field_.presence->rank(block.end_doc) - field_.presence->rank(block.first_doc);
        break;
      case skipper::Match::maybe:
        total += count(block.first_doc, block.end_doc);
        break;
    }
  }
  return total;
}

void DocValuesRange::into_bit_set(const std::shared_ptr<const skipper::SkipIndex>& skip_index,
                                  BitSet& out) const {
  skipper::SkipBlocks blocks(skip_index, numbers_->low(), numbers_->high());
  skipper::SkipBlock block;
  while (blocks.next(block)) {
    switch (block.match) {
      case skipper::Match::yes:
        out.set_range(static_cast<uint64_t>(block.first_doc), static_cast<uint64_t>(block.end_doc));
        break;
      case skipper::Match::yes_if_present:
        field_.presence->into_bit_set(block.first_doc, block.end_doc, out);
        break;
      case skipper::Match::maybe:
        into_bit_set(block.first_doc, block.end_doc, out);
        break;
    }
  }
}

}  // namespace segsmith::query
