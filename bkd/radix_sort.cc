// SPDX-License-Identifier: Apache-2.0
#include "bkd/radix_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

namespace segsmith::bkd {

namespace {

constexpr size_t kInsertionSize = 32;
constexpr int kDigitBits = 11;
constexpr size_t kDigits = size_t{1} << kDigitBits;

void insertion_sort(uint64_t* words, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    const uint64_t word = words[i];
    size_t at = i;
    for (; at > 0 && words[at - 1] > word; --at) words[at] = words[at - 1];
    words[at] = word;
  }
}

/// Stable counting passes over bits [shift, shift + digit) and then [shift + digit, shift + 2
/// digit) of word - base. With one pass the result is copied back.
void counting_passes(uint64_t* words, uint64_t* scratch, size_t count, uint64_t base, int shift,
                     int digit, int passes) {
  std::array<std::array<uint32_t, kDigits>, 2> starts;
  const size_t buckets = size_t{1} << digit;
  const uint64_t mask = buckets - 1;
  std::fill_n(starts[0].begin(), buckets, 0);
  std::fill_n(starts[1].begin(), buckets, 0);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bits = (words[i] - base) >> shift;
    ++starts[0][bits & mask];
    ++starts[1][bits >> digit & mask];
  }
  for (int pass = 0; pass < passes; ++pass) {
    auto& start = starts[static_cast<size_t>(pass)];
    uint32_t sum = 0;
    for (size_t b = 0; b < buckets; ++b) sum += std::exchange(start[b], sum);
    const int at = shift + pass * digit;
    for (size_t i = 0; i < count; ++i) {
      scratch[start[(words[i] - base) >> at & mask]++] = words[i];
    }
    std::swap(words, scratch);
  }
  if (passes == 1) std::memcpy(scratch, words, count * sizeof(uint64_t));
}

/// `words` ascend by their bits from `shift` up (less `base`); sorts each stretch that shares
/// those.
void repair(uint64_t* words, uint64_t* scratch, size_t count, uint64_t base, int shift) {
  for (size_t i = 1; i < count; ++i) {
    if (words[i - 1] <= words[i]) continue;
    const uint64_t top = (words[i] - base) >> shift;
    size_t from = i - 1;
    while (from > 0 && (words[from - 1] - base) >> shift == top) --from;
    size_t to = i + 1;
    while (to < count && (words[to] - base) >> shift == top) ++to;
    // Every stretch is met once, and each level of recursion has fewer bits left.
    radix_sort(words + from, scratch, to - from);
    i = to;
  }
}

}  // namespace

void radix_sort(uint64_t* words, uint64_t* scratch, size_t count) {
  if (count <= kInsertionSize) {
    insertion_sort(words, count);
    return;
  }
  const auto [min, max] = std::minmax_element(words, words + count);
  radix_sort(words, scratch, count, *min, static_cast<int>(std::bit_width(*max - *min)));
}

void radix_sort(uint64_t* words, uint64_t* scratch, size_t count, uint64_t base, int bits) {
  if (count <= kInsertionSize) {
    insertion_sort(words, count);
    return;
  }
  if (bits == 0) return;
  // Five bits more than would give each word a value of its own leave few ties.
  const int wanted = std::min({bits, static_cast<int>(std::bit_width(count)) + 5, 2 * kDigitBits});
  const int passes = wanted > kDigitBits ? 2 : 1;
  const int digit = (wanted + passes - 1) / passes;
  const int shift = std::max(0, bits - passes * digit);
  counting_passes(words, scratch, count, base, shift, digit, passes);
  if (shift > 0) repair(words, scratch, count, base, shift);
}

}  // namespace segsmith::bkd
