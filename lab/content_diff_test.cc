// SPDX-License-Identifier: Apache-2.0
#include "lab/content_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/test_index.h"

namespace segsmith::lab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kProperties =
    R"({"n":{"type":"lucene.numeric","skip_index":true},"s":{"type":"lucene.sorted_set"}})";
constexpr std::string_view kDocuments = R"({"n":1,"s":["a","b"]}
{"n":2}
{"s":"c"})";

std::vector<ContentDifference> diff(const std::shared_ptr<store::MemoryDirectory>& a,
                                    const std::shared_ptr<store::MemoryDirectory>& b) {
  return content_differences(*index::IndexReader::open(a), *index::IndexReader::open(b));
}

std::vector<std::string> structures(const std::vector<ContentDifference>& differences) {
  std::vector<std::string> names;
  for (const auto& difference : differences) {
    names.push_back(difference.structure + ":" + difference.field);
  }
  return names;
}

TEST(ContentDiff, IdsDoNotCount) {
  EXPECT_THAT(
      diff(test_index(kProperties, kDocuments, 0, 1), test_index(kProperties, kDocuments, 0, 2)),
      IsEmpty());
}

TEST(ContentDiff, NamesTheFirstValueThatDiffers) {
  const auto found =
      diff(test_index(kProperties, kDocuments), test_index(kProperties, R"({"n":1,"s":["a","b"]}
{"n":3}
{"s":"d"})"));
  EXPECT_THAT(structures(found), ElementsAre("doc_values:n", "skip_index:n", "doc_values:s"));
  EXPECT_EQ(found[0].first, R"({"segment":"_0","field":"n","doc":1,"values":[2]})");
  EXPECT_EQ(found[0].second, R"({"segment":"_0","field":"n","doc":1,"values":[3]})");
}

TEST(ContentDiff, AMissingValueIsTold) {
  const auto found = diff(test_index(kProperties, R"({"s":"a"}
{"s":"a","n":7})"),
                          test_index(kProperties, R"({"s":"a","n":7}
{"s":"a"})"));
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(found[0].first, HasSubstr("\"doc\":1"));
  EXPECT_THAT(found[0].second, HasSubstr("\"doc\":0"));
}

TEST(ContentDiff, FieldsDifferInTheirStructures) {
  const auto found =
      diff(test_index(kProperties, kDocuments),
           test_index(R"({"n":{"type":"lucene.numeric"},"s":{"type":"lucene.sorted_set"}})",
                      kDocuments));
  ASSERT_EQ(structures(found), std::vector<std::string>{"fields:n"});
  EXPECT_EQ(found[0].first, "doc values NUMERIC, skip index, no points");
  EXPECT_EQ(found[0].second, "doc values NUMERIC, no skip index, no points");
}

TEST(ContentDiff, SegmentsAreComparedOneByOne) {
  EXPECT_THAT(
      structures(diff(test_index(kProperties, kDocuments), test_index(kProperties, kDocuments, 1))),
      ElementsAre("segments:"));
  EXPECT_THAT(structures(diff(test_index(kProperties, kDocuments, 1),
                              test_index(kProperties, kDocuments, 2))),
              ElementsAre("segments:"));
}

TEST(ContentDiff, StoredFieldsAndPointsCount) {
  constexpr std::string_view kLong = R"({"n":{"type":"long"}})";
  const auto found = diff(test_index(kLong, R"({"n":5})"), test_index(kLong, R"({"n":6})"));
  EXPECT_THAT(structures(found), ElementsAre("doc_values:n", "points:n", "stored:"));
}

}  // namespace
}  // namespace segsmith::lab
