// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "codec/doc_values_format.h"
#include "codec/test_columns.h"

/// Small fields of one encoding each, for sweeps of damage.
namespace segsmith::codec::test {

using model::DocValuesType;

/// A field of one encoding and what is written for it.
struct Case {
  std::string name;
  int32_t max_doc = 0;
  DocValuesType type = DocValuesType::numeric;
  bool skip_index = false;
  std::function<void(DocValuesWriter&, const model::FieldInfo&)> write;
};

inline model::FieldInfo field_of(const Case& c) {
  model::FieldInfo field;
  field.name = "f";
  field.doc_values_type = c.type;
  if (c.skip_index) field.skip_index_type = model::SkipIndexType::range;
  return field;
}

inline Case numeric(std::string name, int32_t max_doc, TestNumbers column,
                    bool skip_index = false) {
  return {std::move(name), max_doc, DocValuesType::numeric, skip_index,
          [column = std::move(column)](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestNumbers copy = column;
            writer.add_numeric(field, copy);
          }};
}

template <class Value>
Case dense(std::string name, int32_t docs, Value&& value) {
  return numeric(std::move(name), docs, TestNumbers::dense(docs, value));
}

/// Documents of [0, max_doc) for which `contains`; the value is the document's number.
template <class Contains>
Case presence(std::string name, int32_t max_doc, Contains&& contains) {
  TestNumbers column;
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    if (contains(doc)) column.docs.push_back(doc);
  }
  column.values.assign(column.docs.size(), 3);
  return numeric(std::move(name), max_doc, std::move(column));
}

/// More values than a table would take for those wider than a byte.
inline Case width(int bits) {
  return dense("width_" + std::to_string(bits), bits <= 8 ? 25 : 300, [bits](int32_t i) {
    const uint64_t all = ~uint64_t{0} >> (64 - bits);
    const uint64_t mixed = static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15 >> (64 - bits);
    return static_cast<int64_t>(i == 0 ? 0 : i == 1 ? all : mixed);
  });
}

inline TestTerms terms(int count) {
  TestTerms made;
  for (int i = 0; i < count; ++i) {
    made.terms.add("shared/" + std::to_string(10000 + i) +
                   std::string(static_cast<size_t>(i % 5), 'x'));
  }
  return made;
}

/// `values` of each document, 1 to that many where there are several.
inline TestNumbers ordinals(int32_t docs, int terms, int32_t values) {
  TestNumbers column = TestNumbers::dense(0, [](int32_t) { return 0; });
  for (int32_t doc = 0; doc < docs; ++doc) {
    column.docs.push_back(doc);
    if (values > 1) column.counts.push_back(1 + doc % values);
    for (int32_t k = 0; k <= (values > 1 ? doc % values : 0); ++k) {
      column.values.push_back((doc % (terms - values + 1)) + k);
    }
  }
  return column;
}

inline Case sorted(std::string name, int32_t docs, int count) {
  return {std::move(name), docs, DocValuesType::sorted, false,
          [docs, count](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestTerms dictionary = terms(count);
            TestNumbers column = ordinals(docs, count, 1);
            writer.add_sorted(field, dictionary, column);
          }};
}

inline Case multi_valued(std::string name, DocValuesType type) {
  return {std::move(name), 60, type, true,
          [type](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestNumbers column = ordinals(60, 70, 3);
            if (type == DocValuesType::sorted_numeric)
              return writer.add_sorted_numeric(field, column);
            TestTerms dictionary = terms(62);
            column = ordinals(60, 62, 3);
            writer.add_sorted_set(field, dictionary, column);
          }};
}

inline Case binary(std::string name, bool variable) {
  return {std::move(name), 40, DocValuesType::binary, false,
          [variable](DocValuesWriter& writer, const model::FieldInfo& field) {
            TestBytes column;
            for (int32_t doc = 0; doc < 40; doc += 1 + doc % 2) {
              column.docs.push_back(doc);
              column.values.add(std::string(variable ? static_cast<size_t>(doc % 7) : 4, 'b'));
            }
            writer.add_binary(field, column);
          }};
}

}  // namespace segsmith::codec::test
