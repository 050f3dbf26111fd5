// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lab/race.h"
#include "lab/svg.h"

namespace segsmith::lab {
namespace {

TEST(Percentile, TakesTheNearestRank) {
  const std::vector<double> samples = {5, 1, 4, 2, 3};
  EXPECT_EQ(percentile(samples, 0), 1);
  EXPECT_EQ(percentile(samples, 50), 3);
  EXPECT_EQ(percentile(samples, 90), 5);
  EXPECT_EQ(percentile(samples, 100), 5);
  EXPECT_EQ(percentile({}, 50), 0);
}

TEST(BarChart, DrawsOneBarASeriesAndEscapesLabels) {
  BarChart chart{"t", "ms", {"a", "b"}, {{"<x>", {1, 0}, {"1", "0"}}}, true};
  const std::string svg = bar_chart_svg(chart);
  EXPECT_NE(svg.find("&lt;x&gt;"), std::string::npos);
  EXPECT_EQ(svg.find("<x>"), std::string::npos);
  EXPECT_EQ(bar_chart_svg({}), "");
}

TEST(Arms, AreNamed) {
  for (Arm arm : {Arm::points, Arm::skipper, Arm::both, Arm::none}) {
    EXPECT_EQ(parse_arm(name_of(arm)), arm);
  }
  EXPECT_FALSE(parse_arm("Points"));
}

}  // namespace
}  // namespace segsmith::lab
