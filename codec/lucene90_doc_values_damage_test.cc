// SPDX-License-Identifier: Apache-2.0
// Damage to doc values: a small field of each encoding, and the files that Lucene wrote in each
// version. packing/testdata/damage_sweep.h says what may come of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codec/lucene90_doc_values_format.h"
#include "codec/test_columns.h"
#include "codec/testdata/doc_values_digest.h"
#include "packing/testdata/damage_sweep.h"

namespace segsmith::codec::lucene90 {
namespace {

using model::DocValuesType;
using segsmith::testing::Checksum;
using segsmith::testing::DamageSweep;
using test::TestBytes;
using test::TestNumbers;
using test::TestTerms;

constexpr const char* kFiles[] = {"_0_Lucene90_0.dvm", "_0_Lucene90_0.dvd", "_0_Lucene90_0.dvs",
                                  "_0_Lucene90_0.dvp"};

/// A field of one encoding and what is written for it.
struct Case {
  std::string name;
  int32_t max_doc = 0;
  DocValuesType type = DocValuesType::numeric;
  bool skip_index = false;
  std::function<void(DocValuesWriter&, const model::FieldInfo&)> write;
};

model::FieldInfo field_of(const Case& c) {
  model::FieldInfo field;
  field.name = "f";
  field.doc_values_type = c.type;
  if (c.skip_index) field.skip_index_type = model::SkipIndexType::range;
  return field;
}

Case numeric(std::string name, int32_t max_doc, TestNumbers column, bool skip_index = false) {
  return {std::move(name), max_doc, DocValuesType::numeric, skip_index,
          [column = std::move(column)](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestNumbers copy = column;
            writer.add_numeric(field, copy);
          }};
}

template <class Value>
Case dense(std::string name, int32_t docs, Value&& value) {
  return numeric(std::move(name), docs, TestNumbers::dense(docs, value));
}

/// Documents of [0, max_doc) for which `contains`; the value is the document's number.
template <class Contains>
Case presence(std::string name, int32_t max_doc, Contains&& contains) {
  TestNumbers column;
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    if (contains(doc)) column.docs.push_back(doc);
  }
  column.values.assign(column.docs.size(), 3);
  return numeric(std::move(name), max_doc, std::move(column));
}

/// More values than a table would take for those wider than a byte.
Case width(int bits) {
  return dense("width_" + std::to_string(bits), bits <= 8 ? 25 : 300, [bits](int32_t i) {
    const uint64_t all = ~uint64_t{0} >> (64 - bits);
    const uint64_t mixed = static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15 >> (64 - bits);
    return static_cast<int64_t>(i == 0 ? 0 : i == 1 ? all : mixed);
  });
}

TestTerms terms(int count) {
  TestTerms made;
  for (int i = 0; i < count; ++i) {
    made.terms.add("shared/" + std::to_string(10000 + i) +
                   std::string(static_cast<size_t>(i % 5), 'x'));
  }
  return made;
}

/// `values` of each document, 1 to that many where there are several.
TestNumbers ordinals(int32_t docs, int terms, int32_t values) {
  TestNumbers column = TestNumbers::dense(0, [](int32_t) { return 0; });
  for (int32_t doc = 0; doc < docs; ++doc) {
    column.docs.push_back(doc);
    if (values > 1) column.counts.push_back(1 + doc % values);
    for (int32_t k = 0; k <= (values > 1 ? doc % values : 0); ++k) {
      column.values.push_back((doc % (terms - values + 1)) + k);
    }
  }
  return column;
}

Case sorted(std::string name, int32_t docs, int count) {
  return {std::move(name), docs, DocValuesType::sorted, false,
          [docs, count](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestTerms dictionary = terms(count);
            TestNumbers column = ordinals(docs, count, 1);
            writer.add_sorted(field, dictionary, column);
          }};
}

Case multi_valued(std::string name, DocValuesType type) {
  return {std::move(name), 60, type, true,
          [type](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestNumbers column = ordinals(60, 70, 3);
            if (type == DocValuesType::sorted_numeric)
              return writer.add_sorted_numeric(field, column);
            TestTerms dictionary = terms(62);
            column = ordinals(60, 62, 3);
            writer.add_sorted_set(field, dictionary, column);
          }};
}

Case binary(std::string name, bool variable) {
  return {std::move(name), 40, DocValuesType::binary, false,
          [variable](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestBytes column;
            for (int32_t doc = 0; doc < 40; doc += 1 + doc % 2) {
              column.docs.push_back(doc);
              column.values.add(std::string(variable ? static_cast<size_t>(doc % 7) : 4, 'b'));
            }
            writer.add_binary(field, column);
          }};
}

std::vector<Case> make_cases() {
  std::vector<Case> all;
  for (const int bits : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64})
    all.push_back(width(bits));
  all.push_back(dense("constant", 30, [](int32_t) { return 77; }));
  all.push_back(dense("table", 30, [](int32_t i) {
    return std::array<int64_t, 3>{1000, -5, 123'456'789'012}[static_cast<size_t>(i % 3)];
  }));
  all.push_back(dense("gcd", 300, [](int32_t i) { return i * i * int64_t{1000}; }));
  all.push_back(dense("delta", 300, [](int32_t i) { return -1'000'000 - i * i; }));
  all.push_back(dense("blocks", 2 * kNumericBlockSize + 300, [](int32_t i) {
    return i < 2 * kNumericBlockSize ? int64_t{i / kNumericBlockSize} : int64_t{i} << 30;
  }));
  all.push_back(presence("none", 30, [](int32_t) { return false; }));
  all.push_back(presence("sparse", 100, [](int32_t doc) { return doc % 7 == 3; }));
  all.push_back(
      presence("jumps", 5 * 65536, [](int32_t doc) { return doc % 40000 == 9 && doc >> 16 != 2; }));
  all.push_back(presence("dense", 40000, [](int32_t doc) { return doc % 5 == 0; }));
  all.push_back(
      presence("full", 65536 + 100, [](int32_t doc) { return doc < 65536 || doc % 2 == 0; }));
  all.push_back(sorted("no_terms", 0, 0));
  all.back().max_doc = 5;
  all.push_back(sorted("terms_of_two_blocks", 80, 70));
  all.push_back(sorted("terms_of_two_index_entries", 1100, 1100));
  all.push_back(multi_valued("sorted_numeric", DocValuesType::sorted_numeric));
  all.push_back(multi_valued("sorted_set", DocValuesType::sorted_set));
  all.push_back(binary("binary_fixed", false));
  all.push_back(binary("binary_variable", true));
  all.push_back(
      numeric("skip_index", 150, TestNumbers::dense(150, [](int32_t i) { return i / 9; }), true));
  return all;
}

/// Encodings that cases must have, by the names of the facts.
const std::map<std::string, std::string>& encodings() {
  static const std::map<std::string, std::string> kEncodings = {{"constant", "constant"},
                                                                {"table", "table"},
                                                                {"gcd", "gcd"},
                                                                {"delta", "delta"},
                                                                {"blocks", "blocks"},
                                                                {"sparse", "sparse"},
                                                                {"jumps", "jump_table"},
                                                                {"dense", "dense"},
                                                                {"full", "all"},
                                                                {"binary_fixed", "fixed"},
                                                                {"binary_variable", "variable"}};
  return kEncodings;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> kAll = make_cases();
  return kAll;
}

uint64_t read(const store::Directory& directory, const Id& id, int32_t max_doc,
              const model::FieldInfos& fields) {
  const auto reader = make_doc_values_reader({directory, "_0", id, max_doc, "Lucene90_0"}, fields);
  return codec::testing::digest_of(*reader, fields);
}

std::set<std::string> encodings_in(const store::Directory& directory, int32_t max_doc,
                                   const model::FieldInfos& fields) {
  std::set<std::string> found;
  const auto reader =
      make_doc_values_reader({directory, "_0", Id{}, max_doc, "Lucene90_0"}, fields);
  reader->visit([&](const model::Fact& fact) { found.emplace(fact.encoding); });
  return found;
}

Checksum checksum_of(const std::string& file) {
  return file.ends_with(".dvm") ? Checksum::at_open : Checksum::on_demand;
}

class Lucene90DocValuesDamage : public ::testing::TestWithParam<size_t> {};

TEST_P(Lucene90DocValuesDamage, IsAnErrorOrHarmless) {
  const Case& c = cases()[GetParam()];
  const model::FieldInfos fields({field_of(c)});
  store::MemoryDirectory directory;
  const auto writer = make_doc_values_writer({.directory = directory,
                                              .segment = "_0",
                                              .id = {},
                                              .max_doc = c.max_doc,
                                              .suffix = "Lucene90_0",
                                              .skip_index_interval_size = 2});
  c.write(*writer, *fields.find(0));
  writer->finish();
  if (const auto expected = encodings().find(c.name); expected != encodings().end()) {
    EXPECT_THAT(encodings_in(directory, c.max_doc, fields), ::testing::Contains(expected->second));
  }
  DamageSweep sweep(directory,
                    [&](const store::Directory& d) { return read(d, Id{}, c.max_doc, fields); });
  for (const std::string file : kFiles) sweep.run(file, checksum_of(file));
}

INSTANTIATE_TEST_SUITE_P(Encodings, Lucene90DocValuesDamage,
                         ::testing::Range(size_t{0}, cases().size()),
                         [](const auto& test) { return cases()[test.param].name; });

}  // namespace
}  // namespace segsmith::codec::lucene90
