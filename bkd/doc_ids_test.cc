// SPDX-License-Identifier: Apache-2.0
// Both ways: what doc_ids_writer makes, doc_ids_reader gives back.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "bkd/bkd_config.h"
#include "bkd/bytes.h"
#include "bkd/doc_ids_reader.h"
#include "bkd/doc_ids_writer.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::bkd {
namespace {

std::vector<std::byte> encode(const std::vector<int32_t>& docs) {
  std::vector<std::byte> out(max_doc_ids_bytes(docs.size()));
  out.resize(encode_doc_ids(docs, kBkdVersionCurrent, out.data()));
  return out;
}

store::Input input(const std::vector<std::byte>& bytes) {
  auto copy = std::make_shared<std::vector<std::byte>>(bytes);
  return {copy, *copy, "test"};
}

std::vector<int32_t> decode(const std::vector<std::byte>& bytes, size_t count, int32_t max_doc,
                            DocIdsKind& kind, int32_t version = kBkdVersionCurrent) {
  store::Cursor in(input(bytes));
  std::vector<int32_t> docs(count);
  kind = decode_doc_ids(in, version, max_doc, docs);
  EXPECT_EQ(in.remaining(), 0u);
  return docs;
}

void expect_round_trip(const std::vector<int32_t>& docs, DocIdsKind expected) {
  const auto bytes = encode(docs);
  const int32_t max_doc = *std::max_element(docs.begin(), docs.end()) + 1;
  DocIdsKind kind;
  EXPECT_EQ(decode(bytes, docs.size(), max_doc, kind), docs);
  EXPECT_EQ(kind, expected);
  store::Cursor skipping(input(bytes));
  skip_doc_ids(skipping, static_cast<int32_t>(docs.size()));
  EXPECT_EQ(skipping.remaining(), 0u);
  EXPECT_THROW(decode(bytes, docs.size(), max_doc - 1, kind), CorruptIndex);

  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_THROW(decode({bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(length)},
                        docs.size(), max_doc, kind),
                 CorruptIndex);
  }
  if (max_doc > 1 << 22) return;  // Longer bit sets show nothing more.
  LeafBlock scratch;
  for (const bool set : {true, false}) {
    BitSet bits(static_cast<uint64_t>(max_doc), !set);
    store::Cursor in(input(bytes));
    doc_ids_into_bit_set(in, kBkdVersionCurrent, static_cast<int32_t>(docs.size()), set, bits,
                         scratch);
    BitSet want(static_cast<uint64_t>(max_doc), !set);
    for (const int32_t doc : docs) {
      set ? want.set(static_cast<uint64_t>(doc)) : want.clear(static_cast<uint64_t>(doc));
    }
    EXPECT_TRUE(std::ranges::equal(bits.words(), want.words()));
  }
}

std::vector<int32_t> random_docs(size_t count, int32_t low, int32_t high) {
  std::mt19937 random(static_cast<uint32_t>(count));
  std::vector<int32_t> docs(count);
  for (int32_t& doc : docs) doc = std::uniform_int_distribution<int32_t>(low, high)(random);
  docs[count / 2] = low;
  docs[0] = high;
  return docs;
}

TEST(DocIds, EveryCodingAtEverySize) {
  for (size_t count = 2; count < 130; ++count) {
    std::vector<int32_t> docs(count);
    std::iota(docs.begin(), docs.end(), 77);
    expect_round_trip(docs, DocIdsKind::continuous);
    for (size_t i = 0; i < count; ++i) docs[i] = static_cast<int32_t>(60 + 3 * i);
    expect_round_trip(docs, DocIdsKind::bit_set);
    expect_round_trip(random_docs(count, 1000, 1000 + 0xFFFE), DocIdsKind::delta16);
    expect_round_trip(random_docs(count, 1000, 0x1FFFFF), DocIdsKind::bits21);
    expect_round_trip(random_docs(count, 1000, 0x200000), DocIdsKind::bits24);
    expect_round_trip(random_docs(count, 1000, 0xFFFFFF), DocIdsKind::bits24);
    expect_round_trip(random_docs(count, 1000, 0x1000000), DocIdsKind::bits32);
    expect_round_trip(random_docs(count, 0, INT32_MAX - 1), DocIdsKind::bits32);
  }
  expect_round_trip({5}, DocIdsKind::continuous);
  expect_round_trip(random_docs(512, 0, 0x1FFFFF), DocIdsKind::bits21);
}

TEST(DocIds, ChoosesByRangeAndOrder) {
  const auto kind_of = [](const std::vector<int32_t>& docs) {
    return static_cast<DocIdsKind>(encode(docs)[0]);
  };
  EXPECT_EQ(kind_of({10, 41}), DocIdsKind::bit_set);  // A range of exactly 16 documents a point.
  EXPECT_EQ(kind_of({10, 42}), DocIdsKind::delta16);  // One more.
  EXPECT_EQ(kind_of({10, 10}), DocIdsKind::delta16);  // Twice the same document.
  EXPECT_EQ(kind_of({11, 10}), DocIdsKind::delta16);  // Not ascending.
  EXPECT_EQ(kind_of({9, 9 + 0xFFFE}), DocIdsKind::delta16);
  EXPECT_EQ(kind_of({9, 9 + 0xFFFF}), DocIdsKind::bits21);
}

TEST(DocIds, ExactBytes) {
  EXPECT_EQ(to_hex(encode({300, 301, 302})), "feac02");
  // First word 1, two words: bits 120, 127 and 128.
  EXPECT_EQ(to_hex(encode({120, 127, 128})),
            "ff01020000000000000081"
            "0100000000000000");
  // Least 5; the first half in the high 16 bits, the second in the low ones; the odd one as a
  // short.
  EXPECT_EQ(to_hex(encode({9, 5, 1005, 6, 7})),
            "1005e803040001000000"
            "0200");
}

TEST(DocIds, ReadsTheOlder24BitLayout) {
  // Eight ids take three longs, the first id in the highest bits of the first; the ninth is a
  // little-endian short of its high bits, then the low byte.
  const std::vector<int32_t> docs = {0x010203, 0x040506, 0x070809, 0x0a0b0c, 0x0d0e0f,
                                     0x101112, 0x131415, 0x161718, 0x191a1b};
  std::vector<std::byte> bytes = {std::byte{24}};
  const uint64_t longs[3] = {0x0102030405060708, 0x090a0b0c0d0e0f10, 0x1112131415161718};
  for (const uint64_t word : longs) {
    bytes.resize(bytes.size() + 8);
    store_le(&bytes[bytes.size() - 8], word);
  }
  for (const int b : {0x1a, 0x19, 0x1b}) bytes.push_back(static_cast<std::byte>(b));
  DocIdsKind kind;
  EXPECT_EQ(decode(bytes, docs.size(), 0x200000, kind, kBkdVersionMetaFile), docs);
  EXPECT_EQ(kind, DocIdsKind::bits24);
}

TEST(DocIds, ReadsLegacyDeltas) {
  DocIdsKind kind;
  EXPECT_EQ(decode(*from_hex("0005008001"), 3, 200, kind, kBkdVersionMetaFile),
            (std::vector<int32_t>{5, 5, 133}));
  EXPECT_EQ(kind, DocIdsKind::legacy_delta_vint);
}

TEST(DocIds, RefusesWhatNoWriterMakes) {
  DocIdsKind kind;
  const auto expect_corrupt = [&](const char* hex, size_t count) {
    EXPECT_THROW(decode(*from_hex(hex), count, 1000, kind), CorruptIndex) << hex;
  };
  expect_corrupt("11", 2);            // No such coding.
  expect_corrupt("fee607", 20);       // Ends past the last document.
  expect_corrupt("feffffffff0f", 2);  // Overflows 32 bits.
  expect_corrupt(
      "ff0001"
      "0300000000000000",
      3);                       // Fewer bits than points.
  expect_corrupt("ff0000", 1);  // No words.
  expect_corrupt(
      "ff1001"
      "0100000000000000",
      1);  // A word past the last document.
  expect_corrupt(
      "ff0f01"
      "0000000000010000",
      1);  // The last word, but a bit past it: 960 + 40.
  expect_corrupt(
      "ffffffffff0f01"
      "0100000000000000",
      1);
}

}  // namespace
}  // namespace segsmith::bkd
