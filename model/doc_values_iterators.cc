// SPDX-License-Identifier: Apache-2.0
#include "model/doc_values_iterators.h"

#include <string>

#include "util/error.h"

namespace segsmith::model {
namespace {

/// The field itself, when `fits`: iterators check their type before they take a part.
const DocValuesField& checked(const DocValuesField& field, bool fits, const char* wanted) {
  if (!fits) {
    throw InvalidArgument(std::string("an iterator over ") + wanted + " doc values was asked of " +
                          std::string(name_of(field.type)) + " ones");
  }
  return field;
}

bool has_numbers(const DocValuesField& field) {
  return field.type == DocValuesType::numeric || field.type == DocValuesType::sorted_numeric;
}

}  // namespace

NumericDocValues::NumericDocValues(const DocValuesField& field)
    : DocValuesIterator(
          checked(field, field.numbers && field.single_valued(), "single-valued numeric")),
      values_(field.numbers) {}

SortedDocValues::SortedDocValues(const DocValuesField& field)
    : DocValuesIterator(checked(field, field.terms && field.single_valued(), "sorted")),
      terms_(field.terms),
      ordinals_(field.numbers),
      lookup_(field.terms) {}

MultiValuedIterator::MultiValuedIterator(const DocValuesField& field)
    : DocValuesIterator(field),
      single_valued_(field.single_valued()),
      addresses_(field.addresses),
      values_(field.numbers) {}

void MultiValuedIterator::start_document() {
  const uint64_t rank = position();
  next_ = rank;
  end_ = rank + 1;
  if (!single_valued_) {
    const auto [start, end] = addresses_.pair_at(rank);
    next_ = static_cast<uint64_t>(start);
    end_ = static_cast<uint64_t>(end);
  }
  count_ = static_cast<int32_t>(end_ - next_);
  set_for_ = doc_id();
}

SortedNumericDocValues::SortedNumericDocValues(const DocValuesField& field)
    : MultiValuedIterator(checked(field, has_numbers(field), "sorted numeric")) {}

SortedSetDocValues::SortedSetDocValues(const DocValuesField& field)
    : MultiValuedIterator(checked(field, field.terms != nullptr, "sorted set")),
      terms_(field.terms),
      lookup_(field.terms) {}

BinaryDocValues::BinaryDocValues(const DocValuesField& field)
    : DocValuesIterator(checked(field, field.binary != nullptr, "binary")), values_(field.binary) {}

}  // namespace segsmith::model
