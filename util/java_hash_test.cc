// SPDX-License-Identifier: Apache-2.0
#include "util/java_hash.h"

#include <gtest/gtest.h>

#include <numeric>

#include "util/base36.h"

namespace segsmith {
namespace {

TEST(JavaStringHash, IsOverUtf16Units) {
  EXPECT_EQ(java_string_hash(""), 0);
  EXPECT_EQ(java_string_hash("a"), 97);
  EXPECT_EQ(java_string_hash("hello"), 99162322);
  EXPECT_EQ(java_string_hash("_0.fdm"), -1529397326);
  EXPECT_EQ(java_string_hash("@timestamp"), 363163862);
  EXPECT_EQ(java_string_hash("polygenelubricants"), INT32_MIN);
  EXPECT_EQ(java_string_hash("\xC3\xA4"), 228);
  EXPECT_EQ(java_string_hash("\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E"), 25921943);
  EXPECT_EQ(java_string_hash("\xF0\x9F\x98\x80"), 1772899);
}

TEST(JavaStringHash, MalformedUtf8IsNoOverRead) {
  // A lead byte at the end counts as itself.
  EXPECT_EQ(java_string_hash("\xF0"), 0xF0);
  EXPECT_EQ(java_string_hash("\xE6\x97"), 0xE6 * 31 + 0x97);
  EXPECT_EQ(java_string_hash("\x80"), 0x80);
}

std::vector<std::string> keys(size_t n) {
  std::vector<std::string> made;
  for (size_t i = 0; i < n; ++i) {
    made.push_back("k" + std::to_string(i * 37 % 101) + "_" + to_base36(i * 7919));
  }
  return made;
}

// The expected orders were printed by Java's HashSet.
TEST(JavaHashMapOrder, FollowsTheTableOfSixteen) {
  EXPECT_EQ(java_hash_map_order(keys(5)), (std::vector<size_t>{2, 3, 4, 0, 1}));
  EXPECT_EQ(java_hash_map_order(keys(12)),
            (std::vector<size_t>{2, 9, 11, 3, 6, 4, 0, 8, 1, 5, 10, 7}));
}

TEST(JavaHashMapOrder, DoublesPastThreeQuarters) {
  EXPECT_EQ(java_hash_map_order(keys(13)),
            (std::vector<size_t>{11, 3, 4, 0, 8, 10, 7, 2, 9, 6, 12, 1, 5}));
  EXPECT_EQ(java_hash_map_order(keys(30)),
            (std::vector<size_t>{13, 20, 16, 17, 4,  22, 8,  15, 18, 27, 2,  9,  29, 1,  11,
                                 3,  0,  21, 10, 25, 7,  14, 23, 26, 6,  12, 24, 5,  28, 19}));
}

TEST(JavaHashMapOrder, EqualHashesKeepTheirOrder) {
  const std::vector<std::string> same = {"Aa", "BB", "AaAa", "BBBB", "AaBB", "BBAa"};
  EXPECT_EQ(java_hash_map_order(same), (std::vector<size_t>{0, 1, 2, 3, 4, 5}));
}

// The expected orders were printed by Java's HashMap.
TEST(JavaHashMapOrder, CopiesHaveTheirOwnTables) {
  const std::vector<std::string> all = {
      "my", "a", "PerFieldDocValuesFormat.format", "PerFieldDocValuesFormat.suffix", "zz", "k1",
      "k2", "b"};
  const auto order = [&](size_t copied, size_t put) {
    return java_hash_map_copy_order(
        {all.begin(), all.begin() + static_cast<ptrdiff_t>(copied + put)}, copied);
  };
  EXPECT_EQ(order(0, 0), (std::vector<size_t>{}));
  EXPECT_EQ(order(0, 2), (std::vector<size_t>{1, 0}));
  EXPECT_EQ(order(1, 0), (std::vector<size_t>{0}));
  EXPECT_EQ(order(1, 1), (std::vector<size_t>{0, 1}));
  EXPECT_EQ(order(2, 1), (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(order(2, 2), (std::vector<size_t>{1, 2, 0, 3}));
  EXPECT_EQ(order(3, 0), (std::vector<size_t>{0, 1, 2}));
  EXPECT_EQ(order(3, 2), (std::vector<size_t>{4, 1, 2, 0, 3}));
  EXPECT_EQ(order(5, 1), (std::vector<size_t>{4, 1, 2, 0, 3, 5}));
  EXPECT_EQ(order(6, 2), (std::vector<size_t>{4, 1, 7, 5, 6, 2, 0, 3}));
}

TEST(JavaHashMapOrder, DiagnosticsOfASegment) {
  const std::vector<std::string> put = {
      "os",     "java.vendor", "os.version",           "lucene.version",      "timestamp",
      "source", "os.arch",     "java.runtime.version", "mergeMaxNumSegments", "mergeFactor"};
  std::vector<std::string> names;
  for (const size_t i : java_hash_map_order(put)) names.push_back(put[i]);
  EXPECT_EQ(names,
            (std::vector<std::string>{"os", "java.vendor", "lucene.version", "mergeMaxNumSegments",
                                      "os.arch", "java.runtime.version", "source", "mergeFactor",
                                      "os.version", "timestamp"}));
}

TEST(JavaHashOrder, OfIntegersIsByTheirLowBits) {
  EXPECT_EQ(java_hash_map_order(std::vector<int32_t>{17, 3, 1, 16}),
            (std::vector<size_t>{3, 0, 2, 1}));  // 16, 17, 1, 3: chains keep their order.
  std::vector<int32_t> many;
  for (int32_t i = 13; i > 0; --i) many.push_back(i * 5);
  // A table of 32.
  EXPECT_EQ(java_hash_map_order(many),
            (std::vector<size_t>{0, 6, 12, 5, 11, 4, 10, 3, 9, 2, 8, 1, 7}));
}

}  // namespace
}  // namespace segsmith
