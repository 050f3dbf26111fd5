// SPDX-License-Identifier: Apache-2.0
#include "index/pending_merges.h"

#include <algorithm>
#include <utility>

namespace segsmith::index {

PendingMerges::PendingMerges(const MergeRequest& request, std::span<const SegmentSize> segments)
    : request_(request) {
  for (const SegmentSize& segment : segments) originals_.insert(segment.name);
}

void PendingMerges::ask(MergeDriver& driver, std::vector<SegmentSize> segments) {
  for (SegmentSize& segment : segments) {
    segment.merging = merging_.contains(segment.name);
    segment.forced = originals_.contains(segment.name) ? ForcedMerge::original
                     : made_.contains(segment.name)    ? ForcedMerge::made
                                                       : ForcedMerge::unlisted;
  }
  for (const auto& merge : driver.find_merges(request_, segments)) {
    std::vector<std::string> names;
    for (const size_t position : merge) names.push_back(segments.at(position).name);
    const bool taken = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return merging_.contains(name);
    });
    if (taken) continue;
    merging_.insert(names.begin(), names.end());
    pending_.push_back(std::move(names));
  }
}

std::optional<std::vector<std::string>> PendingMerges::next() {
  if (pending_.empty()) return std::nullopt;
  std::vector<std::string> names = std::move(pending_.front());
  pending_.pop_front();
  return names;
}

void PendingMerges::done(const std::vector<std::string>& sources, const std::string& made) {
  for (const std::string& name : sources) {
    merging_.erase(name);
    originals_.erase(name);
  }
  made_.insert(made);
  if (request_.kind == MergeKind::expunge) request_.kind = MergeKind::natural;
}

}  // namespace segsmith::index
