// SPDX-License-Identifier: Apache-2.0
#include "merge/doc_map.h"

#include <algorithm>
#include <utility>

namespace segsmith::merge {
namespace {

/// Appends documents to a list of runs, lengthening the last run where the document continues it.
class RunList {
 public:
  void add(int32_t source, int32_t first, int32_t count) {
    if (!runs_.empty()) {
      Run& last = runs_.back();
      if (last.source == source && last.first + last.count == first) {
        last.count += count;
        return;
      }
    }
    runs_.push_back({source, first, count});
  }
  /// The live documents of [first, end).
  void add_live(int32_t source, const SourceDocs& docs, int32_t first, int32_t end) {
    if (docs.live == nullptr) {
      if (first < end) add(source, first, end - first);
      return;
    }
    const auto limit = static_cast<uint64_t>(end);
    for (auto at = static_cast<uint64_t>(first); at < limit;) {
      at = docs.live->next_set(at);
      if (at >= limit) return;
      const uint64_t stop = std::min(limit, docs.live->next_clear(at));
      add(source, static_cast<int32_t>(at), static_cast<int32_t>(stop - at));
      at = stop;
    }
  }
  std::vector<Run> take() { return std::move(runs_); }

 private:
  std::vector<Run> runs_;
};

/// The k-way merge: a binary heap of sources, the one with the smallest current document on top.
class Interleaver {
 public:
  Interleaver(std::span<const SourceDocs> sources, std::span<const SortKeys> keys)
      : sources_(sources),
        key_count_(keys.empty() ? 0 : keys[0].size()),
        current_(sources.size() * key_count_),
        next_(sources.size(), 0) {
    for (const SortKeys& of_source : keys) {
      for (const std::vector<int64_t>& column : of_source) columns_.push_back(column.data());
    }
    for (int32_t s = 0; s < static_cast<int32_t>(sources.size()); ++s) {
      if (sources[static_cast<size_t>(s)].max_doc == 0) continue;
      load(static_cast<size_t>(s));
      heap_.push_back(s);
    }
    for (size_t i = heap_.size() / 2; i-- > 0;) sift_down(i);
  }

  std::vector<Run> run() {
    while (!heap_.empty()) {
      const int32_t top = heap_[0];
      const auto t = static_cast<size_t>(top);
      const int32_t first = next_[t];
      const int32_t end = sources_[t].max_doc;
      const int32_t rival = second();
      // As long as this source stays ahead of the best other one the heap need not be touched.
      do {
        if (++next_[t] == end) break;
        load(t);
      } while (rival < 0 || before(top, rival));
      runs_.add_live(top, sources_[t], first, next_[t]);
      if (next_[t] == end) {
        heap_[0] = heap_.back();
        heap_.pop_back();
      }
      if (!heap_.empty()) sift_down(0);
    }
    return runs_.take();
  }

 private:
  /// The keys of the source's current document, side by side.
  void load(size_t source) {
    const auto doc = static_cast<size_t>(next_[source]);
    const size_t at = source * key_count_;
    for (size_t k = 0; k < key_count_; ++k) current_[at + k] = columns_[at + k][doc];
  }

  bool before(int32_t a, int32_t b) const {
    const int64_t* ka = current_.data() + static_cast<size_t>(a) * key_count_;
    const int64_t* kb = current_.data() + static_cast<size_t>(b) * key_count_;
    for (size_t k = 0; k < key_count_; ++k) {
      if (ka[k] != kb[k]) return ka[k] < kb[k];
    }
    return a < b;
  }

  /// The best source but the top, or -1.
  int32_t second() const {
    if (heap_.size() < 2) return -1;
    if (heap_.size() == 2 || before(heap_[1], heap_[2])) return heap_[1];
    return heap_[2];
  }

  void sift_down(size_t i) {
    const int32_t moving = heap_[i];
    for (;;) {
      size_t child = 2 * i + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], moving)) break;
      heap_[i] = heap_[child];
      i = child;
    }
    heap_[i] = moving;
  }

  std::span<const SourceDocs> sources_;
  size_t key_count_;
  std::vector<const int64_t*> columns_;  ///< Of source 0, then of source 1, and so on.
  std::vector<int64_t> current_;         ///< In the same order.
  std::vector<int32_t> next_;            ///< Current document of each source.
  std::vector<int32_t> heap_;
  RunList runs_;
};

}  // namespace

DocMap::DocMap(std::vector<Run> runs) : runs_(std::move(runs)) {
  for (const Run& run : runs_) num_docs_ += run.count;
}

std::vector<int32_t> DocMap::mapping(int32_t source, int32_t max_doc) const {
  std::vector<int32_t> map(static_cast<size_t>(max_doc), -1);
  int32_t target = 0;
  for (const Run& run : runs_) {
    if (run.source == source) {
      for (int32_t i = 0; i < run.count; ++i) map[static_cast<size_t>(run.first + i)] = target + i;
    }
    target += run.count;
  }
  return map;
}

DocMap concatenate(std::span<const SourceDocs> sources) {
  RunList runs;
  for (size_t s = 0; s < sources.size(); ++s) {
    runs.add_live(static_cast<int32_t>(s), sources[s], 0, sources[s].max_doc);
  }
  return DocMap(runs.take());
}

DocMap interleave(std::span<const SourceDocs> sources, std::span<const SortKeys> keys) {
  return DocMap(Interleaver(sources, keys).run());
}

}  // namespace segsmith::merge
