// SPDX-License-Identifier: Apache-2.0
#include "util/java_hash.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace segsmith {
namespace {

/// Decodes one code point of well-formed UTF-8 and moves `i` past it; a stray byte counts as
/// itself.
uint32_t next_code_point(std::string_view text, size_t& i) {
  const auto byte = [&](size_t at) {
    return static_cast<uint32_t>(static_cast<uint8_t>(text[at]));
  };
  const uint32_t lead = byte(i);
  const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 1 || lead < 0xC0 || text.size() - i < length) {
    ++i;
    return lead;
  }
  uint32_t code = lead & (0x7Fu >> length);
  for (size_t k = 1; k < length; ++k) code = code << 6 | (byte(i + k) & 0x3F);
  i += length;
  return code;
}

int32_t hash_of(const std::string& key) { return java_string_hash(key); }
int32_t hash_of(int32_t key) { return key; }

template <class Key>
std::vector<size_t> order_by_bucket(const std::vector<Key>& keys, size_t table) {
  std::vector<uint32_t> buckets(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto hash = static_cast<uint32_t>(hash_of(keys[i]));
    buckets[i] = (hash ^ hash >> 16) & static_cast<uint32_t>(table - 1);
  }
  std::vector<size_t> order(keys.size());
  std::iota(order.begin(), order.end(), size_t{0});
  // Resizing keeps the relative order inside a bucket, so a stable sort by the final bucket is it.
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return buckets[a] < buckets[b]; });
  return order;
}

/// The largest number of entries before a table doubles: three quarters of it, rounded down.
size_t most_entries(size_t table) { return table * 3 / 4; }

/// Of a table that began with 16 places.
size_t table_size(size_t entries) {
  size_t table = 16;
  while (entries > most_entries(table)) table *= 2;
  return table;
}

}  // namespace

int32_t java_string_hash(std::string_view text) {
  uint32_t hash = 0;
  for (size_t i = 0; i < text.size();) {
    const uint32_t code = next_code_point(text, i);
    if (code < 0x10000) {
      hash = hash * 31 + code;
    } else {
      hash = hash * 31 + (0xD800 + ((code - 0x10000) >> 10));
      hash = hash * 31 + (0xDC00 + ((code - 0x10000) & 0x3FF));
    }
  }
  return static_cast<int32_t>(hash);
}

std::vector<size_t> java_hash_map_order(const std::vector<std::string>& keys) {
  return order_by_bucket(keys, table_size(keys.size()));
}

std::vector<size_t> java_hash_map_order(const std::vector<int32_t>& keys) {
  return order_by_bucket(keys, table_size(keys.size()));
}

std::vector<size_t> java_hash_map_copy_order(const std::vector<std::string>& keys, size_t copied) {
  size_t table = copied == 0 ? 16 : std::bit_ceil((copied * 4 + 2) / 3);
  while (keys.size() > most_entries(table)) table *= 2;
  return order_by_bucket(keys, table);
}

}  // namespace segsmith
