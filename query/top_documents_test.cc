// SPDX-License-Identifier: Apache-2.0
#include "query/top_documents.h"

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

using V = std::vector<int64_t>;

const codec::DocValuesFormat& format() { return codec::doc_values_formats().front(); }

/// Some segments of one field with their matches.
struct Index {
  std::vector<std::unique_ptr<Segment>> segments;
  std::vector<BitSet> matches;

  void add(PlainField field, const BitSet* of = nullptr) {
    segments.push_back(std::make_unique<Segment>(std::move(field), format()));
    const auto size = static_cast<uint64_t>(segments.back()->plain().max_doc());
    matches.push_back(of != nullptr ? *of : BitSet(size, true));
  }
  std::vector<SortedSegment> sorted() const {
    std::vector<SortedSegment> out;
    for (size_t i = 0; i < segments.size(); ++i) out.push_back({segments[i]->parts(), &matches[i]});
    return out;
  }
};

using Place = std::tuple<bool, int64_t, std::string, size_t, int32_t>;

/// All matches by brute force.
std::vector<std::pair<size_t, int32_t>> expected(const Index& index, bool descending,
                                                 size_t count) {
  std::vector<Place> all;
  for (size_t s = 0; s < index.segments.size(); ++s) {
    const PlainField& field = index.segments[s]->plain();
    for (int32_t d = 0; d < field.max_doc(); ++d) {
      if (!index.matches[s].get(static_cast<uint64_t>(d))) continue;
      Place place{true, 0, "", s, d};
      if (!field.strings.empty()) {
        const auto& v = field.strings[static_cast<size_t>(d)];
        if (!v.empty()) place = {false, 0, descending ? v.back() : v.front(), s, d};
      } else {
        const auto& v = field.numbers[static_cast<size_t>(d)];
        if (!v.empty()) place = {false, descending ? v.back() : v.front(), "", s, d};
      }
      all.push_back(place);
    }
  }
  std::ranges::sort(all, [&](const Place& a, const Place& b) {
    if (std::get<0>(a) != std::get<0>(b)) return std::get<0>(a) < std::get<0>(b);
    const auto key = [](const Place& p) { return std::pair(std::get<1>(p), std::get<2>(p)); };
    if (key(a) != key(b)) return descending ? key(a) > key(b) : key(a) < key(b);
    return std::pair(std::get<3>(a), std::get<4>(a)) < std::pair(std::get<3>(b), std::get<4>(b));
  });
  std::vector<std::pair<size_t, int32_t>> out;
  for (const Place& p : all) {
    if (out.size() < count) out.emplace_back(std::get<3>(p), std::get<4>(p));
  }
  return out;
}

void expect_brute_force(const Index& index) {
  for (const bool descending : {false, true}) {
    for (const size_t count : {0, 1, 10, 100, 100000}) {
      std::vector<std::pair<size_t, int32_t>> found;
      for (const TopDocument& top : top_documents(index.sorted(), {"x", descending}, count)) {
        found.emplace_back(top.segment, top.doc);
      }
      ASSERT_EQ(found, expected(index, descending, count)) << descending << " " << count;
    }
  }
}

TEST(TopDocuments, AreThoseOfBruteForceOverNumbers) {
  Random random(5);
  Index index;
  for (int s = 0; s < 5; ++s) {
    const BitSet matches = testing::random_live_docs(random, 2000);
    index.add(numbers_field(s % 2 ? DocValuesType::numeric : DocValuesType::sorted_numeric, 2000,
                            [&](int32_t d, V& v) {
                              if (random() % 4 == 0) return;
                              v.push_back(s == 0 ? d : static_cast<int64_t>(random() % 300));
                              if (s % 2 == 0 && random() % 3 == 0) v.push_back(d % 7);
                            }),
              &matches);
  }
  expect_brute_force(index);
}

TEST(TopDocuments, AreThoseOfBruteForceOverTerms) {
  Random random(6);
  Index index;
  for (int s = 0; s < 4; ++s) {
    const BitSet matches = testing::random_live_docs(random, 900);
    index.add(strings_field(s % 2 ? DocValuesType::sorted : DocValuesType::sorted_set, 900,
                            [&](int32_t, std::vector<std::string>& v) {
                              if (random() % 4 == 0) return;
                              v.push_back("k" + std::to_string(random() % 50 + 10));
                              if (s % 2 == 0 && random() % 3 == 0 && v[0] < "k40")
                                v.push_back("k70");
                            }),
              &matches);
  }
  expect_brute_force(index);
}

TEST(TopDocuments, OfTimeOrderedSegmentsReadOneIntervalOfTheNewest) {
  Index index;
  for (int s = 0; s < 10; ++s) {
    index.add(
        numbers_field(DocValuesType::numeric, 2000, [&](int32_t d, V& v) { v = {s * 2000 + d}; }));
  }
  TopStats stats;
  const auto top = top_documents(index.sorted(), {"x", true}, 20, &stats);
  ASSERT_EQ(top.size(), 20u);
  EXPECT_EQ(top[0].number, 19999);
  EXPECT_EQ(top[19].number, 19980);
  EXPECT_EQ(stats.segments, 1u);
  EXPECT_EQ(stats.segments_skipped, 9u);
  // Ascending, the first interval of the first segment is enough.
  stats = {};
  top_documents(index.sorted(), {"x", false}, 20, &stats);
  EXPECT_EQ(stats.segments, 1u);
  EXPECT_EQ(stats.intervals, 1u);
}

TEST(TopDocuments, OfSegmentsInOrderAreTheirFirstMatches) {
  Random random(9);
  Index index;
  for (int s = 0; s < 3; ++s) {
    const BitSet matches = testing::random_live_docs(random, 20000);
    index.add(numbers_field(DocValuesType::sorted_numeric, 20000,
                            [&](int32_t d, V& v) {
                              if (d < 19000) v = {100000 - d / 3 - s, 5};
                            }),
              &matches);
  }
  std::vector<SortedSegment> segments = index.sorted();
  for (SortedSegment& segment : segments) {
    segment.in_order = true;
    segment.parts.skip_index = nullptr;
  }
  for (const size_t count : {1, 50, 30000, 70000}) {
    std::vector<std::pair<size_t, int32_t>> found;
    for (const TopDocument& top : top_documents(segments, {"x", true}, count)) {
      found.emplace_back(top.segment, top.doc);
    }
    ASSERT_EQ(found, expected(index, true, count)) << count;
  }
}

TEST(TopDocuments, RefuseBinaryAndMixedFields) {
  Index binary;
  binary.add(strings_field(DocValuesType::binary, 3,
                           [](int32_t, std::vector<std::string>& v) { v = {"a"}; }));
  EXPECT_THROW(top_documents(binary.sorted(), {"x", false}, 1), InvalidArgument);
  Index mixed;
  mixed.add(numbers_field(DocValuesType::numeric, 3, [](int32_t, V& v) { v = {1}; }));
  mixed.add(strings_field(DocValuesType::sorted, 3,
                          [](int32_t, std::vector<std::string>& v) { v = {"a"}; }));
  EXPECT_THROW(top_documents(mixed.sorted(), {"x", false}, 1), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::query
