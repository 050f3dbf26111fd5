// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace segsmith::lab {

enum class OutputFormat : uint8_t { table, json, ndjson, csv };

/// Nothing for an unknown name.
std::optional<OutputFormat> parse_output_format(std::string_view name);

using Json = nlohmann::ordered_json;

/// A result that prints as text, JSON, NDJSON or CSV: the same rows each time.
struct Table {
  struct Column {
    std::string key;      ///< In JSON and CSV.
    std::string heading;  ///< In text.
  };

  std::string schema;  ///< "segsmith.sizes/1"
  std::vector<Column> columns;
  std::vector<std::vector<Json>> rows;  ///< One cell a column; null prints as nothing.
  Json facts = Json::object();          ///< Members of the JSON beside schema and rows.
  std::vector<std::string> notes;       ///< Lines under the text.

  void add(std::vector<Json> row) { rows.push_back(std::move(row)); }
};

/// The whole result with its last line end. JSON is {"schema", facts..., "rows": [{key: cell}]}.
std::string render(const Table& table, OutputFormat format);
/// One row of the table's columns as NDJSON or CSV, with its line end: for results that are printed
/// while they are made. (What stands before the rows is render() of a table without any.)
std::string render_row(const Table& table, const std::vector<Json>& row, OutputFormat format);
/// The table without the columns that no row fills, for text.
Table without_empty_columns(Table table);

/// Numbers as people read them: 1234567 as "1,234,567", 0.5 with up to `digits` digits.
std::string with_thousands(int64_t value);
std::string rounded(double value, int digits);
/// A measured figure: three digits after the point, more below 1 so that small ones keep their
/// meaning.
std::string figure(double value);

}  // namespace segsmith::lab
