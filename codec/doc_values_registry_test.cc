// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "codec/doc_values_format.h"

namespace segsmith::codec {
namespace {

TEST(DocValuesRegistry, FindsEachFormatByItsName) {
  ASSERT_FALSE(doc_values_formats().empty());
  std::set<std::string_view> names;
  for (const DocValuesFormat& format : doc_values_formats()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_EQ(find_doc_values_format(format.name), &format);
    EXPECT_NE(format.writer, nullptr);
    EXPECT_NE(format.reader, nullptr);
  }
}

TEST(DocValuesRegistry, KnowsNoOtherNames) {
  EXPECT_EQ(find_doc_values_format(""), nullptr);
  EXPECT_EQ(find_doc_values_format("lucene90"), nullptr);
  EXPECT_EQ(find_doc_values_format("Lucene9"), nullptr);
}

}  // namespace
}  // namespace segsmith::codec
