// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "bkd/point_tree.h"
#include "codec/file_names.h"
#include "index/check_report.h"
#include "index/segment_infos.h"
#include "index/segment_reader.h"

namespace segsmith::index {
namespace {

using model::DocValuesField;
using model::FieldInfo;

/// The parts that the readers tell of must cover each file exactly.
void check_facts(const SegmentReader& segment, const store::Directory& directory,
                 CheckReport& report) {
  std::map<std::string, std::vector<std::pair<uint64_t, uint64_t>>> parts;
  segment.visit([&](const model::Fact& fact) {
    if (fact.length > 0) parts[fact.file].emplace_back(fact.offset, fact.length);
  });
  for (const std::string& file : files_of(segment.commit_info())) {
    auto& ranges = parts[file];
    std::sort(ranges.begin(), ranges.end());
    uint64_t end = 0;
    for (const auto& [offset, length] : ranges) {
      if (offset != end) break;
      end = offset + length;
    }
    if (end == directory.length(file)) continue;
    report.add(finding::kUnattributed, file, end, {},
               "no part, or more than one, accounts for the byte at " + std::to_string(end));
  }
}

void check_skip_index(const SegmentReader& segment, const FieldInfo& field,
                      const DocValuesField& values, const std::string& file, CheckReport& report) {
  const auto skip = segment.skip_index(field);
  report.expect(skip != nullptr, finding::kCountMismatch, file, field.name,
                "the field declares a skip index but has none");
  if (skip == nullptr) return;
  report.expect_equal(values.presence->cardinality(), skip->doc_count(), file, field.name,
                      "documents of the skip index");
  const auto intervals = skip->intervals(0);
  int64_t docs = 0;
  for (const auto& interval : intervals) docs += interval.doc_count;
  report.expect_equal(skip->doc_count(), docs, file, field.name,
                      "documents of all skip index intervals");
  if (intervals.empty()) return;
  report.expect_equal(skip->meta().max_doc_id, intervals.back().max_doc, file, field.name,
                      "last document of the skip index");
  report.expect(
      skip->meta().max_doc_id < segment.max_doc() && skip->min_value() <= skip->max_value(),
      finding::kCountMismatch, file, field.name, "skip index bounds are out of order");
}

void check_addresses(const DocValuesField& values, int64_t cardinality, const std::string& file,
                     const std::string& field, CheckReport& report) {
  const model::Numbers& addresses = *values.addresses;
  report.expect_equal(cardinality + 1, static_cast<int64_t>(addresses.size()), file, field,
                      "addresses of a multi-valued field");
  if (addresses.size() == 0) return;
  report.expect_equal(0, addresses.value(0), file, field, "first address");
  report.expect_equal(static_cast<int64_t>(values.numbers->size()),
                      addresses.value(addresses.size() - 1), file, field, "last address");
}

void check_doc_values(const SegmentReader& segment, const FieldInfo& field, const std::string& file,
                      CheckReport& report) {
  const DocValuesField& values = segment.doc_values(field);
  const int64_t cardinality = values.presence->cardinality();
  report.expect(values.type == field.doc_values_type, finding::kCountMismatch, file, field.name,
                "doc values of another type than the field infos say");
  report.expect_equal(segment.max_doc(), values.presence->max_doc(), file, field.name, "documents");
  report.expect_equal(cardinality, values.presence->rank(segment.max_doc()), file, field.name,
                      "documents with a value");
  if (values.addresses) {
    check_addresses(values, cardinality, file, field.name, report);
  } else if (values.numbers) {
    report.expect_equal(cardinality, static_cast<int64_t>(values.numbers->size()), file, field.name,
                        "values of a single-valued field");
  }
  if (values.binary) {
    report.expect_equal(cardinality, static_cast<int64_t>(values.binary->size()), file, field.name,
                        "binary values");
  }
  if (values.terms) {
    report.expect(values.terms->size() <= static_cast<int64_t>(values.numbers->size()),
                  finding::kCountMismatch, file, field.name, "more terms than ordinals");
  }
  if (field.has_skip_index()) check_skip_index(segment, field, values, file, report);
}

void check_points(const SegmentReader& segment, const FieldInfo& field, CheckReport& report) {
  const std::string file = codec::segment_file_name(segment.name(), "", "kdm");
  const auto tree = segment.points()->field(field);
  if (tree == nullptr) return;
  report.expect(tree->doc_count() <= segment.max_doc() && tree->doc_count() <= tree->point_count(),
                finding::kCountMismatch, file, field.name,
                std::to_string(tree->doc_count()) + " documents of " +
                    std::to_string(segment.max_doc()) + " have " +
                    std::to_string(tree->point_count()) + " points");
  report.expect_equal(tree->point_count(), bkd::PointTree(*tree).size(), file, field.name,
                      "points of all leaves");
}

void check_stored_fields(const SegmentReader& segment) {
  const codec::Lucene90StoredFieldsReader& stored = segment.stored_fields();
  codec::StoredFieldsCursor cursor(stored);
  for (uint64_t chunk = 0; chunk < stored.chunk_count(); ++chunk) {
    cursor.serialized(stored.chunk_first_doc(chunk));
  }
}

/// Doc-values type that a sort key reads.
model::DocValuesType sorted_type(const model::SortField& key) {
  switch (key.kind) {
    case model::SortFieldKind::sorted_numeric:
      return model::DocValuesType::sorted_numeric;
    case model::SortFieldKind::sorted_set:
      return model::DocValuesType::sorted_set;
    case model::SortFieldKind::sort_field:
      break;
  }
  return key.type == model::SortType::string ? model::DocValuesType::sorted
                                             : model::DocValuesType::numeric;
}

void check_sort(const SegmentReader& segment, CheckReport& report) {
  const std::string file = codec::segment_file_name(segment.name(), "", "si");
  for (const model::SortField& key : segment.info().sort) {
    const FieldInfo* field = segment.fields().find(key.field);
    if (field == nullptr) continue;  // No document of the segment has it.
    report.expect(field->doc_values_type == sorted_type(key), finding::kCorrupt, file, key.field,
                  "the index sort reads " + std::string(name_of(sorted_type(key))) +
                      ", the field has " + std::string(name_of(field->doc_values_type)));
  }
}

/// The commit counts the documents that live but have a value in the soft-deletes field.
void check_soft_deletes(const SegmentReader& segment, CheckReport& report) {
  const auto field = std::ranges::find_if(segment.fields(), &FieldInfo::is_soft_deletes);
  int64_t count = 0;
  std::string name;
  if (field != segment.fields().end() && segment.has_doc_values(*field)) {
    name = field->name;
    BitSet deleted(static_cast<uint64_t>(segment.max_doc()));
    segment.doc_values(*field).presence->into_bit_set(0, segment.max_doc(), deleted);
    if (segment.live_docs() != nullptr) deleted.and_with(*segment.live_docs());
    count = static_cast<int64_t>(deleted.count());
  }
  report.expect_equal(segment.commit_info().soft_del_count, count, "segments_N", name,
                      "soft-deleted documents");
}

}  // namespace

void check_structure(const SegmentReader& segment, const store::Directory& directory,
                     CheckReport& report) {
  report.guard({}, [&] { check_facts(segment, directory, report); });
  for (const FieldInfo& field : segment.fields()) {
    if (segment.has_doc_values(field)) {
      const std::string file = segment.doc_values_file(field);
      report.guard(field.name, [&] { check_doc_values(segment, field, file, report); });
    }
    if (field.has_points()) {
      report.guard(field.name, [&] { check_points(segment, field, report); });
    }
  }
  report.guard({}, [&] { check_stored_fields(segment); });
  check_sort(segment, report);
  report.guard({}, [&] { check_soft_deletes(segment, report); });
}

}  // namespace segsmith::index
