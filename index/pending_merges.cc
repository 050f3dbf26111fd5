// SPDX-License-Identifier: Apache-2.0
#include "index/pending_merges.h"

#include <algorithm>
#include <utility>

#include "index/segment_infos.h"

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

void run_merges(const MergeRequest& request, MergeDriver& driver,
                const std::function<std::vector<SegmentSize>()>& segments,
                const std::function<std::string(const std::vector<std::string>&)>& merge) {
  std::vector<SegmentSize> now = segments();
  PendingMerges pending(request, now);
  pending.ask(driver, std::move(now));
  while (const auto names = pending.next()) {
    pending.done(*names, merge(*names));
    pending.ask(driver, segments());
  }
}

std::vector<SegmentSize> segment_sizes(const store::Directory& directory,
                                       std::span<const model::SegmentCommitInfo> segments) {
  std::vector<SegmentSize> sizes;
  for (const auto& s : segments) {
    sizes.push_back(
        {s.info.name, s.info.max_doc, s.del_count, segment_bytes(directory, s), s.info.compound});
  }
  return sizes;
}

}  // namespace segsmith::index
