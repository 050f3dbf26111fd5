// SPDX-License-Identifier: Apache-2.0
#include "merge/merge_simulator.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "index/index_writer.h"
#include "util/base36.h"
#include "util/error.h"

namespace segsmith::merge {

namespace {

/// ConcurrentMergeScheduler: maxMergeCount = maxThreadCount + 5.
constexpr size_t kMergesBeyondThreads = 5;

int32_t live(const SegmentSize& segment) { return segment.max_doc - segment.del_count; }

size_t tier_of(uint64_t bytes) {
  return static_cast<size_t>(std::ranges::upper_bound(kSizeTiers, bytes) - kSizeTiers.begin());
}

}  // namespace

MergeSimulator::MergeSimulator(const MergePolicy& policy, const SimulationOptions& options)
    : policy_(policy), options_(options), random_(options.seed) {}

void MergeSimulator::add_segment(size_t position, uint64_t number, SegmentSize segment,
                                 TimeRange range) {
  const auto at = static_cast<std::ptrdiff_t>(position);
  documents_ += segment.max_doc;
  bytes_ += segment.bytes;
  segments_.insert(segments_.begin() + at, std::move(segment));
  ranges_.insert(ranges_.begin() + at, range);
  numbers_.insert(numbers_.begin() + at, number);
}

void MergeSimulator::drop(size_t position) {
  const auto at = static_cast<std::ptrdiff_t>(position);
  documents_ -= segments_[position].max_doc;
  bytes_ -= segments_[position].bytes;
  segments_.erase(segments_.begin() + at);
  ranges_.erase(ranges_.begin() + at);
  numbers_.erase(numbers_.begin() + at);
}

size_t MergeSimulator::position_of(uint64_t number) const {
  return static_cast<size_t>(std::ranges::find(numbers_, number) - numbers_.begin());
}

void MergeSimulator::flush(const SimulatedFlush& flush) {
  run_until(flush.time + counts_.stalled);
  if (documents_ + flush.documents > index::kMaxSegmentDocuments) {
    throw InvalidArgument(
        "after " + std::to_string(counts_.flushes) + " flushes the index would hold " +
        std::to_string(documents_ + flush.documents) + " documents: expected at most " +
        std::to_string(index::kMaxSegmentDocuments) + ", as in one Lucene index");
  }
  const uint64_t number = next_number_++;
  SegmentSize segment;
  segment.name = "_" + to_base36(number);
  segment.max_doc = flush.documents;
  segment.bytes = flush.bytes;
  segment.compound = true;
  add_segment(segments_.size(), number, std::move(segment), {flush.min_time, flush.max_time});
  ++counts_.flushes;
  counts_.flushed_bytes += flush.bytes;
  note_peak();
  ask();
  stall();
}

void MergeSimulator::remove(int64_t time, int64_t documents) {
  run_until(time + counts_.stalled);
  int64_t alive = 0;
  for (const SegmentSize& segment : segments_) alive += live(segment);
  documents = std::min(documents, alive);
  if (documents <= 0) return;
  // Every (alive / documents)-th live document, from a random one on.
  const double step = static_cast<double>(alive) / static_cast<double>(documents);
  const double start = step * static_cast<double>(random_() >> 11) * 0x1p-53;
  int64_t passed = 0, taken = 0;
  for (SegmentSize& segment : segments_) {
    passed += live(segment);
    const auto due = static_cast<int64_t>(std::ceil((static_cast<double>(passed) - start) / step));
    const int64_t here = std::clamp<int64_t>(std::min(due, documents) - taken, 0, live(segment));
    segment.del_count += static_cast<int32_t>(here);
    taken += here;
  }
  for (size_t i = segments_.size(); i-- > 0;) {
    if (live(segments_[i]) == 0 && !segments_[i].merging) drop(i);
  }
  ask();
}

MergeSimulator::Merge MergeSimulator::merge_of(const std::vector<size_t>& positions) const {
  Merge merge;
  double kept = 0, expected = 0;
  for (const size_t position : positions) {
    const SegmentSize& segment = segments_[position];
    merge.sources.push_back({numbers_[position], segment.del_count});
    merge.documents += live(segment);
    merge.source_bytes += segment.bytes;
    const uint64_t data = segment.bytes - std::min(segment.bytes, options_.segment_overhead);
    if (segment.max_doc > 0) {
      kept += static_cast<double>(data) * live(segment) / segment.max_doc;
    }
    if (!options_.sizes.empty()) {
      expected += live(segment) * options_.sizes.bytes_per_document(segment.max_doc);
    }
  }
  if (expected > 0) {
    kept *= options_.sizes.bytes_per_document(merge.documents) *
            static_cast<double>(merge.documents) / expected;
  }
  merge.target_bytes = static_cast<uint64_t>(kept) + options_.segment_overhead;
  merge.left = static_cast<double>(merge.source_bytes);
  return merge;
}

void MergeSimulator::ask() {
  choose();
  while (at_once() && !merges_.empty()) {
    finish_merge(0);
    choose();
  }
}

void MergeSimulator::choose() {
  const MergeSpec spec = policy_.find_merges(segments_, nullptr);
  for (const auto& positions : spec) {
    if (std::ranges::any_of(positions, [&](size_t p) { return segments_[p].merging; })) continue;
    for (const size_t position : positions) segments_[position].merging = true;
    Merge merge = merge_of(positions);
    const auto place =
        at_once() ? merges_.end()
                  : std::ranges::upper_bound(merges_, merge.source_bytes, {}, &Merge::source_bytes);
    merges_.insert(place, std::move(merge));
  }
}

void MergeSimulator::finish_merge(size_t which) {
  const Merge merge = std::move(merges_[which]);
  merges_.erase(merges_.begin() + static_cast<std::ptrdiff_t>(which));
  SegmentSize target;
  target.max_doc = static_cast<int32_t>(merge.documents);
  target.bytes = merge.target_bytes;
  TimeRange range{INT64_MAX, INT64_MIN};
  size_t first = segments_.size();
  bytes_ += merge.target_bytes;
  note_peak();
  bytes_ -= merge.target_bytes;
  for (const Source& source : merge.sources) {
    const size_t position = position_of(source.segment);
    first = std::min(first, position);
    target.del_count += segments_[position].del_count - source.deleted;
    range.min = std::min(range.min, ranges_[position].min);
    range.max = std::max(range.max, ranges_[position].max);
    drop(position);
  }
  ++counts_.merges;
  counts_.merged_bytes += merge.target_bytes;
  const uint64_t number = next_number_++;
  if (live(target) == 0) return;
  target.name = "_" + to_base36(number);
  // Where the earliest source stood (SegmentInfos.applyMergeChanges).
  add_segment(first, number, std::move(target), range);
  SegmentSize& made = segments_[first];
  made.compound = policy_.use_compound_file(segments_, made);
}

void MergeSimulator::run_until(int64_t time) {
  const double per_millisecond = options_.merge_bytes_per_second / 1000;
  while (!merges_.empty() && !at_once()) {
    const size_t active =
        std::min(merges_.size(), static_cast<size_t>(std::max(1, options_.merge_threads)));
    const auto next =
        std::min_element(merges_.begin(), merges_.begin() + static_cast<std::ptrdiff_t>(active),
                         [](const Merge& a, const Merge& b) { return a.left < b.left; });
    // Sums of shares of bytes: a rest far below a millisecond is none.
    const double needed = std::max(0.0, std::ceil(next->left / per_millisecond - 1e-6));
    const double given = static_cast<double>(std::max<int64_t>(0, time - time_));
    const double step = std::min(needed, given);
    for (size_t i = 0; i < active; ++i) {
      merges_[i].left = std::max(0.0, merges_[i].left - step * per_millisecond);
    }
    time_ += static_cast<int64_t>(step);
    if (needed > given) break;
    finish_merge(static_cast<size_t>(next - merges_.begin()));
    ask();
  }
  time_ = std::max(time_, time);
  note_peak();
}

void MergeSimulator::stall() {
  const size_t most =
      static_cast<size_t>(std::max(1, options_.merge_threads)) + kMergesBeyondThreads;
  const int64_t before = time_;
  while (merges_.size() > most) {
    const double left = std::ranges::min_element(merges_, {}, &Merge::left)->left;
    run_until(time_ +
              static_cast<int64_t>(std::ceil(left * 1000 / options_.merge_bytes_per_second)));
  }
  counts_.stalled += time_ - before;
}

void MergeSimulator::finish() {
  while (!merges_.empty()) {
    double left = 0;
    for (const Merge& merge : merges_) left += merge.left;
    run_until(time_ +
              static_cast<int64_t>(std::ceil(left * 1000 / options_.merge_bytes_per_second)) + 1);
  }
}

void MergeSimulator::note_peak() {
  double written = 0;
  for (const Merge& merge : merges_) {
    if (merge.source_bytes == 0) continue;
    written += static_cast<double>(merge.target_bytes) *
               (1 - merge.left / static_cast<double>(merge.source_bytes));
  }
  counts_.peak_bytes = std::max(counts_.peak_bytes, bytes_ + static_cast<uint64_t>(written));
}

SimulationState MergeSimulator::state() const {
  SimulationState state = counts_;
  state.time = time_;
  state.segments = segments_.size();
  state.merges_running = merges_.size();
  state.documents = documents_;
  state.bytes = bytes_;
  for (const SegmentSize& segment : segments_) {
    state.deleted += segment.del_count;
    state.tier_bytes[tier_of(segment.bytes)] += segment.bytes;
  }
  // Begins and ends of the ranges, in the order of time; at one moment the begins come first.
  std::vector<std::pair<int64_t, int>> edges;
  edges.reserve(2 * ranges_.size());
  for (const TimeRange& range : ranges_) {
    edges.emplace_back(range.min, -1);
    edges.emplace_back(range.max, 1);
  }
  std::ranges::sort(edges);
  size_t depth = 0;
  double covered = 0, weighed = 0;
  for (size_t i = 0; i < edges.size(); ++i) {
    if (depth > 0) {
      const double span =
          static_cast<double>(edges[i].first) - static_cast<double>(edges[i - 1].first);
      covered += span;
      weighed += span * static_cast<double>(depth);
    }
    depth = edges[i].second < 0 ? depth + 1 : depth - 1;
    state.most_overlap = std::max(state.most_overlap, depth);
  }
  state.overlap = covered > 0 ? weighed / covered : static_cast<double>(state.most_overlap);
  return state;
}

}  // namespace segsmith::merge
