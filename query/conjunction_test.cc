// SPDX-License-Identifier: Apache-2.0
#include "query/conjunction.h"

#include <gtest/gtest.h>

#include "query/segment_testing.h"
#include "util/error.h"

namespace segsmith::query {
namespace {

using model::DocValuesType;
using testing::numbers_field;
using testing::PlainField;
using testing::Random;
using testing::Segment;
using testing::strings_field;

constexpr int32_t kDocs = 9000;
using V = std::vector<int64_t>;

class ConjunctionTest : public ::testing::TestWithParam<std::string_view> {
 protected:
  const codec::DocValuesFormat& format() const {
    return *codec::find_doc_values_format(GetParam());
  }
};

bool holds(const PlainField& field, size_t doc, const Clause& clause) {
  if (!field.strings.empty()) {
    if (clause.kind == Clause::Kind::exists) return !field.strings[doc].empty();
    const auto& bytes = std::get<BytesRange>(clause.range.range);
    return std::ranges::any_of(field.strings[doc], [&](const std::string& value) {
      const auto view = std::as_bytes(std::span(value));
      const std::vector<std::byte> v(view.begin(), view.end());
      return (!bytes.low || v >= *bytes.low) && (!bytes.high || v < *bytes.high);
    });
  }
  if (clause.kind == Clause::Kind::exists) return !field.numbers[doc].empty();
  const auto& range = std::get<NumberRange>(clause.range.range);
  return std::ranges::any_of(field.numbers[doc],
                             [&](int64_t v) { return range.low <= v && v <= range.high; });
}

std::vector<std::byte> bytes_of(const std::string& text) {
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

TEST_P(ConjunctionTest, AnswersAsBruteForceDoes) {
  Random random(3);
  std::vector<std::unique_ptr<Segment>> fields;
  const auto add = [&](PlainField field) {
    fields.push_back(std::make_unique<Segment>(std::move(field), format()));
  };
  add(numbers_field(DocValuesType::numeric, kDocs, [](int32_t d, V& v) { v = {d * 10}; }));
  add(numbers_field(DocValuesType::numeric, kDocs,
                    [&](int32_t, V& v) { v = {static_cast<int64_t>(random() % 1000)}; }));
  add(numbers_field(DocValuesType::sorted_numeric, kDocs, [&](int32_t, V& v) {
    for (uint64_t n = random() % 3; n > 0; --n) v.push_back(static_cast<int64_t>(random() % 50));
  }));
  add(strings_field(DocValuesType::sorted_set, kDocs, [&](int32_t, std::vector<std::string>& v) {
    if (random() % 5 != 0) v.push_back("k" + std::to_string(random() % 40));
  }));
  add(strings_field(DocValuesType::binary, kDocs, [&](int32_t, std::vector<std::string>& v) {
    if (random() % 2 != 0) v.push_back("k" + std::to_string(random() % 40));
  }));
  for (int round = 0; round < 120; ++round) {
    std::vector<Clause> clauses;
    std::vector<FieldParts> parts;
    std::vector<const Segment*> of;
    const BitSet live = testing::random_live_docs(random, kDocs);
    for (uint64_t n = 1 + random() % 3; n > 0; --n) {
      of.push_back(fields[random() % fields.size()].get());
      Clause clause;
      clause.range.field = "x";
      if (random() % 4 == 0) clause.kind = Clause::Kind::exists;
      if (!of.back()->plain().strings.empty()) {
        clause.range.range =
            BytesRange{bytes_of("k" + std::to_string(random() % 40)), bytes_of("k9"), true, false};
      } else {
        const auto low = static_cast<int64_t>(random() % (random() % 2 ? 1000 : 90000));
        const auto width = static_cast<int64_t>(random() % (random() % 2 ? 20 : 40000));
        clause.range.range = NumberRange{low, low + width};
      }
      clauses.push_back(clause);
      parts.push_back(of.back()->parts());
      if (round % 2 == 0) parts.back().live_docs = &live;
    }
    BitSet expected(kDocs);
    for (size_t d = 0; d < kDocs; ++d) {
      bool all = round % 2 != 0 || live.get(d);
      for (size_t i = 0; i < clauses.size(); ++i) all = all && holds(of[i]->plain(), d, clauses[i]);
      if (all) expected.set(d);
    }
    for (const Via via : {Via::automatic, Via::scan}) {
      const Conjunction query(parts, clauses, via);
      ASSERT_EQ(query.count(), static_cast<int64_t>(expected.count())) << "round " << round;
      const BitSet found = query.documents();
      ASSERT_TRUE(std::ranges::equal(found.words(), expected.words())) << "round " << round;
    }
  }
}

TEST_P(ConjunctionTest, TheClauseOfTheFewestDocumentsLeads) {
  const Segment all(numbers_field(DocValuesType::numeric, kDocs, [](int32_t d, V& v) { v = {d}; }),
                    format());
  const Segment few(numbers_field(DocValuesType::numeric, kDocs,
                                  [](int32_t d, V& v) {
                                    if (d % 100 == 0) v = {d};
                                  }),
                    format());
  const Clause exists{Clause::Kind::exists, {"x", NumberRange{}}};
  const Conjunction query({all.parts(), few.parts()}, {exists, exists}, Via::automatic);
  EXPECT_EQ(query.order(), (std::vector<size_t>{1, 0}));
  EXPECT_EQ(query.count(), 90);
}

TEST_P(ConjunctionTest, AFieldThatTheSegmentLacksMatchesNothing) {
  const Segment all(numbers_field(DocValuesType::numeric, kDocs, [](int32_t d, V& v) { v = {d}; }),
                    format());
  FieldParts none;
  none.max_doc = kDocs;
  for (const auto kind : {Clause::Kind::exists, Clause::Kind::range}) {
    const Conjunction query(
        {all.parts(), none},
        {{Clause::Kind::range, {"x", NumberRange{}}}, {kind, {"y", NumberRange{}}}},
        Via::automatic);
    EXPECT_EQ(query.count(), 0);
  }
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const auto& format : codec::doc_values_formats()) names.push_back(format.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Formats, ConjunctionTest, ::testing::ValuesIn(format_names()),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace segsmith::query
