// SPDX-License-Identifier: Apache-2.0
#include "util/error.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace segsmith {
namespace {

TEST(Error, CorruptIndexTellsFileSliceOffsetExpectedAndFound) {
  const CorruptIndex e({"_0.dvd", "values of field 'x'", 123}, "8 bytes", "3 bytes", "note");
  EXPECT_STREQ(
      e.what(),
      "corrupt index: file '_0.dvd' (values of field 'x') at offset 123: expected 8 bytes, "
      "found 3 bytes (note)");
  EXPECT_EQ(e.where().offset, 123U);
  EXPECT_EQ(e.expected(), "8 bytes");
  EXPECT_EQ(e.found(), "3 bytes");
}

TEST(Error, UnsupportedVersionNamesWhatAndRange) {
  const UnsupportedVersion e({"_0.dvm", "", 30}, "version of Lucene90DocValuesMetadata", "9",
                             "0 to 3");
  EXPECT_STREQ(
      e.what(),
      "unsupported version of Lucene90DocValuesMetadata: file '_0.dvm' at offset 30: found "
      "9, supported: 0 to 3");
}

TEST(Error, IoErrorNamesPathAndReason) {
  const IoError e("/x/y", "open", ENOENT);
  EXPECT_STREQ(e.what(), "cannot open '/x/y': No such file or directory");
  EXPECT_EQ(e.path(), "/x/y");
}

TEST(Error, OneFamily) {
  EXPECT_THROW(throw InvalidArgument("x"), Error);
  EXPECT_THROW(throw IoError("p", "m"), Error);
  EXPECT_THROW(throw CorruptIndex({}, "a", "b"), Error);
}

}  // namespace
}  // namespace segsmith
