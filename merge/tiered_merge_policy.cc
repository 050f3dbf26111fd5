// SPDX-License-Identifier: Apache-2.0
#include "merge/tiered_merge_policy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "util/java_number.h"

namespace segsmith::merge {
namespace {

constexpr int32_t kNoLimit = std::numeric_limits<int32_t>::max();

double percent_deleted(const TieredSegment& segment) {
  return 100.0 * (static_cast<double>(segment.deleted) / static_cast<double>(segment.max_doc));
}

void finish(Explanation* explain, std::string_view end) {
  if (explain) explain->end = end;
}

void note(Explanation* explain, const TieredSegment& segment, std::string text) {
  if (explain) explain->segments.push_back({segment.position, std::move(text)});
}

std::string describe(const Candidate& candidate) {
  return "score " + three_decimals(candidate.score) + ", skew " + three_decimals(candidate.skew) +
         ", non-deleted ratio " + three_decimals(candidate.non_deleted_ratio) + ", " +
         megabytes(candidate.bytes) + (candidate.hit_too_large ? ", up to the maximum size" : "");
}

}  // namespace

/// When doFindMerges ends.
struct TieredMergePolicy::Limits {
  int32_t segments = kNoLimit;
  int64_t deleted = 0;
  bool natural = true;
};

struct TieredMergePolicy::Budget {
  Limits limits;
  int32_t allowed_docs = 0;
  bool max_merge_is_running = false;
};

std::vector<TieredSegment> TieredMergePolicy::largest_first(Segments segments) const {
  std::vector<TieredSegment> sorted;
  sorted.reserve(segments.size());
  for (size_t i = 0; i < segments.size(); ++i) {
    const SegmentSize& s = segments[i];
    sorted.push_back({i, size(s), static_cast<int64_t>(s.bytes), s.max_doc, s.del_count});
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const TieredSegment& a, const TieredSegment& b) {
                     if (a.size != b.size) return a.size > b.size;
                     return segments[a.position].name < segments[b.position].name;
                   });
  return sorted;
}

int32_t TieredMergePolicy::max_allowed_docs(int32_t max_doc, int32_t deleted) const {
  return ceil_div(wrapping_add(max_doc, -deleted), settings_.target_search_concurrency);
}

/// Segments that an index of `bytes` may have: segments_per_tier on each tier, the tiers growing
/// by the merge factor from the smallest segment (or the floor) up. Adds to `allowed`, since the
/// order of additions decides the last bit.
double TieredMergePolicy::allowed_segments(double allowed, int64_t bytes, int64_t smallest) const {
  const int64_t factor = settings_.merge_factor();
  int64_t tier = std::max(smallest, settings_.floor_segment_bytes);
  while (true) {
    const double on_tier = static_cast<double>(bytes) / static_cast<double>(tier);
    if (on_tier < settings_.segments_per_tier || tier == settings_.max_merged_segment_bytes) {
      return allowed + std::ceil(on_tier);
    }
    allowed += settings_.segments_per_tier;
    bytes = java_long(static_cast<double>(bytes) -
                      settings_.segments_per_tier * static_cast<double>(tier));
    tier = std::min(settings_.max_merged_segment_bytes, wrapping_multiply(tier, factor));
  }
}

TieredMergePolicy::Budget TieredMergePolicy::natural_budget(Segments segments,
                                                            std::vector<TieredSegment>& eligible,
                                                            Explanation* explain) const {
  int64_t index_bytes = 0, smallest = std::numeric_limits<int64_t>::max(), merging_bytes = 0;
  int32_t deleted = 0, max_doc = 0;
  std::erase_if(eligible, [&](const TieredSegment& s) {
    const bool merging = segments[s.position].merging;
    if (merging) {
      // Its deletes are being reclaimed already.
      merging_bytes = wrapping_add(merging_bytes, s.size);
      max_doc = wrapping_add(max_doc, s.max_doc - s.deleted);
      note(explain, s, "being merged");
    } else {
      deleted = wrapping_add(deleted, s.deleted);
      max_doc = wrapping_add(max_doc, s.max_doc);
      if (s.size < settings_.floor_segment_bytes) note(explain, s, "counts as the floor size");
    }
    smallest = std::min(s.size, smallest);
    index_bytes = wrapping_add(index_bytes, s.size);
    return merging;
  });
  const double pct_deleted = 100.0 * static_cast<double>(deleted) / static_cast<double>(max_doc);
  int32_t allowed_deleted =
      java_int(settings_.deletes_pct_allowed * static_cast<double>(max_doc) / 100.0);

  // Segments above half the maximum are left alone unless they hold too many deletes; the largest
  // of the others may stand alone for the sake of search concurrency.
  int32_t too_big = 0, apart = 0;
  double allowed = 0;
  std::erase_if(eligible, [&](const TieredSegment& s) {
    const double segment_pct =
        100.0 * static_cast<double>(s.deleted) / static_cast<double>(s.max_doc);
    if (s.size > settings_.max_merged_segment_bytes / 2 &&
        (pct_deleted <= settings_.deletes_pct_allowed ||
         segment_pct <= settings_.deletes_pct_allowed)) {
      ++too_big;
      index_bytes = wrapping_add(index_bytes, -s.size);
      allowed_deleted = wrapping_add(allowed_deleted, -s.deleted);
      note(explain, s, "above half the maximum size, with few enough deletes");
      return true;
    }
    if (apart + too_big < settings_.target_search_concurrency - 1) {
      ++apart;
      allowed += 1.0;
      index_bytes = wrapping_add(index_bytes, -s.size);
    }
    return false;
  });
  allowed = allowed_segments(allowed, index_bytes, smallest);
  allowed = std::max(allowed, settings_.segments_per_tier);
  allowed = std::max(allowed, static_cast<double>(settings_.target_search_concurrency - too_big));

  Budget budget;
  budget.limits = {java_int(allowed), std::max(0, allowed_deleted), true};
  budget.allowed_docs = max_allowed_docs(max_doc, deleted);
  budget.max_merge_is_running = merging_bytes >= settings_.max_merged_segment_bytes;
  if (explain) {
    explain->budget.push_back("segments allowed " + std::to_string(budget.limits.segments) +
                              ", eligible " + std::to_string(eligible.size()) + ", too big " +
                              std::to_string(too_big));
    explain->budget.push_back("deleted documents allowed " + std::to_string(budget.limits.deleted) +
                              ", there " + std::to_string(deleted) + " (" +
                              three_decimals(pct_deleted) + " %)");
    explain->budget.push_back("documents of a merge above the floor: at most " +
                              std::to_string(budget.allowed_docs));
    if (budget.max_merge_is_running) {
      explain->budget.push_back("merges of the maximum size are running: no other is begun");
    }
  }
  return budget;
}

MergeSpec TieredMergePolicy::choose(std::vector<TieredSegment> eligible,
                                    const CandidateRules& rules, const Limits& limits,
                                    Explanation* explain) const {
  TieredCandidates candidates(std::move(eligible), rules);
  MergeSpec spec;
  bool have_one_large = false;
  while (candidates.eligible() > 0) {
    if (limits.natural && candidates.eligible() <= static_cast<size_t>(limits.segments) &&
        candidates.deleted() <= limits.deleted) {
      finish(explain, std::to_string(candidates.eligible()) +
                          " segments are left, within the budget of " +
                          std::to_string(limits.segments));
      return spec;
    }
    const std::optional<Candidate> best = candidates.best();
    if (!best) {
      finish(explain, "no set of segments is worth a merge");
      return spec;
    }
    // Of merges that reach the maximum size, a natural choice makes one at a time.
    const bool chosen = !have_one_large || !best->hit_too_large || !limits.natural;
    if (chosen) {
      have_one_large |= best->hit_too_large;
      auto& merge = spec.emplace_back();
      for (size_t m : best->members) merge.push_back(candidates.segment(m).position);
      if (explain) explain->merges.push_back(describe(*best));
    } else if (explain) {
      for (size_t m : best->members) {
        note(explain, candidates.segment(m), "waits: one merge of the maximum size at a time");
      }
    }
    candidates.take(*best);
  }
  finish(explain, "no segment is left");
  return spec;
}

MergeSpec TieredMergePolicy::find_merges(Segments segments, Explanation* explain) const {
  std::vector<TieredSegment> eligible = largest_first(segments);
  const Budget budget = natural_budget(segments, eligible, explain);
  const CandidateRules rules{settings_, settings_.merge_factor(), budget.allowed_docs, true,
                             budget.max_merge_is_running};
  return choose(std::move(eligible), rules, budget.limits, explain);
}

MergeSpec TieredMergePolicy::find_forced_deletes_merges(Segments segments,
                                                        Explanation* explain) const {
  std::vector<TieredSegment> eligible = largest_first(segments);
  const double allowed_pct = settings_.force_merge_deletes_pct_allowed;
  int32_t deleted = 0, max_doc = 0;
  bool have_work = false;
  for (const TieredSegment& s : eligible) {
    deleted = wrapping_add(deleted, s.deleted);
    max_doc = wrapping_add(max_doc, s.max_doc);
    // Not the same roundings as percent_deleted(): Lucene has both expressions.
    const double pct = 100.0 * static_cast<double>(s.deleted) / static_cast<double>(s.max_doc);
    have_work |= pct > allowed_pct && !segments[s.position].merging;
  }
  if (!have_work) {
    finish(explain, "no segment has more than " + three_decimals(allowed_pct) + " % deletes");
    return {};
  }
  std::erase_if(eligible, [&](const TieredSegment& s) {
    if (segments[s.position].merging) {
      note(explain, s, "being merged");
      return true;
    }
    return percent_deleted(s) <= allowed_pct;
  });
  const CandidateRules rules{settings_, kNoLimit, max_allowed_docs(max_doc, deleted), false, false};
  return choose(std::move(eligible), rules, {kNoLimit, 0, false}, explain);
}

MergeSpec TieredMergePolicy::find_forced_merges(Segments segments, int32_t max_segments,
                                                Explanation* explain) const {
  std::vector<TieredSegment> eligible = largest_first(segments);
  const auto forced = [&](const TieredSegment& s) { return segments[s.position].forced; };
  int64_t total = 0;
  bool running = false;
  std::erase_if(eligible, [&](const TieredSegment& s) {
    if (forced(s) == ForcedMerge::unlisted) return true;
    if (segments[s.position].merging) return running = true;
    total = wrapping_add(total, s.size);
    return false;
  });
  int64_t max_bytes = settings_.max_merged_segment_bytes;
  if (max_segments == 1) {
    max_bytes = std::numeric_limits<int64_t>::max();
  } else if (max_segments != kNoLimit) {
    max_bytes = std::max(java_long(static_cast<double>(total) / max_segments), max_bytes);
    max_bytes = java_long(static_cast<double>(max_bytes) * 1.25);
  }
  bool found_deletes = false;
  std::erase_if(eligible, [&](const TieredSegment& s) {
    if (s.deleted != 0) {
      found_deletes |= forced(s) == ForcedMerge::original;
      return false;
    }
    if (max_segments == kNoLimit) return forced(s) == ForcedMerge::made;
    if (s.size < max_bytes) return false;
    note(explain, s, "as large as a forced merge may make one");
    return true;
  });
  if (eligible.empty()) {
    finish(explain, "nothing to merge");
    return {};
  }
  // A lone segment counts as merged whatever its kind of file: each that is left is listed.
  const size_t count = eligible.size();
  if (!found_deletes && max_segments != kNoLimit &&
      ((max_segments > 1 && count <= static_cast<size_t>(max_segments)) ||
       (max_segments == 1 && count == 1))) {
    finish(explain, "already merged");
    return {};
  }
  if (running) {
    finish(explain, "a forced merge is running");
    return {};
  }
  if (explain) {
    explain->budget.push_back("a merge takes at most " + megabytes(max_bytes));
  }
  if (max_segments == 1 && total < max_bytes) {
    MergeSpec spec(1);
    for (const TieredSegment& s : eligible) spec[0].push_back(s.position);
    if (explain) explain->merges.push_back("all into one, largest first");
    return spec;
  }
  MergeSpec spec;
  size_t left = count;  // Segments from the largest down to here are not looked at yet.
  auto resulting = static_cast<int64_t>(count);
  while (true) {
    std::vector<size_t> candidate;
    int64_t bytes = 0;
    while (left > 0 && resulting > max_segments) {
      const TieredSegment& s = eligible[left - 1];
      const size_t before = candidate.size();
      if (wrapping_add(bytes, s.raw_bytes) > max_bytes && before >= 2) break;
      candidate.push_back(s.position);
      --left;
      bytes = wrapping_add(bytes, s.raw_bytes);
      if (before > 0) --resulting;
    }
    if (candidate.size() <= 1) break;
    spec.push_back(std::move(candidate));
    if (explain) explain->merges.push_back("the smallest left, " + megabytes(bytes));
  }
  finish(explain, "down to the wanted number of segments, or nothing fits together");
  return spec;
}

}  // namespace segsmith::merge
