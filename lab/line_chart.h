// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace segsmith::lab {

struct LineSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< x does not go back.
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<LineSeries> series;
};

/// A drawing of its own (with width, height and namespace), axes from 0, series told apart by
/// dashes as well as by colour. Empty for a chart without points.
std::string line_chart_svg(const LineChart& chart);

}  // namespace segsmith::lab
