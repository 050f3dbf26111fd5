// SPDX-License-Identifier: Apache-2.0
#include "lab/dump.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "index/mapped_types.h"
#include "lab/json_text.h"
#include "lab/mapped_value.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using index::SegmentReader;
using model::DocValuesType;
using model::FieldInfo;

/// Dumps one segment after another into one buffer, handed on when it is large.
class Dumper {
 public:
  Dumper(const DumpOptions& options, const LineSink& sink) : options_(options), sink_(sink) {}
  ~Dumper() = default;

  void segment(const SegmentReader& segment) {
    segment_ = &segment;
    types_ = index::MappedTypes::of(segment.info());
    const std::string& s = options_.structure;
    if (s == "live_docs") return live_docs();
    if (s == "stored") return stored();
    if (s == "source") return source();
    for (const FieldInfo* field : fields()) {
      if (s == "doc_values" && field->has_doc_values()) doc_values(*field);
      if (s == "points" && field->has_points()) points(*field);
      if (s == "skip_index" && field->has_skip_index()) skip_index(*field);
    }
  }
  void flush() {
    if (!out_.empty()) sink_(out_);
    out_.clear();
  }

 private:
  /// The wanted fields in byte order of their names.
  std::vector<const FieldInfo*> fields() const {
    std::vector<const FieldInfo*> fields;
    for (const FieldInfo& field : segment_->fields()) {
      if (!options_.field || field.name == *options_.field) fields.push_back(&field);
    }
    std::sort(fields.begin(), fields.end(),
              [](const FieldInfo* a, const FieldInfo* b) { return a->name < b->name; });
    return fields;
  }

  void begin() {
    out_ += "{\"segment\":\"";
    out_ += segment_->name();
    out_ += '"';
  }
  void end() {
    out_ += "}\n";
    if (out_.size() > size_t{1} << 20) flush();
  }
  /// Begin of a line about a document of a field; the same text for all of the field's lines.
  std::string field_prefix(const FieldInfo& field) const {
    std::string text = "{\"segment\":\"" + segment_->name() + "\",\"field\":";
    append_json_string(text, field.name);
    return text + ",\"doc\":";
  }

  void bytes_value(std::span<const std::byte> bytes, index::FieldKind kind) {
    if (options_.raw) return append_hex_string(out_, bytes);
    append_mapped_bytes(out_, bytes, kind);
  }

  void doc_values(const FieldInfo& field) {
    const model::DocValuesField& parts = segment_->doc_values(field);
    if (field.doc_values_type == DocValuesType::binary) return binary_values(field, parts);
    const std::string prefix = field_prefix(field);
    const auto kind = types_.kind(field.name);
    const auto* type = options_.raw ? nullptr : types_.find(field.name);
    const auto column = model::number_column(parts);
    model::NumberBlock block;
    model::BytesBlock term;
    while (column->next(block)) {
      size_t v = 0;
      for (size_t i = 0; i < block.docs.count; ++i) {
        out_ += prefix;
        append_number(out_, block.docs.doc(i));
        out_ += ",\"values\":[";
        const size_t n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
        for (size_t k = 0; k < n; ++k, ++v) {
          if (k != 0) out_ += ',';
          if (parts.terms) {
            parts.terms->terms(block.values[v], 1, term);
            bytes_value(term[0], kind);
          } else {
            append_mapped_number(out_, block.values[v], type);
          }
        }
        out_ += ']';
        end();
      }
    }
  }

  void binary_values(const FieldInfo& field, const model::DocValuesField& parts) {
    const std::string prefix = field_prefix(field);
    const auto column = model::bytes_column(parts);
    model::DocBlock docs;
    model::BytesBlock values;
    while (column->next(docs, values)) {
      for (size_t i = 0; i < docs.count; ++i) {
        out_ += prefix;
        append_number(out_, docs.doc(i));
        out_ += ",\"values\":[";
        bytes_value(values[i], index::FieldKind::binary);
        out_ += ']';
        end();
      }
    }
  }

  void points(const FieldInfo& field) {
    if (segment_->points() == nullptr) return;
    const auto tree = segment_->points()->field(field);
    if (tree == nullptr) return;
    const std::string prefix = field_prefix(field);
    tree->for_each_leaf([&](const bkd::LeafBlock& leaf) {
      const size_t width = tree->config().packed_bytes();
      const std::span<const std::byte> values(leaf.values);
      const auto docs = leaf.doc_ids();
      for (size_t i = 0; i < docs.size(); ++i) {
        out_ += prefix;
        append_number(out_, docs[i]);
        out_ += ",\"point\":";
        append_hex_string(out_, values.subspan(i * width, width));
        end();
      }
    });
  }

  void skip_index(const FieldInfo& field) {
    const auto index = segment_->skip_index(field);
    if (index == nullptr) return;
    std::string prefix = field_prefix(field);
    prefix.resize(prefix.size() - std::string_view("\"doc\":").size());
    for (int level = 0; level < skipper::kMaxLevels; ++level) {
      for (const skipper::Interval& interval : index->intervals(level)) {
        out_ += prefix;
        member("\"level\":", level);
        member(",\"min_doc\":", interval.min_doc);
        member(",\"max_doc\":", interval.max_doc);
        member(",\"min_value\":", interval.min_value);
        member(",\"max_value\":", interval.max_value);
        member(",\"doc_count\":", interval.doc_count);
        end();
      }
    }
  }

  void member(std::string_view name, int64_t value) {
    out_ += name;
    append_number(out_, value);
  }

  void live_docs() {
    begin();
    out_ += ",\"deleted\":[";
    if (const BitSet* live = segment_->live_docs()) {
      bool first = true;
      for (uint64_t d = live->next_clear(0); d < live->size(); d = live->next_clear(d + 1)) {
        if (!first) out_ += ',';
        first = false;
        append_number(out_, static_cast<int64_t>(d));
      }
    }
    out_ += ']';
    end();
  }

  void stored() {
    codec::StoredFieldsCursor cursor(segment_->stored_fields());
    for (int32_t doc = 0; doc < segment_->max_doc(); ++doc) {
      begin();
      member(",\"doc\":", doc);
      out_ += ",\"fields\":{";
      stored_values(cursor.document(doc));
      out_ += '}';
      end();
    }
  }

  /// Values of one field are adjacent in what Lucene writes only when they were added so; they are
  /// joined by name in the order of their first appearance.
  void stored_values(std::span<const codec::StoredValue> values) {
    std::vector<int32_t> numbers;
    for (const auto& value : values) {
      if (std::find(numbers.begin(), numbers.end(), value.field) == numbers.end()) {
        numbers.push_back(value.field);
      }
    }
    bool first_field = true;
    for (int32_t number : numbers) {
      const FieldInfo* field = segment_->fields().find(number);
      if (field == nullptr || (options_.field && field->name != *options_.field)) continue;
      if (!first_field) out_ += ',';
      first_field = false;
      append_json_string(out_, field->name);
      out_ += ':';
      const auto same = [&](const codec::StoredValue& v) { return v.field == number; };
      const bool several = std::count_if(values.begin(), values.end(), same) > 1;
      if (several) out_ += '[';
      bool first = true;
      for (const auto& value : values) {
        if (!same(value)) continue;
        if (!first) out_ += ',';
        first = false;
        stored_value(value);
      }
      if (several) out_ += ']';
    }
  }

  void stored_value(const codec::StoredValue& value) {
    switch (value.type) {
      case codec::StoredType::string:
      case codec::StoredType::bytes:
        return bytes_value(value.bytes, index::FieldKind::source);
      case codec::StoredType::float32:
        if (!options_.raw) return append_float(out_, codec::stored_float(value));
        break;
      case codec::StoredType::float64:
        if (!options_.raw) return append_double(out_, codec::stored_double(value));
        break;
      default:
        break;
    }
    append_number(out_, value.number);
  }

  void source() {
    const FieldInfo* field = segment_->fields().find("_source");
    if (field == nullptr) {
      throw InvalidArgument(
          "segment " + segment_->name() +
          " stores no _source, and rebuilding it from doc values is not built yet");
    }
    codec::StoredFieldsCursor cursor(segment_->stored_fields());
    for (int32_t doc = 0; doc < segment_->max_doc(); ++doc) {
      for (const auto& value : cursor.document(doc)) {
        if (value.field != field->number) continue;
        begin();
        member(",\"doc\":", doc);
        out_ += ",\"source\":";
        bytes_value(value.bytes, index::FieldKind::source);
        end();
      }
    }
  }

  const DumpOptions& options_;
  const LineSink& sink_;
  const SegmentReader* segment_ = nullptr;
  index::MappedTypes types_;
  std::string out_;
};

void check_options(const index::IndexReader& reader, const DumpOptions& options) {
  static constexpr std::string_view kStructures[] = {"doc_values", "points", "skip_index",
                                                     "live_docs",  "stored", "source"};
  if (std::find(std::begin(kStructures), std::end(kStructures), options.structure) ==
      std::end(kStructures)) {
    throw InvalidArgument(
        "unknown structure '" + options.structure +
        "': doc_values, points, skip_index, live_docs, stored and source are known");
  }
  bool segment_found = !options.segment, field_found = !options.field;
  for (const auto& segment : reader.segments()) {
    segment_found |= options.segment && segment->name() == *options.segment;
    field_found |= options.field && segment->fields().find(*options.field) != nullptr;
  }
  if (!segment_found) throw InvalidArgument("no segment '" + *options.segment + "' in the index");
  if (!field_found) throw InvalidArgument("no field '" + *options.field + "' in the index");
}

}  // namespace

void dump(const index::IndexReader& reader, const DumpOptions& options, const LineSink& sink) {
  check_options(reader, options);
  Dumper dumper(options, sink);
  for (const auto& segment : reader.segments()) {
    if (!options.segment || segment->name() == *options.segment) dumper.segment(*segment);
  }
  dumper.flush();
}

}  // namespace segsmith::lab
