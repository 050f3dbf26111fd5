// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/mapping.h"
#include "index/segment_buffer.h"

namespace segsmith::bench {

/// One field of the generated documents.
struct GeneratedColumn {
  int32_t field;  ///< Position in Mapping::fields.
  /// Adds the value or values that follow from `random` to the open document.
  void (*add)(const GeneratedColumn& column, index::SegmentBuffer& to, uint64_t doc,
              uint64_t random);
  std::vector<std::string> terms;
};

/// Documents of doc values that both sides of the run against Java make alike, without any parsing:
/// the values of a field follow from its name up to the first '_', its number and the document.
/// compat_tests/java, BenchColumns.
class GeneratedDocuments {
 public:
  /// `mapping` has lucene.* types only. InvalidArgument for a name without a generator.
  explicit GeneratedDocuments(const index::Mapping& mapping);

  /// Adds the values of document `doc` to the buffer's open document.
  void add(index::SegmentBuffer& buffer, uint64_t doc) const;

 private:
  std::vector<GeneratedColumn> columns_;
};

}  // namespace segsmith::bench
