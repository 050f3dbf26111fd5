// SPDX-License-Identifier: Apache-2.0
#include "lab/line_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace segsmith::lab {
namespace {

using ::testing::HasSubstr;

TEST(LineChart, IsEmptyWithoutPoints) {
  EXPECT_EQ(line_chart_svg({"t", "x", "y", {}}), "");
  EXPECT_EQ(line_chart_svg({"t", "x", "y", {{"a", {}}}}), "");
}

TEST(LineChart, ScalesBothAxesToRoundNumbers) {
  const std::string svg = line_chart_svg({"Title", "days", "MB", {{"a", {{0, 0}, {7.5, 30}}}}});
  EXPECT_THAT(svg, HasSubstr(">30</text>"));
  EXPECT_THAT(svg, HasSubstr(">8</text>"));
  // 0 lies on the axes, 30 at the top, 7.5 of 8 days near the right end.
  EXPECT_THAT(svg, HasSubstr("<polyline points=\"80.0,330.0 698.8,60.0 \""));
}

TEST(LineChart, TellsSeriesApartWithoutColour) {
  const std::string svg =
      line_chart_svg({"T", "x", "y", {{"one", {{0, 1}, {1, 1}}}, {"two", {{0, 2}, {1, 2}}}}});
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray=\"none\""));
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray=\"7 3\""));
}

TEST(LineChart, EscapesText) {
  EXPECT_THAT(line_chart_svg({"a<b", "x", "y", {{"c&d", {{0, 0}}}}}), HasSubstr("a&lt;b"));
}

}  // namespace
}  // namespace segsmith::lab
