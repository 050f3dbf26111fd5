// SPDX-License-Identifier: Apache-2.0
#include "query/doc_values_range.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "skipper/skip_blocks.h"
#include "util/error.h"
#include "util/popcount.h"

namespace segsmith::query {
namespace {

/// Values filtered at once when only their number is wanted.
constexpr uint64_t kCountChunk = 32768;
constexpr size_t kDocsChunk = 2048;
/// Below one document in so many, lists of documents are cheaper than words.
constexpr int64_t kSparse = 64;

int compare(std::span<const std::byte> a, std::span<const std::byte> b) {
  const size_t n = std::min(a.size(), b.size());
  const int order = n == 0 ? 0 : std::memcmp(a.data(), b.data(), n);
  if (order != 0) return order;
  return a.size() < b.size() ? -1 : a.size() > b.size();
}

bool any_bit(std::span<const uint64_t> words, uint64_t from, uint64_t to) {
  for (; from < to; from = (from | 63) + 1) {
    const uint64_t last = std::min(to, (from | 63) + 1) - 1;
    const uint64_t mask = ~uint64_t{0} << (from & 63) & ~uint64_t{0} >> (63 - (last & 63));
    if (words[from >> 6] & mask) return true;
  }
  return false;
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
    low_ = numbers->low;
    high_ = numbers->high;
  } else if (field.terms) {
    std::tie(low_, high_) = ordinal_bounds(*field.terms, *bytes);
  } else {
    binary_ = true;
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
void DocValuesRange::match_block(const model::DocBlock& docs, uint64_t rank, On&& on) const {
  // Memory of the thread, so that blocks of a large range allocate nothing.
  static thread_local std::vector<int64_t> starts;
  static thread_local std::vector<uint64_t> words;
  static thread_local model::BytesBlock block;
  if (binary_) {
    field_.binary->values(rank, docs.count, block);
    for (size_t i = 0; i < docs.count; ++i) {
      if (matches(block[i])) on(docs.doc(i));
    }
    return;
  }
  starts.resize(docs.count + 1);
  field_.addresses->values(rank, starts);
  const auto base = static_cast<uint64_t>(starts.front());
  const auto count = static_cast<uint64_t>(starts.back()) - base;
  words.assign((count + 63) / 64, 0);
  field_.numbers->range_into_words(base, count, low_, high_, words, 0);
  for (size_t i = 0; i < docs.count; ++i) {
    if (any_bit(words, static_cast<uint64_t>(starts[i]) - base,
                static_cast<uint64_t>(starts[i + 1]) - base)) {
      on(docs.doc(i));
    }
  }
}

template <class On>
void DocValuesRange::for_each_match(int32_t first, int32_t end, On&& on) const {
  const model::Presence& presence = *field_.presence;
  std::array<int32_t, kDocsChunk> buffer;
  auto rank = static_cast<uint64_t>(presence.rank(first));
  while (first < end) {
    model::DocBlock docs;
    if (presence.kind() == model::Presence::Kind::all) {
      docs = {{}, first, std::min(kDocsChunk, static_cast<size_t>(end - first))};
    } else {
      const size_t n = presence.docs(first, buffer);
      const auto last = std::lower_bound(buffer.begin(), buffer.begin() + n, end);
      docs = {std::span<const int32_t>(buffer.begin(), last), 0,
              static_cast<size_t>(last - buffer.begin())};
    }
    if (docs.count == 0) return;
    match_block(docs, rank, on);
    rank += docs.count;
    first = docs.doc(docs.count - 1) + 1;
  }
}

int64_t DocValuesRange::count_positions(uint64_t first, uint64_t end) const {
  std::array<uint64_t, kCountChunk / 64> words;
  uint64_t count = 0;
  while (first < end) {
    const uint64_t n = std::min(kCountChunk, end - first);
    const auto used = std::span(words).first((n + 63) / 64);
    std::fill(used.begin(), used.end(), 0);
    field_.numbers->range_into_words(first, n, low_, high_, used, 0);
    count += count_bits(used);
    first += n;
  }
  return static_cast<int64_t>(count);
}

int64_t DocValuesRange::count(int32_t first, int32_t end) const {
  if (empty() || first >= end) return 0;
  if (!binary_ && field_.single_valued()) {
    return count_positions(static_cast<uint64_t>(field_.presence->rank(first)),
                           static_cast<uint64_t>(field_.presence->rank(end)));
  }
  int64_t count = 0;
  for_each_match(first, end, [&](int32_t) { ++count; });
  return count;
}

void DocValuesRange::positions_into_bit_set(int32_t first, int32_t end, BitSet& out) const {
  const model::Presence& presence = *field_.presence;
  const auto from = static_cast<uint64_t>(presence.rank(first));
  const uint64_t count = static_cast<uint64_t>(presence.rank(end)) - from;
  if (presence.kind() == model::Presence::Kind::all) {
    field_.numbers->range_into_words(from, count, low_, high_, out.words(), from);
    return;
  }
  matches_.assign((count + 63) / 64, 0);
  field_.numbers->range_into_words(from, count, low_, high_, matches_, 0);
  if (static_cast<int64_t>(count) < (end - first) / kSparse) {
    std::array<int32_t, kDocsChunk> docs;
    for (uint64_t done = 0; done < count;) {
      const auto n = static_cast<size_t>(std::min<uint64_t>(docs.size(), count - done));
      presence.docs(first, std::span(docs).first(n));
      for (size_t i = 0; i < n; ++i) {
        const uint64_t bit = done + i;
        if ((matches_[bit >> 6] >> (bit & 63)) & 1) out.set(static_cast<uint64_t>(docs[i]));
      }
      done += n;
      first = docs[n - 1] + 1;
    }
    return;
  }
  if (masks_.size() == 0) masks_ = BitSet(static_cast<uint64_t>(presence.max_doc()));
  presence.into_bit_set(first, end, masks_);
  const size_t first_word = static_cast<size_t>(first) >> 6;
  const size_t words = (static_cast<size_t>(end) + 63) / 64 - first_word;
  deposit_bits(matches_, 0, std::span<const uint64_t>(masks_.words()).subspan(first_word, words),
               out.words().subspan(first_word, words));
  masks_.clear_range(static_cast<uint64_t>(first), static_cast<uint64_t>(end));
}

void DocValuesRange::into_bit_set(int32_t first, int32_t end, BitSet& out) const {
  if (empty() || first >= end) return;
  if (!binary_ && field_.single_valued()) return positions_into_bit_set(first, end, out);
  for_each_match(first, end, [&](int32_t doc) { out.set(static_cast<uint64_t>(doc)); });
}

int64_t DocValuesRange::count(const std::shared_ptr<const skipper::SkipIndex>& skip_index) const {
  skipper::SkipBlocks blocks(skip_index, low_, high_);
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
  skipper::SkipBlocks blocks(skip_index, low_, high_);
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
