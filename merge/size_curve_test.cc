// SPDX-License-Identifier: Apache-2.0
#include "merge/size_curve.h"

#include <gtest/gtest.h>

namespace segsmith::merge {
namespace {

TEST(SizeCurve, GoesThroughWhatWasSeenAndStaysBeyond) {
  SizeCurve curve;
  EXPECT_TRUE(curve.empty());
  curve.add(0, 99);
  EXPECT_TRUE(curve.empty());
  curve.add(1 << 10, 40 << 10);
  curve.add(1 << 14, 20 << 14);
  EXPECT_DOUBLE_EQ(curve.bytes_per_document(1), 40);
  EXPECT_DOUBLE_EQ(curve.bytes_per_document(1 << 10), 40);
  EXPECT_DOUBLE_EQ(curve.bytes_per_document(1 << 12), 30);
  EXPECT_DOUBLE_EQ(curve.bytes_per_document(1 << 14), 20);
  EXPECT_DOUBLE_EQ(curve.bytes_per_document(int64_t{1} << 40), 20);
}

TEST(SizeCurve, SegmentsOfNearlyOneSizeAreOnePoint) {
  SizeCurve curve;
  curve.add(1000, 10000);
  curve.add(1000, 30000);
  EXPECT_DOUBLE_EQ(curve.bytes_per_document(1000), 20);
}

}  // namespace
}  // namespace segsmith::merge
