// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

/// Lucene's comparison sort and selection, step for step (org.apache.lucene.util.IntroSorter and
/// IntroSelector). They are not stable, and where a document has several points that compare equal,
/// the order that these steps leave them in is what Lucene writes: so another algorithm, or another
/// choice of pivot, would be another file. An Order has compare(i, j), set_pivot(i),
/// compare_pivot(j) and swap(i, j), as bkd::SplitOrder.
namespace segsmith::bkd {

namespace intro {

/// Up to here one median gives the pivot; beyond, a median of three medians.
inline constexpr size_t kSingleMedian = 40;
inline constexpr size_t kInsertionSort = 16;

inline int floor_log2(size_t n) { return n < 2 ? 0 : std::bit_width(n) - 1; }

template <class Order>
size_t median(const Order& order, size_t i, size_t j, size_t k) {
  const bool rising = order.compare(i, j) < 0;
  const int j_to_k = order.compare(j, k);
  if (rising ? j_to_k <= 0 : j_to_k >= 0) return j;
  const bool i_below_k = order.compare(i, k) < 0;
  return rising == i_below_k ? k : i;
}

/// The three medians of a large range, over its first, middle and last quarter.
struct Medians {
  size_t first, middle, last;
};
template <class Order>
Medians three_medians(const Order& order, size_t from, size_t to) {
  const size_t step = (to - from) >> 3;
  const size_t last = to - 1;
  const size_t mid = (from + last) >> 1;
  return {median(order, from, from + step, from + 2 * step),
          median(order, mid - step, mid, mid + step),
          median(order, last - 2 * step, last - step, last)};
}
template <class Order>
size_t single_median(const Order& order, size_t from, size_t to) {
  const size_t step = (to - from) >> 2;
  const size_t mid = (from + to - 1) >> 1;
  return median(order, mid - step, mid, mid + step);
}

/// After a partition [from, left_end) is below the pivot and [right_begin, to) above it.
struct Cut {
  size_t left_end, right_begin;
};

/// Bentley and McIlroy's three-way partition of more than three points: equal ones are gathered at
/// both ends, then moved to the middle.
template <class Order>
Cut partition(Order& order, size_t from, size_t to, size_t pivot) {
  order.set_pivot(pivot);
  order.swap(from, pivot);
  size_t low = from, high = to;
  size_t equal_low = from + 1, equal_high = to - 1;
  for (;;) {
    int low_order, high_order;
    do low_order = order.compare_pivot(++low);
    while (low_order > 0);
    do high_order = order.compare_pivot(--high);
    while (high_order < 0);
    if (low >= high) {
      if (low == high && high_order == 0) order.swap(low, equal_low);
      break;
    }
    order.swap(low, high);
    if (high_order == 0) order.swap(low, equal_low++);
    if (low_order == 0) order.swap(high, equal_high--);
  }
  size_t left_end = high + 1, right_begin = high + 1;
  for (size_t i = from; i < equal_low; ++i) order.swap(i, --left_end);
  for (size_t i = to - 1; i > equal_high; --i) order.swap(i, right_begin++);
  return {left_end, right_begin};
}

template <class Order>
void insertion_sort(Order& order, size_t from, size_t to) {
  for (size_t i = from + 1; i < to; ++i) {
    for (size_t at = i; at > from && order.compare(at - 1, at) > 0; --at) order.swap(at - 1, at);
  }
}

template <class Order>
void sift_down(Order& order, size_t node, size_t from, size_t to) {
  for (size_t child; (child = from + 2 * (node - from) + 1) < to; node = child) {
    const bool has_right = child + 1 < to;
    if (order.compare(node, child) < 0) {
      if (has_right && order.compare(child, child + 1) < 0) ++child;
    } else if (has_right && order.compare(node, child + 1) < 0) {
      ++child;
    } else {
      return;
    }
    order.swap(node, child);
  }
}

template <class Order>
void heap_sort(Order& order, size_t from, size_t to) {
  if (to - from < 2) return;
  for (size_t node = from + (to - from - 2) / 2 + 1; node-- > from;) {
    sift_down(order, node, from, to);
  }
  for (size_t end = to - 1; end > from; --end) {
    order.swap(from, end);
    sift_down(order, from, from, end);
  }
}

/// Recurses into the smaller part only: at most as deep as the logarithm of the points.
template <class Order>
void sort(Order& order, size_t from, size_t to, int depth) {
  while (to - from > kInsertionSort) {
    if (--depth < 0) return heap_sort(order, from, to);
    size_t pivot;
    if (to - from <= kSingleMedian) {
      pivot = single_median(order, from, to);
    } else {
      const Medians m = three_medians(order, from, to);
      pivot = median(order, m.first, m.middle, m.last);
    }
    const Cut cut = partition(order, from, to, pivot);
    if (cut.left_end - from < to - cut.right_begin) {
      sort(order, from, cut.left_end, depth);
      from = cut.right_begin;
    } else {
      sort(order, cut.right_begin, to, depth);
      to = cut.left_end;
    }
  }
  insertion_sort(order, from, to);
}

template <class Order>
size_t least(const Order& order, const Medians& m) {
  if (order.compare(m.first, m.middle) <= 0) {
    return order.compare(m.first, m.last) <= 0 ? m.first : m.last;
  }
  return order.compare(m.middle, m.last) <= 0 ? m.middle : m.last;
}
template <class Order>
size_t greatest(const Order& order, const Medians& m) {
  if (order.compare(m.first, m.middle) <= 0) {
    return order.compare(m.middle, m.last) < 0 ? m.last : m.middle;
  }
  return order.compare(m.first, m.last) < 0 ? m.last : m.first;
}

/// Near an end of the range the pivot is the lowest or highest median.
template <class Order>
size_t pivot_for(const Order& order, size_t from, size_t to, size_t k) {
  if (to - from <= kSingleMedian) return single_median(order, from, to);
  const Medians m = three_medians(order, from, to);
  const size_t step = (to - from) >> 3;
  if (k - from < step) return least(order, m);
  if (to - k <= step) return greatest(order, m);
  return median(order, m.first, m.middle, m.last);
}

template <class Order>
void sort_three(Order& order, size_t from) {
  if (order.compare(from, from + 1) <= 0) {
    if (order.compare(from + 1, from + 2) <= 0) return;
    order.swap(from + 1, from + 2);
    if (order.compare(from, from + 1) > 0) order.swap(from, from + 1);
  } else if (order.compare(from + 1, from + 2) >= 0) {
    order.swap(from, from + 2);
  } else {
    order.swap(from, from + 1);
    if (order.compare(from + 1, from + 2) > 0) order.swap(from + 1, from + 2);
  }
}

/// Past its depth Lucene shuffles, with a random that it does not seed: its bytes are then its own
/// chance wherever points compare equal, and any shuffle serves.
template <class Order>
void shuffle(Order& order, size_t from, size_t to) {
  uint64_t state = 0x9E3779B97F4A7C15u + to - from;
  for (size_t i = to - 1; i > from; --i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    order.swap(i, from + static_cast<size_t>(state >> 33) % (i - from + 1));
  }
}

}  // namespace intro

/// Sorts the points [from, to).
template <class Order>
void intro_sort(Order& order, size_t from, size_t to) {
  intro::sort(order, from, to, 2 * intro::floor_log2(to - from));
}

/// Reorders [from, to) so that point k is the one that sorting would put there, those before it are
/// not above it and those after it not below. from <= k < to.
template <class Order>
void intro_select(Order& order, size_t from, size_t to, size_t k) {
  int depth = 2 * intro::floor_log2(to - from);
  while (to - from > 3) {
    if (--depth == -1) intro::shuffle(order, from, to);
    const auto cut = intro::partition(order, from, to, intro::pivot_for(order, from, to, k));
    if (k < cut.left_end) {
      to = cut.left_end;
    } else if (k >= cut.right_begin) {
      from = cut.right_begin;
    } else {
      return;
    }
  }
  if (to - from == 2 && order.compare(from, from + 1) > 0) order.swap(from, from + 1);
  if (to - from == 3) intro::sort_three(order, from);
}

}  // namespace segsmith::bkd
