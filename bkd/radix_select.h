// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bkd/intro_sort.h"

/// Lucene's radix selection and sort by the most significant byte, step for step
/// (org.apache.lucene.util.RadixSelector and MSBRadixSorter), for the same reason as intro_sort.h:
/// equal points end up where these swaps put them. An Order has also byte_at(i, k) and key_bytes().
namespace segsmith::bkd {

namespace radix {

inline constexpr size_t kBytes = 256;
/// Ranges up to this many points, and all below this many levels, are left to intro_sort.h.
inline constexpr size_t kSmallRange = 100;
inline constexpr int kMaxLevel = 8;

using Histogram = std::array<size_t, kBytes>;

/// The first byte from `byte` on in which the points differ, with its histogram; key_bytes() when
/// there is none.
template <class Order>
size_t differing_byte(const Order& order, size_t from, size_t to, size_t byte, Histogram& counts) {
  for (; byte < order.key_bytes(); ++byte) {
    counts.fill(0);
    for (size_t i = from; i < to; ++i) ++counts[order.byte_at(i, byte)];
    if (counts[order.byte_at(from, byte)] != to - from) break;
  }
  return byte;
}

/// Puts the points whose byte is `bucket` into [begin, end), the lower ones before. Points of the
/// bucket fill it from its start, whichever side they come from.
template <class Order>
void gather_bucket(Order& order, size_t from, size_t to, size_t bucket, size_t begin, size_t end,
                   size_t byte) {
  size_t left = from, right = to, slot = begin;
  for (;;) {
    size_t b;
    while (left < begin && (b = order.byte_at(left, byte)) <= bucket) {
      if (b == bucket) {
        order.swap(left, slot++);
      } else {
        ++left;
      }
    }
    while (right > end && (b = order.byte_at(right - 1, byte)) >= bucket) {
      if (b == bucket) {
        order.swap(right - 1, slot++);
      } else {
        --right;
      }
    }
    if (left >= begin || right <= end) return;
    order.swap(left++, --right);
  }
}

/// Swaps every point into its bucket, bucket after bucket.
template <class Order>
void distribute(Order& order, size_t from, const Histogram& counts, size_t byte, Histogram& ends) {
  Histogram heads;
  size_t at = from;
  for (size_t b = 0; b < kBytes; ++b) {
    heads[b] = at;
    at += counts[b];
    ends[b] = at;
  }
  for (size_t b = 0; b < kBytes; ++b) {
    while (heads[b] < ends[b]) {
      const size_t i = heads[b];
      order.swap(i, heads[order.byte_at(i, byte)]++);
    }
  }
}

template <class Order>
void sort(Order& order, size_t from, size_t to, size_t byte, int level) {
  if (to - from <= kSmallRange || level >= kMaxLevel) return intro_sort(order, from, to);
  Histogram counts, ends;
  byte = differing_byte(order, from, to, byte, counts);
  if (byte == order.key_bytes()) return;
  distribute(order, from, counts, byte, ends);
  if (byte + 1 == order.key_bytes()) return;
  // At most kMaxLevel deep.
  for (size_t b = 0; b < kBytes; ++b) {
    if (counts[b] > 1) sort(order, ends[b] - counts[b], ends[b], byte + 1, level + 1);
  }
}

}  // namespace radix

/// Sorts the points [from, to).
template <class Order>
void msb_radix_sort(Order& order, size_t from, size_t to) {
  radix::sort(order, from, to, 0, 0);
}

/// As intro_select.
template <class Order>
void radix_select(Order& order, size_t from, size_t to, size_t k) {
  size_t byte = 0;
  radix::Histogram counts;
  for (int level = 0;; ++level, ++byte) {
    if (to - from <= radix::kSmallRange || level >= radix::kMaxLevel) {
      return intro_select(order, from, to, k);
    }
    byte = radix::differing_byte(order, from, to, byte, counts);
    if (byte == order.key_bytes()) return;
    size_t bucket = 0, begin = from;
    while (begin + counts[bucket] <= k) begin += counts[bucket++];
    const size_t end = begin + counts[bucket];
    radix::gather_bucket(order, from, to, bucket, begin, end, byte);
    if (byte + 1 == order.key_bytes()) return;
    from = begin;
    to = end;
  }
}

}  // namespace segsmith::bkd
