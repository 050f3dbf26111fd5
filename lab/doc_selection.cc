// SPDX-License-Identifier: Apache-2.0
#include "lab/doc_selection.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "lab/range_runner.h"
#include "query/range_parser.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

DocSelection nothing(const index::IndexReader& reader) {
  DocSelection docs;
  for (const auto& segment : reader.segments()) {
    docs.emplace_back(static_cast<uint64_t>(segment->max_doc()));
  }
  return docs;
}

void select(const index::IndexReader& reader, std::string_view text, DocSelection& docs) {
  const size_t colon = text.rfind(':');
  const std::string_view name = text.substr(0, colon);
  const auto& segments = reader.segments();
  const auto found =
      std::ranges::find_if(segments, [&](const auto& segment) { return segment->name() == name; });
  if (colon == text.npos || found == segments.end()) {
    throw InvalidArgument("'" + std::string(text) +
                          "' names no document: SEGMENT:NUMBER of one of " +
                          std::to_string(segments.size()) + " segments is expected, as _0:3");
  }
  const std::string_view digits = text.substr(colon + 1);
  uint32_t doc = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), doc);
  const auto max_doc = static_cast<uint32_t>((*found)->max_doc());
  if (parsed.ec != std::errc{} || parsed.ptr != digits.data() + digits.size() || doc >= max_doc) {
    throw InvalidArgument("'" + std::string(text) + "' names no document: segment " +
                          std::string(name) + " has numbers 0 to " + std::to_string(max_doc - 1));
  }
  docs[static_cast<size_t>(found - segments.begin())].set(doc);
}

}  // namespace

DocSelection select_documents(const index::IndexReader& reader, std::string_view text) {
  DocSelection docs = nothing(reader);
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    select(reader, text.substr(begin, end - begin), docs);
    begin = end + 1;
  }
  return docs;
}

DocSelection select_range(const index::IndexReader& reader, std::string_view range) {
  const RangeRunner runner(reader, range, query::Via::automatic);
  DocSelection docs;
  for (const auto& segment : reader.segments()) docs.push_back(runner.documents(*segment));
  return docs;
}

FieldValue parse_field_value(const index::IndexReader& reader, const model::FieldInfo& field,
                             std::string_view text) {
  const bool binary = field.doc_values_type == model::DocValuesType::binary;
  if (binary && text == "*") return std::vector<std::byte>{std::byte{'*'}};  // No open bound.
  query::RangeText range;
  range.field = field.name;
  range.low = range.high = std::string(text);
  const query::FieldRange typed = query::parse_range(range, bound_format(reader, field.name));
  if (const auto* bytes = std::get_if<query::BytesRange>(&typed.range)) {
    if (binary && bytes->low) return *bytes->low;
  } else {
    const auto& numbers = std::get<query::NumberRange>(typed.range);
    if (!binary && text != "*" && numbers.low == numbers.high) return numbers.low;
  }
  throw InvalidArgument("'" + std::string(text) + "' is no value of field '" + field.name + "'");
}

}  // namespace segsmith::lab
