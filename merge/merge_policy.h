// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "index/merge_driver.h"

/// Which segments are merged, and in which order: the policies of Lucene 10.6.0.
/// docs/merge-policies.md; org.apache.lucene.index.MergePolicy.
namespace segsmith::merge {

using index::ForcedMerge;
using index::MergeSpec;
using index::SegmentSize;

/// Why a policy chose as it did, for people. Filled by the same code that decides.
struct Explanation {
  struct SegmentNote {
    size_t segment = 0;
    std::string note;
  };
  std::vector<std::string> budget;    ///< Limits that held for the whole call.
  std::vector<SegmentNote> segments;  ///< Of segments that were set aside, or floored.
  std::vector<std::string> merges;    ///< One for each merge of the specification.
  std::string end;                    ///< Why no further merge was chosen.
};

/// When a merged segment becomes a compound file (setNoCFSRatio, setMaxCFSSegmentSizeMB).
struct CompoundLimits {
  double no_cfs_ratio = 0.1;
  int64_t max_segment_size = std::numeric_limits<int64_t>::max();  ///< Bytes.
};

/// A policy with its settings. Immutable once made and thread-safe. `explain` may be null.
class MergePolicy {
 public:
  using Segments = std::span<const SegmentSize>;

  explicit MergePolicy(CompoundLimits compound) : compound_(compound) {}
  virtual ~MergePolicy() = default;

  /// Merges that the state of the index asks for (findMerges).
  virtual MergeSpec find_merges(Segments segments, Explanation* explain) const = 0;
  /// Those of them in which every segment is small (findFullFlushMerges): what Lucene merges while
  /// a commit or a refresh waits.
  MergeSpec find_full_flush_merges(Segments segments, Explanation* explain) const;
  /// One step towards at most `max_segments` > 0 segments (findForcedMerges); INT32_MAX sets no
  /// limit and only reclaims deletes.
  virtual MergeSpec find_forced_merges(Segments segments, int32_t max_segments,
                                       Explanation* explain) const = 0;
  /// Merges that reclaim deleted documents (findForcedDeletesMerges).
  virtual MergeSpec find_forced_deletes_merges(Segments segments, Explanation* explain) const = 0;

  /// Whether a merged segment becomes a compound file, `segments` being the index with it.
  bool use_compound_file(Segments segments, const SegmentSize& merged) const;
  /// Nothing deleted, and of the file kind that the policy wants.
  bool is_merged(Segments segments, const SegmentSize& segment) const;

 protected:
  /// The size that the policy compares, in its unit (bytes or documents).
  virtual int64_t size(const SegmentSize& segment) const = 0;
  /// Segments at or above it are not merged by a full flush.
  virtual int64_t max_full_flush_merge_size() const = 0;

  /// (long)(bytes * (1 - deleted / max_doc)): bytes that deleted documents do not claim.
  static int64_t pro_rated_bytes(const SegmentSize& segment);

 private:
  CompoundLimits compound_;
};

/// "12.346 MB", for explanations.
std::string megabytes(int64_t bytes);
/// Three decimals, as Lucene's own messages print.
std::string three_decimals(double value);

}  // namespace segsmith::merge
