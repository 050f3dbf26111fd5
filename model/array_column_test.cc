// SPDX-License-Identifier: Apache-2.0
#include "model/array_column.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace segsmith::model {
namespace {

std::vector<std::pair<int32_t, int64_t>> pass(NumberColumn& column) {
  std::vector<std::pair<int32_t, int64_t>> found;
  NumberBlock block;
  while (column.next(block)) {
    EXPECT_TRUE(block.counts.empty());
    EXPECT_EQ(block.values.size(), block.docs.count);
    for (size_t i = 0; i < block.docs.count; ++i)
      found.emplace_back(block.docs.doc(i), block.values[i]);
  }
  return found;
}

TEST(ArrayColumn, NumbersDocumentsWhereNoneAreGiven) {
  std::vector<int64_t> values(10'000);
  std::iota(values.begin(), values.end(), -50);
  ArrayColumn column(values);
  const auto found = pass(column);
  ASSERT_EQ(found.size(), values.size());
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i], std::pair(static_cast<int32_t>(i), values[i]));
  }
}

TEST(ArrayColumn, KeepsGivenDocumentsAndRepeatsItsPass) {
  const std::vector<int64_t> values = {7, -7, 9};
  const std::vector<int32_t> docs = {2, 3, 100};
  ArrayColumn column(values, docs);
  const auto first = pass(column);
  EXPECT_EQ(first, (std::vector<std::pair<int32_t, int64_t>>{{2, 7}, {3, -7}, {100, 9}}));
  EXPECT_TRUE(pass(column).empty());
  column.rewind();
  EXPECT_EQ(pass(column), first);
}

TEST(ArrayColumn, OfNothingHasNoBlock) {
  ArrayColumn column(std::span<const int64_t>{});
  NumberBlock block;
  EXPECT_FALSE(column.next(block));
}

}  // namespace
}  // namespace segsmith::model
