// SPDX-License-Identifier: Apache-2.0
#include "codec/copy_field.h"

#include <string>

#include "util/error.h"

namespace segsmith::codec {
namespace {

using model::DocValuesType;

void copy_numbers(const model::FieldInfo& field, const model::DocValuesField& values,
                  DocValuesWriter& writer) {
  const auto column = model::number_column(values);
  if (field.doc_values_type == DocValuesType::numeric) {
    writer.add_numeric(field, *column);
  } else {
    writer.add_sorted_numeric(field, *column);
  }
}

void copy_terms(const model::FieldInfo& field, const model::DocValuesField& values,
                DocValuesWriter& writer) {
  const auto terms = model::terms_source(values.terms);
  const auto ordinals = model::number_column(values);
  if (field.doc_values_type == DocValuesType::sorted) {
    writer.add_sorted(field, *terms, *ordinals);
  } else {
    writer.add_sorted_set(field, *terms, *ordinals);
  }
}

}  // namespace

void copy_field(const model::FieldInfo& field, const model::DocValuesField& values,
                DocValuesWriter& writer) {
  if (field.doc_values_type != values.type || !field.has_doc_values()) {
    throw InvalidArgument("field '" + field.name + "' is declared " +
                          std::string(model::name_of(field.doc_values_type)) +
                          " but its values are " + std::string(model::name_of(values.type)));
  }
  if (field.doc_values_type == DocValuesType::binary) {
    writer.add_binary(field, *model::bytes_column(values));
  } else if (model::has_terms(field.doc_values_type)) {
    copy_terms(field, values, writer);
  } else {
    copy_numbers(field, values, writer);
  }
}

}  // namespace segsmith::codec
