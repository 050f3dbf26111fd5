// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "merge/start_tree.h"

namespace segsmith::merge {

struct TieredSettings {
  int32_t max_merge_at_once = 10;
  int64_t max_merged_segment_bytes = int64_t{5} << 30;
  int64_t floor_segment_bytes = int64_t{16} << 20;
  double segments_per_tier = 8.0;
  double force_merge_deletes_pct_allowed = 10.0;
  double deletes_pct_allowed = 20.0;
  int32_t target_search_concurrency = 1;

  /// Segments that a merge takes once it is not small: min(max_merge_at_once, segments_per_tier).
  int32_t merge_factor() const;
};

/// A segment that may be merged.
struct TieredSegment {
  size_t position = 0;  ///< In the policy's span of segments.
  int64_t size = 0;     ///< Bytes that deleted documents do not claim.
  int64_t raw_bytes = 0;
  int32_t max_doc = 0;
  int32_t deleted = 0;
};

struct CandidateRules {
  TieredSettings settings;
  /// Candidates smaller than this are looked at only while there is no better one.
  int32_t merge_factor = 0;
  int32_t allowed_docs = 0;  ///< Live documents of one merge, once it is above the floor.
  /// A natural merge must shrink something: see TieredCandidates.
  bool natural = true;
  bool max_merge_is_running = false;  ///< Then no candidate that hit the maximum size is taken.
};

/// A set of segments worth merging.
struct Candidate {
  std::vector<size_t> members;  ///< Indexes into the eligible segments, ascending.
  int64_t bytes = 0;
  double score = 0;  ///< Lower is better.
  double skew = 0;
  double non_deleted_ratio = 0;
  bool hit_too_large = false;  ///< Some segment was passed over for the maximum size.
};

/// The search inside TieredMergePolicy.doFindMerges. Every eligible segment (largest first) starts
/// one candidate, which takes the segments after it while they fit. Lucene tries all starts anew
/// for every merge that it chooses, which is quadratic. Here each start keeps its score until a
/// segment that it looked at is taken, and the best start is found in a tree: O(log n) a merge
/// and n log n in all, with the same choices.
class TieredCandidates {
 public:
  TieredCandidates(std::vector<TieredSegment> largest_first, const CandidateRules& rules);

  /// Segments not yet taken, and their deleted documents.
  size_t eligible() const { return eligible_; }
  int64_t deleted() const { return deleted_; }
  const TieredSegment& segment(size_t index) const { return segments_[index]; }

  /// The best candidate, or nothing.
  std::optional<Candidate> best();
  /// Takes the members out of the search.
  void take(const Candidate& candidate);

 private:
  struct Window {
    Candidate candidate;
    size_t end = 0;  ///< Past the last segment looked at.
    int64_t docs = 0;
  };

  Window window(size_t start);
  bool is_full(const Window& window) const;
  size_t next_that_fits(size_t from, int64_t bytes) const;
  bool worthless(const Window& window) const;
  void score(Candidate& candidate) const;
  void evaluate(size_t start);
  size_t live_at_or_after(size_t index);

  std::vector<TieredSegment> segments_;
  CandidateRules rules_;
  std::vector<size_t> next_live_;  ///< Union-find towards the next segment not taken.
  StartTree starts_;
  std::set<size_t> assignable_;  ///< Starts whose candidate may become the best.
  std::set<size_t> small_;       ///< Starts that end the search once there is a best.
  size_t eligible_ = 0;
  int64_t deleted_ = 0;
};

}  // namespace segsmith::merge
