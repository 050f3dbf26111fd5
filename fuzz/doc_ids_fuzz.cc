// SPDX-License-Identifier: Apache-2.0
// Document ids of a leaf. Input: u8 version, u16 count, u32 max_doc, then marker and ids.
#include "bkd/bkd_config.h"
#include "bkd/doc_ids_reader.h"
#include "bkd/doc_ids_writer.h"
#include "fuzz/fuzz_target.h"
#include "util/bit_set.h"

namespace segsmith::fuzz {
namespace {

using namespace bkd;

/// Bounds the bit sets of a run.
constexpr int32_t kMostDocs = 1 << 22;

std::vector<int32_t> decode(const store::Input& bytes, int32_t version, size_t count,
                            int32_t max_doc) {
  store::Cursor in(bytes);
  std::vector<int32_t> docs(count);
  decode_doc_ids(in, version, max_doc, docs);
  for (const int32_t doc : docs) expect(doc >= 0 && doc < max_doc, "documents lie in the segment");
  store::Cursor skipping(bytes);
  skip_doc_ids(skipping, static_cast<int32_t>(count));
  expect(skipping.position() == in.position(), "what is read is what is passed over");
  return docs;
}

void check_bits(const store::Input& bytes, int32_t version, std::span<const int32_t> docs,
                int32_t max_doc) {
  LeafBlock scratch;
  for (const bool set : {true, false}) {
    BitSet found(static_cast<uint64_t>(max_doc), !set), expected(found.size(), !set);
    store::Cursor in(bytes);
    doc_ids_into_bit_set(in, version, static_cast<int32_t>(docs.size()), set, found, scratch);
    for (const int32_t doc : docs) {
      const auto bit = static_cast<uint64_t>(doc);
      set ? expected.set(bit) : expected.clear(bit);
    }
    expect(std::ranges::equal(found.words(), expected.words()), "bits of the same documents");
  }
}

Bytes encode(std::span<const int32_t> docs) {
  GuardedBytes room(max_doc_ids_bytes(docs.size()));
  const size_t size = encode_doc_ids(docs, kBkdVersionCurrent, room.span().data());
  return {room.span().begin(), room.span().begin() + static_cast<ptrdiff_t>(size)};
}

/// Lists what it is given, runs and words too.
class Listed final : public IntersectVisitor {
 public:
  Relation compare(std::span<const std::byte>, std::span<const std::byte>) override {
    return Relation::inside;
  }
  using IntersectVisitor::visit;
  void visit(std::span<const int32_t> docs) override {
    all.insert(all.end(), docs.begin(), docs.end());
  }
  void visit(std::span<const int32_t>, std::span<const std::byte>) override {}

  std::vector<int32_t> all;
};

void check_visit(const store::Input& bytes, int32_t version, std::span<const int32_t> docs,
                 int32_t max_doc) {
  Listed listed;
  LeafBlock scratch;
  scratch.docs.resize(docs.size());
  store::Cursor in(bytes);
  visit_doc_ids(in, version, max_doc, static_cast<int32_t>(docs.size()), listed, scratch);
  expect(std::ranges::equal(listed.all, docs), "a visitor is given the same documents");
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const int32_t version = kBkdVersionStart + parameters.u8() % 2;
  const size_t count = 1 + parameters.u16() % 2048;
  const int32_t max_doc = parameters.count(INT32_MAX - 1);
  const store::Input bytes = guarded_input(parameters.rest());
  const auto docs = decode(bytes, version, count, max_doc);
  check_visit(bytes, version, docs, max_doc);
  if (max_doc <= kMostDocs) check_bits(bytes, version, docs, max_doc);
  expect(decode(guarded_input(encode(docs)), kBkdVersionCurrent, count, max_doc) == docs,
         "documents come back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  const auto add = [&](size_t count, auto&& doc) {
    std::vector<int32_t> docs;
    for (size_t i = 0; i < count; ++i) docs.push_back(static_cast<int32_t>(doc(i)));
    Bytes seed = {std::byte{1}};
    append(seed, count - 1, 2);
    append(seed, static_cast<uint64_t>(*std::ranges::max_element(docs)), 4);
    append(seed, encode(docs));
    all.push_back(seed);
  };
  for (const size_t count : {1, 50, 131}) {
    add(count, [](size_t i) { return 70 + i; });
    add(count, [](size_t i) { return 60 + 3 * i; });
    for (const uint64_t limit : {60000, 0x1FFFFF, 0xFFFFFF, 0x3FFFFFFF}) {
      add(count, [limit](size_t i) { return (i * 2654435761) % limit; });
    }
  }
  // The codings of older releases: 24 bits in three longs, and deltas.
  Bytes bits24 = {std::byte{0}, std::byte{10}, std::byte{0}};
  append(bits24, 0xFFFFFF, 4);
  append(bits24, 24, 1);
  for (size_t i = 0; i < 33; ++i) append(bits24, i * 7, 1);
  all.push_back(bits24);
  Bytes deltas = {std::byte{0}, std::byte{2}, std::byte{0}};
  append(deltas, 200, 4);
  for (const uint64_t b : {0, 5, 0, 128, 1}) append(deltas, b, 1);
  all.push_back(deltas);
  return all;
}

}  // namespace segsmith::fuzz
