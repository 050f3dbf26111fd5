// SPDX-License-Identifier: Apache-2.0
#include "model/value_range.h"

#include <array>
#include <utility>

#include "util/error.h"
#include "util/popcount.h"

namespace segsmith::model {
namespace {

/// Values filtered at once when only their number is wanted.
constexpr uint64_t kCountChunk = 32768;
/// Below one document in so many, lists of documents are cheaper than words.
constexpr int64_t kSparse = 64;

bool any_bit(std::span<const uint64_t> words, uint64_t from, uint64_t to) {
  for (; from < to; from = (from | 63) + 1) {
    const uint64_t last = std::min(to, (from | 63) + 1) - 1;
    const uint64_t mask = ~uint64_t{0} << (from & 63) & ~uint64_t{0} >> (63 - (last & 63));
    if (words[from >> 6] & mask) return true;
  }
  return false;
}

}  // namespace

ValueRange::ValueRange(DocValuesField field, int64_t low, int64_t high)
    : field_(std::move(field)), low_(low), high_(high) {
  if (!field_.numbers) throw InvalidArgument("a range of numbers over binary doc values");
}

template <class On>
void ValueRange::match_block(const DocBlock& docs, uint64_t rank, On&& on) const {
  starts_.resize(docs.count + 1);
  field_.addresses->values(rank, starts_);
  const auto base = static_cast<uint64_t>(starts_.front());
  const auto count = static_cast<uint64_t>(starts_.back()) - base;
  matches_.assign((count + 63) / 64, 0);
  field_.numbers->range_into_words(base, count, low_, high_, matches_, 0);
  for (size_t i = 0; i < docs.count; ++i) {
    if (any_bit(matches_, static_cast<uint64_t>(starts_[i]) - base,
                static_cast<uint64_t>(starts_[i + 1]) - base)) {
      on(docs.doc(i));
    }
  }
}

template <class On>
void ValueRange::for_each_match(int32_t first, int32_t end, On&& on) const {
  for_each_block(*field_.presence, first, end,
                 [&](const DocBlock& docs, uint64_t rank) { match_block(docs, rank, on); });
}

int64_t ValueRange::count_positions(uint64_t first, uint64_t end) const {
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

int64_t ValueRange::count(int32_t first, int32_t end) const {
  if (empty() || first >= end) return 0;
  if (field_.single_valued()) {
    return count_positions(static_cast<uint64_t>(field_.presence->rank(first)),
                           static_cast<uint64_t>(field_.presence->rank(end)));
  }
  int64_t count = 0;
  for_each_match(first, end, [&](int32_t) { ++count; });
  return count;
}

void ValueRange::listed_positions_into_bit_set(int32_t first, uint64_t count, BitSet& out) const {
  std::array<int32_t, 2048> docs;
  for (uint64_t done = 0; done < count;) {
    const auto n = static_cast<size_t>(std::min<uint64_t>(docs.size(), count - done));
    field_.presence->docs(first, std::span(docs).first(n));
    for (size_t i = 0; i < n; ++i) {
      const uint64_t bit = done + i;
      if ((matches_[bit >> 6] >> (bit & 63)) & 1) out.set(static_cast<uint64_t>(docs[i]));
    }
    done += n;
    first = docs[n - 1] + 1;
  }
}

void ValueRange::positions_into_bit_set(int32_t first, int32_t end, BitSet& out) const {
  const Presence& presence = *field_.presence;
  const auto from = static_cast<uint64_t>(presence.rank(first));
  const uint64_t count = static_cast<uint64_t>(presence.rank(end)) - from;
  if (presence.kind() == Presence::Kind::all) {
    field_.numbers->range_into_words(from, count, low_, high_, out.words(), from);
    return;
  }
  matches_.assign((count + 63) / 64, 0);
  field_.numbers->range_into_words(from, count, low_, high_, matches_, 0);
  if (static_cast<int64_t>(count) < (end - first) / kSparse) {
    listed_positions_into_bit_set(first, count, out);
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

void ValueRange::into_bit_set(int32_t first, int32_t end, BitSet& out) const {
  if (empty() || first >= end) return;
  if (field_.single_valued()) return positions_into_bit_set(first, end, out);
  for_each_match(first, end, [&](int32_t doc) { out.set(static_cast<uint64_t>(doc)); });
}

}  // namespace segsmith::model
