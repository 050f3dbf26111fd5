// SPDX-License-Identifier: Apache-2.0
#include "util/bit_set.h"

#include <algorithm>
#include <bit>

#include "util/popcount.h"

namespace segsmith {
namespace {

/// Calls f(word index, mask) for each word that [from, to) touches.
template <class F>
void for_range(uint64_t from, uint64_t to, F&& f) {
  if (from >= to) return;
  const uint64_t first = from >> 6, last = (to - 1) >> 6;
  const uint64_t head = ~uint64_t{0} << (from & 63);
  const uint64_t tail = ~uint64_t{0} >> (63 - ((to - 1) & 63));
  if (first == last) {
    f(first, head & tail);
    return;
  }
  f(first, head);
  for (uint64_t w = first + 1; w < last; ++w) f(w, ~uint64_t{0});
  f(last, tail);
}

}  // namespace

void set_bits(std::span<uint64_t> words, uint64_t from, uint64_t count) {
  for_range(from, from + count, [&](uint64_t w, uint64_t mask) { words[w] |= mask; });
}

BitSet::BitSet(uint64_t size, bool value)
    : size_(size), words_((size + 63) / 64, value ? ~uint64_t{0} : 0) {
  clear_ghost_bits();
}

void BitSet::clear_ghost_bits() {
  if (size_ & 63) words_.back() &= ~uint64_t{0} >> (64 - (size_ & 63));
}

void BitSet::set_range(uint64_t from, uint64_t to) {
  if (from < to) set_bits(words_, from, to - from);
}

void BitSet::clear_range(uint64_t from, uint64_t to) {
  for_range(from, to, [&](uint64_t w, uint64_t mask) { words_[w] &= ~mask; });
}

uint64_t BitSet::count() const { return count_bits(words_); }

uint64_t BitSet::next_set(uint64_t from) const {
  if (from >= size_) return size_;
  uint64_t w = from >> 6;
  uint64_t bits = words_[w] & (~uint64_t{0} << (from & 63));
  while (bits == 0) {
    if (++w == words_.size()) return size_;
    bits = words_[w];
  }
  return (w << 6) + static_cast<uint64_t>(std::countr_zero(bits));
}

uint64_t BitSet::next_clear(uint64_t from) const {
  if (from >= size_) return size_;
  uint64_t w = from >> 6;
  uint64_t bits = ~words_[w] & (~uint64_t{0} << (from & 63));
  while (bits == 0) {
    if (++w == words_.size()) return size_;
    bits = ~words_[w];
  }
  return std::min(size_, (w << 6) + static_cast<uint64_t>(std::countr_zero(bits)));
}

void BitSet::and_with(const BitSet& other) {
  for (size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
}

void BitSet::or_with(const BitSet& other) {
  for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
}

void BitSet::flip() {
  for (uint64_t& w : words_) w = ~w;
  clear_ghost_bits();
}

}  // namespace segsmith
