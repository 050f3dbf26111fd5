// SPDX-License-Identifier: Apache-2.0
#include "merge/merge_policy.h"

#include <algorithm>
#include <cstdio>

#include "util/java_number.h"

namespace segsmith::merge {

MergeSpec MergePolicy::find_full_flush_merges(Segments segments, Explanation* explain) const {
  MergeSpec natural = find_merges(segments, explain);
  MergeSpec small;
  std::vector<std::string> reasons;
  const int64_t limit = max_full_flush_merge_size();
  for (size_t m = 0; m < natural.size(); ++m) {
    const bool fits = std::all_of(natural[m].begin(), natural[m].end(), [&](size_t position) {
      return size(segments[position]) < limit;
    });
    if (!fits) continue;
    small.push_back(std::move(natural[m]));
    if (explain) reasons.push_back(std::move(explain->merges[m]));
  }
  if (explain) {
    const size_t left = natural.size() - small.size();
    if (left > 0) {
      explain->budget.push_back(
          "full flush: " + std::to_string(left) + " of " + std::to_string(natural.size()) +
          " natural merges left out, holding a segment of at least " + std::to_string(limit));
    }
    explain->merges = std::move(reasons);
  }
  return small;
}

bool MergePolicy::use_compound_file(Segments segments, const SegmentSize& merged) const {
  if (compound_.no_cfs_ratio == 0.0) return false;
  const int64_t merged_size = size(merged);
  if (merged_size > compound_.max_segment_size) return false;
  if (compound_.no_cfs_ratio >= 1.0) return true;
  int64_t total = 0;
  for (const SegmentSize& segment : segments) total = wrapping_add(total, size(segment));
  return static_cast<double>(merged_size) <= compound_.no_cfs_ratio * static_cast<double>(total);
}

bool MergePolicy::is_merged(Segments segments, const SegmentSize& segment) const {
  return segment.del_count == 0 && use_compound_file(segments, segment) == segment.compound;
}

int64_t MergePolicy::pro_rated_bytes(const SegmentSize& segment) {
  const auto bytes = static_cast<int64_t>(segment.bytes);
  if (segment.max_doc <= 0) return bytes;
  const double deleted = static_cast<double>(segment.del_count) / segment.max_doc;
  return java_long(static_cast<double>(bytes) * (1.0 - deleted));
}

std::string three_decimals(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

std::string megabytes(int64_t bytes) {
  return three_decimals(static_cast<double>(bytes) / 1024.0 / 1024.0) + " MB";
}

}  // namespace segsmith::merge
