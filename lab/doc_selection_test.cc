// SPDX-License-Identifier: Apache-2.0
#include "lab/doc_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/small_index_testing.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using ::testing::HasSubstr;

class DocSelectionTest : public ::testing::Test {
 protected:
  DocSelectionTest() {
    const auto directory = std::make_shared<store::MemoryDirectory>();
    testing::build_small_index(
        directory,
        testing::small_mapping(
            R"({"n": {"type": "lucene.numeric"}, "b": {"type": "lucene.binary"}})"),
        30, 20);
    reader_ = index::IndexReader::open(directory);
  }
  std::string refusal(std::string_view text) const {
    try {
      select_documents(*reader_, text);
      return {};
    } catch (const InvalidArgument& e) {
      return e.what();
    }
  }
  FieldValue value(std::string_view field, std::string_view text) const {
    return parse_field_value(*reader_, reader_->segments()[0]->field(field), text);
  }

  std::shared_ptr<const index::IndexReader> reader_;
};

TEST_F(DocSelectionTest, NamesDocumentsBySegmentAndNumber) {
  const DocSelection docs = select_documents(*reader_, "_0:3,_1:9,_0:0");
  ASSERT_EQ(docs.size(), 2u);
  EXPECT_EQ(docs[0].count(), 2u);
  EXPECT_TRUE(docs[0].get(0) && docs[0].get(3) && docs[1].get(9));
  for (const char* bad :
       {"_0:20", "_2:0", "_0", "_0:", "_0:x", "_0:1,", "", "_0:-1", "_1:99999999999"}) {
    EXPECT_THAT(refusal(bad), HasSubstr("names no document")) << bad;
  }
}

TEST_F(DocSelectionTest, OrByARange) {
  const DocSelection docs = select_range(*reader_, "n=18..21");
  EXPECT_EQ(docs[0].count(), 2u);
  EXPECT_EQ(docs[1].count(), 2u);
  EXPECT_TRUE(docs[1].get(1));
}

TEST_F(DocSelectionTest, ValuesAreTypedAsTheField) {
  EXPECT_EQ(std::get<int64_t>(value("n", "-12")), -12);
  EXPECT_THROW(value("n", "*"), InvalidArgument);
  EXPECT_THROW(value("n", "2.5"), InvalidArgument);
  EXPECT_THROW(value("n", "x"), InvalidArgument);
  EXPECT_EQ(std::get<std::vector<std::byte>>(value("b", "0x00ff")),
            (std::vector<std::byte>{std::byte{0}, std::byte{255}}));
  EXPECT_EQ(std::get<std::vector<std::byte>>(value("b", "ab")).size(), 2u);
  EXPECT_EQ(std::get<std::vector<std::byte>>(value("b", "*")).size(), 1u);
}

}  // namespace
}  // namespace segsmith::lab
