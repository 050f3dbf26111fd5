// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "index/segment_reader.h"
#include "merge/size_curve.h"
#include "store/directory.h"

namespace segsmith::lab {

/// What happens to an index, as sizes: flushes, and deletes of `documents` documents. Merges that
/// were seen tell only how large segments become.
struct IngestEvent {
  enum class Kind : uint8_t { flush, remove, merge };
  int64_t time = 0;  ///< Milliseconds; does not go back.
  Kind kind = Kind::flush;
  int32_t documents = 0;
  uint64_t bytes = 0;
  int64_t min_time = 0;  ///< Of the documents' @timestamp, milliseconds.
  int64_t max_time = 0;
};

/// A steady stream of documents with in-order timestamps.
struct IngestPlan {
  double days = 0;
  double documents_per_second = 0;
  double bytes_per_document = 0;
  double flush_seconds = 0;
  double deletes_per_document = 0;
  /// Each flush is larger or smaller by up to this share.
  double size_spread = 0.2;
  /// Documents arrive up to this much after their time.
  double late_seconds = 0;
  uint64_t segment_overhead = 0;
  uint64_t seed = 1;
};

/// The same events for the same plan on every platform. InvalidArgument for a flush of no document,
/// or of more than a segment holds, and for more than 100 million flushes.
std::vector<IngestEvent> planned_ingest(const IngestPlan& plan);

/// Reads a trace, NDJSON of
/// `{"t","event":"flush|delete|merge","docs","bytes","min_time","max_time"}` (plain, .gz, .zst, or
/// - for standard input); without times a flush is of the moment `t`; a merge is the segment that
/// it made. InvalidArgument names file, line and member.
std::vector<IngestEvent> read_ingest_trace(const std::string& path);

/// The segments of an index as flushes in their order, at the times of their @timestamp where they
/// have that field, else a second apart; their deleted documents as deletes after the last.
std::vector<IngestEvent> ingest_of_index(std::shared_ptr<store::Directory> directory);

/// The flush that made `segment`, of `bytes` bytes, at the moment `time`; its documents' times are
/// those of
/// @timestamp, or `time` where it has none.
IngestEvent flush_of(const index::SegmentReader& segment, uint64_t bytes, int64_t time);

/// What the flushes and merges tell of the sizes of segments; empty without merges.
merge::SizeCurve size_curve_of(std::span<const IngestEvent> events);

/// One line of a trace, with its end.
std::string trace_line(const IngestEvent& event);

}  // namespace segsmith::lab
