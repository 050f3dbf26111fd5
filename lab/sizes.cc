// SPDX-License-Identifier: Apache-2.0
#include "lab/sizes.h"

#include <algorithm>
#include <set>
#include <utility>

namespace segsmith::lab {
namespace {

using Key = std::pair<std::string, std::string>;  // field, structure

double per_document(uint64_t bytes, int64_t documents) {
  return documents == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(documents);
}

bool has_inverted_index(const index::IndexReader& reader) {
  for (const auto& segment : reader.segments()) {
    for (const model::FieldInfo& field : segment->fields()) {
      if (field.index_options != 0) return true;
    }
  }
  return false;
}

std::string shown(const std::string& field) { return field.empty() ? "(no field)" : field; }

std::map<Key, uint64_t> by_key(const IndexSizes& sizes) {
  std::map<Key, uint64_t> bytes;
  for (const SizeRow& row : sizes.rows) bytes[{row.field, row.structure}] += row.bytes;
  return bytes;
}

Json diff_percent(double a, double b) {
  if (a == 0) return nullptr;
  return (b - a) / a * 100.0;
}

}  // namespace

uint64_t IndexSizes::bytes_of(std::string_view field, std::string_view structure) const {
  uint64_t bytes = 0;
  for (const SizeRow& row : rows) {
    if (row.field == field && row.structure == structure) bytes += row.bytes;
  }
  return bytes;
}

uint64_t IndexSizes::bytes_of(std::string_view field) const {
  uint64_t bytes = 0;
  for (const SizeRow& row : rows) {
    if (row.field == field) bytes += row.bytes;
  }
  return bytes;
}

IndexSizes index_sizes(const index::IndexReader& reader) {
  IndexSizes sizes;
  sizes.documents = reader.max_doc();
  sizes.segments = reader.segments().size();
  sizes.has_inverted_indexes = has_inverted_index(reader);
  std::map<Key, uint64_t> bytes;
  uint64_t attributed = 0;
  reader.visit([&](const model::Fact& fact) {
    bytes[{fact.field, fact.structure}] += fact.length;
    attributed += fact.length;
  });
  std::set<std::string> files = {index::segments_file_name(reader.commit().generation)};
  for (const auto& segment : reader.commit().segments) {
    for (const std::string& file : index::files_of(segment)) files.insert(file);
  }
  for (const std::string& file : files) sizes.total += reader.directory().length(file);
  for (const auto& [key, n] : bytes) sizes.rows.push_back({key.first, key.second, n});
  sizes.unattributed = sizes.total - std::min(sizes.total, attributed);
  std::sort(sizes.rows.begin(), sizes.rows.end(), [](const SizeRow& a, const SizeRow& b) {
    if (a.bytes != b.bytes) return a.bytes > b.bytes;
    return std::tie(a.field, a.structure) < std::tie(b.field, b.structure);
  });
  return sizes;
}

std::string_view inverted_index_mark(const IndexSizes& sizes) {
  return sizes.has_inverted_indexes ? "" : "without inverted indexes";
}

Table sizes_table(const IndexSizes& sizes) {
  Table table;
  table.schema = "segsmith.sizes/1";
  table.columns = {{"field", "Field"},
                   {"structure", "Structure"},
                   {"bytes", "Bytes"},
                   {"bytes_per_document", "Bytes/doc"},
                   {"percent", "%"}};
  const auto add = [&](const std::string& field, const std::string& structure, uint64_t bytes) {
    const double percent =
        sizes.total == 0 ? 0.0
                         : 100.0 * static_cast<double>(bytes) / static_cast<double>(sizes.total);
    table.add({field, structure, bytes, per_document(bytes, sizes.documents), percent});
  };
  for (const SizeRow& row : sizes.rows) add(shown(row.field), row.structure, row.bytes);
  add("(no field)", "unattributed", sizes.unattributed);
  add("(total)", std::string(inverted_index_mark(sizes)), sizes.total);
  table.facts["documents"] = sizes.documents;
  table.facts["segments"] = sizes.segments;
  table.facts["bytes"] = sizes.total;
  table.facts["inverted_indexes"] = sizes.has_inverted_indexes;
  table.notes = {with_thousands(sizes.documents) + " documents in " +
                 with_thousands(static_cast<int64_t>(sizes.segments)) + " segments"};
  return table;
}

Table compare_table(const IndexSizes& a, const IndexSizes& b) {
  Table table;
  table.schema = "segsmith.compare/1";
  table.columns = {{"metric", "Metric"},       {"task", "Task"}, {"baseline", "Baseline"},
                   {"contender", "Contender"}, {"diff", "Diff"}, {"unit", "Unit"},
                   {"diff_percent", "Diff %"}};
  const auto add = [&](const std::string& metric, const std::string& task, double x, double y,
                       const char* unit, bool whole) {
    const Json jx = whole ? Json(static_cast<int64_t>(x)) : Json(x);
    const Json jy = whole ? Json(static_cast<int64_t>(y)) : Json(y);
    const Json diff = whole ? Json(static_cast<int64_t>(y - x)) : Json(y - x);
    table.add({metric, task, jx, jy, diff, unit, diff_percent(x, y)});
  };
  const auto mark = std::string(inverted_index_mark(a));
  add("Store size", mark, static_cast<double>(a.total), static_cast<double>(b.total), "bytes",
      true);
  add("Segment count", "", static_cast<double>(a.segments), static_cast<double>(b.segments), "",
      true);
  add("Documents", "", static_cast<double>(a.documents), static_cast<double>(b.documents), "",
      true);
  add("Store size per document", mark, per_document(a.total, a.documents),
      per_document(b.total, b.documents), "bytes/doc", false);
  auto rows = by_key(a);
  const auto other = by_key(b);
  for (const auto& [key, bytes] : other) rows.try_emplace(key, 0);
  std::vector<std::pair<Key, uint64_t>> order(rows.begin(), rows.end());
  const auto weight = [&](const std::pair<Key, uint64_t>& row) {
    const auto it = other.find(row.first);
    return std::max(row.second, it == other.end() ? 0 : it->second);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](const auto& x, const auto& y) { return weight(x) > weight(y); });
  for (const auto& [key, bytes] : order) {
    const auto it = other.find(key);
    const uint64_t in_b = it == other.end() ? 0 : it->second;
    const std::string name = shown(key.first) + " " + key.second;
    add(name, "bytes", static_cast<double>(bytes), static_cast<double>(in_b), "bytes", true);
    add(name, "bytes per document", per_document(bytes, a.documents),
        per_document(in_b, b.documents), "bytes/doc", false);
  }
  return table;
}

}  // namespace segsmith::lab
