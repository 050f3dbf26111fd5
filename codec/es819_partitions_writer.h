// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/columns.h"
#include "store/output.h"

namespace segsmith::codec::es819 {

/// Groups the terms of the primary sort field by their first 18 bits, and finds the first document
/// of each group while the ordinals pass by.
class PartitionsWriter {
 public:
  /// One pass over `terms`.
  explicit PartitionsWriter(model::TermsSource& terms);

  /// Ordinals in document order, one a document; they ascend, as the documents are sorted by them.
  void add(const model::NumberBlock& ordinals);
  /// The flag, the bits of a prefix, and the place of prefixes and documents, which go to `data`.
  /// `first_begins_at_zero`: where ordinals are not kept in blocks, the first is said to begin with
  /// document 0.
  void write(bool first_begins_at_zero, store::Output& meta, store::Output& data);

 private:
  std::vector<uint32_t> prefixes_;
  std::vector<int64_t> first_ordinals_;
  std::vector<int32_t> start_docs_;
};

}  // namespace segsmith::codec::es819
