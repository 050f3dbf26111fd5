// SPDX-License-Identifier: Apache-2.0
#include "bkd/doc_ids_reader.h"

#include <algorithm>
#include <bit>
#include <string>

#include "bkd/bkd_config.h"
#include "bkd/bytes.h"

namespace segsmith::bkd {

namespace {

constexpr size_t floor_to_16(size_t n) { return n & ~size_t{15}; }

void check_max(const store::Cursor& in, uint64_t at, uint32_t largest, int32_t max_doc) {
  if (largest >= static_cast<uint32_t>(max_doc)) {
    in.input().corrupt(at, "documents below " + std::to_string(max_doc), std::to_string(largest));
  }
}

uint32_t largest_of(std::span<const int32_t> docs) {
  uint32_t largest = 0;
  for (const int32_t doc : docs) largest = std::max(largest, static_cast<uint32_t>(doc));
  return largest;
}

const std::byte* get_low_24(const std::byte* p, int32_t& doc) {
  doc = static_cast<int32_t>(load_le<uint16_t>(p) | static_cast<uint32_t>(p[2]) << 16);
  return p + 3;
}

void get_delta16(store::Cursor& in, std::span<int32_t> out) {
  const uint32_t min = in.vint();
  const size_t half = out.size() / 2;
  const std::byte* p = in.bytes(4 * half + 2 * (out.size() & 1)).data();
  int32_t* docs = out.data();
  for (size_t i = 0; i < half; ++i) {
    const auto pair = load_le<uint32_t>(p + 4 * i);
    docs[i] = static_cast<int32_t>((pair >> 16) + min);
    docs[i + half] = static_cast<int32_t>((pair & 0xFFFF) + min);
  }
  if (out.size() & 1) out.back() = static_cast<int32_t>(load_le<uint16_t>(p + 4 * half) + min);
}

constexpr size_t bits21_bytes(size_t count) {
  const size_t third = floor_to_16(count / 3);
  const size_t rest = count - 3 * third;
  return 8 * third + rest / 3 * 8 + rest % 3 * 3;
}

void get_bits21(store::Cursor& in, std::span<int32_t> out) {
  const size_t third = floor_to_16(out.size() / 3);
  const std::byte* p = in.bytes(bits21_bytes(out.size())).data();
  int32_t* docs = out.data();
  for (size_t i = 0; i < third; ++i) {
    const auto a = load_le<uint32_t>(p + 4 * i);
    const auto b = load_le<uint32_t>(p + 4 * (i + third));
    docs[i] = static_cast<int32_t>(a >> 11);
    docs[i + third] = static_cast<int32_t>(b >> 11);
    docs[i + 2 * third] = static_cast<int32_t>((a & 0x7FF) | (b & 0x7FF) << 11);
  }
  p += 8 * third;
  size_t i = 3 * third;
  for (; i + 2 < out.size(); i += 3, p += 8) {
    const auto three = load_le<uint64_t>(p);
    docs[i] = static_cast<int32_t>(three & 0x1FFFFF);
    docs[i + 1] = static_cast<int32_t>(three >> 21 & 0x1FFFFF);
    docs[i + 2] = static_cast<int32_t>(three >> 42);
  }
  for (; i < out.size(); ++i) p = get_low_24(p, docs[i]);
}

void get_bits24(store::Cursor& in, std::span<int32_t> out) {
  const size_t quarter = out.size() / 4;
  const std::byte* p = in.bytes(3 * out.size()).data();
  int32_t* docs = out.data();
  for (size_t i = 0; i < quarter; ++i) {
    const auto a = load_le<uint32_t>(p + 4 * i);
    const auto b = load_le<uint32_t>(p + 4 * (i + quarter));
    const auto c = load_le<uint32_t>(p + 4 * (i + 2 * quarter));
    docs[i] = static_cast<int32_t>(a >> 8);
    docs[i + quarter] = static_cast<int32_t>(b >> 8);
    docs[i + 2 * quarter] = static_cast<int32_t>(c >> 8);
    docs[i + 3 * quarter] = static_cast<int32_t>((a & 0xFF) | (b & 0xFF) << 8 | (c & 0xFF) << 16);
  }
  p += 12 * quarter;
  for (size_t i = 4 * quarter; i < out.size(); ++i) p = get_low_24(p, docs[i]);
}

/// The 24-bit layout of BKD 9: eight ids in three longs, highest bits first.
void get_bits24_before_10(store::Cursor& in, std::span<int32_t> out) {
  const std::byte* p = in.bytes(3 * out.size()).data();
  size_t i = 0;
  for (; i + 7 < out.size(); i += 8, p += 24) {
    const auto a = load_le<uint64_t>(p);
    const auto b = load_le<uint64_t>(p + 8);
    const auto c = load_le<uint64_t>(p + 16);
    const uint64_t ids[8] = {a >> 40, a >> 16,           a << 8 | b >> 56, b >> 32,
                             b >> 8,  b << 16 | c >> 48, c >> 24,          c};
    for (size_t k = 0; k < 8; ++k) out[i + k] = static_cast<int32_t>(ids[k] & 0xFFFFFF);
  }
  for (; i < out.size(); ++i, p += 3) {
    out[i] = static_cast<int32_t>(static_cast<uint32_t>(load_le<uint16_t>(p)) << 8 |
                                  static_cast<uint32_t>(p[2]));
  }
}

void get_bits32(store::Cursor& in, std::span<int32_t> out) {
  const std::byte* p = in.bytes(4 * out.size()).data();
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<int32_t>(load_le<uint32_t>(p + 4 * i));
  }
}

void get_legacy_deltas(store::Cursor& in, std::span<int32_t> out) {
  uint32_t doc = 0;
  for (int32_t& to : out) to = static_cast<int32_t>(doc += in.vint());
}

/// The words of a bit-set leaf, checked: inside max_doc, `count` bits.
struct Words {
  uint32_t first = 0;
  uint32_t count = 0;
  const std::byte* bytes = nullptr;
  uint64_t word(uint32_t i) const { return load_le<uint64_t>(bytes + 8 * size_t{i}); }
};

Words get_words(store::Cursor& in, int32_t max_doc, size_t count) {
  const uint64_t at = in.position();
  Words words;
  words.first = in.vint();
  words.count = in.vint();
  words.bytes = in.bytes(uint64_t{words.count} * 8).data();
  const uint64_t room = (static_cast<uint64_t>(max_doc) + 63) / 64;
  if (words.count == 0 || words.first > room || words.count > room - words.first) {
    in.input().corrupt(at, "words of documents below " + std::to_string(max_doc),
                       std::to_string(words.count) + " from word " + std::to_string(words.first));
  }
  uint64_t bits = 0;
  for (uint32_t i = 0; i < words.count; ++i) bits += std::popcount(words.word(i));
  if (bits != count) {
    in.input().corrupt(at, std::to_string(count) + " documents", std::to_string(bits));
  }
  const uint32_t last = words.count - 1;
  const uint64_t high = words.word(last) == 0 ? 0 : 63 - std::countl_zero(words.word(last));
  check_max(in, at, static_cast<uint32_t>((uint64_t{words.first} + last) * 64 + high), max_doc);
  return words;
}

void get_bit_set(store::Cursor& in, int32_t max_doc, std::span<int32_t> out) {
  const Words words = get_words(in, max_doc, out.size());
  int32_t* to = out.data();
  for (uint32_t i = 0; i < words.count; ++i) {
    const auto base = static_cast<int32_t>((words.first + i) * 64);
    for (uint64_t word = words.word(i); word != 0; word &= word - 1) {
      *to++ = base + std::countr_zero(word);
    }
  }
}

/// The first document of a continuous leaf, checked.
int32_t get_continuous(store::Cursor& in, int32_t max_doc, size_t count) {
  const uint64_t at = in.position();
  const uint64_t first = in.vint();
  const uint64_t last = first + count - 1;
  check_max(in, at, static_cast<uint32_t>(std::min<uint64_t>(last, UINT32_MAX)), max_doc);
  return static_cast<int32_t>(first);
}

[[noreturn]] void bad_kind(const store::Cursor& in, uint64_t at, DocIdsKind kind) {
  in.input().corrupt(at, "a coding of document ids: -2, -1, 0, 16, 21, 24 or 32",
                     std::to_string(static_cast<int>(kind)));
}

/// The codings that hold ids one by one.
void get_ids(store::Cursor& in, uint64_t at, DocIdsKind kind, int32_t version, int32_t max_doc,
             std::span<int32_t> out) {
  switch (kind) {
    case DocIdsKind::delta16:
      get_delta16(in, out);
      break;
    case DocIdsKind::bits21:
      get_bits21(in, out);
      break;
    case DocIdsKind::bits24:
      version < kBkdVersionVectorized ? get_bits24_before_10(in, out) : get_bits24(in, out);
      break;
    case DocIdsKind::bits32:
      get_bits32(in, out);
      break;
    case DocIdsKind::legacy_delta_vint:
      get_legacy_deltas(in, out);
      break;
    default:
      bad_kind(in, at, kind);
  }
  check_max(in, at, largest_of(out), max_doc);
}

}  // namespace

DocIdsKind decode_doc_ids(store::Cursor& in, int32_t version, int32_t max_doc,
                          std::span<int32_t> out) {
  const uint64_t at = in.position();
  const auto kind = static_cast<DocIdsKind>(in.i8());
  if (kind == DocIdsKind::continuous) {
    int32_t doc = get_continuous(in, max_doc, out.size());
    for (int32_t& to : out) to = doc++;
  } else if (kind == DocIdsKind::bit_set) {
    get_bit_set(in, max_doc, out);
  } else {
    get_ids(in, at, kind, version, max_doc, out);
  }
  return kind;
}

DocIdsKind doc_ids_into_bit_set(store::Cursor& in, int32_t version, int32_t count, bool set,
                                BitSet& out, std::span<int32_t> scratch) {
  const uint64_t at = in.position();
  const auto max_doc = static_cast<int32_t>(out.size());
  const auto kind = static_cast<DocIdsKind>(in.i8());
  if (kind == DocIdsKind::continuous) {
    const auto first =
        static_cast<uint64_t>(get_continuous(in, max_doc, static_cast<size_t>(count)));
    const uint64_t end = first + static_cast<uint64_t>(count);
    set ? out.set_range(first, end) : out.clear_range(first, end);
  } else if (kind == DocIdsKind::bit_set) {
    const Words words = get_words(in, max_doc, static_cast<size_t>(count));
    uint64_t* to = out.words().data() + words.first;
    for (uint32_t i = 0; i < words.count; ++i) {
      to[i] = set ? to[i] | words.word(i) : to[i] & ~words.word(i);
    }
  } else {
    const auto docs = scratch.first(static_cast<size_t>(count));
    get_ids(in, at, kind, version, max_doc, docs);
    if (set) {
      for (const int32_t doc : docs) out.set(static_cast<uint64_t>(doc));
    } else {
      for (const int32_t doc : docs) out.clear(static_cast<uint64_t>(doc));
    }
  }
  return kind;
}

void skip_doc_ids(store::Cursor& in, int32_t count) {
  const uint64_t at = in.position();
  const auto kind = static_cast<DocIdsKind>(in.i8());
  const auto ids = static_cast<uint64_t>(count);
  switch (kind) {
    case DocIdsKind::continuous:
      in.vint();
      break;
    case DocIdsKind::bit_set:
      in.vint();
      in.skip(uint64_t{in.vint()} * 8);
      break;
    case DocIdsKind::delta16:
      in.vint();
      in.skip(2 * ids);
      break;
    case DocIdsKind::bits21:
      in.skip(bits21_bytes(ids));
      break;
    case DocIdsKind::bits24:
      in.skip(3 * ids);
      break;
    case DocIdsKind::bits32:
      in.skip(4 * ids);
      break;
    case DocIdsKind::legacy_delta_vint:
      for (uint64_t i = 0; i < ids; ++i) in.vint();
      break;
    default:
      bad_kind(in, at, kind);
  }
}

}  // namespace segsmith::bkd
