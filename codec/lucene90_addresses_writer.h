// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "model/columns.h"
#include "packing/direct_monotonic.h"
#include "store/output.h"

namespace segsmith::codec::lucene90 {

/// Running counts of the values of a multi-valued column, gathered while the values are encoded and
/// placed after them: kept in their packed form until then. docs/format/dvd.md;
/// Lucene90DocValuesConsumer.doAddSortedNumericField.
class AddressesWriter {
 public:
  /// `doc_count`: documents that will come, if that is known.
  explicit AddressesWriter(std::optional<int32_t> doc_count);

  void add(const model::NumberBlock& block);
  /// `docs` documents of one value each.
  void add_single_valued(int64_t docs);
  /// Appends the packed counts to `data` and what describes them to `meta`.
  void finish(store::Output& meta, store::Output& data);

 private:
  store::MemoryOutput meta_;
  store::MemoryOutput data_;
  packing::DirectMonotonicWriter writer_;
  int64_t values_ = 0;
};

}  // namespace segsmith::codec::lucene90
