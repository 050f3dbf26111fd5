// SPDX-License-Identifier: Apache-2.0
// Damage to the time-series formats of the registry: a small field of each encoding, at each block
// size. packing/testdata/damage_sweep.h says what may come of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "codec/doc_values_format_cases.h"
#include "codec/doc_values_test_support.h"
#include "codec/testdata/doc_values_damage_cases.h"
#include "codec/testdata/doc_values_digest.h"
#include "packing/testdata/damage_sweep.h"

namespace segsmith::codec {
namespace {

using segsmith::testing::Checksum;
using segsmith::testing::DamageSweep;
using namespace test;

/// A SORTED field of `count` terms, the ordinal of each document by `ordinal`.
template <class Ordinal>
Case ordinals_by(std::string name, int32_t docs, int count, Ordinal ordinal) {
  return {std::move(name), docs, DocValuesType::sorted, false,
          [=](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestTerms dictionary = terms(count);
            TestNumbers column = TestNumbers::dense(docs, ordinal);
            writer.add_sorted(field, dictionary, column);
          }};
}

struct Damaged {
  Case field;
  std::string encoding;  ///< That the facts must name.
};

std::vector<Damaged> make_cases() {
  std::vector<Damaged> all;
  all.push_back({dense("constant", 30, [](int32_t) { return 77; }), ""});
  all.push_back({dense("wide", 140, [](int32_t i) { return i % 2 == 0 ? INT64_MIN : i; }), ""});
  all.push_back({dense("gcd", 140, [](int32_t i) { return i * i % 97 * int64_t{1000}; }), ""});
  all.push_back({dense("delta", 140, [](int32_t i) { return -1'000'000 - i * i; }), ""});
  all.push_back({presence("none", 30, [](int32_t) { return false; }), "none"});
  all.push_back({presence("sparse", 100, [](int32_t doc) { return doc % 7 == 3; }), "sparse"});
  all.push_back({sorted("terms_of_two_blocks", 80, 70), ""});
  all.push_back({ordinals_by("one_ordinal", 20, 1, [](int32_t) { return 0; }), "constant"});
  all.push_back({ordinals_by("runs", 60, 2, [](int32_t d) { return d < 40 ? 0 : 1; }), ""});
  all.push_back({ordinals_by("cycle", 512, 3, [](int32_t d) { return d % 3; }), "cycle"});
  all.push_back(
      {ordinals_by("ranges", 1600, 3, [](int32_t d) { return d / 534; }), "ordinal-ranges"});
  all.push_back({multi_valued("sorted_numeric", DocValuesType::sorted_numeric), ""});
  all.push_back({multi_valued("sorted_set", DocValuesType::sorted_set), ""});
  all.push_back({binary("binary_fixed", false), ""});
  all.push_back({binary("binary_variable", true), ""});
  all.push_back(
      {numeric("skip_index", 60, TestNumbers::dense(60, [](int32_t i) { return i / 9; }), true),
       ""});
  return all;
}

class TsdbDamage : public ::testing::TestWithParam<testing::FormatCase> {};

TEST_P(TsdbDamage, IsAnErrorOrHarmless) {
  const DocValuesFormat& format = *GetParam().format;
  for (const Damaged& damaged : make_cases()) {
    const Case& c = damaged.field;
    SCOPED_TRACE(c.name);
    const model::FieldInfos fields({field_of(c)});
    // The ranges are the primary sort field's.
    const model::SortField sort{.field = c.name == "ranges" ? "f" : "other"};
    store::MemoryDirectory directory;
    const auto writer = format.writer({.directory = directory,
                                       .segment = "_0",
                                       .id = {},
                                       .max_doc = c.max_doc,
                                       .suffix = "T_0",
                                       .skip_index_interval_size = 2,
                                       .primary_sort = &sort,
                                       .options = GetParam().options});
    c.write(*writer, *fields.find(0));
    writer->finish();
    const auto open = [&](const store::Directory& d) {
      return format.reader({d, "_0", Id{}, c.max_doc, "T_0", &sort}, fields);
    };
    if (!damaged.encoding.empty() && (c.name != "ranges" || format.name != "ES87TSDB")) {
      std::set<std::string> found;
      open(directory)->visit_field(*fields.find(0),
                                   [&](const model::Fact& fact) { found.insert(fact.encoding); });
      EXPECT_THAT(found, ::testing::Contains(damaged.encoding));
    }
    DamageSweep sweep(
        directory, [&](const store::Directory& d) { return testing::digest_of(*open(d), fields); });
    if (GetParam().options.block_size > 128) sweep.thin_out(5);
    for (const std::string& file : writer->files()) {
      sweep.run(file, file.ends_with(".dvm") ? Checksum::at_open : Checksum::on_demand);
    }
    if (HasFailure()) return;
  }
}

std::vector<testing::FormatCase> time_series_cases() {
  std::vector<testing::FormatCase> cases = testing::format_cases();
  std::erase_if(cases, [](const auto& c) { return c.format->block_sizes.empty(); });
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Formats, TsdbDamage, ::testing::ValuesIn(time_series_cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace segsmith::codec
