// SPDX-License-Identifier: Apache-2.0
#include "lab/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/svg.h"

namespace segsmith::lab {
namespace {

constexpr double kWidth = 760, kHeight = 380;
constexpr double kLeft = 80, kRight = 20, kTop = 60, kBottom = 50;
constexpr const char* kStrokes[] = {"#1f4e79", "#e08e2b", "#7a9a01", "#9e9e9e", "#7b3f98"};
constexpr const char* kDashes[] = {"none", "7 3", "2 3", "9 3 2 3", "4 4"};

/// An axis from 0 to a round number at or above the largest value.
struct Axis {
  double step = 1;
  double end = 1;

  explicit Axis(double largest) {
    if (!(largest > 0)) return;
    const double power = std::pow(10.0, std::floor(std::log10(largest / 4)));
    for (const double times : {1.0, 2.0, 2.5, 5.0, 10.0}) {
      step = power * times;
      if (largest <= step * 5) break;
    }
    end = step * std::ceil(largest / step);
  }
};

std::string text(double x, double y, std::string_view anchor, std::string_view content) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     html_text(content));
}

std::string line(double x1, double y1, double x2, double y2, std::string_view stroke) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2,
      y2, stroke);
}

}  // namespace

std::string line_chart_svg(const LineChart& chart) {
  double most_x = 0, most_y = 0;
  size_t points = 0;
  for (const LineSeries& series : chart.series) {
    for (const auto& [x, y] : series.points) {
      most_x = std::max(most_x, x);
      most_y = std::max(most_y, y);
      ++points;
    }
  }
  if (points == 0) return {};
  const Axis across(most_x), up(most_y);
  const double right = kWidth - kRight, bottom = kHeight - kBottom;
  const auto at_x = [&](double x) { return kLeft + x / across.end * (right - kLeft); };
  const auto at_y = [&](double y) { return bottom - y / up.end * (bottom - kTop); };

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" role=\"img\" aria-label=\"{2}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      kWidth, kHeight, html_text(chart.title));
  svg += fmt::format("<text x=\"{}\" y=\"20\" font-size=\"15\">{}</text>\n", kLeft,
                     html_text(chart.title));
  for (double y = 0; y <= up.end + up.step / 2; y += up.step) {
    svg += line(kLeft, at_y(y), right, at_y(y), y == 0 ? "#222" : "#ddd");
    svg += text(kLeft - 6, at_y(y) + 4, "end", fmt::format("{:.6g}", y));
  }
  for (double x = 0; x <= across.end + across.step / 2; x += across.step) {
    svg += line(at_x(x), bottom, at_x(x), bottom + 4, "#222");
    svg += text(at_x(x), bottom + 18, "middle", fmt::format("{:.6g}", x));
  }
  svg += text((kLeft + right) / 2, kHeight - 10, "middle", chart.x_label);
  svg += text(right, 20, "end", chart.y_label);
  double legend = kLeft;
  for (size_t s = 0; s < chart.series.size(); ++s) {
    const std::string style =
        fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\" stroke-dasharray=\"{}\"",
                    kStrokes[s % std::size(kStrokes)], kDashes[s % std::size(kDashes)]);
    svg += fmt::format("<path d=\"M{:.1f} 38h28\" {}/>\n", legend, style);
    svg += text(legend + 34, 42, "start", chart.series[s].name);
    legend += 48 + 6.5 * static_cast<double>(chart.series[s].name.size());
    svg += "<polyline points=\"";
    for (const auto& [x, y] : chart.series[s].points) {
      svg += fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(y));
    }
    svg += fmt::format("\" {}/>\n", style);
  }
  return svg + "</svg>\n";
}

}  // namespace segsmith::lab
