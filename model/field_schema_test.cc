// SPDX-License-Identifier: Apache-2.0
#include "model/field_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/field_attributes.h"
#include "util/error.h"

namespace segsmith::model {
namespace {

FieldInfo numeric(const std::string& name) {
  FieldInfo field;
  field.name = name;
  field.doc_values_type = DocValuesType::numeric;
  return field;
}

std::string refusal(const FieldInfo& first, const FieldInfo& second) {
  IndexFields fields;
  fields.add(first, "_0");
  try {
    fields.add(second, "_1");
    return {};
  } catch (const InvalidArgument& e) {
    return e.what();
  }
}

TEST(IndexFields, NamesTheStructureThatDisagrees) {
  FieldInfo points = numeric("_seq_no");
  points.point_dims = points.point_index_dims = 1;
  points.point_bytes = 8;
  EXPECT_EQ(
      refusal(points, numeric("_seq_no")),
      "_1: field '_seq_no' disagrees in its points: the index has points of 1 x 8 bytes, this "
      "has no points");
  FieldInfo skip = numeric("a");
  skip.skip_index_type = SkipIndexType::range;
  EXPECT_THAT(refusal(skip, numeric("a")), testing::HasSubstr("has no doc-values skip index"));
  FieldInfo binary = numeric("a");
  binary.doc_values_type = DocValuesType::binary;
  EXPECT_THAT(refusal(binary, numeric("a")),
              testing::HasSubstr("this has doc values of type NUMERIC"));
  FieldInfo indexed = numeric("a");
  indexed.index_options = 1;
  EXPECT_THAT(refusal(indexed, numeric("a")), testing::HasSubstr("index options"));
  EXPECT_EQ(refusal(binary, numeric("b")), "");
}

TEST(IndexFields, HasOneSoftDeletesField) {
  FieldInfo soft = numeric("a"), other = numeric("b");
  soft.is_soft_deletes = other.is_soft_deletes = true;
  EXPECT_THAT(refusal(soft, other), testing::HasSubstr("the index uses 'a'"));
  EXPECT_THAT(refusal(soft, numeric("a")), testing::HasSubstr("use for soft deletes"));
  IndexFields fields;
  fields.add(soft, "_0");
  EXPECT_EQ(fields.soft_deletes(), "a");
  EXPECT_EQ(fields.find("b"), nullptr);
}

TEST(FieldAttributes, AreInTheOrderOfAJavaMap) {
  const std::string format = "PerFieldDocValuesFormat.format",
                    suffix = "PerFieldDocValuesFormat.suffix";
  StringPairs pairs;
  put_attribute(pairs, format, "Lucene90");
  put_attribute(pairs, suffix, "0");
  ASSERT_EQ(pairs.size(), 2u);
  put_attribute(pairs, suffix, "1");
  EXPECT_EQ(pairs.size(), 2u);
  FieldInfo field;
  field.attributes = pairs;
  EXPECT_EQ(field.attribute(suffix), "1");
  EXPECT_EQ(attributes_as_read({{"b", "1"}, {"a", "2"}}), (StringPairs{{"a", "2"}, {"b", "1"}}));
}

}  // namespace
}  // namespace segsmith::model
