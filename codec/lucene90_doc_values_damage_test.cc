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
#include "codec/testdata/doc_values_damage_cases.h"
#include "codec/testdata/doc_values_digest.h"
#include "packing/testdata/damage_sweep.h"

namespace segsmith::codec::lucene90 {
namespace {

using segsmith::testing::Checksum;
using segsmith::testing::DamageSweep;
using namespace codec::test;

constexpr const char* kFiles[] = {"_0_Lucene90_0.dvm", "_0_Lucene90_0.dvd", "_0_Lucene90_0.dvs",
                                  "_0_Lucene90_0.dvp"};

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
