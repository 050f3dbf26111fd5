// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "codec/lucene90_doc_values_format.h"
#include "model/columns.h"
#include "store/output.h"

namespace segsmith::codec::lucene90 {

/// Writes the set of documents that have a value while the blocks of a column pass by.
/// Nothing is written as long as the documents are 0, 1, 2, ... without a gap, because a field that
/// every document has stores no set; the first gap (or the end) tells. docs/format/dvp.md;
/// org.apache.lucene.codecs.lucene90.IndexedDISI.
class IndexedDisiWriter {
 public:
  IndexedDisiWriter(store::Output& out, int32_t max_doc);

  /// Documents ascend over all calls and lie in [0, max_doc), else InvalidArgument.
  void add(const model::DocBlock& docs);
  DocsWithFieldMeta finish();
  int32_t cardinality() const { return cardinality_; }

 private:
  void check(const model::DocBlock& docs) const;
  void begin_set();
  void add_run(int32_t first, int32_t count);
  void add_docs(std::span<const int32_t> docs);
  void flush_block();
  void write_block(uint16_t id, int32_t cardinality);
  void write_rank();
  void note_jumps(int32_t end_block);
  int16_t write_jump_table();

  struct Jump {
    int32_t index;   ///< Documents before the block.
    int32_t offset;  ///< From the start of the set.
  };

  store::Output& out_;
  int32_t max_doc_;
  int32_t next_doc_ = 0;  ///< The smallest document that may come.
  int32_t cardinality_ = 0;
  bool started_ = false;  ///< A gap was seen: the set is being written.
  uint64_t start_ = 0;
  int32_t block_ = -1;  ///< The block whose bits are in words_.
  int32_t flushed_cardinality_ = 0;
  std::vector<uint64_t> words_;  ///< kDisiBlockWords once started.
  std::vector<Jump> jumps_;
};

}  // namespace segsmith::codec::lucene90
