// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "lab/bkd_report.h"

namespace segsmith::lab {
namespace {

double per_document(uint64_t bytes, int64_t documents) {
  return documents == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(documents);
}

double percent_of(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

Json json_of(const BkdTree& tree) {
  Json json = Json::object();
  json["segment"] = tree.segment;
  json["field"] = tree.field;
  json["bkd_version"] = tree.version;
  json["dims"] = tree.dims;
  json["index_dims"] = tree.index_dims;
  json["bytes_per_dim"] = tree.bytes_per_dim;
  json["points_in_leaf"] = tree.points_in_leaf;
  json["points"] = tree.points;
  json["documents"] = tree.documents;
  json["leaves"] = tree.leaves;
  json["depth"] = tree.depth;
  json["balanced"] = tree.balanced;
  json["min"] = tree.min;
  json["max"] = tree.max;
  json["splits_by_dim"] = tree.splits_by_dim;
  json["bytes"] = tree.bytes();
  return json;
}

std::string shape_of(const BkdTree& tree) {
  const std::string indexed =
      tree.index_dims == tree.dims ? "" : " (" + std::to_string(tree.index_dims) + " indexed)";
  return tree.segment + " " + tree.field + ": " + with_thousands(tree.points) + " points of " +
         with_thousands(tree.documents) + " documents, " + std::to_string(tree.dims) + " x " +
         std::to_string(tree.bytes_per_dim) + " bytes" + indexed + ", " +
         with_thousands(tree.leaves) + " leaves of " + std::to_string(tree.points_in_leaf) +
         ", depth " + std::to_string(tree.depth) + (tree.balanced ? ", balanced" : "") + ", BKD " +
         std::to_string(tree.version);
}

class Rows {
 public:
  explicit Rows(Table& table) : table_(table) {}

  void add_segment(const BkdSegment& segment, bool one_field) {
    documents_ = segment.documents;
    uint64_t attributed = 0;
    for (const BkdTree& tree : segment.trees) {
      for (const BkdPart& part : tree.parts) {
        add(segment.name, tree.field, part.part, part.detail, part.count, part.bytes);
        attributed += part.bytes;
      }
      if (one_field) add_splits(tree);
    }
    if (!one_field) {
      for (const BkdPart& part : segment.shared) {
        add(segment.name, "(no field)", part.part, part.detail, part.count, part.bytes);
        attributed += part.bytes;
      }
      const uint64_t rest = segment.file_bytes - std::min(segment.file_bytes, attributed);
      add(segment.name, "(no field)", "unattributed", "", nullptr, rest);
      attributed = segment.file_bytes;
    }
    add(segment.name, "", "(total)", "", nullptr, attributed);
    bytes_ += attributed;
  }
  uint64_t bytes() const { return bytes_; }

 private:
  void add(const std::string& segment, const std::string& field, const std::string& part,
           const std::string& detail, Json count, uint64_t bytes) {
    table_.add(
        {segment, field, part, detail, std::move(count), bytes, per_document(bytes, documents_)});
  }
  void add_splits(const BkdTree& tree) {
    for (const BkdSplit& split : tree.splits) {
      table_.add({tree.segment, tree.field, "split",
                  "node " + std::to_string(split.node) + ": dimension " +
                      std::to_string(split.dim) + " at " + split.value,
                  split.points, nullptr, nullptr});
    }
  }

  Table& table_;
  int64_t documents_ = 0;
  uint64_t bytes_ = 0;
};

/// Why the document ids of most leaves are coded as they are, and what a point pays for it.
std::string why_doc_ids(const std::string& kind) {
  if (kind == "continuous")
    return "the documents of a leaf follow one another: only the first is kept";
  if (kind == "bit_set") return "the documents of a leaf ascend and lie close together: a bit set";
  if (kind == "delta16") return "the documents of a leaf lie within 65,535: 2 bytes a point";
  if (kind == "bits21") return "documents are out of order, up to 2,097,151: 21 bits a point";
  if (kind == "bits24") return "documents are out of order, up to 16,777,215: 3 bytes a point";
  if (kind == "bits32") return "documents are out of order, beyond 16,777,215: 4 bytes a point";
  return "differences of documents, as Lucene 9.0 wrote them";
}

/// One field over all segments.
struct FieldCost {
  std::map<std::string, uint64_t> bytes;         ///< By part.
  std::map<std::string, uint64_t> doc_id_kinds;  ///< Leaves by coding.
  std::map<std::string, uint64_t> leaf_kinds;    ///< Leaves by kind.
  uint64_t total = 0, leaves = 0, points = 0, shared_bytes = 0, packed = 0;
  int64_t documents = 0;

  void add(const BkdTree& tree) {
    points += static_cast<uint64_t>(tree.points);
    leaves += static_cast<uint64_t>(tree.leaves);
    packed = static_cast<uint64_t>(tree.dims) * static_cast<uint64_t>(tree.bytes_per_dim);
    for (const BkdPart& part : tree.parts) {
      bytes[part.part] += part.bytes;
      total += part.bytes;
      if (part.part == "doc_ids") doc_id_kinds[part.detail] += part.count;
      if (part.part == "suffixes") leaf_kinds[part.detail] += part.count;
      if (part.part == "prefixes") shared_bytes += part.bytes - part.count;
    }
  }
};

std::string most_of(const std::map<std::string, uint64_t>& counts) {
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? "" : most->first;
}

std::string shares(const std::map<std::string, uint64_t>& counts, uint64_t whole) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += (text.empty() ? "" : ", ") + name + " in " + rounded(percent_of(count, whole), 1) + "%";
  }
  return text + " of leaves";
}

std::string why(const FieldCost& cost, const std::string& part) {
  const double shared = static_cast<double>(cost.shared_bytes) /
                        static_cast<double>(std::max<uint64_t>(cost.leaves, 1));
  if (part == "doc_ids") {
    return why_doc_ids(most_of(cost.doc_id_kinds)) + " (" + shares(cost.doc_id_kinds, cost.leaves) +
           ")";
  }
  if (part == "prefixes") {
    return "the leading bytes that all points of a leaf share are kept once: " +
           rounded(shared, 1) + " of " + std::to_string(cost.packed) + " bytes a point";
  }
  if (part == "suffixes") {
    return "what differs from point to point: " +
           rounded(static_cast<double>(cost.packed) - shared, 1) + " of " +
           std::to_string(cost.packed) + " bytes less what runs save (" +
           shares(cost.leaf_kinds, cost.leaves) + ")";
  }
  if (part == "run_lengths")
    return "how many neighbours share a value, or its first differing byte";
  if (part == "bounds") return "least and greatest values of each leaf of several dimensions";
  if (part == "index") return "a split value and an offset for every leaf but one";
  if (part == "leaf_headers") return "count of points and kind of each leaf";
  return "shape, bounds and offsets of each tree";
}

void explain_field(const std::string& field, const FieldCost& cost, Table& table) {
  std::vector<std::pair<std::string, uint64_t>> parts(cost.bytes.begin(), cost.bytes.end());
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  table.notes.push_back(field + ": " + figure(per_document(cost.total, cost.documents)) +
                        " bytes per document, " + with_thousands(static_cast<int64_t>(cost.total)) +
                        " in all, for " + with_thousands(static_cast<int64_t>(cost.points)) +
                        " points in " + with_thousands(static_cast<int64_t>(cost.leaves)) +
                        " leaves");
  for (const auto& [part, bytes] : parts) {
    const std::string reason = why(cost, part);
    table.notes.push_back("  " + figure(per_document(bytes, cost.documents)) + " (" +
                          rounded(percent_of(bytes, cost.total), 1) + "%) " + part + ": " + reason);
    Json line = Json::object();
    line["field"] = field;
    line["part"] = part;
    line["bytes"] = bytes;
    line["bytes_per_document"] = per_document(bytes, cost.documents);
    line["percent"] = percent_of(bytes, cost.total);
    line["why"] = reason;
    table.facts["explanation"].push_back(std::move(line));
  }
}

void explain_all(const BkdReport& report, Table& table) {
  std::map<std::string, FieldCost> fields;
  for (const BkdSegment& segment : report.segments) {
    for (const BkdTree& tree : segment.trees) fields[tree.field].add(tree);
  }
  table.facts["explanation"] = Json::array();
  for (auto& [field, cost] : fields) {
    cost.documents = report.documents;
    explain_field(field, cost, table);
  }
}

}  // namespace

Table bkd_table(const BkdReport& report, bool explain) {
  Table table;
  table.schema = "segsmith.bkd/1";
  table.columns = {{"segment", "Segment"},
                   {"field", "Field"},
                   {"part", "Part"},
                   {"detail", "Detail"},
                   {"count", "Count"},
                   {"bytes", "Bytes"},
                   {"bytes_per_document", "Bytes/doc"}};
  Rows rows(table);
  Json trees = Json::array();
  for (const BkdSegment& segment : report.segments) {
    rows.add_segment(segment, report.one_field);
    for (const BkdTree& tree : segment.trees) {
      trees.push_back(json_of(tree));
      table.notes.push_back(shape_of(tree));
    }
  }
  table.facts["documents"] = report.documents;
  table.facts["segments"] = report.segments.size();
  table.facts["bytes"] = rows.bytes();
  table.facts["trees"] = std::move(trees);
  if (report.segments.empty()) table.notes.push_back("no segment has points");
  if (explain) explain_all(report, table);
  return table;
}

}  // namespace segsmith::lab
