// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "lab/physical.h"
#include "lab/physical_rows.h"

namespace segsmith::lab {
namespace {

using skipper::Interval;

std::string why_interval(const Interval& interval, int level, size_t levels) {
  std::string text;
  if (!interval.dense()) {
    const int32_t span = interval.max_doc - interval.min_doc + 1;
    text = with_thousands(span - interval.doc_count) + " of " + with_thousands(span) +
           " documents have no value: a range around it proves only those that have one";
  } else {
    text = "no gaps: a range around it takes all " + with_thousands(interval.doc_count) +
           " documents unread";
  }
  if (level == 0 && interval.dense() && interval.min_value == interval.max_value) {
    text += "; one value over gap-free documents, which may grow past the interval size";
  }
  if (level == 0 && levels > 1) {
    text += "; " + std::to_string(levels) + " levels begin here";
  }
  return text;
}

std::string why_statistics(const skipper::SkipIndexMeta& meta) {
  if (meta.doc_count == 0) return "no document has a value: least above greatest, no intervals";
  std::string text = "of the whole field, in .dvm";
  if (meta.max_value_count < 0)
    return text + "; most values of a document were not kept before 10.5";
  return text;
}

/// Intervals of one level of one field, for the table.
struct LevelSum {
  uint64_t intervals = 0, bytes = 0, dense = 0;
  int64_t documents = 0;
  int32_t min_doc = 0, max_doc = 0;
  Span values;

  void add(const Interval& interval, uint64_t length) {
    if (intervals++ == 0) min_doc = interval.min_doc;
    max_doc = interval.max_doc;
    documents += interval.doc_count;
    dense += interval.dense();
    values.add(interval.min_value, interval.max_value);
    bytes += length;
  }
};

class Rows {
 public:
  Rows(const index::SegmentReader& segment, const PhysicalOptions& options, const RowSink& sink)
      : segment_(segment), options_(options), sink_(sink) {}
  uint64_t bytes() const { return bytes_; }

  void add_field(const model::FieldInfo& field) {
    // A field with a skip index is never updated, so there is one group.
    const auto index = segment_.skip_index(field);
    model::Fact entries;
    for_each_group(segment_, field, [&](const auto& group, const model::FieldInfo& found) {
      segment_.visit_doc_values(group, found, [&](const model::Fact& fact) {
        if (fact.structure == "skip_index") entries = fact;
      });
    });
    add_statistics(field, index->meta());
    std::array<int64_t, skipper::kMaxLevels> numbers{};
    std::array<LevelSum, skipper::kMaxLevels> sums;
    index->visit_entries([&](uint64_t offset, std::span<const Interval> levels) {
      model::Fact fact = entries;
      fact.offset += offset;
      for (size_t level = levels.size(); level-- > 0;) {
        // The byte that counts the levels belongs to the first of them.
        fact.length = skipper::kEntryBytes + (level + 1 == levels.size() ? 1 : 0);
        bytes_ += fact.length;
        if (options_.every_block) {
          add_interval(field, static_cast<int>(level), numbers[level]++, levels, fact);
        } else {
          sums[level].add(levels[level], fact.length);
        }
        fact.offset += fact.length;
      }
    });
    for (size_t level = 0; level < sums.size(); ++level) {
      if (sums[level].intervals > 0) add_sum(field, level, sums[level], entries);
    }
  }
  void add_edge(const model::Fact& fact) {
    bytes_ += fact.length;
    add({"(no field)", fact.part, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
         nullptr, nullptr},
        fact, "");
  }

 private:
  /// `cells` are those from the field to the most values of a document.
  void add(std::vector<Json> cells, const model::Fact& place, const std::string& why) {
    std::vector<Json> row = {segment_.name()};
    row.insert(row.end(), cells.begin(), cells.end());
    const auto where = place_cells(segment_, place);
    row.insert(row.end(), where.begin(), where.end());
    if (options_.explain) row.push_back(why);
    sink_(std::move(row));
  }
  void add_statistics(const model::FieldInfo& field, const skipper::SkipIndexMeta& meta) {
    const bool empty = meta.doc_count == 0;
    model::Fact nowhere;  // The bytes stand in .dvm: segsmith dv shows them.
    add({field.name, "statistics", nullptr, nullptr, empty ? Json(nullptr) : Json(0),
         empty ? Json(nullptr) : Json(meta.max_doc_id), meta.doc_count,
         empty ? Json(nullptr) : Json(meta.min_value), empty ? Json(nullptr) : Json(meta.max_value),
         nullptr, meta.max_value_count < 0 ? Json(nullptr) : Json(meta.max_value_count)},
        nowhere, why_statistics(meta));
  }
  void add_interval(const model::FieldInfo& field, int level, int64_t number,
                    std::span<const Interval> levels, const model::Fact& place) {
    const Interval& i = levels[static_cast<size_t>(level)];
    add({field.name, "interval", level, number, i.min_doc, i.max_doc, i.doc_count, i.min_value,
         i.max_value, i.dense(), nullptr},
        place, why_interval(i, level, levels.size()));
  }
  void add_sum(const model::FieldInfo& field, size_t level, const LevelSum& sum,
               const model::Fact& entries) {
    model::Fact place = entries;
    place.length = sum.bytes;
    add({field.name, "intervals", level, std::to_string(sum.intervals) + " intervals", sum.min_doc,
         sum.max_doc, sum.documents, sum.values.low(), sum.values.high(),
         std::to_string(sum.dense) + " dense", nullptr},
        place, "--field tells of each");
  }

  const index::SegmentReader& segment_;
  const PhysicalOptions& options_;
  const RowSink& sink_;
  uint64_t bytes_ = 0;
};

/// Header and footer of `.dvs`; returns the lengths of these files. Before version 1 the intervals
/// stand in `.dvd`, of which nothing else is counted here.
uint64_t add_edges(const index::SegmentReader& segment, Rows& rows) {
  uint64_t total = 0;
  for (const auto& group : segment.doc_values_groups()) {
    segment.visit_doc_values(group, [&](const model::Fact& fact) {
      const std::string& file = fact.inner_file.empty() ? fact.file : fact.inner_file;
      const bool own_file = file.ends_with(".dvs");
      if (own_file || fact.structure == "skip_index") total += fact.length;
      if (own_file && fact.field.empty() && fact.part != "unattributed") rows.add_edge(fact);
    });
  }
  return total;
}

}  // namespace

Table skip_header(const PhysicalOptions& options) {
  Table table;
  table.schema = "segsmith.skip/1";
  table.columns = {{"segment", "Segment"},
                   {"field", "Field"},
                   {"structure", "Structure"},
                   {"level", "Level"},
                   {"interval", "Interval"},
                   {"min_doc", "Min doc"},
                   {"max_doc", "Max doc"},
                   {"doc_count", "Docs"},
                   {"min_value", "Min"},
                   {"max_value", "Max"},
                   {"dense", "Dense"},
                   {"max_value_count", "Most values"},
                   {"offset", "Offset"},
                   {"length", "Length"},
                   {"file", "File"},
                   {"inner_file", "Inner file"},
                   {"inner_offset", "Inner offset"}};
  if (options.explain) table.columns.push_back({"why", "Why"});
  return table;
}

void skip_rows(const index::IndexReader& reader, const PhysicalOptions& options,
               const RowSink& sink) {
  uint64_t attributed = 0, total = 0;
  bool any = false;
  for (const index::SegmentReader* segment : selected_segments(reader, options)) {
    Rows rows(*segment, options, sink);
    for (const model::FieldInfo* field : selected_fields(*segment, options, [&](const auto& f) {
           return f.has_skip_index() && segment->has_doc_values(f);
         })) {
      rows.add_field(*field);
      any = true;
    }
    if (!options.field) total += add_edges(*segment, rows);
    attributed += rows.bytes();
  }
  if (options.field && !any) {
    throw InvalidArgument("no field '" + *options.field + "' with a skip index in the index");
  }
  const auto sum_row = [&](const char* field, const char* structure, uint64_t bytes) {
    std::vector<Json> row(skip_header(options).columns.size());
    row[1] = field;
    row[2] = structure;
    row[13] = bytes;
    sink(std::move(row));
  };
  if (!options.field) {
    sum_row("(no field)", "unattributed", total - std::min(total, attributed));
  }
  sum_row("(total)", "", options.field ? attributed : total);
}

}  // namespace segsmith::lab
