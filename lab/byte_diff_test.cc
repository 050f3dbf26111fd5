// SPDX-License-Identifier: Apache-2.0
#include "lab/byte_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/test_index.h"

namespace segsmith::lab {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kProperties = R"({"n":{"type":"lucene.numeric"}})";

TEST(ByteDiff, IdsAndChecksumsDoNotCount) {
  const auto a = test_index(kProperties, R"({"n":1})", 0, 1),
             b = test_index(kProperties, R"({"n":1})", 0, 2);
  EXPECT_THAT(byte_differences(*a, *b), IsEmpty());
}

TEST(ByteDiff, NamesTheInnerFileAndTheOffset) {
  const auto a = test_index(kProperties, "{\"n\":1}\n{\"n\":2}"),
             b = test_index(kProperties, "{\"n\":1}\n{\"n\":3}");
  const auto found = byte_differences(*a, *b);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].file, "_0.cfs");
  EXPECT_THAT(found[0].inner_file, HasSubstr(".dv"));
  EXPECT_GT(found[0].offset, 0u);
  EXPECT_THAT(found[0].text(), HasSubstr(" in the first, 0x"));
}

TEST(ByteDiff, FilesOfOneSideOnlyAreTold) {
  const auto a = test_index(kProperties, R"({"n":1})"), b = test_index(kProperties, R"({"n":1})");
  b->put("_0_extra", {});
  const auto found = byte_differences(*a, *b);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text(), "_0_extra: only in the second");
}

TEST(ByteDiff, FilesAreComparedAlsoWhereTheCommitsDiffer) {
  const auto a = test_index(kProperties, "{\"n\":1}\n{\"n\":2}"),
             b = test_index(kProperties, "{\"n\":1}\n{\"n\":3}", 1);
  std::vector<std::string> files;
  for (const auto& difference : byte_differences(*a, *b)) files.push_back(difference.file);
  EXPECT_THAT(files, testing::IsSupersetOf({"segments_N", "_0.cfs", "_0.si", "_1.si"}));
}

}  // namespace
}  // namespace segsmith::lab
