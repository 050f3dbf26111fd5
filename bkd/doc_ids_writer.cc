// SPDX-License-Identifier: Apache-2.0
#include "bkd/doc_ids_writer.h"

#include <algorithm>

#include "bkd/bkd_config.h"
#include "bkd/bytes.h"
#include "bkd/leaf_block.h"

namespace segsmith::bkd {

namespace {

constexpr size_t floor_to_16(size_t n) { return n & ~size_t{15}; }

std::byte* put_low_24(std::byte* p, int32_t doc) {
  p = put_le(p, static_cast<uint16_t>(doc));
  *p++ = static_cast<std::byte>(doc >> 16);
  return p;
}

std::byte* put_bit_set(std::byte* p, std::span<const int32_t> docs) {
  const uint32_t first_word = static_cast<uint32_t>(docs.front()) >> 6;
  const uint32_t words = (static_cast<uint32_t>(docs.back()) >> 6) - first_word + 1;
  p = put_vint(p, first_word);
  p = put_vint(p, words);
  std::memset(p, 0, words * 8);
  for (const int32_t doc : docs) {
    const uint32_t bit = static_cast<uint32_t>(doc) - (first_word << 6);
    p[bit >> 3] |= static_cast<std::byte>(1u << (bit & 7));
  }
  return p + words * 8;
}

std::byte* put_delta16(std::byte* p, std::span<const int32_t> docs, int32_t min) {
  p = put_vint(p, static_cast<uint32_t>(min));
  const size_t half = docs.size() / 2;
  for (size_t i = 0; i < half; ++i) {
    const auto high = static_cast<uint32_t>(docs[i] - min);
    const auto low = static_cast<uint32_t>(docs[half + i] - min);
    store_le<uint32_t>(p + 4 * i, low | high << 16);
  }
  p += 4 * half;
  if (docs.size() & 1) p = put_le(p, static_cast<uint16_t>(docs.back() - min));
  return p;
}

std::byte* put_bits21(std::byte* p, std::span<const int32_t> docs) {
  const size_t third = floor_to_16(docs.size() / 3);
  const int32_t* a = docs.data();
  for (size_t i = 0; i < third; ++i) {
    const auto split = static_cast<uint32_t>(a[i + 2 * third]);
    store_le<uint32_t>(p + 4 * i, static_cast<uint32_t>(a[i]) << 11 | (split & 0x7FF));
    store_le<uint32_t>(p + 4 * (i + third),
                       static_cast<uint32_t>(a[i + third]) << 11 | (split >> 11 & 0x7FF));
  }
  p += 8 * third;
  size_t i = 3 * third;
  for (; i + 2 < docs.size(); i += 3) {
    p = put_le(p, static_cast<uint64_t>(a[i]) | static_cast<uint64_t>(a[i + 1]) << 21 |
                      static_cast<uint64_t>(a[i + 2]) << 42);
  }
  for (; i < docs.size(); ++i) p = put_low_24(p, a[i]);
  return p;
}

std::byte* put_bits24(std::byte* p, std::span<const int32_t> docs) {
  const size_t quarter = docs.size() / 4;
  const int32_t* a = docs.data();
  for (size_t part = 0; part < 3; ++part) {
    for (size_t i = 0; i < quarter; ++i) {
      const uint32_t low = static_cast<uint32_t>(a[i + 3 * quarter]) >> (8 * part) & 0xFF;
      store_le<uint32_t>(p + 4 * (i + part * quarter),
                         static_cast<uint32_t>(a[i + part * quarter]) << 8 | low);
    }
  }
  p += 12 * quarter;
  for (size_t i = 4 * quarter; i < docs.size(); ++i) p = put_low_24(p, a[i]);
  return p;
}

/// Before version 10: eight ids in three longs, from their highest bit down; then, of those left,
/// the upper 16 bits and the lower 8.
std::byte* put_packed24(std::byte* p, std::span<const int32_t> docs) {
  const auto id = [&](size_t i) { return static_cast<uint64_t>(docs[i]); };
  size_t i = 0;
  for (; i + 8 <= docs.size(); i += 8) {
    p = put_le(p, id(i) << 40 | id(i + 1) << 16 | id(i + 2) >> 8);
    p = put_le(p, id(i + 2) << 56 | id(i + 3) << 32 | id(i + 4) << 8 | id(i + 5) >> 16);
    p = put_le(p, id(i + 5) << 48 | id(i + 6) << 24 | id(i + 7));
  }
  for (; i < docs.size(); ++i) {
    p = put_le(p, static_cast<uint16_t>(docs[i] >> 8));
    *p++ = static_cast<std::byte>(docs[i]);
  }
  return p;
}

std::byte* put_bits32(std::byte* p, std::span<const int32_t> docs) {
  for (const int32_t doc : docs) p = put_le(p, static_cast<uint32_t>(doc));
  return p;
}

std::byte* put_kind(std::byte* p, DocIdsKind kind) {
  *p++ = static_cast<std::byte>(kind);
  return p;
}

}  // namespace

size_t encode_doc_ids(std::span<const int32_t> docs, int32_t version, std::byte* out) {
  // Ids ascend strictly where the segment is sorted by the field, or all values of the leaf are
  // equal.
  bool ascending = true;
  int32_t min = docs[0];
  int32_t max = docs[0];
  for (size_t i = 1; i < docs.size(); ++i) {
    ascending &= docs[i - 1] < docs[i];
    min = std::min(min, docs[i]);
    max = std::max(max, docs[i]);
  }
  const uint64_t range = static_cast<uint64_t>(max - min) + 1;
  std::byte* p = out;
  if (ascending && range == docs.size()) {
    p = put_vint(put_kind(p, DocIdsKind::continuous), static_cast<uint32_t>(min));
  } else if (ascending && range <= 16 * docs.size()) {
    p = put_bit_set(put_kind(p, DocIdsKind::bit_set), docs);
  } else if (range <= 0xFFFF) {
    p = put_delta16(put_kind(p, DocIdsKind::delta16), docs, min);
  } else if (max <= 0x1FFFFF && version >= kBkdVersionVectorized) {
    p = put_bits21(put_kind(p, DocIdsKind::bits21), docs);
  } else if (max <= 0xFFFFFF) {
    p = put_kind(p, DocIdsKind::bits24);
    p = version >= kBkdVersionVectorized ? put_bits24(p, docs) : put_packed24(p, docs);
  } else {
    p = put_bits32(put_kind(p, DocIdsKind::bits32), docs);
  }
  return static_cast<size_t>(p - out);
}

}  // namespace segsmith::bkd
