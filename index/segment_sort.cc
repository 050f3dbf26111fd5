// SPDX-License-Identifier: Apache-2.0
#include "index/segment_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>

namespace segsmith::index {
namespace {

constexpr int kDigitBits = 11;
constexpr size_t kDigits = size_t{1} << kDigitBits;

/// Keys as unsigned numbers from 0 whose ascending order is the one wanted.
std::vector<uint64_t> ascending_keys(const SortColumn& column) {
  const auto [min, max] = std::ranges::minmax(column.keys);
  std::vector<uint64_t> out(column.keys.size());
  for (size_t i = 0; i < out.size(); ++i) {
    const auto key = static_cast<uint64_t>(column.keys[i]);
    out[i] = column.reverse ? static_cast<uint64_t>(max) - key : key - static_cast<uint64_t>(min);
  }
  return out;
}

/// One stable counting pass over `shift`'s digit; false when all documents share it.
bool sort_by_digit(std::span<const uint64_t> keys, int shift, std::span<const int32_t> from,
                   std::span<int32_t> to) {
  std::array<uint32_t, kDigits> places{};
  for (const uint64_t key : keys) ++places[(key >> shift) & (kDigits - 1)];
  if (places[(keys[0] >> shift) & (kDigits - 1)] == keys.size()) return false;
  uint32_t sum = 0;
  for (uint32_t& place : places) sum += std::exchange(place, sum);
  for (const int32_t doc : from) {
    to[places[(keys[static_cast<size_t>(doc)] >> shift) & (kDigits - 1)]++] = doc;
  }
  return true;
}

/// All keys of a document and, below them, its number in one word, where they fit; no key columns
/// then need to be looked up while sorting.
std::optional<std::vector<uint64_t>> joined_keys(std::span<const SortColumn> columns) {
  const size_t docs = columns[0].keys.size();
  int bits = std::bit_width(docs - 1);
  std::vector<std::vector<uint64_t>> keys;
  std::vector<int> widths;
  for (const SortColumn& column : columns) {
    keys.push_back(ascending_keys(column));
    widths.push_back(std::bit_width(std::ranges::max(keys.back())));
    bits += widths.back();
    if (bits > 63) return std::nullopt;
  }
  std::vector<uint64_t> out(docs, 0);
  for (size_t c = 0; c < columns.size(); ++c) {
    for (size_t i = 0; i < docs; ++i) out[i] = out[i] << widths[c] | keys[c][i];
  }
  const int doc_bits = std::bit_width(docs - 1);
  for (size_t i = 0; i < docs; ++i) out[i] = out[i] << doc_bits | i;
  return out;
}

/// Sorts words by their bits from `low` up to `high`, stably, and gives the bits below `low`.
std::vector<int32_t> low_bits_in_order(std::vector<uint64_t> words, int low, int high) {
  std::vector<uint64_t> other(words.size());
  const int passes = std::max(1, (high - low + kDigitBits - 1) / kDigitBits);
  const int digit_bits = (high - low + passes - 1) / passes;
  const uint64_t mask = (uint64_t{1} << digit_bits) - 1;
  for (int shift = low; shift < high; shift += digit_bits) {
    std::array<uint32_t, kDigits> places{};
    for (const uint64_t word : words) ++places[word >> shift & mask];
    uint32_t sum = 0;
    for (uint32_t& place : places) sum += std::exchange(place, sum);
    for (const uint64_t word : words) other[places[word >> shift & mask]++] = word;
    words.swap(other);
  }
  std::vector<int32_t> out(words.size());
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<int32_t>(words[i] & ((uint64_t{1} << low) - 1));
  }
  return out;
}

/// Documents in the order of columns whose keys are too long to be joined: least significant key
/// and digit first; each pass is stable.
std::vector<int32_t> order_by_columns(std::span<const SortColumn> columns) {
  std::vector<int32_t> order(columns[0].keys.size()), other(order.size());
  std::iota(order.begin(), order.end(), 0);
  for (size_t c = columns.size(); c-- > 0;) {
    const std::vector<uint64_t> keys = ascending_keys(columns[c]);
    const uint64_t most = std::ranges::max(keys);
    for (int shift = 0; shift < 64 && (most >> shift) != 0; shift += kDigitBits) {
      if (sort_by_digit(keys, shift, order, other)) order.swap(other);
    }
  }
  return order;
}

}  // namespace

std::optional<DocPermutation> sort_documents(std::span<const SortColumn> columns) {
  if (columns.empty() || columns[0].keys.empty()) return std::nullopt;
  DocPermutation out;
  if (auto joined = joined_keys(columns)) {
    const int doc_bits = std::bit_width(columns[0].keys.size() - 1);
    const int bits = std::bit_width(std::ranges::max(*joined));
    out.new_to_old = low_bits_in_order(std::move(*joined), doc_bits, bits);
  } else {
    out.new_to_old = order_by_columns(columns);
  }
  if (std::ranges::is_sorted(out.new_to_old)) return std::nullopt;
  out.old_to_new.resize(out.new_to_old.size());
  for (size_t i = 0; i < out.new_to_old.size(); ++i) {
    out.old_to_new[static_cast<size_t>(out.new_to_old[i])] = static_cast<int32_t>(i);
  }
  return out;
}

}  // namespace segsmith::index
