// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Drawings for the report page: plain SVG that reads well on paper, series told apart by lightness
/// as well as by colour.
namespace segsmith::lab {

/// One group of bars: a label and a value for each series.
struct BarGroup {
  std::string label;
  std::vector<double> values;
  std::vector<std::string> texts;  ///< What stands at each bar's end.
};

struct BarChart {
  std::string title;
  std::string unit;
  std::vector<std::string> series;
  std::vector<BarGroup> groups;
  bool logarithmic = false;  ///< Bars start at the largest power of ten below all values.
};

/// Horizontal bars, one row a series inside each group, with a legend. Empty for a chart of no
/// groups.
std::string bar_chart_svg(const BarChart& chart);

/// &, <, > and quotes as entities.
std::string html_text(std::string_view text);

}  // namespace segsmith::lab
