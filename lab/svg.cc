// SPDX-License-Identifier: Apache-2.0
#include "lab/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace segsmith::lab {
namespace {

constexpr int kLabelWidth = 300, kBarWidth = 480, kTextWidth = 120, kRow = 18, kGap = 10, kTop = 34;
constexpr const char* kFills[] = {"#1f4e79", "#e08e2b", "#7a9a01", "#9e9e9e"};

/// Maps values to bar lengths.
class Scale {
 public:
  explicit Scale(const BarChart& chart) : logarithmic_(chart.logarithmic) {
    double smallest = INFINITY;
    for (const BarGroup& group : chart.groups) {
      for (double v : group.values) {
        largest_ = std::max(largest_, v);
        if (v > 0) smallest = std::min(smallest, v);
      }
    }
    if (largest_ <= 0) largest_ = 1;
    if (logarithmic_) {
      if (!std::isfinite(smallest)) smallest = largest_;
      floor_ = std::floor(std::log10(smallest)) - 0.2;
      span_ = std::max(0.1, std::log10(largest_) - floor_);
    }
  }
  double length(double v) const {
    if (v <= 0) return 0;
    const double part = logarithmic_ ? (std::log10(v) - floor_) / span_ : v / largest_;
    return std::max(1.0, part * kBarWidth);
  }
  /// Powers of ten inside a logarithmic scale.
  std::vector<double> ticks() const {
    std::vector<double> ticks;
    if (!logarithmic_) return ticks;
    for (double e = std::ceil(floor_); e <= floor_ + span_; e += 1)
      ticks.push_back(std::pow(10, e));
    return ticks;
  }

 private:
  bool logarithmic_;
  double largest_ = 0, floor_ = 0, span_ = 1;
};

void add_legend(std::string& svg, const BarChart& chart) {
  int x = kLabelWidth;
  for (size_t s = 0; s < chart.series.size(); ++s) {
    svg += fmt::format("<rect x=\"{}\" y=\"4\" width=\"12\" height=\"12\" fill=\"{}\"/>", x,
                       kFills[s % std::size(kFills)]);
    svg += fmt::format("<text x=\"{}\" y=\"14\">{}</text>", x + 17, html_text(chart.series[s]));
    x += 40 + static_cast<int>(chart.series[s].size()) * 8;
  }
  svg += fmt::format("<text x=\"{}\" y=\"14\" text-anchor=\"end\">{}{}</text>",
                     kLabelWidth + kBarWidth + kTextWidth, html_text(chart.unit),
                     chart.logarithmic ? ", logarithmic" : "");
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string bar_chart_svg(const BarChart& chart) {
  if (chart.groups.empty()) return {};
  const Scale scale(chart);
  const int group_height = static_cast<int>(chart.series.size()) * kRow + kGap;
  const int height = kTop + static_cast<int>(chart.groups.size()) * group_height;
  const int width = kLabelWidth + kBarWidth + kTextWidth;
  std::string svg =
      fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" font-size=\"12\">",
                  width, height, html_text(chart.title));
  add_legend(svg, chart);
  for (double tick : scale.ticks()) {
    const double x = kLabelWidth + scale.length(tick);
    svg +=
        fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#ccc\"/>",
                    x, kTop - 6, height);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" fill=\"#666\" font-size=\"10\">{:g}</text>",
                       x + 2, kTop - 4, tick);
  }
  int y = kTop;
  for (const BarGroup& group : chart.groups) {
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", kLabelWidth - 8,
                       y + 13, html_text(group.label));
    for (size_t s = 0; s < group.values.size(); ++s) {
      const double length = scale.length(group.values[s]);
      svg += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\" stroke=\"#222\" "
          "stroke-width=\"0.4\"/>",
          kLabelWidth, y + 1, length, kRow - 3, kFills[s % std::size(kFills)]);
      svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\">{}</text>", kLabelWidth + length + 5, y + 13,
                         html_text(group.texts[s]));
      y += kRow;
    }
    y += kGap;
  }
  return svg + "</svg>\n";
}

}  // namespace segsmith::lab
