// SPDX-License-Identifier: Apache-2.0
// Terms dictionaries. Input: part (what `.dvm` says of the dictionary), then the data.
#include "codec/lucene90_doc_values_reader_meta.h"
#include "codec/lucene90_terms_dict_writer.h"
#include "codec/test_columns.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

using namespace codec::lucene90;
using model::Terms;

/// Most terms that a run decodes of a dictionary that claims to hold more.
constexpr int64_t kMostTerms = 5000;

model::FieldInfos one_field() {
  std::vector<model::FieldInfo> fields(1);
  fields[0].name = "f";
  fields[0].doc_values_type = model::DocValuesType::sorted;
  return model::FieldInfos(std::move(fields));
}

/// The entry of a SORTED field without documents, up to its dictionary.
void begin_entry(store::Output& out) {
  out.le_int(0);
  out.u8(static_cast<uint8_t>(codec::FieldType::sorted));
  out.le_long(codec::kDocsWithFieldNone);
  out.le_long(0);
  out.le16(0xFFFF);  // No jump entries.
  out.u8(0xFF);      // No ranks.
  out.le_long(0);    // Values.
  out.le_int(kNoTable);
  out.u8(0);
  for (const int64_t value : {0, 0, 0, 0}) out.le_long(value);  // Least, divisor, offset, length.
  out.le_long(kNoBlockTable);
}

std::unique_ptr<TermsDict> open(std::span<const std::byte> meta, std::span<const std::byte> data) {
  const Bytes body = written_by([&](store::Output& out) {
    begin_entry(out);
    out.bytes(meta);
    out.le_int(codec::kEndOfFields);
  });
  store::Cursor in(guarded_input(body));
  const model::FieldInfos fields = one_field();
  const auto entries = read_field_entries(in, kVersionCurrent, 1, fields);
  if (entries.empty() || !entries[0].terms) in.corrupt("a dictionary", "none");
  return std::make_unique<TermsDict>(*entries[0].terms, guarded_input(data), "f");
}

std::vector<Bytes> read(const Terms& terms) {
  std::vector<Bytes> all;
  model::BytesBlock block;
  const int64_t end = std::min(terms.size(), kMostTerms);
  for (int64_t first = 0, size = 1; first < end; first += size, size = 1 + size * 5 % 300) {
    size = std::min(size, end - first);
    terms.terms(first, static_cast<size_t>(size), block);
    for (size_t i = 0; i < block.size(); ++i) all.emplace_back(block[i].begin(), block[i].end());
  }
  for (size_t i = 0; i < all.size(); i += 1 + all.size() / 20) {
    expect(terms.term(static_cast<int64_t>(i)) == all[i], "one term is that of the run");
  }
  return all;
}

bool ascend(std::span<const Bytes> terms) {
  return std::ranges::adjacent_find(terms, std::greater_equal<>()) == terms.end();
}

struct Written {
  Bytes meta;
  Bytes data;
};

Written write(std::span<const Bytes> terms) {
  codec::test::TestTerms source;
  for (const Bytes& term : terms) source.terms.add(text_of(term));
  store::MemoryOutput meta, data;
  write_terms_dict(source, meta.out(), data.out());
  return {meta.take(), data.take()};
}

void check_seeks(const Terms& terms, std::span<const Bytes> all) {
  for (size_t i = 0; i < all.size(); i += 1 + all.size() / 30) {
    const auto found = terms.seek_ceil(all[i]);
    expect(found.status == Terms::Seek::found && found.ordinal == static_cast<int64_t>(i),
           "a term is found at its ordinal");
    Bytes above = all[i];
    above.push_back(std::byte{0});
    const auto next = terms.seek_ceil(above);
    const bool is_next = i + 1 < all.size() && all[i + 1] == above;
    expect(next.ordinal == static_cast<int64_t>(i) + 1 &&
               (next.status == Terms::Seek::found) == is_next,
           "what lies above a term is found behind it");
  }
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const auto meta = parameters.part();
  const auto terms = open(meta, parameters.rest());
  const auto all = read(*terms);
  for (size_t i = 0; i < all.size(); i += 1 + all.size() / 20) {
    const auto found = terms->seek_ceil(all[i]);
    expect(found.ordinal >= 0 && found.ordinal <= terms->size(), "ordinals lie in the dictionary");
  }
  if (static_cast<int64_t>(all.size()) < terms->size() || !ascend(all)) return;
  const Written made = write(all);
  const auto again = open(made.meta, made.data);
  expect(read(*again) == all, "terms come back");
  check_seeks(*again, all);
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const size_t count : {0, 1, 64, 65, 300, 2100}) {
    std::vector<Bytes> terms;
    for (size_t i = 0; i < count; ++i) {
      const std::string digits = std::to_string(10000 + i);
      terms.push_back(bytes_of("prefix/" + digits + std::string(i % 23, 'x')));
    }
    const Written made = write(terms);
    Bytes seed;
    append_part(seed, made.meta);
    append(seed, made.data);
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
