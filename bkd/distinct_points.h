// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bkd/bytes.h"
#include "bkd/nd_points.h"
#include "bkd/radix_sort.h"

/// Splitting and sorting points no two of which SplitOrder holds for equal: the result does not
/// depend on the way to it, so the way is the fastest one.
namespace segsmith::bkd {

namespace distinct {

inline constexpr int kMaxDigitBits = 11;

inline int width_of(uint64_t v) { return static_cast<int>(std::bit_width(v)); }
inline int width_of(Uint128 v) {
  const auto high = static_cast<uint64_t>(v >> 64);
  return high != 0 ? 64 + width_of(high) : width_of(static_cast<uint64_t>(v));
}

/// Moves the points of [from, to) that `low` accepts before the others; returns where those begin.
template <class Points, class Low>
size_t partition(const Points& points, size_t from, size_t to, Low low) {
  if constexpr (Points::kCheapSwap) {
    size_t end = from;
    for (size_t i = from; i < to; ++i) {  // Without a branch that random points would mislead.
      const bool is_low = low(i);
      points.swap(i, end);
      end += is_low;
    }
    return end;
  } else {
    for (;;) {
      while (from < to && low(from)) ++from;
      while (from < to && !low(to - 1)) --to;
      if (from == to) return from;
      points.swap(from++, --to);
    }
  }
}

/// Narrows [from, to) to the points that share the leading digit of point k's key, with the lower
/// ones before and the higher ones after. `low` and `high` bound the keys.
template <class Points, class Key, class KeyOf>
void narrow(const Points& points, size_t& from, size_t& to, size_t k, Key low, Key high,
            KeyOf key_of) {
  const int wanted = std::clamp(width_of(uint64_t{to - from}) - 2, 3, kMaxDigitBits);
  const int shift = std::max(0, width_of(static_cast<Key>(high - low)) - wanted);
  std::array<uint32_t, size_t{1} << kMaxDigitBits> counts;
  std::fill_n(counts.begin(), size_t{1} << wanted, 0);
  const auto digit = [&](size_t i) { return static_cast<size_t>((key_of(i) - low) >> shift); };
  for (size_t i = from; i < to; ++i) ++counts[digit(i)];
  size_t bucket = 0, begin = from;
  while (begin + counts[bucket] <= k) begin += counts[bucket++];
  const size_t end = begin + counts[bucket];
  if (begin > from) {
    from = partition(points, from, to, [&](size_t i) { return digit(i) < bucket; });
  }
  if (end < to) to = partition(points, from, to, [&](size_t i) { return digit(i) == bucket; });
}

/// As radix_select by a split on `dim`. `low` and `high` bound that dimension's keys.
template <class Points>
void select(const Points& points, size_t from, size_t to, size_t k, size_t dim,
            typename Points::Key low, typename Points::Key high) {
  using Key = typename Points::Key;
  const auto by_dim = [&](size_t d) { return [&points, d](size_t i) { return points.key(i, d); }; };
  const auto bounds = [&](auto key_of) {
    auto least = key_of(from), greatest = least;
    for (size_t i = from + 1; i < to; ++i) {
      const auto key = key_of(i);
      least = std::min(least, key);
      greatest = std::max(greatest, key);
    }
    return std::pair(least, greatest);
  };
  if (low < high) narrow(points, from, to, k, low, high, by_dim(dim));
  // Where all keys of a dimension are equal the next one decides, and the document at last.
  for (size_t d = dim;;) {
    while (to - from > 1) {
      const auto [least, greatest] = bounds(by_dim(d));
      if (least == greatest) break;
      narrow<Points, Key>(points, from, to, k, least, greatest, by_dim(d));
    }
    d = d < points.index_dims() ? points.index_dims() : d + 1;
    if (d >= points.dims()) break;
  }
  const auto by_doc = [&](size_t i) { return uint64_t{points.doc(i)}; };
  while (to - from > 1) {
    const auto [least, greatest] = bounds(by_doc);
    if (least == greatest) return;
    narrow(points, from, to, k, least, greatest, by_doc);
  }
}

/// Positions of points in the order of a split: small ranges, as leaves are.
class LeafSorter {
 public:
  template <class Points>
  void sort(const Points& points, size_t from, size_t to, size_t dim) {
    const size_t count = to - from;
    words_.resize(std::max(words_.size(), 2 * count));
    const int position_bits = width_of(uint64_t{count - 1});
    const uint64_t mask = (uint64_t{1} << position_bits) - 1;
    auto low = points.key(from, dim), high = low;
    uint32_t low_doc = points.doc(from), high_doc = low_doc;
    for (size_t i = from + 1; i < to; ++i) {
      low = std::min(low, points.key(i, dim));
      high = std::max(high, points.key(i, dim));
      low_doc = std::min(low_doc, points.doc(i));
      high_doc = std::max(high_doc, points.doc(i));
    }
    // The document takes part where the word has room for it and it is what comes next.
    const int key_bits = width_of(high - low);
    const int doc_bits = width_of(uint64_t{high_doc - low_doc});
    const bool whole = points.data_bytes() == 0 && key_bits + doc_bits + position_bits <= 64;
    const int dropped = whole ? 0 : std::max(0, key_bits + position_bits - 64);
    for (size_t i = 0; i < count; ++i) {
      auto word = static_cast<uint64_t>((points.key(from + i, dim) - low) >> dropped);
      if (whole) word = word << doc_bits | (points.doc(from + i) - low_doc);
      words_[i] = word << position_bits | i;
    }
    radix_sort(words_.data(), words_.data() + count, count);
    if (!whole) {
      const SplitOrder<Points> order(points, dim, 32);
      settle_ties(count, position_bits, [&](uint64_t a, uint64_t b) {
        return order.compare(from + (a & mask), from + (b & mask)) < 0;
      });
    }
    for (size_t i = 0; i < count; ++i) words_[i] &= mask;
  }
  /// By rank: the position, less `from`.
  const uint64_t* positions() const { return words_.data(); }

 private:
  template <class Less>
  void settle_ties(size_t count, int position_bits, Less less) {
    for (size_t i = 0; i < count;) {
      size_t end = i + 1;
      while (end < count && words_[end] >> position_bits == words_[i] >> position_bits) ++end;
      if (end - i > 1) {
        const auto first = words_.begin() + static_cast<ptrdiff_t>(i);
        std::sort(first, first + static_cast<ptrdiff_t>(end - i), less);
      }
      i = end;
    }
  }

  std::vector<uint64_t> words_;
};

}  // namespace distinct

}  // namespace segsmith::bkd
