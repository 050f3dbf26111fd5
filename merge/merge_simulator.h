// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "merge/merge_policy.h"
#include "merge/size_curve.h"

namespace segsmith::merge {

/// A new segment, as sizes. Times are milliseconds: of the simulation (`time`), and of the
/// documents
/// (`min_time`, `max_time`: their @timestamp).
struct SimulatedFlush {
  int64_t time = 0;
  int32_t documents = 0;
  uint64_t bytes = 0;
  int64_t min_time = 0;
  int64_t max_time = 0;
};

struct SimulationOptions {
  uint64_t seed = 1;  ///< Of the choice of deleted documents.
  /// What one merge thread reads and writes, in source bytes; 0: merges take no time.
  double merge_bytes_per_second = 0;
  int merge_threads = 1;
  /// Bytes of a segment that a merge does not add up: headers, metadata, tables.
  uint64_t segment_overhead = 0;
  /// How a document's share of a segment shrinks in larger ones; empty: it does not.
  SizeCurve sizes = {};
};

/// The largest size in each tier but the last, in bytes.
inline constexpr std::array<uint64_t, 4> kSizeTiers = {uint64_t{2} << 20, uint64_t{20} << 20,
                                                       uint64_t{200} << 20, uint64_t{2000} << 20};

/// What the index is at one moment, and what it cost up to then.
struct SimulationState {
  int64_t time = 0;
  uint64_t flushes = 0;
  uint64_t merges = 0;
  size_t segments = 0;
  size_t merges_running = 0;
  int64_t documents = 0;  ///< Deleted ones included.
  int64_t deleted = 0;
  uint64_t bytes = 0;
  uint64_t flushed_bytes = 0;
  uint64_t merged_bytes = 0;  ///< Written by merges.
  uint64_t peak_bytes = 0;    ///< The most so far, sources and the segment they become counted.
  int64_t stalled = 0;        ///< Milliseconds that flushes waited for merges.
  std::array<uint64_t, kSizeTiers.size() + 1> tier_bytes{};
  double overlap = 0;       ///< Segments that hold a moment of the covered time, on average.
  size_t most_overlap = 0;  ///< The same, at the worst moment.

  /// All bytes written for each byte flushed.
  double write_amplification() const {
    return flushed_bytes == 0 ? 0
                              : static_cast<double>(flushed_bytes + merged_bytes) /
                                    static_cast<double>(flushed_bytes);
  }
};

/// Lives through flushes, deletes and the merges that a policy chooses, with sizes in place of
/// data. A merge takes as long as its sources' bytes need; the smallest run first, as many at a
/// time as there are threads, and flushes wait while more than `merge_threads + 5` are open
/// (ConcurrentMergeScheduler's rule). Where merges take no time they run one after another, as
/// under SerialMergeScheduler. The same input and seed give the same result on every platform.
/// `policy` must outlive the object. One thread.
class MergeSimulator {
 public:
  MergeSimulator(const MergePolicy& policy, const SimulationOptions& options);

  /// Adds a segment and asks the policy. `flush.time` must not go back. InvalidArgument when the
  /// index would hold more documents than Lucene lets one hold.
  void flush(const SimulatedFlush& flush);
  /// Deletes that many live documents, spread evenly over all.
  void remove(int64_t time, int64_t documents);
  /// Lets the merges that run come to their end.
  void finish();

  SimulationState state() const;
  /// Live documents are max_doc - del_count.
  const std::vector<SegmentSize>& segments() const { return segments_; }

 private:
  struct TimeRange {
    int64_t min = 0, max = 0;
  };
  struct Source {
    uint64_t segment = 0;  ///< Its number.
    int32_t deleted = 0;   ///< When the merge began; what goes later is carried over.
  };
  struct Merge {
    std::vector<Source> sources;
    uint64_t source_bytes = 0;
    uint64_t target_bytes = 0;
    int64_t documents = 0;
    double left = 0;  ///< Source bytes still to be read.
  };

  /// Chooses, and where merges take no time makes them, until nothing more is chosen.
  void ask();
  void choose();
  Merge merge_of(const std::vector<size_t>& positions) const;
  void finish_merge(size_t which);
  void run_until(int64_t time);
  void note_peak();
  void stall();
  void add_segment(size_t position, uint64_t number, SegmentSize segment, TimeRange range);
  void drop(size_t position);
  size_t position_of(uint64_t number) const;
  bool at_once() const { return options_.merge_bytes_per_second <= 0; }

  const MergePolicy& policy_;
  SimulationOptions options_;
  std::mt19937_64 random_;
  std::vector<SegmentSize> segments_;
  // Of the same segments.
  std::vector<TimeRange> ranges_;
  std::vector<uint64_t> numbers_;
  std::vector<Merge> merges_;  ///< In the order of their sizes when they take time.
  uint64_t next_number_ = 0;
  int64_t time_ = 0;
  int64_t documents_ = 0;
  uint64_t bytes_ = 0;
  SimulationState counts_;  ///< The counters alone.
};

}  // namespace segsmith::merge
