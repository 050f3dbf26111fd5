// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "codec/doc_values_structures.h"
#include "codec/lucene90_indexed_disi_writer.h"
#include "model/columns.h"
#include "model/field_info.h"
#include "packing/number_kernels.h"
#include "skipper/skip_index_writer.h"
#include "store/output.h"

namespace segsmith::codec::es819 {

/// What one pass over a number column finds, but for its values.
struct ColumnFacts {
  int64_t num_values = 0;
  int32_t num_docs = 0;
  packing::MinMax bounds;          ///< Of ordinals; not taken of numbers.
  DocsWithFieldMeta docs;          ///< Its offset counts from the start of `doc_set`.
  std::vector<std::byte> doc_set;  ///< The docs-with-field set, where there is one.
  std::optional<skipper::SkipIndexMeta> skip_index;

  bool multi_valued() const { return num_values > num_docs; }
};

/// Gathers the facts while the blocks of a column pass by. The skip index is written as it grows,
/// the docs-with-field set kept, for it comes behind other parts.
class ColumnSurvey {
 public:
  /// `skip_index` is where the skip index goes, null for a field without one.
  ColumnSurvey(const model::FieldInfo& field, int32_t max_doc, store::Output* skip_index,
               int32_t skip_index_interval_size);

  ColumnSurvey(const ColumnSurvey&) = delete;  // Its parts refer to each other.
  ColumnSurvey& operator=(const ColumnSurvey&) = delete;

  /// InvalidArgument for documents, counts and values that do not fit each other.
  void add(const model::NumberBlock& block);
  ColumnFacts finish();
  /// Of the ordinals so far.
  packing::MinMax bounds() const { return facts_.bounds; }

 private:
  const model::FieldInfo& field_;
  store::MemoryOutput set_;
  lucene90::IndexedDisiWriter docs_;
  std::optional<skipper::SkipIndexWriter> skip_index_;
  ColumnFacts facts_;
};

}  // namespace segsmith::codec::es819
