// SPDX-License-Identifier: Apache-2.0
#include "query/doc_values_range_iterator.h"

#include <gtest/gtest.h>

#include "codec/doc_values_test_support.h"
#include "util/error.h"

namespace segsmith::query {
namespace {

using codec::testing::PlainField;
using model::DocValuesType;
using model::kNoMoreDocs;
using skipper::Match;
using Random = std::mt19937_64;

/// One field of a segment in memory, with doc values and a skip index of intervals of `interval`.
class Segment {
 public:
  Segment(DocValuesType type, std::vector<std::vector<int64_t>> values, int32_t interval = 4096) {
    plain_.info.name = "x";
    plain_.info.number = 0;
    plain_.info.doc_values_type = type;
    plain_.info.skip_index_type = model::SkipIndexType::range;
    if (plain_.has_numbers()) {
      plain_.numbers = std::move(values);
    } else {
      for (const auto& of_doc : values) {
        auto& strings = plain_.strings.emplace_back();
        for (const int64_t v : of_doc) strings.push_back(std::to_string(100000 + v));
      }
    }
    const auto& format = *codec::find_doc_values_format("Lucene90");
    const Id id = IdSource(1).next();
    codec::testing::write_fields(format,
                                 {.directory = directory_,
                                  .segment = "_0",
                                  .id = id,
                                  .max_doc = plain_.max_doc(),
                                  .suffix = "T_0",
                                  .skip_index_interval_size = interval},
                                 {plain_});
    infos_ = codec::testing::field_infos({plain_});
    reader_ = format.reader({directory_, "_0", id, plain_.max_doc(), "T_0"}, infos_);
    ordinals_ = plain_.ordinals();
  }

  const model::DocValuesField& field() const { return reader_->field(plain_.info); }
  std::shared_ptr<const skipper::SkipIndex> skip_index() const {
    return reader_->skip_index(plain_.info);
  }
  int32_t max_doc() const { return plain_.max_doc(); }
  bool matches(int32_t doc, int64_t low, int64_t high) const {
    const auto& values = ordinals_[static_cast<size_t>(doc)];
    return std::any_of(values.begin(), values.end(),
                       [&](int64_t v) { return low <= v && v <= high; });
  }
  int64_t some_value(Random& random) const {
    const auto& values = ordinals_[random() % ordinals_.size()];
    return values.empty() ? 3 : values.front();
  }

 private:
  PlainField plain_;
  store::MemoryDirectory directory_;
  model::FieldInfos infos_;
  std::unique_ptr<codec::DocValuesReader> reader_;
  std::vector<std::vector<int64_t>> ordinals_;
};

TEST(DocValuesRangeIterator, RunPassesTheDocumentOnlyWhenItsValuesAreProven) {
  const Segment segment(DocValuesType::numeric, {{5}, {50}});
  DocValuesRangeIterator it(segment.field(), segment.skip_index(), 40, 60);
  ASSERT_EQ(it.next_doc(), 0);
  EXPECT_FALSE(it.matches());
  EXPECT_EQ(it.doc_id_run_end(), 0) << "nothing is proven of document 0";
  ASSERT_EQ(it.next_doc(), 1);
  EXPECT_TRUE(it.matches());
  EXPECT_EQ(it.doc_id_run_end(), 1);
  DocValuesRangeIterator inside(segment.field(), segment.skip_index(), 0, 60);
  ASSERT_EQ(inside.next_doc(), 0);
  EXPECT_EQ(inside.doc_id_run_end(), 2);
}

TEST(DocValuesRangeIterator, MustNotOverAMaybeBlockKeepsWhatDoesNotMatch) {
  // match-all but not 40..60: clearing by runs that are not proven would lose document 0.
  const Segment segment(DocValuesType::numeric, {{5}, {50}});
  DocValuesRangeIterator it(segment.field(), segment.skip_index(), 40, 60);
  BitSet all(2, true), excluded(2);
  it.next_doc();
  it.into_bit_set(2, excluded);
  EXPECT_FALSE(excluded.get(0));
  EXPECT_TRUE(excluded.get(1));
}

TEST(DocValuesRangeIterator, BlocksWithGapsMatchOnlyWherePresent) {
  const Segment segment(DocValuesType::numeric, {{5}, {}, {7}, {}});
  DocValuesRangeIterator it(segment.field(), segment.skip_index(), 0, 60);
  ASSERT_EQ(it.next_doc(), 0);
  EXPECT_EQ(it.match(), Match::yes_if_present);
  EXPECT_TRUE(it.matches());
  ASSERT_EQ(it.next_doc(), 1);
  EXPECT_FALSE(it.matches());
  EXPECT_EQ(it.doc_id_run_end(), 1);
  ASSERT_EQ(it.next_doc(), 2);
  EXPECT_TRUE(it.matches());
  EXPECT_TRUE(it.matches()) << "asked again";
  EXPECT_EQ(it.next_doc(), kNoMoreDocs) << "document 3 lies past the last value";
}

TEST(DocValuesRangeIterator, CostsAreLucenes) {
  const std::vector<std::vector<int64_t>> one = {{1}, {2}}, two = {{1, 2}, {2, 3}};
  const auto cost = [](DocValuesType type, const auto& values, bool skip) {
    const Segment segment(type, values);
    return DocValuesRangeIterator(segment.field(), skip ? segment.skip_index() : nullptr, 1, 2)
        .match_cost();
  };
  EXPECT_EQ(cost(DocValuesType::numeric, one, true), 2);
  EXPECT_EQ(cost(DocValuesType::sorted_numeric, two, true), 2);
  EXPECT_EQ(cost(DocValuesType::sorted_numeric, two, false), 5);
  EXPECT_EQ(cost(DocValuesType::sorted_set, two, true), 5);
  EXPECT_EQ(cost(DocValuesType::sorted_set, two, false), 5);
}

std::vector<std::vector<int64_t>> random_values(Random& random, int32_t max_doc, int shape) {
  std::vector<std::vector<int64_t>> values(static_cast<size_t>(max_doc));
  for (int32_t d = 0; d < max_doc; ++d) {
    auto& v = values[static_cast<size_t>(d)];
    if (shape % 2 && d % 900 > 600) continue;
    const uint64_t n = shape < 2 ? 1 : random() % 3;
    for (uint64_t i = 0; i < n; ++i) v.push_back(d / 4 + static_cast<int64_t>(random() % 9));
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
  }
  return values;
}

/// Walks with matches(), into_bit_set() and apply_mask(): all agree with the values.
void expect_ranges(const Segment& segment, bool use_skip_index, Random& random) {
  const int32_t max_doc = segment.max_doc();
  const auto size = static_cast<uint64_t>(max_doc);
  const auto skip_index = use_skip_index ? segment.skip_index() : nullptr;
  const int64_t low = segment.some_value(random);
  const int64_t high = low + static_cast<int64_t>(random() % 200);
  DocValuesRangeIterator it(segment.field(), skip_index, low, high);
  int32_t next = 0;
  while (it.next_doc() != kNoMoreDocs) {
    for (; next < it.doc_id(); ++next) ASSERT_FALSE(segment.matches(next, low, high));
    ASSERT_EQ(it.matches(), segment.matches(it.doc_id(), low, high)) << it.doc_id();
    for (int32_t d = it.doc_id(); d < it.doc_id_run_end(); ++d) {
      ASSERT_TRUE(segment.matches(d, low, high));
    }
    next = it.doc_id() + 1;
  }
  for (; next < max_doc; ++next) ASSERT_FALSE(segment.matches(next, low, high));

  DocValuesRangeIterator bulk(segment.field(), skip_index, low, high);
  BitSet found(size);
  const int32_t start = bulk.next_doc();
  const auto up_to = static_cast<int32_t>(random() % size);
  bulk.into_bit_set(up_to, found);
  ASSERT_TRUE(bulk.doc_id() >= up_to || bulk.doc_id() == kNoMoreDocs);
  for (int32_t d = 0; d < max_doc; ++d) {
    ASSERT_EQ(found.get(static_cast<uint64_t>(d)), d < up_to && segment.matches(d, low, high)) << d;
  }
  DocValuesRangeIterator filter(segment.field(), skip_index, low, high);
  BitSet mask(size);
  for (uint64_t d = 0; d < size; ++d) {
    if (random() % 3) mask.set(d);
  }
  const BitSet before = mask;
  filter.next_doc();
  filter.apply_mask(0, up_to, mask);
  for (uint64_t d = 0; d < size; ++d) {
    const auto doc = static_cast<int32_t>(d);
    ASSERT_EQ(mask.get(d), before.get(d) && (doc >= up_to || segment.matches(doc, low, high)))
        << d << " from " << start;
  }
}

TEST(DocValuesRangeIterator, AgreesWithTheValuesHoweverItIsDriven) {
  Random random(17);
  for (const DocValuesType type : {DocValuesType::numeric, DocValuesType::sorted_numeric,
                                   DocValuesType::sorted, DocValuesType::sorted_set}) {
    for (int shape = 0; shape < 4; ++shape) {
      if (shape >= 2 && !model::is_multi_valued(type)) continue;
      const Segment segment(type, random_values(random, 2500, shape), 16);
      for (int i = 0; i < 12; ++i) {
        ASSERT_NO_FATAL_FAILURE(expect_ranges(segment, i % 3 != 0, random))
            << name_of(type) << ", shape " << shape;
      }
    }
  }
}

}  // namespace
}  // namespace segsmith::query
