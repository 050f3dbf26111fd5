// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "lab/race.h"
#include "lab/svg.h"

namespace segsmith::lab {
namespace {

constexpr const char* kStyle = R"(
body { font: 15px/1.45 system-ui, sans-serif; color: #111; max-width: 940px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
svg { width: 100%; height: auto; font-family: inherit; }
table { border-collapse: collapse; font-size: 12px; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: 2px 6px; text-align: left; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
p.note { color: #444; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } svg, tr { break-inside: avoid; } }
)";

std::vector<std::string> series_of(const RaceResult& result) {
  std::vector<std::string> series;
  for (const ArmResult& arm : result.arms) series.emplace_back(name_of(arm.arm));
  return series;
}

/// Bytes a document of the raced fields' structures, and of the whole store.
BarChart size_chart(const RaceResult& result) {
  BarChart chart{"Bytes per document by field and structure",
                 "bytes per document",
                 series_of(result),
                 {},
                 false};
  const auto add = [&](const std::string& label, auto&& bytes_of) {
    BarGroup group{label, {}, {}};
    bool any = false;
    for (const ArmResult& arm : result.arms) {
      const auto documents = static_cast<double>(std::max<int64_t>(1, arm.sizes.documents));
      const double value = static_cast<double>(bytes_of(arm.sizes)) / documents;
      any |= value > 0;
      group.values.push_back(value);
      group.texts.push_back(fmt::format("{:.3f}", value));
    }
    if (any) chart.groups.push_back(std::move(group));
  };
  for (const std::string& field : result.options.fields) {
    for (const char* structure : {"doc_values", "points", "skip_index"}) {
      add(field + " " + structure,
          [&](const IndexSizes& sizes) { return sizes.bytes_of(field, structure); });
    }
    add(field + " in all", [&](const IndexSizes& sizes) { return sizes.bytes_of(field); });
  }
  return chart;
}

BarChart store_chart(const RaceResult& result) {
  BarChart chart{"Store size", "MB, without inverted indexes", series_of(result), {}, false};
  BarGroup group{"store", {}, {}};
  for (const ArmResult& arm : result.arms) {
    const double megabytes = static_cast<double>(arm.sizes.total) / 1e6;
    group.values.push_back(megabytes);
    group.texts.push_back(fmt::format("{:.2f}", megabytes));
  }
  chart.groups.push_back(std::move(group));
  return chart;
}

BarChart time_chart(const RaceResult& result) {
  BarChart chart{"Writing time", "seconds, one thread", series_of(result), {}, false};
  const auto add = [&](const char* label, auto&& ns_of) {
    BarGroup group{label, {}, {}};
    for (const ArmResult& arm : result.arms) {
      const double seconds = static_cast<double>(ns_of(arm)) / 1e9;
      group.values.push_back(seconds);
      group.texts.push_back(fmt::format("{:.2f}", seconds));
    }
    chart.groups.push_back(std::move(group));
  };
  add("indexing", [](const ArmResult& arm) { return arm.indexing_ns; });
  add("flush", [](const ArmResult& arm) { return arm.flush_ns; });
  add("merge", [](const ArmResult& arm) { return arm.merge.total_ns(); });
  return chart;
}

BarChart latency_chart(const RaceResult& result, const std::string& field, bool collect) {
  BarChart chart{field + (collect ? ", collecting" : ", counting"),
                 "median microseconds",
                 series_of(result),
                 {},
                 true};
  for (const TaskResult& task : result.tasks) {
    if (task.field != field || task.collect != collect) continue;
    BarGroup group{rounded(task.selectivity, 4) + " % of the documents", {}, {}};
    for (const auto& samples : task.micros) {
      const double median = percentile(samples, 50);
      group.values.push_back(median);
      group.texts.push_back(fmt::format("{:.1f}", median));
    }
    chart.groups.push_back(std::move(group));
  }
  return chart;
}

std::string table_html(const Table& table) {
  std::string html = "<table><thead><tr>";
  for (size_t c = 0; c < table.columns.size(); ++c) {
    const bool number = c == 2 || c == 3 || c == 4 || c == 6;
    html += fmt::format("<th{}>{}</th>", number ? " class=\"n\"" : "",
                        html_text(table.columns[c].heading));
  }
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const Json& cell : row) {
      if (cell.is_number()) {
        const std::string text = cell.is_number_float() ? figure(cell.get<double>())
                                                        : with_thousands(cell.get<int64_t>());
        html += "<td class=\"n\">" + text + "</td>";
      } else {
        html += "<td>" + (cell.is_string() ? html_text(cell.get<std::string>()) : "") + "</td>";
      }
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table>\n";
}

void section(std::string& html, const BarChart& chart) {
  html += "<h2>" + html_text(chart.title) + "</h2>\n" + bar_chart_svg(chart);
}

}  // namespace

std::string race_html(const RaceResult& result) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>segsmith race</title><style>" +
      std::string(kStyle) + "</style></head><body>\n<h1>Points against skippers</h1>\n";
  html += fmt::format(
      "<p class=\"note\">{} documents, indexed in every arm with a flush every {} documents, then "
      "merged to one segment; {} ranges a task, each run in every arm by turns. Every arm gave the "
      "same answers. Sizes are without inverted indexes: none is written.</p>\n",
      with_thousands(static_cast<int64_t>(result.arms.front().documents)),
      with_thousands(result.options.flush_docs), result.options.runs);
  section(html, size_chart(result));
  section(html, store_chart(result));
  section(html, time_chart(result));
  for (const std::string& field : result.options.fields) {
    section(html, latency_chart(result, field, false));
    section(html, latency_chart(result, field, true));
  }
  for (size_t contender = 1; contender < result.arms.size(); ++contender) {
    html += "<h2>" + html_text(name_of(result.arms[0].arm)) + " and " +
            html_text(name_of(result.arms[contender].arm)) + " in figures</h2>\n";
    const Table table = race_table(result, contender);
    html += table_html(table);
    for (const std::string& note : table.notes) {
      html += "<p class=\"note\">" + html_text(note) + "</p>\n";
    }
  }
  return html + "</body></html>\n";
}

}  // namespace segsmith::lab
