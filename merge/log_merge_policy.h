// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "merge/merge_policy.h"

namespace segsmith::merge {

/// What LogMergePolicy measures segments in.
enum class LogUnit : uint8_t {
  bytes,      ///< LogByteSizeMergePolicy
  documents,  ///< LogDocMergePolicy
};

struct LogSettings {
  int32_t merge_factor = 10;
  int64_t min_merge_size = int64_t{16} << 20;  ///< In the policy's unit, as the next two.
  int64_t max_merge_size = int64_t{2048} << 20;
  int64_t max_merge_size_for_forced_merge = std::numeric_limits<int64_t>::max();
  int32_t max_merge_docs = std::numeric_limits<int32_t>::max();
  bool calibrate_size_by_deletes = true;
  int32_t target_search_concurrency = 1;

  /// Lucene 10.6.0's defaults for the unit.
  static LogSettings defaults(LogUnit unit);
};

/// Merges neighbouring segments whose sizes lie on one level of a logarithmic scale; never changes
/// the order of segments. org.apache.lucene.index.LogMergePolicy of 10.6.0.
class LogMergePolicy final : public MergePolicy {
 public:
  LogMergePolicy(LogUnit unit, const LogSettings& settings, CompoundLimits compound = {})
      : MergePolicy(compound), unit_(unit), settings_(settings) {}

  const LogSettings& settings() const { return settings_; }

  /// Linear in the number of segments for each level that they stand on.
  MergeSpec find_merges(Segments segments, Explanation* explain) const override;
  MergeSpec find_forced_merges(Segments segments, int32_t max_segments,
                               Explanation* explain) const override;
  MergeSpec find_forced_deletes_merges(Segments segments, Explanation* explain) const override;

 protected:
  int64_t size(const SegmentSize& segment) const override;
  int64_t max_full_flush_merge_size() const override { return settings_.min_merge_size; }

 private:
  struct Measured;

  std::vector<Measured> measure(Segments segments) const;
  int64_t size_docs(const SegmentSize& segment) const;
  bool too_large_for_forced_merge(const SegmentSize& segment) const;
  bool already_merged(Segments segments, int32_t max_segments) const;
  void merge_level(Segments segments, const std::vector<Measured>& measured, size_t start,
                   size_t level_end, int64_t max_docs, MergeSpec& spec, Explanation* explain) const;
  MergeSpec forced_with_size_limit(Segments segments, size_t last, Explanation* explain) const;
  MergeSpec forced_to_count(Segments segments, int32_t max_segments, size_t last,
                            Explanation* explain) const;

  LogUnit unit_;
  LogSettings settings_;
};

}  // namespace segsmith::merge
