// SPDX-License-Identifier: Apache-2.0
#include "merge/forced_merges.h"

#include <algorithm>
#include <numeric>

namespace segsmith::merge {
namespace {

using Positions = std::vector<size_t>;
using index::SegmentSize;

Positions range(size_t first, size_t end) {
  Positions positions(end - first);
  std::iota(positions.begin(), positions.end(), first);
  return positions;
}

/// Bytes that deleted documents do not claim: (long)(bytes * (1 - deletes / max_doc)).
int64_t pro_rated_bytes(const SegmentSize& segment) {
  const auto bytes = static_cast<int64_t>(segment.bytes);
  if (segment.max_doc <= 0) return bytes;
  const double deleted = static_cast<double>(segment.del_count) / segment.max_doc;
  return static_cast<int64_t>(static_cast<double>(bytes) * (1.0 - deleted));
}

/// MergePolicy.isMerged: nothing deleted, and the file kind that the policy wants.
bool is_merged(std::span<const SegmentSize> segments, const SegmentSize& segment,
               const index::CompoundRule& compound) {
  uint64_t total = 0;
  for (const SegmentSize& s : segments) total += s.bytes;
  return segment.del_count == 0 && compound.for_merge(segment.bytes, total) == segment.compound;
}

std::vector<Positions> find_log(std::span<const SegmentSize> segments, size_t merge_factor,
                                const index::CompoundRule& compound, bool original) {
  if (segments.empty()) return {};
  if (segments.size() == 1) {
    if (!original || is_merged(segments, segments[0], compound)) return {};
    return {range(0, 1)};
  }
  std::vector<Positions> merges;
  size_t last = segments.size();
  while (last >= merge_factor) {
    merges.push_back(range(last - merge_factor, last));
    last -= merge_factor;
  }
  if (merges.empty()) merges.push_back(range(0, last));
  return merges;
}

std::vector<Positions> find_tiered(std::span<const SegmentSize> segments, bool original) {
  if (segments.empty()) return {};
  if (segments.size() == 1 && (!original || segments[0].del_count == 0)) return {};
  Positions order = range(0, segments.size());
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const int64_t size_a = pro_rated_bytes(segments[a]), size_b = pro_rated_bytes(segments[b]);
    if (size_a != size_b) return size_a > size_b;
    return segments[a].name < segments[b].name;
  });
  return {std::move(order)};
}

}  // namespace

std::optional<Policy> parse_policy(std::string_view name) {
  if (name == "tiered") return Policy::tiered;
  if (name == "log_byte_size" || name == "time_based") return Policy::log_byte_size;
  if (name == "log_doc") return Policy::log_doc;
  return std::nullopt;
}

std::string_view name_of(Policy policy) {
  switch (policy) {
    case Policy::tiered:
      return "tiered";
    case Policy::log_byte_size:
      return "log_byte_size";
    case Policy::log_doc:
      return "log_doc";
  }
  return "unknown";
}

int default_merge_factor(Policy policy) { return policy == Policy::log_byte_size ? 32 : 10; }

std::vector<Positions> find_merges_to_one(Policy policy, int merge_factor,
                                          std::span<const SegmentSize> segments,
                                          const index::CompoundRule& compound, bool original) {
  if (policy == Policy::tiered) return find_tiered(segments, original);
  return find_log(segments, static_cast<size_t>(merge_factor), compound, original);
}

}  // namespace segsmith::merge
