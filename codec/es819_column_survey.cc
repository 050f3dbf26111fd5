// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_column_survey.h"

#include <utility>

#include "codec/doc_values_entry_writer.h"

namespace segsmith::codec::es819 {

ColumnSurvey::ColumnSurvey(const model::FieldInfo& field, int32_t max_doc,
                           store::Output* skip_index, int32_t skip_index_interval_size)
    : field_(field), docs_(set_.out(), max_doc) {
  if (skip_index != nullptr) skip_index_.emplace(*skip_index, skip_index_interval_size);
}

void ColumnSurvey::add(const model::NumberBlock& block) {
  check_shape(field_, block, model::is_multi_valued(field_.doc_values_type));
  check_counts(field_, block);
  docs_.add(block.docs);
  if (skip_index_) skip_index_->add(block);
  if (model::has_terms(field_.doc_values_type)) {
    facts_.bounds.fold(packing::min_max(block.values));
  }
  facts_.num_values += static_cast<int64_t>(block.values.size());
}

ColumnFacts ColumnSurvey::finish() {
  facts_.num_docs = docs_.cardinality();
  facts_.docs = docs_.finish();
  if (facts_.docs.some()) facts_.doc_set = set_.take();
  if (skip_index_) facts_.skip_index = skip_index_->finish();
  return std::move(facts_);
}

}  // namespace segsmith::codec::es819
