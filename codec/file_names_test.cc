// SPDX-License-Identifier: Apache-2.0
#include "codec/file_names.h"

#include <gtest/gtest.h>

#include <clocale>

#include "util/java_hash.h"

namespace segsmith::codec {
namespace {

TEST(FileNames, JoinsSegmentSuffixAndExtension) {
  EXPECT_EQ(segment_file_name("_0", "", "fnm"), "_0.fnm");
  EXPECT_EQ(segment_file_name("_a1", "Lucene90_0", "dvd"), "_a1_Lucene90_0.dvd");
  EXPECT_EQ(segment_file_name("segments", "z", ""), "segments_z");
}

TEST(FileNames, GenerationsAreLowerCaseBase36InAnyLocale) {
  std::setlocale(LC_ALL, "tr_TR.UTF-8");
  EXPECT_EQ(generation_file_name("_0", "liv", 9), "_0_9.liv");
  EXPECT_EQ(generation_file_name("_0", "liv", 10), "_0_a.liv");
  EXPECT_EQ(generation_file_name("_0", "liv", 35), "_0_z.liv");
  EXPECT_EQ(generation_file_name("_0", "liv", 36), "_0_10.liv");
  EXPECT_EQ(generation_file_name("_0", "liv", 46656), "_0_1000.liv");
  EXPECT_EQ(generation_file_name("segments", "", 0), "segments");
  std::setlocale(LC_ALL, "C");
}

TEST(FileNames, SplitsNamesAtTheSegment) {
  EXPECT_EQ(parse_segment_name("_0_Lucene90_0.dvd"), "_0");
  EXPECT_EQ(parse_segment_name("_1z.fnm"), "_1z");
  EXPECT_EQ(strip_segment_name("_0_Lucene90_0.dvd"), "_Lucene90_0.dvd");
  EXPECT_EQ(strip_segment_name("_0.fnm"), ".fnm");
}

TEST(FileNames, RefusesPathsAsSegmentFiles) {
  EXPECT_TRUE(is_file_of_segment("_0_1.liv", "_0"));
  EXPECT_FALSE(is_file_of_segment("_1.fnm", "_0"));
  EXPECT_FALSE(is_file_of_segment("_0_/../../etc/passwd", "_0"));
  EXPECT_TRUE(is_segment_name("_1z"));
  EXPECT_FALSE(is_segment_name("_"));
  EXPECT_FALSE(is_segment_name("../_0"));
  EXPECT_FALSE(is_segment_name("_A"));
}

TEST(FileNames, CopiedSegmentsFilesTakeTheNewName) {
  EXPECT_EQ(named_for_segment("_0.fnm", "_1z"), "_1z.fnm");
  EXPECT_EQ(named_for_segment("_12_Lucene90_0.dvd", "_3"), "_3_Lucene90_0.dvd");
  EXPECT_EQ(named_for_segment("_3.si", "_3"), "_3.si");
  for (const char* file :
       {"", "_", "_0", "x", "a.fnm", "_0/../x.fnm", "../_0.fnm", "_A.fnm", "_.fnm"}) {
    EXPECT_EQ(named_for_segment(file, "_1"), std::nullopt) << file;
  }
}

/// The order in the `.si` that Lucene 10.6.0 wrote for testdata/segment_files/loose.
TEST(FileNames, OrdersFilesAsLucenesSet) {
  const std::vector<std::string> created{"_0.fdm",
                                         "_0.fdt",
                                         "_0_Lucene90_0.dvd",
                                         "_0_Lucene90_0.dvm",
                                         "_0_Lucene90_0.dvs",
                                         "_0_Lucene90_0.dvp",
                                         "_0.kdm",
                                         "_0.kdi",
                                         "_0.kdd",
                                         "_0.fdx",
                                         "_0.fnm"};
  const std::vector<std::string> expected{"_0.kdm",
                                          "_0_Lucene90_0.dvs",
                                          "_0_Lucene90_0.dvp",
                                          "_0.si",
                                          "_0.kdi",
                                          "_0.fdm",
                                          "_0_Lucene90_0.dvd",
                                          "_0.kdd",
                                          "_0.fdx",
                                          "_0.fdt",
                                          "_0_Lucene90_0.dvm",
                                          "_0.fnm"};
  EXPECT_EQ(file_set_with(file_set_order(created), "_0.si"), expected);
}

uint32_t spread(const std::string& name) {
  const auto hash = static_cast<uint32_t>(java_string_hash(name));
  return hash ^ hash >> 16;
}

/// Names that share a bucket of 16 keep the order of the fuller table that they came from.
TEST(FileNames, PeakOfTheFirstSetDecidesTies) {
  std::string first, second;  // The same bucket of 16, the upper and the lower of 32.
  for (int i = 0; first.empty() || second.empty(); ++i) {
    const std::string name = segment_file_name("_0", std::to_string(i), "dvd");
    if ((spread(name) & 31) == 16 + 5) first = name;
    if ((spread(name) & 31) == 5) second = name;
  }
  const std::vector<std::string> created{first, second};
  EXPECT_EQ(file_set_order(created), created);
  EXPECT_EQ(file_set_order(created, 12), created);
  EXPECT_EQ(file_set_order(created, 13), (std::vector<std::string>{second, first}));
}

}  // namespace
}  // namespace segsmith::codec
