// SPDX-License-Identifier: Apache-2.0
#include "model/field_numbers.h"

#include <gtest/gtest.h>

namespace segsmith::model {
namespace {

FieldInfo field(const char* name, int32_t number) {
  FieldInfo info;
  info.name = name;
  info.number = number;
  return info;
}

/// Segment A x=0, y=1; segment B y=0, x=1: the first to come decides.
TEST(FieldNumbers, FirstNumberOfANameStays) {
  FieldNumbers numbers;
  EXPECT_EQ(numbers.add_or_get(field("x", 0)), 0);
  EXPECT_EQ(numbers.add_or_get(field("y", 1)), 1);
  EXPECT_EQ(numbers.add_or_get(field("y", 0)), 1);
  EXPECT_EQ(numbers.add_or_get(field("x", 1)), 0);
}

TEST(FieldNumbers, ATakenNumberBecomesTheLowestFreeOne) {
  FieldNumbers numbers;
  EXPECT_EQ(numbers.add_or_get(field("a", 1)), 1);
  EXPECT_EQ(numbers.add_or_get(field("b", 4)), 4);
  EXPECT_EQ(numbers.add_or_get(field("c", 4)), 0);
  EXPECT_EQ(numbers.add_or_get(field("d", 4)), 2);
  EXPECT_EQ(numbers.add_or_get(field("e", 3)), 3);
  EXPECT_EQ(numbers.add_or_get(field("f", 0)), 5);
}

}  // namespace
}  // namespace segsmith::model
