// SPDX-License-Identifier: Apache-2.0
#include "compat_tests/transcript.h"

#include <algorithm>

#include "compat_tests/transcript_text.h"
#include "model/bulk_values.h"
#include "model/doc_values_iterators.h"
#include "model/value_range.h"

namespace segsmith::compat {
namespace {

using model::DocValuesType;
using model::kNoMoreDocs;
using nlohmann::json;

std::string text_of(model::NumericDocValues& it) { return std::to_string(it.long_value()); }
std::string text_of(model::SortedDocValues& it) { return std::to_string(it.ord_value()); }
std::string text_of(model::BinaryDocValues& it) { return to_hex(it.binary_value()); }
std::string text_of(model::SortedNumericDocValues& it) {
  std::string text;
  for (int32_t i = it.doc_value_count(); i > 0; --i) {
    text += std::to_string(it.next_value()) + (i > 1 ? "," : "");
  }
  return text;
}
std::string text_of(model::SortedSetDocValues& it) {
  std::string text;
  for (int32_t i = it.doc_value_count(); i > 0; --i) {
    text += std::to_string(it.next_ord()) + (i > 1 ? "," : "");
  }
  return text;
}

template <class Iterator>
Answers values_answers(const Case& c) {
  Iterator it(c.values());
  Answers answers = {"cost " + std::to_string(it.cost())};
  bool present = false;
  for (const json& op : c.line.at("ops")) {
    const auto kind = op[0].get<std::string>();
    if (it.doc_id() == kNoMoreDocs || (kind == "bits" && !present)) {
      answers.push_back(it.doc_id() == kNoMoreDocs ? "end" : "-");
      continue;
    }
    const int32_t target = op.size() > 1 ? op[1].get<int32_t>() : 0;
    std::string bits;
    if (kind == "next") {
      present = it.next_doc() != kNoMoreDocs;
    } else if (kind == "advance") {
      present = it.advance(std::max(target, it.doc_id() + 1)) != kNoMoreDocs;
    } else if (kind == "exact") {
      present = it.advance_exact(std::max(std::min(target, c.max_doc() - 1), it.doc_id()));
    } else {
      BitSet set(static_cast<uint64_t>(c.max_doc()));
      it.into_bit_set(target, set);
      bits = bits_text(set) + "; ";
      // Reading began before; values of the document are asked for anew.
      present = it.doc_id() != kNoMoreDocs && it.advance_exact(it.doc_id());
    }
    std::string answer = bits + doc_text(it.doc_id());
    if (present) answer += "=" + text_of(it) + "/" + std::to_string(it.doc_id_run_end());
    answers.push_back(std::move(answer));
  }
  return answers;
}

Answers values_answers_of_type(const Case& c) {
  switch (c.field.doc_values_type) {
    case DocValuesType::numeric:
      return values_answers<model::NumericDocValues>(c);
    case DocValuesType::sorted:
      return values_answers<model::SortedDocValues>(c);
    case DocValuesType::sorted_numeric:
      return values_answers<model::SortedNumericDocValues>(c);
    case DocValuesType::sorted_set:
      return values_answers<model::SortedSetDocValues>(c);
    default:
      return values_answers<model::BinaryDocValues>(c);
  }
}

Answers terms_answers(const Case& c) {
  model::SortedSetDocValues set(c.values());
  model::TermsEnum it = set.terms_enum();
  Answers answers = {"size " + std::to_string(set.value_count())};
  const auto here = [&] { return std::to_string(it.ordinal()) + "=" + to_hex(it.term()); };
  for (const json& op : c.line.at("ops")) {
    const auto kind = op[0].get<std::string>();
    if (kind == "next") {
      answers.push_back(it.next() ? here() : "end");
    } else if (kind == "ord") {
      const auto ordinal = op[1].get<int64_t>();
      if (ordinal < set.value_count()) it.seek_exact(ordinal);
      answers.push_back(ordinal < set.value_count() ? here() : "-");
    } else {
      const std::vector<std::byte> term = from_hex(op[1].get<std::string>()).value();
      if (kind == "ceil") {
        const auto status = it.seek_ceil(term);
        answers.push_back(status == model::Terms::Seek::end     ? "END"
                          : status == model::Terms::Seek::found ? "FOUND " + here()
                                                                : "NOT_FOUND " + here());
      } else if (kind == "exact") {
        answers.push_back(it.seek_exact(term) ? "true" : "false");
      } else {
        answers.push_back(std::to_string(set.lookup_term(term)));
      }
    }
  }
  return answers;
}

Answers bulk_answers(const Case& c) {
  const auto docs = c.line.at("docs").get<std::vector<int32_t>>();
  Answers answers;
  if (c.field.doc_values_type == DocValuesType::numeric) {
    std::vector<int64_t> values(docs.size());
    model::long_values(c.values(), docs, c.number("default"), values);
    for (const int64_t v : values) answers.push_back(std::to_string(v));
  } else if (c.field.doc_values_type == DocValuesType::binary) {
    model::BytesBlock values;
    std::vector<uint8_t> has(docs.size());
    model::binary_values(c.values(), docs, values, has);
    for (size_t i = 0; i < docs.size(); ++i) answers.push_back(has[i] ? to_hex(values[i]) : "none");
  } else {
    answers.push_back("-");
  }
  return answers;
}

Answers range_bits_answers(const Case& c) {
  const DocValuesType type = c.field.doc_values_type;
  if (type == DocValuesType::binary || type == DocValuesType::sorted_set) return {"-"};
  BitSet bits(static_cast<uint64_t>(c.max_doc()));
  model::ValueRange(c.values(), c.number("low"), c.number("high"))
      .into_bit_set(static_cast<int32_t>(c.number("from")), static_cast<int32_t>(c.number("to")),
                    bits);
  return {bits_text(bits)};
}

Answers answers_of(const Case& c) {
  const auto what = c.line.at("what").get<std::string>();
  if (what == "values") return values_answers_of_type(c);
  if (what == "terms") return terms_answers(c);
  if (what == "bulk") return bulk_answers(c);
  if (what == "range_bits") return range_bits_answers(c);
  if (what == "skipper") return skipper_answers(c);
  if (what == "blocks") return blocks_answers(c);
  return range_answers(c);
}

}  // namespace

std::string iterate(const index::IndexReader& reader, std::string_view line) {
  const json test = json::parse(line);
  nlohmann::ordered_json result;
  for (const char* key : {"segment", "field", "what"}) result[key] = test.at(key);
  for (const auto& segment : reader.segments()) {
    if (segment->name() != test.at("segment").get<std::string>()) continue;
    const model::FieldInfo& field = segment->field(test.at("field").get<std::string>());
    result["answers"] = answers_of({*segment, field, test});
  }
  return result.dump();
}

}  // namespace segsmith::compat
