// SPDX-License-Identifier: Apache-2.0
#include "lab/fixture_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "index/check.h"
#include "index/index_reader.h"
#include "lab/byte_diff.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

std::string spec_with(std::string_view field) {
  return R"({"documents":5,"mapping":{"mappings":{"properties":{"x":{"type":"lucene.sorted_numeric"}}}},"fields":{"x":)" +
         std::string(field) + "}}";
}

std::vector<std::string> documents(std::string_view field, size_t count, uint64_t seed = 1) {
  const FixtureSpec spec = FixtureSpec::parse(spec_with(field), "spec");
  FixtureSpec::Documents documents(spec, seed);
  std::vector<std::string> lines(count);
  for (std::string& line : lines) documents.append(line);
  return lines;
}

TEST(FixtureSpec, KindsGiveWhatTheirNamesSay) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(documents(R"({"kind":"constant","value":"a"})", 2),
            (Lines{R"({"x":"a"})", R"({"x":"a"})"}));
  EXPECT_EQ(documents(R"({"kind":"cycle","values":[3,1]})", 3),
            (Lines{R"({"x":3})", R"({"x":1})", R"({"x":3})"}));
  EXPECT_EQ(documents(R"({"kind":"counter","start":5,"step":2})", 2),
            (Lines{R"({"x":5})", R"({"x":7})"}));
  EXPECT_EQ(documents(R"({"kind":"timestamp","start":"2026-01-01T00:00:00.000Z","step":1})", 2)[1],
            R"({"x":"2026-01-01T00:00:00.001Z"})");
  EXPECT_EQ(documents(R"({"kind":"cycle","cardinality":2,"prefix":"k","width":3})", 2)[1],
            R"({"x":"k001"})");
  EXPECT_EQ(documents(R"({"kind":"constant","value":1,"missing":1})", 1)[0], "{}");
  EXPECT_EQ(documents(R"({"kind":"constant","value":1,"values_per_doc":[2,2]})", 1)[0],
            R"({"x":[1,1]})");
  EXPECT_EQ(documents(R"({"kind":"uniform","min":1234,"max":1234,"decimals":2})", 1)[0],
            R"({"x":12.34})");
}

TEST(FixtureSpec, RunsAndWalksKeepToTheirBounds) {
  const auto walk = documents(R"({"kind":"gauge","min":10,"max":12,"step":5})", 200);
  const std::set<std::string> seen(walk.begin(), walk.end());
  EXPECT_EQ(seen, (std::set<std::string>{R"({"x":10})", R"({"x":11})", R"({"x":12})"}));
  const auto runs =
      documents(R"({"kind":"runs","cardinality":9,"length":[4,4],"ordered":true})", 8);
  EXPECT_EQ(runs[0], runs[3]);
  EXPECT_NE(runs[3], runs[4]);
}

TEST(FixtureSpec, SeedsDecide) {
  const std::string_view uniform = R"({"kind":"uniform"})";
  EXPECT_EQ(documents(uniform, 20, 3), documents(uniform, 20, 3));
  EXPECT_NE(documents(uniform, 20, 3), documents(uniform, 20, 4));
}

TEST(FixtureSpec, NamesWhatIsWrong) {
  const auto message = [](std::string_view part, const std::string& spec) {
    EXPECT_THAT([&] { FixtureSpec::parse(spec, "my.json"); },
                ThrowsMessage<InvalidArgument>(
                    AllOf(HasSubstr("my.json: "), HasSubstr(std::string(part)))));
  };
  message("not JSON", "{");
  message("\"mapping\": expected", R"({"fields":{}})");
  message("unknown kind \"unifrom\" (did you mean 'uniform'?)", spec_with(R"({"kind":"unifrom"})"));
  message("unknown \"mni\" (did you mean 'min'?)", spec_with(R"({"kind":"uniform","mni":1})"));
  message("\"missing\": expected a number from 0.0 to 1.0, found 2",
          spec_with(R"({"kind":"uniform","missing":2})"));
  message("at most \"max\"", spec_with(R"({"kind":"uniform","min":5,"max":4})"));
  message("low <= high", spec_with(R"({"kind":"uniform","values_per_doc":[3,1]})"));
  message("field \"y\": the mapping has no such field",
          R"({"mapping":{"mappings":{"properties":{}}},"fields":{"y":{"kind":"words"}}})");
  message("unknown \"document\"", R"({"document":3,"mapping":{},"fields":{}})");
}

class Named : public testing::TestWithParam<NamedSpec> {};

TEST_P(Named, MakesACleanIndexTwiceTheSame) {
  // The whole fixture would be slow under sanitizers: its first documents show the same.
  std::string json(GetParam().json);
  const size_t at = json.find("\"documents\": ") + 13;
  json.replace(at, json.find(',', at) - at, "3000");
  const FixtureSpec spec = FixtureSpec::parse(json, "spec");
  const auto first = std::make_shared<store::MemoryDirectory>();
  const auto again = std::make_shared<store::MemoryDirectory>();
  write_fixture(spec, 5, first);
  write_fixture(spec, 5, again);
  EXPECT_THAT(byte_differences(*first, *again), IsEmpty());
  EXPECT_TRUE(index::check_index(*first, 3).clean());
  EXPECT_EQ(index::IndexReader::open(first)->num_docs(), 3000);
}

INSTANTIATE_TEST_SUITE_P(Specs, Named,
                         testing::ValuesIn(named_specs().begin(), named_specs().end()),
                         [](const auto& spec) { return std::string(spec.param.name); });

TEST(NamedSpecs, AreAtLeastTwelveAndFoundByName) {
  EXPECT_GE(named_specs().size(), 12u);
  for (const NamedSpec& spec : named_specs()) {
    EXPECT_EQ(find_named_spec(spec.name), &spec);
    EXPECT_NO_THROW(FixtureSpec::parse(spec.json, std::string(spec.name)));
  }
  EXPECT_EQ(find_named_spec("nothing"), nullptr);
}

}  // namespace
}  // namespace segsmith::lab
