// SPDX-License-Identifier: Apache-2.0
#include "lab/query_runner.h"

#include <utility>

#include "index/mapped_types.h"
#include "lab/json_text.h"
#include "lab/mapped_value.h"
#include "lab/range_runner.h"
#include "query/range_parser.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using Kind = ConditionText::Kind;

std::pair<std::string, std::string> field_and_value(const std::string& text, const char* what) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InvalidArgument(std::string(what) + " '" + text + "' is not FIELD=VALUE");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

query::Clause clause_of(const index::IndexReader& reader, const ConditionText& condition) {
  switch (condition.kind) {
    case Kind::range: {
      const query::RangeText range = query::split_range(condition.text);
      return {query::Clause::Kind::range,
              query::parse_range(range, bound_format(reader, range.field))};
    }
    case Kind::term: {
      const auto [field, value] = field_and_value(condition.text, "term");
      return {query::Clause::Kind::range,
              query::parse_term(field, value, bound_format(reader, field))};
    }
    case Kind::prefix: {
      const auto [field, value] = field_and_value(condition.text, "prefix");
      return {query::Clause::Kind::range,
              query::parse_prefix(field, value, bound_format(reader, field))};
    }
    case Kind::exists:
      bound_format(reader, condition.text);  // Some segment has it.
      return {query::Clause::Kind::exists, {condition.text, query::NumberRange{}}};
  }
  return {};
}

/// Whether the index sort of the segment begins with the key. A missing value that is an ordinary
/// number would put documents without the field between the others.
bool is_in_order(const index::SegmentReader& segment, const query::SortKey& key) {
  if (segment.info().sort.empty()) return false;
  const model::SortField& first = segment.info().sort.front();
  if (first.field != key.field || first.reverse != key.descending) return false;
  if (first.kind != model::SortFieldKind::sort_field &&
      (first.selector == model::SortSelector::max) != key.descending) {
    return false;
  }
  return first.missing != model::MissingValue::number || first.missing_bits == INT64_MIN ||
         first.missing_bits == INT64_MAX;
}

}  // namespace

QueryRunner::QueryRunner(const index::IndexReader& reader,
                         std::span<const ConditionText> conditions, query::Via via)
    : texts_(conditions.begin(), conditions.end()), via_(via) {
  for (const ConditionText& condition : conditions)
    clauses_.push_back(clause_of(reader, condition));
}

query::Conjunction QueryRunner::conjunction(const index::SegmentReader& segment) const {
  std::vector<query::FieldParts> parts;
  for (const query::Clause& clause : clauses_) {
    parts.push_back(field_parts(segment, clause.range.field));
  }
  return {std::move(parts), clauses_, via_};
}

int64_t QueryRunner::count(const index::IndexReader& reader) const {
  if (clauses_.empty()) return reader.num_docs();
  int64_t count = 0;
  for (const auto& segment : reader.segments()) count += conjunction(*segment).count();
  return count;
}

BitSet QueryRunner::documents(const index::SegmentReader& segment) const {
  if (!clauses_.empty()) return conjunction(segment).documents();
  if (segment.live_docs() != nullptr) return *segment.live_docs();
  return BitSet(static_cast<uint64_t>(segment.max_doc()), true);
}

std::vector<std::string> QueryRunner::explain(const index::SegmentReader& segment) const {
  if (clauses_.empty()) return {"every live document"};
  const query::Conjunction conjunction = this->conjunction(segment);
  std::vector<std::string> lines;
  for (const size_t i : conjunction.order()) {
    const query::RangePlan& plan = conjunction.plans()[i];
    std::string line = clauses_.size() > 1 ? texts_[i].text + " " : "";
    lines.push_back(line + "by " + std::string(query::name_of(plan.via)) + ": " + plan.reason);
  }
  return lines;
}

query::SortKey parse_sort_key(const index::IndexReader& reader, std::string_view text) {
  query::SortKey key{std::string(text), false};
  if (const size_t colon = text.rfind(':'); colon != text.npos) {
    const std::string_view order = text.substr(colon + 1);
    if (order == "asc" || order == "desc") {
      key.field = text.substr(0, colon);
      key.descending = order == "desc";
    }
  }
  for (const auto& segment : reader.segments()) {
    const model::FieldInfo* field = segment->fields().find(key.field);
    if (field != nullptr && field->has_doc_values()) return key;
  }
  throw InvalidArgument("sort '" + std::string(text) +
                        "' is not FIELD:asc or FIELD:desc of a field with doc values");
}

std::vector<query::TopDocument> top_documents(const index::IndexReader& reader,
                                              const QueryRunner& runner, const query::SortKey& key,
                                              size_t count, query::TopStats& stats) {
  std::vector<BitSet> matches;
  for (const auto& segment : reader.segments()) matches.push_back(runner.documents(*segment));
  std::vector<query::SortedSegment> segments;
  for (size_t i = 0; i < matches.size(); ++i) {
    const index::SegmentReader& segment = *reader.segments()[i];
    segments.push_back({field_parts(segment, key.field), &matches[i], is_in_order(segment, key)});
  }
  return query::top_documents(segments, key, count, &stats);
}

std::string top_line(const index::IndexReader& reader, const query::TopDocument& document,
                     const query::SortKey& key) {
  const index::SegmentReader& segment = *reader.segments()[document.segment];
  std::string line = "{\"segment\":\"" + segment.name() + "\",\"doc\":";
  append_number(line, document.doc);
  line += ",\"sort\":";
  const auto types = index::MappedTypes::of(segment.info());
  if (!document.has_value) {
    line += "null";
  } else if (segment.doc_values(segment.field(key.field)).terms) {
    append_mapped_bytes(line, document.bytes, types.kind(key.field));
  } else {
    append_mapped_number(line, document.number, types.find(key.field));
  }
  return line + "}\n";
}

}  // namespace segsmith::lab
