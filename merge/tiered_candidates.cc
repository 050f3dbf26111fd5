// SPDX-License-Identifier: Apache-2.0
#include "merge/tiered_candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "util/java_number.h"

namespace segsmith::merge {
namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}

int32_t TieredSettings::merge_factor() const {
  return java_int(std::min(static_cast<double>(max_merge_at_once), segments_per_tier));
}

TieredCandidates::TieredCandidates(std::vector<TieredSegment> largest_first,
                                   const CandidateRules& rules)
    : segments_(std::move(largest_first)),
      rules_(rules),
      next_live_(segments_.size() + 1),
      starts_(segments_.size()),
      eligible_(segments_.size()) {
  std::iota(next_live_.begin(), next_live_.end(), size_t{0});
  for (const TieredSegment& segment : segments_) deleted_ += segment.deleted;
  for (size_t start = 0; start < segments_.size(); ++start) evaluate(start);
}

size_t TieredCandidates::live_at_or_after(size_t index) {
  size_t root = index;
  while (next_live_[root] != root) root = next_live_[root];
  while (next_live_[index] != root) index = std::exchange(next_live_[index], root);
  return root;
}

bool TieredCandidates::is_full(const Window& window) const {
  const TieredSettings& s = rules_.settings;
  const int64_t bytes = window.candidate.bytes;
  const auto count = static_cast<int64_t>(window.candidate.members.size());
  return count >= s.max_merge_at_once ||
         (count >= rules_.merge_factor && bytes >= s.floor_segment_bytes) ||
         bytes >= s.max_merged_segment_bytes ||
         (bytes >= s.floor_segment_bytes && window.docs > rules_.allowed_docs);
}

/// The first index at or after `from` whose segment still fits beside `bytes`.
size_t TieredCandidates::next_that_fits(size_t from, int64_t bytes) const {
  const int64_t limit = rules_.settings.max_merged_segment_bytes;
  const auto first = segments_.begin() + static_cast<ptrdiff_t>(from);
  return static_cast<size_t>(std::partition_point(first, segments_.end(),
                                                  [&](const TieredSegment& s) {
                                                    return wrapping_add(bytes, s.size) > limit;
                                                  }) -
                             segments_.begin());
}

TieredCandidates::Window TieredCandidates::window(size_t start) {
  Window window;
  Candidate& candidate = window.candidate;
  size_t index = start;
  while (index < segments_.size() && !is_full(window)) {
    const TieredSegment& segment = segments_[index];
    const int64_t live_docs = int64_t{segment.max_doc} - segment.deleted;
    const bool too_large =
        wrapping_add(candidate.bytes, segment.size) > rules_.settings.max_merged_segment_bytes;
    const bool too_many_docs = candidate.bytes > rules_.settings.floor_segment_bytes &&
                               window.docs + live_docs > rules_.allowed_docs;
    candidate.hit_too_large |= too_large;
    if ((too_large || too_many_docs) && !candidate.members.empty()) {
      // Smaller segments further on may still fit.
      index = too_large ? next_that_fits(index + 1, candidate.bytes) : index + 1;
      index = live_at_or_after(index);
      continue;
    }
    candidate.members.push_back(index);
    candidate.bytes = wrapping_add(candidate.bytes, segment.size);
    window.docs += live_docs;
    index = live_at_or_after(index + 1);
  }
  window.end = index;
  return window;
}

/// A lone segment without deletes, or a natural merge that would hardly grow its largest segment
/// and not reclaim much of it either.
bool TieredCandidates::worthless(const Window& window) const {
  const Candidate& candidate = window.candidate;
  if (candidate.members.empty()) return true;  // A maximum of no bytes; Lucene fails on it.
  const TieredSegment& largest = segments_[candidate.members.front()];
  if (candidate.members.size() == 1 && largest.deleted == 0) return true;
  return !candidate.hit_too_large && rules_.natural &&
         static_cast<double>(candidate.bytes) < static_cast<double>(largest.size) * 1.5 &&
         static_cast<double>(largest.deleted) <
             static_cast<double>(largest.max_doc) * rules_.settings.deletes_pct_allowed / 100.0;
}

void TieredCandidates::score(Candidate& candidate) const {
  const int64_t floor = rules_.settings.floor_segment_bytes;
  int64_t before = 0, after_floored = 0;
  for (size_t member : candidate.members) {
    after_floored = wrapping_add(after_floored, std::max(floor, segments_[member].size));
    before = wrapping_add(before, segments_[member].raw_bytes);
  }
  candidate.skew =
      candidate.hit_too_large
          ? 1.0 / static_cast<double>(rules_.settings.merge_factor())
          : static_cast<double>(std::max(floor, segments_[candidate.members.front()].size)) /
                static_cast<double>(after_floored);
  candidate.non_deleted_ratio = static_cast<double>(candidate.bytes) / static_cast<double>(before);
  candidate.score = candidate.skew * std::pow(static_cast<double>(candidate.bytes), 0.05) *
                    std::pow(candidate.non_deleted_ratio, 2.0);
}

void TieredCandidates::evaluate(size_t start) {
  Window w = window(start);
  assignable_.erase(start);
  small_.erase(start);
  double key = kInfinity;
  if (!worthless(w)) {
    const bool full = static_cast<int64_t>(w.candidate.members.size()) >= rules_.merge_factor;
    if (!w.candidate.hit_too_large && !full) small_.insert(start);
    if (!(w.candidate.hit_too_large && rules_.max_merge_is_running)) {
      assignable_.insert(start);
      score(w.candidate);
      if (!std::isnan(w.candidate.score)) key = w.candidate.score;
    }
  }
  starts_.set(start, key, w.end);
}

std::optional<Candidate> TieredCandidates::best() {
  if (assignable_.empty()) return std::nullopt;
  const size_t first = *assignable_.begin();
  const auto stop = small_.upper_bound(first);
  const size_t end = stop == small_.end() ? segments_.size() : *stop;
  Candidate chosen = window(first).candidate;
  score(chosen);
  // A first score that is not a number (no bytes at all) is never beaten.
  const size_t lowest = starts_.lowest(first, end);
  if (!std::isnan(chosen.score) && lowest != first && lowest != end) {
    chosen = window(lowest).candidate;
    score(chosen);
  }
  return chosen;
}

void TieredCandidates::take(const Candidate& candidate) {
  std::set<size_t> stale;
  for (size_t member : candidate.members) {
    for (size_t start : starts_.depending_on(member)) stale.insert(start);
  }
  for (size_t member : candidate.members) {
    next_live_[member] = member + 1;
    starts_.set(member, kInfinity, 0);
    assignable_.erase(member);
    small_.erase(member);
    stale.erase(member);
    --eligible_;
    deleted_ -= segments_[member].deleted;
  }
  for (size_t start : stale) evaluate(start);
}

}  // namespace segsmith::merge
