// SPDX-License-Identifier: Apache-2.0
#include "index/segment_sort.h"

#include <algorithm>
#include <array>
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

}  // namespace

std::optional<DocPermutation> sort_documents(std::span<const SortColumn> columns) {
  if (columns.empty() || columns[0].keys.empty()) return std::nullopt;
  DocPermutation out;
  out.new_to_old.resize(columns[0].keys.size());
  std::iota(out.new_to_old.begin(), out.new_to_old.end(), 0);
  std::vector<int32_t> other(out.new_to_old.size());
  // Least significant key and digit first; each pass is stable.
  for (size_t c = columns.size(); c-- > 0;) {
    const std::vector<uint64_t> keys = ascending_keys(columns[c]);
    const uint64_t most = std::ranges::max(keys);
    for (int shift = 0; shift < 64 && (most >> shift) != 0; shift += kDigitBits) {
      if (sort_by_digit(keys, shift, out.new_to_old, other)) out.new_to_old.swap(other);
    }
  }
  if (std::ranges::is_sorted(out.new_to_old)) return std::nullopt;
  out.old_to_new = std::move(other);
  for (size_t i = 0; i < out.new_to_old.size(); ++i) {
    out.old_to_new[static_cast<size_t>(out.new_to_old[i])] = static_cast<int32_t>(i);
  }
  return out;
}

}  // namespace segsmith::index
