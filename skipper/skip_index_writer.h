// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/columns.h"
#include "skipper/skip_index.h"
#include "store/output.h"

namespace segsmith::skipper {

/// Builds the skip index of one column while its blocks pass by, in document order, and writes the
/// entries to `.dvs`: group by group, so at most kIntervalsPerGroup intervals are held in memory.
/// docs/format/dvs.md; Lucene90DocValuesConsumer.writeSkipIndex.
class SkipIndexWriter {
 public:
  /// `interval_size`: documents of an interval, at least 2 (InvalidArgument). An interval of one
  /// repeated value over gap-free documents may grow past it. `out` outlives the writer.
  SkipIndexWriter(store::Output& out, int32_t interval_size);

  void add(const model::NumberBlock& block);
  /// Writes the last group; the statistics of the whole column.
  SkipIndexMeta finish();

 private:
  void add_single_valued(const model::DocBlock& docs, std::span<const int64_t> values);
  void add_multi_valued(const model::NumberBlock& block);
  size_t grow_full_interval(const model::DocBlock& docs, size_t from,
                            std::span<const int64_t> values);
  bool full() const { return open_ && current_.doc_count >= interval_size_; }
  void open(int32_t doc);
  void close();
  void extend(int32_t last_doc, int32_t doc_count, std::span<const int64_t> values);
  void write_group();

  store::Output& out_;
  int32_t interval_size_;
  bool open_ = false;  ///< current_ has documents.
  Interval current_;
  std::vector<Interval> group_;  ///< Closed intervals of the group that is not written yet.
  SkipIndexMeta meta_;
};

}  // namespace segsmith::skipper
