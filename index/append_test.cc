// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/check.h"
#include "index/index_reader.h"
#include "index/index_updater.h"
#include "index/small_index_testing.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

using ::testing::HasSubstr;

constexpr const char* kProperties = R"({"n": {"type": "long", "index": false}})";
constexpr const char* kNoPoints = R"({"index.seq_no.index_options": "doc_values_only"})";

class AppendTest : public ::testing::Test {
 protected:
  void add(const std::string& properties, const std::string& settings = kNoPoints,
           bool append = true) {
    testing::build_small_index(directory_, testing::small_mapping(properties, settings), 6, 4,
                               {.append = append});
  }
  std::string refusal(const std::string& properties, const std::string& settings = kNoPoints) {
    const auto before = directory_->list();
    try {
      add(properties, settings);
      return {};
    } catch (const InvalidArgument& e) {
      EXPECT_EQ(directory_->list(), before);
      return e.what();
    }
  }
  std::vector<int64_t> seq_nos() const {
    std::vector<int64_t> all;
    const auto reader = IndexReader::open(directory_);
    for (const auto& segment : reader->segments()) {
      const auto column = model::number_column(segment->doc_values(segment->field("_seq_no")));
      model::NumberBlock block;
      column->rewind();
      while (column->next(block)) all.insert(all.end(), block.values.begin(), block.values.end());
    }
    return all;
  }

  std::shared_ptr<store::MemoryDirectory> directory_ = std::make_shared<store::MemoryDirectory>();
};

TEST_F(AppendTest, ContinuesNamesAndSequenceNumbers) {
  add(kProperties, kNoPoints, false);
  add(kProperties);
  const auto reader = IndexReader::open(directory_);
  ASSERT_EQ(reader->segments().size(), 4u);
  EXPECT_EQ(reader->segments()[3]->name(), "_3");
  EXPECT_EQ(reader->commit().generation, 2);
  EXPECT_FALSE(directory_->exists("segments_1"));
  EXPECT_EQ(seq_nos(), (std::vector<int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_TRUE(check_index(*directory_, 3).clean());
}

TEST_F(AppendTest, AnEmptyFolderIsTakenToo) {
  add(kProperties);
  EXPECT_EQ(seq_nos().size(), 6u);
}

TEST_F(AppendTest, FieldsKeepTheirNumbers) {
  add(R"({"n": {"type": "lucene.numeric"}, "b": {"type": "lucene.binary"}})", "{}", false);
  add(R"({"few": {"type": "lucene.numeric"}, "b": {"type": "lucene.binary"}, "n": {"type": "lucene.numeric"}})",
      "{}");
  const auto reader = IndexReader::open(directory_);
  const SegmentReader& last = *reader->segments().back();
  EXPECT_EQ(last.field("n").number, 0);
  EXPECT_EQ(last.field("b").number, 1);
  EXPECT_TRUE(last.fields().find("few") == nullptr || last.field("few").number == 2);
  EXPECT_EQ(reader->segments()[2]->field("few").number, 2);
  EXPECT_TRUE(check_index(*directory_, 3).clean());
}

TEST_F(AppendTest, RefusesWhatDisagrees) {
  add(kProperties, kNoPoints, false);
  EXPECT_THAT(refusal(R"({"n": {"type": "lucene.numeric"}})"),
              HasSubstr("field 'n' disagrees in its doc-values type"));
  EXPECT_THAT(
      refusal(kProperties,
              R"({"index.seq_no.index_options": "doc_values_only", "index.sort.field": "n"})"),
      HasSubstr("index sort"));
  EXPECT_EQ(refusal(kProperties), "");
}

class AppendWithPoints : public AppendTest {};

TEST_F(AppendWithPoints, SeqNoWithPointsOntoOneWithoutIsNamed) {
  add(kProperties, kNoPoints, false);
  const std::string message =
      refusal(kProperties, R"({"index.seq_no.index_options": "points_and_doc_values"})");
  EXPECT_THAT(message,
              HasSubstr("field '_seq_no' disagrees in its points: the index has no points"));
}

TEST_F(AppendTest, AnExistingIndexIsRefusedWithoutIt) {
  add(kProperties, kNoPoints, false);
  EXPECT_THROW(add(kProperties, kNoPoints, false), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::index
