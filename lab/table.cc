// SPDX-License-Identifier: Apache-2.0
#include "lab/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace segsmith::lab {
namespace {

/// Columns a terminal uses for UTF-8 text: code points, as nothing here is wider than one.
size_t width_of(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string text_of(const Json& cell) {
  if (cell.is_null()) return "";
  if (cell.is_string()) return cell.get<std::string>();
  if (cell.is_boolean()) return cell.get<bool>() ? "yes" : "no";
  if (cell.is_number_unsigned()) return with_thousands(static_cast<int64_t>(cell.get<uint64_t>()));
  if (cell.is_number_integer()) return with_thousands(cell.get<int64_t>());
  if (cell.is_number_float()) return figure(cell.get<double>());
  return cell.dump();
}

std::string render_text(const Table& table) {
  const size_t columns = table.columns.size();
  std::vector<size_t> widths(columns);
  std::vector<bool> numeric(columns, true);
  std::vector<std::vector<std::string>> cells;
  for (size_t c = 0; c < columns; ++c) widths[c] = width_of(table.columns[c].heading);
  for (const auto& row : table.rows) {
    auto& texts = cells.emplace_back();
    for (size_t c = 0; c < columns; ++c) {
      texts.push_back(text_of(row[c]));
      widths[c] = std::max(widths[c], width_of(texts.back()));
      if (!row[c].is_number() && !row[c].is_null()) numeric[c] = false;
    }
  }
  std::string out;
  const auto line = [&](const std::vector<std::string>& texts) {
    std::string text;
    for (size_t c = 0; c < columns; ++c) {
      const std::string pad(widths[c] - width_of(texts[c]), ' ');
      text += numeric[c] ? pad + texts[c] : texts[c] + pad;
      if (c + 1 < columns) text += "  ";
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  };
  std::vector<std::string> headings, rules;
  for (size_t c = 0; c < columns; ++c) {
    headings.push_back(table.columns[c].heading);
    rules.emplace_back(widths[c], '-');
  }
  line(headings);
  line(rules);
  for (const auto& texts : cells) line(texts);
  for (const std::string& note : table.notes) out += note + "\n";
  return out;
}

Json object_of(const Table& table, const std::vector<Json>& row) {
  Json object = Json::object();
  for (size_t c = 0; c < row.size(); ++c) object[table.columns[c].key] = row[c];
  return object;
}

std::string render_json(const Table& table) {
  Json whole = Json::object();
  whole["schema"] = table.schema;
  for (const auto& [key, value] : table.facts.items()) whole[key] = value;
  Json& rows = whole["rows"] = Json::array();
  for (const auto& row : table.rows) rows.push_back(object_of(table, row));
  return whole.dump(2) + "\n";
}

std::string ndjson_row(const Table& table, const std::vector<Json>& row) {
  return object_of(table, row).dump() + "\n";
}

std::string render_ndjson(const Table& table) {
  std::string out;
  for (const auto& row : table.rows) out += ndjson_row(table, row);
  return out;
}

std::string csv_of(const Json& cell) {
  if (cell.is_null()) return "";
  std::string text = cell.is_string() ? cell.get<std::string>() : cell.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string csv_row(const std::vector<Json>& row) {
  std::string out;
  for (size_t c = 0; c < row.size(); ++c) out += (c ? "," : "") + csv_of(row[c]);
  return out + "\n";
}

std::string render_csv(const Table& table) {
  std::string out;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    out += (c ? "," : "") + csv_of(table.columns[c].key);
  }
  out += "\n";
  for (const auto& row : table.rows) out += csv_row(row);
  return out;
}

}  // namespace

std::optional<OutputFormat> parse_output_format(std::string_view name) {
  if (name == "table") return OutputFormat::table;
  if (name == "json") return OutputFormat::json;
  if (name == "ndjson") return OutputFormat::ndjson;
  if (name == "csv") return OutputFormat::csv;
  return std::nullopt;
}

std::string render(const Table& table, OutputFormat format) {
  switch (format) {
    case OutputFormat::table:
      return render_text(table);
    case OutputFormat::json:
      return render_json(table);
    case OutputFormat::ndjson:
      return render_ndjson(table);
    case OutputFormat::csv:
      return render_csv(table);
  }
  return {};
}

std::string render_row(const Table& table, const std::vector<Json>& row, OutputFormat format) {
  return format == OutputFormat::csv ? csv_row(row) : ndjson_row(table, row);
}

Table without_empty_columns(Table table) {
  const auto empty = [&](size_t c) {
    return std::all_of(table.rows.begin(), table.rows.end(),
                       [&](const auto& row) { return row[c].is_null(); });
  };
  for (size_t c = table.columns.size(); c-- > 0;) {
    if (!empty(c)) continue;
    table.columns.erase(table.columns.begin() + static_cast<ptrdiff_t>(c));
    for (auto& row : table.rows) row.erase(row.begin() + static_cast<ptrdiff_t>(c));
  }
  return table;
}

std::string with_thousands(int64_t value) {
  std::string digits = fmt::format("{}", value);
  const size_t sign = value < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > sign + 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string rounded(double value, int digits) {
  if (!std::isfinite(value)) return fmt::format("{}", value);
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  const size_t dot = text.find('.');
  const std::string fraction = dot == std::string::npos ? "" : text.substr(dot);
  const std::string whole = text.substr(0, dot);
  if (whole.size() > 15) return text;
  const bool minus = whole == "-0";
  return (minus ? "-0" : with_thousands(std::stoll(whole))) + fraction;
}

std::string figure(double value) {
  const double size = std::abs(value);
  return rounded(value, size < 0.1 ? 5 : size < 1 ? 4 : 3);
}

}  // namespace segsmith::lab
