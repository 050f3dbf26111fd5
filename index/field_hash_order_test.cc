// SPDX-License-Identifier: Apache-2.0
#include "index/field_hash_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace segsmith::index {
namespace {

std::vector<std::string_view> ordered(const std::vector<std::string_view>& names) {
  std::vector<std::string_view> out;
  for (const size_t i : field_hash_order(names)) out.push_back(names[i]);
  return out;
}

TEST(FieldHashOrder, SmallTablesFollowTheLowBits) {
  // 'a' is 97, 'b' 98, 'c' 99; three fields stand in a table of 8 after two doublings.
  EXPECT_EQ(ordered({"c", "a", "b"}), (std::vector<std::string_view>{"a", "b", "c"}));
  EXPECT_EQ(ordered({"_"}), (std::vector<std::string_view>{"_"}));
  EXPECT_TRUE(ordered({}).empty());
}

TEST(FieldHashOrder, ChainsBeginWithTheLastAddedAndTurnAroundWhenTheTableGrows) {
  // "Aa" and "BB" share their hash (2112), so they stay in one chain at any size. With two fields
  // the table has just grown from 4 to 8, which turned the chain around; a third that does not grow
  // it again leaves it.
  EXPECT_EQ(ordered({"Aa", "BB"}), (std::vector<std::string_view>{"Aa", "BB"}));
  // Four fields: growth at 1, 2 and 4 of them. AaAa, BBBB, AaBB and BBAa all hash to 2031744.
  EXPECT_EQ(ordered({"AaAa", "BBBB", "AaBB", "BBAa"}),
            (std::vector<std::string_view>{"BBBB", "AaAa", "AaBB", "BBAa"}));
}

TEST(FieldHashOrder, EveryFieldComesOnce) {
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back("field." + std::to_string(i * 7919));
  std::vector<std::string_view> views(names.begin(), names.end());
  auto order = field_hash_order(views);
  std::ranges::sort(order);
  for (size_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i);
}

}  // namespace
}  // namespace segsmith::index
