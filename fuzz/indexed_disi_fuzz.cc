// SPDX-License-Identifier: Apache-2.0
// Docs-with-field sets. Input: u32 documents, u32 documents of the set, u16 jump entries, u8 rank
// power, then the blocks and the jump table.
#include "codec/lucene90_indexed_disi_reader.h"
#include "codec/lucene90_indexed_disi_writer.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

using namespace codec::lucene90;

constexpr int32_t kMostDocs = 1 << 19;

struct Written {
  codec::DocsWithFieldMeta meta;
  Bytes bytes;
};

Written write(std::span<const int32_t> docs, int32_t max_doc) {
  Written made;
  made.bytes = written_by([&](store::Output& out) {
    IndexedDisiWriter writer(out, max_doc);
    writer.add({docs, 0, docs.size()});
    made.meta = writer.finish();
  });
  return made;
}

/// All documents, asked for in pieces of uneven sizes.
std::vector<int32_t> all_docs(const model::Presence& set) {
  std::vector<int32_t> all, some(5000);
  for (size_t size = 1;; size = 1 + size * 7 % some.size()) {
    const int32_t from = all.empty() ? 0 : all.back() + 1;
    const size_t n = set.docs(from, std::span(some).first(size));
    all.insert(all.end(), some.begin(), some.begin() + static_cast<ptrdiff_t>(n));
    if (n < size) return all;
  }
}

void check_lookups(const model::Presence& set, std::span<const int32_t> docs) {
  for (size_t i = 0; i < docs.size(); i += 1 + docs.size() / 64) {
    expect(set.contains(docs[i]), "a document of the set is contained");
    expect(set.rank(docs[i]) == static_cast<int64_t>(i), "ranks count the documents before");
    const int32_t next = docs[i] + 1;
    const bool follows = i + 1 < docs.size() && docs[i + 1] == next;
    expect(set.contains(next) == follows, "a document outside the set is not");
    expect(set.rank(next) == static_cast<int64_t>(i) + 1, "ranks between documents");
  }
  expect(set.rank(set.max_doc()) == set.cardinality(), "the last rank is the number of documents");
}

void check_bits(const model::Presence& set, std::span<const int32_t> docs, int32_t from,
                int32_t to) {
  BitSet bits(static_cast<uint64_t>(set.max_doc())), expected(bits.size());
  set.into_bit_set(from, to, bits);
  for (const int32_t doc : docs) {
    if (doc >= from && doc < to) expected.set(static_cast<uint64_t>(doc));
  }
  expect(std::ranges::equal(bits.words(), expected.words()), "bits are the documents of the range");
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const int32_t max_doc = parameters.count(kMostDocs);
  const auto cardinality = static_cast<int64_t>(parameters.u32());
  const auto jump_entries = static_cast<int16_t>(parameters.u16());
  const auto rank_power = static_cast<int8_t>(parameters.u8());
  const auto bytes = parameters.rest();
  const IndexedDisiPresence set(guarded_input(bytes), max_doc, cardinality, jump_entries,
                                rank_power);
  set.check();
  const auto docs = all_docs(set);
  expect(static_cast<int64_t>(docs.size()) == cardinality, "as many documents as was promised");
  check_lookups(set, docs);
  check_bits(set, docs, 0, max_doc);
  check_bits(set, docs, max_doc / 3, max_doc / 3 * 2);
  uint64_t covered = 0;
  set.visit({}, [&](const model::Fact& fact) { covered += fact.length; });
  expect(covered == bytes.size(), "facts cover the set");
  if (rank_power != kDisiRankPower) return;
  // There is one way to write a set, so what was accepted is what the writer makes.
  const Written again = write(docs, max_doc);
  expect(std::ranges::equal(again.bytes, bytes) && again.meta.jump_entries == jump_entries,
         "the set written again is the same");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  const auto add = [&](int32_t max_doc, auto&& contains) {
    std::vector<int32_t> docs;
    for (int32_t doc = 0; doc < max_doc; ++doc) {
      if (contains(doc)) docs.push_back(doc);
    }
    const Written set = write(docs, max_doc);
    Bytes seed;
    append(seed, static_cast<uint64_t>(max_doc) - 1, 4);
    append(seed, docs.size(), 4);
    append(seed, static_cast<uint16_t>(set.meta.jump_entries), 2);
    append(seed, static_cast<uint8_t>(set.meta.rank_power), 1);
    append(seed, set.bytes);
    all.push_back(seed);
  };
  add(10, [](int32_t doc) { return doc == 3; });
  add(1000, [](int32_t doc) { return doc % 7 == 0; });
  add(300000, [](int32_t doc) { return doc % 30011 == 5; });
  add(60000, [](int32_t doc) { return doc % 3 != 0; });
  // Full, empty, dense and sparse blocks.
  add(4 * 65536 + 77, [](int32_t doc) {
    const int32_t block = doc >> 16;
    return block == 0 || (block == 2 && doc % 5 == 0) || (block == 4 && doc % 2 == 0);
  });
  return all;
}

}  // namespace segsmith::fuzz
