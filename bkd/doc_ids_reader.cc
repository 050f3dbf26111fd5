// SPDX-License-Identifier: Apache-2.0
#include "bkd/doc_ids_reader.h"

#include <algorithm>
#include <bit>
#include <string>

#include "bkd/bkd_config.h"
#include "bkd/bytes.h"
#include "packing/doc_id_kernels.h"

namespace segsmith::bkd {

namespace {

using packing::doc_id_kernels;

void check_max(const store::Cursor& in, uint64_t at, uint64_t largest, int32_t max_doc) {
  if (largest >= static_cast<uint64_t>(max_doc)) {
    in.input().corrupt(at, "documents below " + std::to_string(max_doc), std::to_string(largest));
  }
}

/// The words of a bit-set leaf, checked: inside max_doc, `count` bits.
DocWords get_words(store::Cursor& in, int32_t max_doc, size_t count) {
  const uint64_t at = in.position();
  DocWords words;
  words.first_word = in.vint();
  words.word_count = in.vint();
  words.count = static_cast<int32_t>(count);
  words.bytes = in.bytes(uint64_t{words.word_count} * 8).data();
  const uint64_t room = (static_cast<uint64_t>(max_doc) + 63) / 64;
  if (words.word_count == 0 || words.first_word > room ||
      words.word_count > room - words.first_word) {
    in.input().corrupt(
        at, "words of documents below " + std::to_string(max_doc),
        std::to_string(words.word_count) + " from word " + std::to_string(words.first_word));
  }
  uint64_t bits = 0;
  for (uint32_t i = 0; i < words.word_count; ++i) {
    bits += static_cast<uint64_t>(std::popcount(words.word(i)));
  }
  if (bits != count) {
    in.input().corrupt(at, std::to_string(count) + " documents", std::to_string(bits));
  }
  const uint32_t last = words.word_count - 1;
  const uint64_t high =
      words.word(last) == 0 ? 0 : 63 - static_cast<uint64_t>(std::countl_zero(words.word(last)));
  check_max(in, at, (uint64_t{words.first_word} + last) * 64 + high, max_doc);
  return words;
}

void list_words(const DocWords& words, int32_t* to) {
  for (uint32_t i = 0; i < words.word_count; ++i) {
    const auto base = static_cast<int32_t>((words.first_word + i) * 64);
    for (uint64_t word = words.word(i); word != 0; word &= word - 1) {
      *to++ = base + std::countr_zero(word);
    }
  }
}

/// The run of a continuous leaf, checked.
DocRun get_run(store::Cursor& in, int32_t max_doc, size_t count) {
  const uint64_t at = in.position();
  const uint64_t first = in.vint();
  check_max(in, at, first + count - 1, max_doc);
  return {static_cast<int32_t>(first), static_cast<int32_t>(count)};
}

/// The document that the deltas of a leaf are added to; below max_doc, so sums fit 32 bits.
uint32_t get_min(store::Cursor& in, int32_t max_doc) {
  const uint64_t at = in.position();
  const uint32_t min = in.vint();
  check_max(in, at, min, max_doc);
  return min;
}

uint32_t get_legacy_deltas(store::Cursor& in, std::span<int32_t> out) {
  uint64_t doc = 0;
  for (int32_t& to : out) {
    doc = std::min<uint64_t>(doc + in.vint(), UINT32_MAX);
    to = static_cast<int32_t>(doc);
  }
  return static_cast<uint32_t>(doc);
}

[[noreturn]] void bad_kind(const store::Cursor& in, uint64_t at, DocIdsKind kind) {
  in.input().corrupt(at, "a coding of document ids: -2, -1, 0, 16, 21, 24 or 32",
                     std::to_string(static_cast<int>(kind)));
}

/// The codings that hold ids one by one. Returns the largest.
uint32_t unpack_ids(store::Cursor& in, uint64_t at, DocIdsKind kind, int32_t version,
                    int32_t max_doc, std::span<int32_t> out) {
  const packing::DocIdKernels& kernels = doc_id_kernels();
  const size_t count = out.size();
  switch (kind) {
    case DocIdsKind::delta16: {
      const uint32_t min = get_min(in, max_doc);
      return kernels.delta16(in.bytes(2 * count).data(), count, min, out.data());
    }
    case DocIdsKind::bits21:
      return kernels.bits21(in.bytes(packing::doc_ids_21_bytes(count)).data(), count, out.data());
    case DocIdsKind::bits24: {
      const auto unpack =
          version < kBkdVersionVectorized ? kernels.bits24_before_10 : kernels.bits24;
      return unpack(in.bytes(3 * count).data(), count, out.data());
    }
    case DocIdsKind::bits32:
      return kernels.bits32(in.bytes(4 * count).data(), count, out.data());
    case DocIdsKind::legacy_delta_vint:
      return get_legacy_deltas(in, out);
    default:
      bad_kind(in, at, kind);
  }
}

void get_ids(store::Cursor& in, uint64_t at, DocIdsKind kind, int32_t version, int32_t max_doc,
             std::span<int32_t> out) {
  check_max(in, at, unpack_ids(in, at, kind, version, max_doc, out), max_doc);
}

/// Two-byte deltas go into the bits as they are.
void deltas_into(store::Cursor& in, size_t count, bool set, BitSet& out, LeafBlock& scratch) {
  const packing::DocIdKernels& kernels = doc_id_kernels();
  const uint64_t at = in.position();
  const auto max_doc = static_cast<int32_t>(out.size());
  const uint32_t min = get_min(in, max_doc);
  const std::byte* deltas = in.bytes(2 * count).data();
  const uint32_t max = kernels.max16(deltas, count);
  check_max(in, at, uint64_t{min} + max, max_doc);
  if (scratch.marks.empty()) scratch.marks.resize(packing::kDeltaScratch);
  kernels.set_deltas(deltas, count, min, max, set, out.words().data(), scratch.marks.data());
}

}  // namespace

DocIdsKind decode_doc_ids(store::Cursor& in, int32_t version, int32_t max_doc,
                          std::span<int32_t> out) {
  const uint64_t at = in.position();
  const auto kind = static_cast<DocIdsKind>(in.i8());
  if (kind == DocIdsKind::continuous) {
    int32_t doc = get_run(in, max_doc, out.size()).first;
    for (int32_t& to : out) to = doc++;
  } else if (kind == DocIdsKind::bit_set) {
    list_words(get_words(in, max_doc, out.size()), out.data());
  } else {
    get_ids(in, at, kind, version, max_doc, out);
  }
  return kind;
}

DocIdsKind visit_doc_ids(store::Cursor& in, int32_t version, int32_t max_doc, int32_t count,
                         IntersectVisitor& visitor, LeafBlock& scratch) {
  const uint64_t at = in.position();
  const auto kind = static_cast<DocIdsKind>(in.i8());
  if (kind == DocIdsKind::continuous) {
    visitor.visit(get_run(in, max_doc, static_cast<size_t>(count)));
  } else if (kind == DocIdsKind::bit_set) {
    visitor.visit(get_words(in, max_doc, static_cast<size_t>(count)));
  } else {
    const auto docs = std::span(scratch.docs).first(static_cast<size_t>(count));
    get_ids(in, at, kind, version, max_doc, docs);
    visitor.visit(std::span<const int32_t>(docs));
  }
  return kind;
}

DocIdsKind doc_ids_into_bit_set(store::Cursor& in, int32_t version, int32_t count, bool set,
                                BitSet& out, LeafBlock& scratch) {
  const uint64_t at = in.position();
  const auto max_doc = static_cast<int32_t>(out.size());
  const auto points = static_cast<size_t>(count);
  const auto kind = static_cast<DocIdsKind>(in.i8());
  if (kind == DocIdsKind::continuous) {
    const auto first = static_cast<uint64_t>(get_run(in, max_doc, points).first);
    set ? out.set_range(first, first + points) : out.clear_range(first, first + points);
  } else if (kind == DocIdsKind::bit_set) {
    const DocWords words = get_words(in, max_doc, points);
    uint64_t* to = out.words().data() + words.first_word;
    for (uint32_t i = 0; i < words.word_count; ++i) {
      to[i] = set ? to[i] | words.word(i) : to[i] & ~words.word(i);
    }
  } else if (kind == DocIdsKind::delta16) {
    deltas_into(in, points, set, out, scratch);
  } else {
    if (scratch.docs.size() < points) scratch.docs.resize(points);
    const auto docs = std::span(scratch.docs).first(points);
    get_ids(in, at, kind, version, max_doc, docs);
    const auto put = set ? doc_id_kernels().set_bits : doc_id_kernels().clear_bits;
    put(docs.data(), docs.size(), out.words().data());
  }
  return kind;
}

std::optional<DocRun> peek_doc_run(std::span<const std::byte> leaf, int32_t max_doc,
                                   int32_t count) {
  const std::byte* const end = leaf.data() + leaf.size();
  uint32_t found = 0;
  const std::byte* p = get_short_vint(leaf.data(), leaf.size(), found);
  if (p == nullptr || p == end || found != static_cast<uint32_t>(count)) return std::nullopt;
  if (static_cast<DocIdsKind>(*p++) != DocIdsKind::continuous) return std::nullopt;
  uint32_t first = 0;
  if (get_short_vint(p, static_cast<size_t>(end - p), first) == nullptr) return std::nullopt;
  if (uint64_t{first} + found > static_cast<uint64_t>(max_doc)) return std::nullopt;
  return DocRun{static_cast<int32_t>(first), count};
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
      in.skip(packing::doc_ids_21_bytes(ids));
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
