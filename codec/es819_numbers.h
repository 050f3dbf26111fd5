// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "codec/es819_doc_values_reader_meta.h"
#include "model/doc_values.h"
#include "model/facts.h"
#include "store/input.h"

/// The numbers of Elasticsearch's time-series formats as model::Numbers: blocks, one ordinal,
/// ranges of ordinals.
namespace segsmith::codec::es819 {

/// What a field's numbers are.
struct NumbersContext {
  const std::string& field;
  int64_t terms = -1;  ///< Size of the dictionary; -1 for numbers.
  std::shared_ptr<const model::Presence> presence;
};

/// The numbers over `data`, the whole `.dvd` file without its footer. CorruptIndex when the index
/// of blocks or the ranges do not fit the numbers.
std::shared_ptr<const model::Numbers> open_numbers(const NumbersMeta& meta,
                                                   const store::Input& data,
                                                   const NumbersContext& context);

/// One fact for all, or one a block, and one for the index; `base` gives field, structure and file.
/// What a block says beyond its width stands in Fact::details.
void visit_numbers(const NumbersMeta& meta, const store::Input& data, const NumbersContext& context,
                   bool blocks, const model::Fact& base, const model::FactVisitor& visitor);

}  // namespace segsmith::codec::es819
