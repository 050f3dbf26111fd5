// SPDX-License-Identifier: Apache-2.0
#include "merge/log_merge_policy.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "util/java_number.h"

namespace segsmith::merge {
namespace {

/// Segments whose levels are less than this below the largest belong to one level.
constexpr double kLevelSpan = 0.75;

std::vector<size_t> range(size_t first, size_t end) {
  std::vector<size_t> positions(end - first);
  std::iota(positions.begin(), positions.end(), first);
  return positions;
}

void add(MergeSpec& spec, size_t first, size_t end, Explanation* explain, std::string reason) {
  spec.push_back(range(first, end));
  if (explain) explain->merges.push_back(std::move(reason));
}

void finish(Explanation* explain, std::string_view end) {
  if (explain && explain->end.empty()) explain->end = end;
}

}  // namespace

LogSettings LogSettings::defaults(LogUnit unit) {
  LogSettings settings;
  if (unit == LogUnit::documents) {
    settings.min_merge_size = 1000;
    settings.max_merge_size = std::numeric_limits<int64_t>::max();
  }
  return settings;
}

struct LogMergePolicy::Measured {
  float level;
  int64_t size;  ///< In the policy's unit.
  int64_t docs;
};

int64_t LogMergePolicy::size_docs(const SegmentSize& segment) const {
  const int64_t deleted = settings_.calibrate_size_by_deletes ? segment.del_count : 0;
  return int64_t{segment.max_doc} - deleted;
}

int64_t LogMergePolicy::size(const SegmentSize& segment) const {
  if (unit_ == LogUnit::documents) return size_docs(segment);
  if (settings_.calibrate_size_by_deletes) return pro_rated_bytes(segment);
  return static_cast<int64_t>(segment.bytes);
}

std::vector<LogMergePolicy::Measured> LogMergePolicy::measure(Segments segments) const {
  // Java rounds to float before it divides, and levels decide by their last bit.
  const float norm = static_cast<float>(std::log(static_cast<double>(settings_.merge_factor)));
  std::vector<Measured> measured;
  measured.reserve(segments.size());
  for (const SegmentSize& segment : segments) {
    const int64_t units = size(segment);
    const auto logarithm =
        static_cast<float>(std::log(static_cast<double>(std::max<int64_t>(units, 1))));
    measured.push_back({logarithm / norm, units, size_docs(segment)});
  }
  return measured;
}

MergeSpec LogMergePolicy::find_merges(Segments segments, Explanation* explain) const {
  const std::vector<Measured> measured = measure(segments);
  int32_t total_docs = 0;
  for (const Measured& m : measured) {
    total_docs = static_cast<int32_t>(wrapping_add(int64_t{total_docs}, m.docs));
  }
  const int64_t max_docs =
      std::min(settings_.max_merge_docs, ceil_div(total_docs, settings_.target_search_concurrency));
  const auto norm = static_cast<float>(std::log(static_cast<double>(settings_.merge_factor)));
  const float floor_level =
      settings_.min_merge_size <= 0
          ? 0.0f
          : static_cast<float>(std::log(static_cast<double>(settings_.min_merge_size)) /
                               static_cast<double>(norm));
  std::vector<float> highest(measured.size() + 1, -1.0f);  // At or after each position.
  for (size_t i = measured.size(); i-- > 0;) {
    highest[i] = std::max(measured[i].level, highest[i + 1]);
  }

  if (explain && max_docs != std::numeric_limits<int32_t>::max()) {
    explain->budget.push_back("a merge takes at most " + std::to_string(max_docs) + " documents");
  }
  MergeSpec spec;
  for (size_t start = 0; start < measured.size();) {
    const float top = highest[start];
    // Everything at or below the floor counts as one wide level.
    const auto bottom = static_cast<float>(static_cast<double>(top) -
                                           (top > floor_level ? kLevelSpan : 2 * kLevelSpan));
    size_t end = measured.size();
    while (end > start && !(measured[end - 1].level >= bottom)) --end;
    if (explain) {
      explain->budget.push_back("level " + three_decimals(bottom) + " to " + three_decimals(top) +
                                ": " + std::to_string(end - start) + " segments from " +
                                segments[start].name);
    }
    merge_level(segments, measured, start, end, max_docs, spec, explain);
    start = end;
  }
  finish(explain, "no further run of " + std::to_string(settings_.merge_factor) +
                      " neighbours stands on one level");
  return spec;
}

void LogMergePolicy::merge_level(Segments segments, const std::vector<Measured>& measured,
                                 size_t start, size_t level_end, int64_t max_docs, MergeSpec& spec,
                                 Explanation* explain) const {
  const auto factor = static_cast<size_t>(settings_.merge_factor);
  for (size_t end = start + factor; end <= level_end; end = start + factor) {
    bool any_merging = false;
    int64_t merge_size = 0, merge_docs = 0;
    const auto fits = [&](const Measured& m, int64_t max_size) {
      return merge_size + m.size <= max_size && merge_docs + m.docs <= max_docs;
    };
    for (size_t i = start; i < end; ++i) {
      if (segments[i].merging) {
        any_merging = true;
        break;
      }
      if (!fits(measured[i], settings_.max_merge_size)) {
        if (explain && i == start) {
          explain->segments.push_back({i, "larger than a merge may be"});
        }
        end = i == start ? i + 1 : i;
        break;
      }
      merge_size += measured[i].size;
      merge_docs += measured[i].docs;
    }
    // Small merges go on past the merge factor, up to the minimum size.
    if (end - start >= factor && settings_.min_merge_size < settings_.max_merge_size &&
        merge_size < settings_.min_merge_size && !any_merging) {
      for (; end < level_end; ++end) {
        any_merging = segments[end].merging;
        if (any_merging || !fits(measured[end], settings_.min_merge_size)) break;
        merge_size += measured[end].size;
        merge_docs += measured[end].docs;
      }
    }
    if (!any_merging && end - start > 1) {
      const bool by_bytes = unit_ == LogUnit::bytes;
      add(spec, start, end, explain,
          explain ? std::to_string(end - start) + " neighbours on one level, " +
                        (by_bytes ? megabytes(merge_size) + ", " : std::string()) +
                        std::to_string(merge_docs) + " documents"
                  : std::string());
    } else if (explain && any_merging) {
      explain->segments.push_back({start, "a neighbour in its run is being merged"});
    }
    start = end;
  }
}

bool LogMergePolicy::already_merged(Segments segments, int32_t max_segments) const {
  int32_t listed = 0;
  const SegmentSize* last = nullptr;
  for (const SegmentSize& segment : segments) {
    if (listed > max_segments) break;
    if (segment.forced == ForcedMerge::unlisted) continue;
    ++listed;
    last = &segment;
  }
  return listed <= max_segments &&
         (listed != 1 || last->forced != ForcedMerge::original || is_merged(segments, *last));
}

bool LogMergePolicy::too_large_for_forced_merge(const SegmentSize& segment) const {
  return size(segment) > settings_.max_merge_size_for_forced_merge ||
         size_docs(segment) > settings_.max_merge_docs;
}

MergeSpec LogMergePolicy::find_forced_merges(Segments segments, int32_t max_segments,
                                             Explanation* explain) const {
  if (already_merged(segments, max_segments)) {
    finish(explain, "already merged");
    return {};
  }
  size_t last = segments.size();
  while (last > 0 && segments[last - 1].forced == ForcedMerge::unlisted) --last;
  if (last == 0) return {};
  if (max_segments == 1 && last == 1 && is_merged(segments, segments[0])) {
    finish(explain, "already one segment");
    return {};
  }
  const auto considered = segments.first(last);
  if (std::any_of(considered.begin(), considered.end(), [&](const SegmentSize& segment) {
        return too_large_for_forced_merge(segment);
      })) {
    return forced_with_size_limit(segments, last, explain);
  }
  return forced_to_count(segments, max_segments, last, explain);
}

MergeSpec LogMergePolicy::forced_with_size_limit(Segments segments, size_t last,
                                                 Explanation* explain) const {
  const auto factor = static_cast<size_t>(settings_.merge_factor);
  const std::string reason = "neighbours between segments too large for a forced merge";
  MergeSpec spec;
  size_t start = last;
  while (start > 0) {
    --start;
    if (too_large_for_forced_merge(segments[start])) {
      if (explain) explain->segments.push_back({start, "too large for a forced merge"});
      if (last - start > 2 || (start + 1 != last && !is_merged(segments, segments[start + 1]))) {
        add(spec, start + 1, last, explain, reason);
      }
      last = start;
    } else if (last - start == factor) {
      add(spec, start, last, explain, reason);
      last = start;
    }
  }
  if (last > 0 && (last > 1 || !is_merged(segments, segments[0]))) {
    add(spec, 0, last, explain, reason);
  }
  finish(explain, "the sizes allow no further merge");
  return spec;
}

MergeSpec LogMergePolicy::forced_to_count(Segments segments, int32_t max_segments, size_t last,
                                          Explanation* explain) const {
  const auto factor = static_cast<size_t>(settings_.merge_factor);
  const auto wanted = static_cast<size_t>(max_segments);
  MergeSpec spec;
  while (last + 1 >= wanted + factor) {
    add(spec, last - factor, last, explain, "the newest segments, as many as the merge factor");
    last -= factor;
  }
  if (spec.empty()) {
    if (wanted == 1) {
      if (last > 1 || !is_merged(segments, segments[0])) {
        add(spec, 0, last, explain, "all that are left");
      }
    } else if (last > wanted) {
      // The cheapest run of neighbours that leaves the wanted number.
      const size_t count = last - wanted + 1;
      int64_t sum = 0, best = 0;
      size_t best_start = 0;
      for (size_t i = 0; i < count; ++i) sum += size(segments[i]);
      for (size_t i = 0; i + count <= last; ++i) {
        if (i > 0) {
          sum += size(segments[i + count - 1]) - size(segments[i - 1]);
          if (sum >= 2 * size(segments[i - 1]) || sum >= best) continue;
        }
        best_start = i;
        best = sum;
      }
      add(spec, best_start, best_start + count, explain,
          "the smallest run of neighbours that leaves " + std::to_string(wanted) + " segments");
    }
  }
  finish(explain, "further merges follow when these are done");
  return spec;
}

MergeSpec LogMergePolicy::find_forced_deletes_merges(Segments segments,
                                                     Explanation* explain) const {
  const auto factor = static_cast<size_t>(settings_.merge_factor);
  const std::string reason = "neighbours with deleted documents";
  MergeSpec spec;
  size_t first = segments.size();  // Of the run of segments with deletes; the size when none.
  for (size_t i = 0; i < segments.size(); ++i) {
    const bool in_run = first != segments.size();
    if (segments[i].del_count > 0) {
      if (in_run && i - first == factor) {
        add(spec, first, i, explain, reason);
        first = i;
      } else if (!in_run) {
        first = i;
      }
    } else if (in_run) {
      add(spec, first, i, explain, reason);
      first = segments.size();
    }
  }
  if (first != segments.size()) add(spec, first, segments.size(), explain, reason);
  finish(explain, "no other segment has deleted documents");
  return spec;
}

}  // namespace segsmith::merge
