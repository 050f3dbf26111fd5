// SPDX-License-Identifier: Apache-2.0
#include "query/range_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/segment_testing.h"

namespace segsmith::query {
namespace {

using model::DocValuesType;
using testing::numbers_field;
using testing::PlainField;
using testing::Random;
using testing::random_live_docs;
using testing::Segment;
using testing::strings_field;

std::string string_of(const std::vector<std::byte>& b) {
  return {reinterpret_cast<const char*>(b.data()), b.size()};
}
std::vector<std::byte> bytes_of(const std::string& s) {
  const auto bytes = std::as_bytes(std::span(s));
  return {bytes.begin(), bytes.end()};
}

bool matches(const PlainField& field, size_t doc, const FieldRange& range) {
  if (const auto* numbers = std::get_if<NumberRange>(&range.range)) {
    return std::any_of(field.numbers[doc].begin(), field.numbers[doc].end(),
                       [&](int64_t v) { return numbers->low <= v && v <= numbers->high; });
  }
  const auto& bytes = std::get<BytesRange>(range.range);
  return std::any_of(field.strings[doc].begin(), field.strings[doc].end(), [&](const auto& v) {
    const bool low = !bytes.low || v > string_of(*bytes.low) ||
                     (bytes.include_low && v == string_of(*bytes.low));
    const bool high = !bytes.high || v < string_of(*bytes.high) ||
                      (bytes.include_high && v == string_of(*bytes.high));
    return low && high;
  });
}

void expect_answers(const Segment& segment, FieldParts parts, const FieldRange& range,
                    const BitSet* live) {
  parts.live_docs = live;
  BitSet expected(static_cast<uint64_t>(parts.max_doc));
  for (uint64_t d = 0; d < expected.size(); ++d) {
    if ((live == nullptr || live->get(d)) && matches(segment.plain(), d, range)) expected.set(d);
  }
  for (const Via via : {Via::scan, Via::skipper, Via::points, Via::automatic}) {
    if (via == Via::points && !parts.points) continue;
    if (via == Via::skipper && !parts.skip_index) continue;
    SCOPED_TRACE(std::string(name_of(via)));
    ASSERT_EQ(count_range(parts, range, via), static_cast<int64_t>(expected.count()));
    BitSet found(expected.size());
    range_into_bit_set(parts, range, via, found);
    ASSERT_TRUE(std::equal(found.words().begin(), found.words().end(), expected.words().begin()));
  }
}

class RangeQuery : public ::testing::TestWithParam<std::string_view> {
 protected:
  const codec::DocValuesFormat& format() const {
    return *codec::find_doc_values_format(GetParam());
  }
  void expect_number_ranges(const PlainField& plain, Random& random) {
    const Segment segment(plain, format());
    const BitSet live = random_live_docs(random, plain.max_doc());
    std::vector<int64_t> values{INT64_MIN, INT64_MAX, 0};
    for (const auto& v : plain.numbers) values.insert(values.end(), v.begin(), v.end());
    for (int i = 0; i < 40; ++i) {
      NumberRange range{values[random() % values.size()], values[random() % values.size()]};
      if (i % 5 != 0 && range.low > range.high) std::swap(range.low, range.high);
      if (i == 1) range = {};
      ASSERT_NO_FATAL_FAILURE(
          expect_answers(segment, segment.parts(), {"x", range}, i % 3 == 0 ? &live : nullptr));
    }
  }
  void expect_bytes_ranges(const PlainField& plain, Random& random) {
    const Segment segment(plain, format());
    const BitSet live = random_live_docs(random, plain.max_doc());
    const auto terms = plain.dictionary();
    for (int i = 0; i < 40; ++i) {
      BytesRange range;
      if (i % 7 != 0) range.low = bytes_of(terms[random() % terms.size()] + (i % 2 ? "" : "a"));
      if (i % 6 != 0) range.high = bytes_of(terms[random() % terms.size()] + (i % 3 ? "" : "b"));
      range.include_low = random() % 2;
      range.include_high = random() % 2;
      ASSERT_NO_FATAL_FAILURE(
          expect_answers(segment, segment.parts(), {"x", range}, i % 3 == 0 ? &live : nullptr));
    }
  }
};

TEST_P(RangeQuery, AnswersAlikeByEveryWayOnNumbers) {
  Random r(1);
  using V = std::vector<int64_t>;
  const auto numeric = DocValuesType::numeric, several = DocValuesType::sorted_numeric;
  expect_number_ranges(
      numbers_field(numeric, 9000,
                    [&](int32_t, V& v) { v = {static_cast<int64_t>(r() % 5000) - 2500}; }),
      r);
  expect_number_ranges(
      numbers_field(several, 9000, [&](int32_t d, V& v) { v = {1700000000000 + d * 250}; }), r);
  expect_number_ranges(numbers_field(numeric, 9000,
                                     [&](int32_t d, V& v) {
                                       if (r() % 3 != 0) v = {d / 500 * 7};
                                     }),
                       r);
  expect_number_ranges(numbers_field(several, 70000,
                                     [&](int32_t d, V& v) {
                                       if (r() % 200 == 0) v = {d};
                                     }),
                       r);
  expect_number_ranges(numbers_field(several, 9000,
                                     [&](int32_t d, V& v) {
                                       for (uint64_t n = r() % 4; n > 0; --n)
                                         v.push_back(d % 1000 + static_cast<int64_t>(r() % 50));
                                     }),
                       r);
  expect_number_ranges(numbers_field(several, 5000,
                                     [&](int32_t, V& v) {
                                       for (uint64_t n = 1 + r() % 3; n > 0; --n)
                                         v.push_back(static_cast<int64_t>(r()));
                                     }),
                       r);
  expect_number_ranges(numbers_field(numeric, 100, [](int32_t, V& v) { v = {7}; }), r);
}

TEST_P(RangeQuery, AnswersAlikeByEveryWayOnBytes) {
  Random r(2);
  using V = std::vector<std::string>;
  expect_bytes_ranges(strings_field(DocValuesType::sorted, 3000,
                                    [&](int32_t, V& v) {
                                      if (r() % 4 != 0) v = {"k" + std::to_string(r() % 300)};
                                    }),
                      r);
  expect_bytes_ranges(strings_field(DocValuesType::sorted_set, 3000,
                                    [&](int32_t d, V& v) {
                                      for (uint64_t n = r() % 3; n > 0; --n)
                                        v.push_back("k" + std::to_string(d / 100 + r() % 9 * 50));
                                      std::sort(v.begin(), v.end());
                                      v.erase(std::unique(v.begin(), v.end()), v.end());
                                    }),
                      r);
  expect_bytes_ranges(
      strings_field(DocValuesType::binary, 1000,
                    [&](int32_t, V& v) {
                      if (r() % 5 != 0)
                        v = {std::string(r() % 6, static_cast<char>('a' + r() % 3))};
                    }),
      r);
}

TEST_P(RangeQuery, RefusesWhatTheSegmentLacks) {
  const Segment segment(numbers_field(DocValuesType::numeric, 10,
                                      [](int32_t d, std::vector<int64_t>& v) { v = {d}; }),
                        format());
  FieldParts parts = segment.parts();
  const FieldRange range{"x", NumberRange{1, 2}};
  parts.points = nullptr;
  EXPECT_THROW(plan_range(parts, range, Via::points), InvalidArgument);
  EXPECT_EQ(plan_range(parts, range, Via::automatic).via, Via::skipper);
  parts.skip_index = nullptr;
  EXPECT_THROW(plan_range(parts, range, Via::skipper), InvalidArgument);
  EXPECT_EQ(plan_range(parts, range, Via::automatic).via, Via::scan);
  EXPECT_THROW(count_range(parts, {"x", BytesRange{}}, Via::scan), InvalidArgument);
}

TEST_P(RangeQuery, PrefersDocValuesWhenAnEighthOfTheCostIsAboveTheLead) {
  const Segment segment(numbers_field(DocValuesType::numeric, 4096,
                                      [](int32_t d, std::vector<int64_t>& v) { v = {d}; }),
                        format());
  const FieldRange range{"x", NumberRange{0, 4000}};
  EXPECT_EQ(plan_range(segment.parts(), range, Via::automatic, 4096).via, Via::points);
  EXPECT_EQ(plan_range(segment.parts(), range, Via::automatic, 10).via, Via::skipper);
}

TEST(RangeQueryWithoutField, MatchesNothing) {
  FieldParts none;
  none.max_doc = 5;
  const FieldRange range{"x", NumberRange{}};
  for (const Via via : {Via::points, Via::skipper, Via::scan, Via::automatic}) {
    EXPECT_EQ(count_range(none, range, plan_range(none, range, via).via), 0);
  }
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const auto& format : codec::doc_values_formats()) names.push_back(format.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Formats, RangeQuery, ::testing::ValuesIn(format_names()),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace segsmith::query
