// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>

#include "lab/dv_explain.h"
#include "lab/physical.h"
#include "lab/physical_rows.h"
#include "packing/number_kernels.h"

namespace segsmith::lab {
namespace {

constexpr size_t kChunk = 4096;  ///< Values decoded at once for their bounds.

bool has_doc_values(const index::SegmentReader& segment, const model::FieldInfo& field) {
  return segment.has_doc_values(field);
}

/// The name of a part as a row shows it.
std::string structure_of(const model::Fact& fact, const model::DocValuesField* field) {
  if (fact.structure == "skip_index") return fact.structure;
  if (fact.encoding == "jump_table") return "jump_table";
  if (field != nullptr && field->terms && fact.part == "values") return "ordinals";
  return fact.part;
}

/// Bounds of `count` numbers from `first` on, decoded: the metadata does not hold them.
Span bounds_of(const model::Numbers& numbers, uint64_t first, uint64_t count,
               std::vector<int64_t>& buffer) {
  Span bounds;
  buffer.resize(kChunk);
  while (count > 0) {
    const auto n = static_cast<size_t>(std::min<uint64_t>(count, kChunk));
    const auto values = std::span(buffer).first(n);
    numbers.values(first, values);
    const packing::MinMax found = packing::min_max(values);
    bounds.add(found.min, found.max);
    first += n;
    count -= n;
  }
  return bounds;
}

/// One row for each unit, or one for all blocks of a part.
class Rows {
 public:
  Rows(const index::SegmentReader& segment, const PhysicalOptions& options, const RowSink& sink)
      : segment_(segment), options_(options), sink_(sink) {}
  /// Bytes of all rows.
  uint64_t bytes() const { return bytes_; }

  void add_field(const model::FieldInfo& info) {
    for_each_group(segment_, info, [&](const auto& group, const model::FieldInfo& field) {
      field_ = &group.reader->field(field);
      if (options_.explain) explainer_.emplace(*field_);
      segment_.visit_doc_values(group, field, [&](const model::Fact& fact) { add(fact); });
      flush();
      explainer_.reset();
      field_ = nullptr;
    });
  }
  void add(const model::Fact& fact) {
    if (!options_.every_block && merges_with_open(fact)) {
      extend(fact);
      return;
    }
    flush();
    open_ = fact;
    opened_ = true;
    blocks_ = 1;
    bits_ = {};
    if (fact.bits >= 0) bits_.add(fact.bits, fact.bits);
    bounds_ = bounds(fact);
    if (options_.every_block) flush();
  }
  void flush() {
    if (!opened_) return;
    opened_ = false;
    bytes_ += open_.length;
    Json block;
    if (open_.block >= 0)
      block = blocks_ > 1 ? Json(std::to_string(blocks_) + " blocks") : Json(open_.block);
    const std::string structure = structure_of(open_, field_);
    std::vector<Json> row = {
        segment_.name(),
        open_.field.empty() ? "(no field)" : open_.field,
        structure,
        block,
        open_.encoding.empty() || structure == open_.encoding ? Json(nullptr)
                                                              : Json(open_.encoding),
        bits_.text(),
        open_.count == 0 && open_.structure == "metadata" ? Json(nullptr) : Json(open_.count)};
    auto place = place_cells(segment_, open_);
    row.insert(row.end(), place.begin(), place.begin() + 2);
    row.push_back(bounds_.low());
    row.push_back(bounds_.high());
    row.insert(row.end(), place.begin() + 2, place.end());
    row.push_back(blocks_ > 1 || open_.details.empty() ? Json(nullptr) : Json(open_.details));
    if (options_.explain) row.push_back(why());
    sink_(std::move(row));
  }

 private:
  bool merges_with_open(const model::Fact& fact) const {
    return opened_ && fact.block >= 0 && open_.block >= 0 && fact.part == open_.part &&
           fact.field == open_.field && fact.file == open_.file;
  }
  void extend(const model::Fact& fact) {
    ++blocks_;
    open_.length += fact.length;
    open_.count += fact.count;
    if (open_.encoding != fact.encoding) open_.encoding = "mixed";
    if (fact.bits >= 0) bits_.add(fact.bits, fact.bits);
    const Span more = bounds(fact);
    if (more.any()) bounds_.add(more.low().get<int64_t>(), more.high().get<int64_t>());
  }
  Span bounds(const model::Fact& fact) {
    Span found;
    if (field_ == nullptr || fact.structure != "doc_values" || fact.count == 0) return found;
    if (fact.part == "values" && field_->numbers) {
      if (fact.min && fact.max) {
        found.add(*fact.min, *fact.max);
        return found;
      }
      return bounds_of(*field_->numbers, fact.first, fact.count, buffer_);
    }
    if (fact.part == "addresses" && field_->addresses) {
      found.add(field_->addresses->value(fact.first),
                field_->addresses->value(fact.first + fact.count - 1));
      return found;
    }
    if (fact.part == "docs_with_field") return documents(fact);
    if (fact.min && fact.max) found.add(*fact.min, *fact.max);
    return found;
  }
  /// The first and the last document of a block.
  Span documents(const model::Fact& fact) {
    docs_.resize(fact.file.empty() ? 1 : fact.count);
    Span found;
    if (fact.file.empty()) {
      found.add(0, field_->presence->max_doc() - 1);
    } else if (fact.block >= 0 &&
               field_->presence->docs(static_cast<int32_t>(fact.first), docs_) == docs_.size()) {
      found.add(docs_.front(), docs_.back());
    }
    return found;
  }
  Json why() {
    if (!explainer_)
      return open_.part == "unattributed" ? "no parser accounts for these bytes" : "";
    if (blocks_ > 1) {
      return std::to_string(blocks_) + " blocks; --field tells of each";
    }
    std::optional<int64_t> min, max;
    if (bounds_.any()) {
      min = bounds_.low().get<int64_t>();
      max = bounds_.high().get<int64_t>();
    }
    return explainer_->why(open_, min, max);
  }

  const index::SegmentReader& segment_;
  const PhysicalOptions& options_;
  const RowSink& sink_;
  const model::DocValuesField* field_ = nullptr;
  std::optional<DvExplainer> explainer_;
  uint64_t bytes_ = 0;
  // The row that is not handed on yet.
  model::Fact open_;
  bool opened_ = false;
  int64_t blocks_ = 0;
  Span bits_, bounds_;
  std::vector<int64_t> buffer_;
  std::vector<int32_t> docs_;
};

/// Headers and footers of the segment's doc-values files; returns the files' lengths.
uint64_t add_edges(const index::SegmentReader& segment, Rows& rows) {
  std::map<std::string, uint64_t> ends;  // By the file, or the inner one.
  for (const auto& group : segment.doc_values_groups()) {
    segment.visit_doc_values(group, [&](const model::Fact& fact) {
      uint64_t& end = ends[fact.inner_file.empty() ? fact.file : fact.inner_file];
      end = std::max(end, own_offset(segment, fact) + fact.length);
      if (fact.field.empty() && fact.part != "unattributed") rows.add(fact);
    });
  }
  rows.flush();
  uint64_t total = 0;
  for (const auto& [file, end] : ends) total += end;
  return total;
}

std::vector<Json> total_row(const char* structure, uint64_t bytes, size_t columns) {
  std::vector<Json> row(columns);
  row[1] = structure == std::string("total") ? "(total)" : "(no field)";
  row[2] = structure == std::string("total") ? Json("") : Json(structure);
  row[8] = bytes;
  return row;
}

}  // namespace

Table dv_header(const PhysicalOptions& options) {
  Table table;
  table.schema = "segsmith.dv/1";
  table.columns = {{"segment", "Segment"},
                   {"field", "Field"},
                   {"structure", "Structure"},
                   {"block", "Block"},
                   {"encoding", "Encoding"},
                   {"bits", "Bits"},
                   {"count", "Count"},
                   {"offset", "Offset"},
                   {"length", "Length"},
                   {"min", "Min"},
                   {"max", "Max"},
                   {"file", "File"},
                   {"inner_file", "Inner file"},
                   {"inner_offset", "Inner offset"},
                   {"details", "Details"}};
  if (options.explain) table.columns.push_back({"why", "Why"});
  return table;
}

void dv_rows(const index::IndexReader& reader, const PhysicalOptions& options,
             const RowSink& sink) {
  uint64_t attributed = 0, total = 0;
  bool any = false;
  for (const index::SegmentReader* segment : selected_segments(reader, options)) {
    Rows rows(*segment, options, sink);
    for (const model::FieldInfo* field : selected_fields(
             *segment, options, [&](const auto& f) { return has_doc_values(*segment, f); })) {
      rows.add_field(*field);
      any = true;
    }
    if (!options.field) total += add_edges(*segment, rows);
    attributed += rows.bytes();
  }
  if (options.field && !any) {
    throw InvalidArgument("no field '" + *options.field + "' with doc values in the index");
  }
  const size_t columns = dv_header(options).columns.size();
  if (!options.field) {
    sink(total_row("unattributed", total - std::min(total, attributed), columns));
  }
  sink(total_row("total", options.field ? attributed : total, columns));
}

}  // namespace segsmith::lab
