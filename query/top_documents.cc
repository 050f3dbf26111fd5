// SPDX-License-Identifier: Apache-2.0
#include "query/top_documents.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/bulk_values.h"
#include "util/error.h"

namespace segsmith::query {
namespace {

constexpr size_t kDocsAtOnce = 4096;

/// A candidate by its key: a number, or an ordinal of its segment.
struct Candidate {
  int64_t key = 0;
  size_t segment = 0;
  int32_t doc = 0;
};

/// The best `count` candidates so far, the worst of them at hand.
class Best {
 public:
  Best(size_t count, bool descending) : count_(count), descending_(descending) {}

  auto order() const {
    return [this](const Candidate& a, const Candidate& b) { return before(a, b); };
  }
  bool before(const Candidate& a, const Candidate& b) const {
    if (a.key != b.key) return descending_ ? a.key > b.key : a.key < b.key;
    return std::pair(a.segment, a.doc) < std::pair(b.segment, b.doc);
  }
  void add(const Candidate& candidate) {
    if (heap_.size() == count_) {
      if (count_ == 0 || !before(candidate, heap_.front())) return;
      std::ranges::pop_heap(heap_, order());
      heap_.back() = candidate;
    } else {
      heap_.push_back(candidate);
    }
    std::ranges::push_heap(heap_, order());
  }
  /// Whether a document at or behind `doc` of the segment, with `key` at best, may get in.
  bool competes(int64_t key, size_t segment, int32_t doc) const {
    return heap_.size() < count_ || (count_ > 0 && before({key, segment, doc}, heap_.front()));
  }
  std::vector<Candidate> sorted() && {
    std::ranges::sort(heap_, order());
    return std::move(heap_);
  }

 private:
  size_t count_;
  bool descending_;
  std::vector<Candidate> heap_;  ///< The worst in front.
};

class Collector {
 public:
  Collector(std::span<const SortedSegment> segments, const SortKey& key, size_t count,
            TopStats& stats)
      : segments_(segments), key_(key), count_(count), stats_(stats) {}

  std::vector<TopDocument> run() {
    bool terms = false, numbers = false;
    for (const SortedSegment& segment : segments_) {
      const auto* values = segment.parts.values;
      if (values == nullptr) continue;
      if (values->binary)
        throw InvalidArgument("field '" + key_.field + "' is binary: it has no order to sort by");
      (values->terms ? terms : numbers) = true;
    }
    if (terms && numbers) {
      throw InvalidArgument("field '" + key_.field +
                            "' has numbers in one segment and terms in another");
    }
    std::vector<TopDocument> top = terms ? by_terms() : by_numbers();
    add_missing(top);
    return top;
  }

 private:
  bool has_values(size_t segment) const {
    const auto* values = segments_[segment].parts.values;
    return values != nullptr && values->presence->cardinality() > 0;
  }

  std::vector<TopDocument> by_numbers() {
    Best best(count_, key_.descending);
    for (const size_t segment : best_first()) {
      if (bounds_[segment] && !best.competes(*bounds_[segment], segment, 0)) {
        ++stats_.segments_skipped;
        continue;
      }
      collect(segment, best);
    }
    std::vector<TopDocument> top;
    for (const Candidate& c : std::move(best).sorted()) {
      top.push_back({c.segment, c.doc, true, c.key, {}});
    }
    return top;
  }

  /// Ordinals are a segment's own, so each gives its best, and their terms decide.
  std::vector<TopDocument> by_terms() {
    std::vector<TopDocument> top;
    for (size_t segment = 0; segment < segments_.size(); ++segment) {
      if (!has_values(segment)) continue;
      Best best(count_, key_.descending);
      collect(segment, best);
      const model::Terms& terms = *segments_[segment].parts.values->terms;
      for (const Candidate& c : std::move(best).sorted()) {
        top.push_back({c.segment, c.doc, true, 0, terms.term(c.key)});
      }
    }
    std::ranges::stable_sort(top, [&](const TopDocument& a, const TopDocument& b) {
      return key_.descending ? a.bytes > b.bytes : a.bytes < b.bytes;
    });
    if (top.size() > count_) top.resize(count_);
    return top;
  }

  template <class Bounded>
  int64_t bound(const Bounded& of) const {
    if constexpr (requires { of.min_value(); }) {
      return key_.descending ? of.max_value() : of.min_value();
    } else {
      return key_.descending ? of.max_value : of.min_value;
    }
  }

  /// The best value that any document of the segment has; nothing when that would have to be looked
  /// for.
  std::optional<int64_t> best_value(size_t segment) const {
    const SortedSegment& of = segments_[segment];
    if (of.parts.skip_index) return bound(*of.parts.skip_index);
    if (!of.in_order) return std::nullopt;
    // The first document with the field.
    const auto& values = *of.parts.values;
    const int64_t count = values.addresses ? values.addresses->value(1) : 1;
    return values.numbers->value(key_.descending ? static_cast<uint64_t>(count - 1) : 0);
  }

  /// Segments of unknown bounds first: nothing tells that they cannot compete.
  std::vector<size_t> best_first() {
    bounds_.assign(segments_.size(), std::nullopt);
    std::vector<size_t> order;
    for (size_t i = 0; i < segments_.size(); ++i) {
      if (!has_values(i)) continue;
      order.push_back(i);
      bounds_[i] = best_value(i);
    }
    std::ranges::stable_sort(order, [&](size_t a, size_t b) {
      if (!bounds_[a] || !bounds_[b]) return !bounds_[a] && bounds_[b];
      return key_.descending ? *bounds_[a] > *bounds_[b] : *bounds_[a] < *bounds_[b];
    });
    return order;
  }

  void collect(size_t segment, Best& best) {
    ++stats_.segments;
    const auto& parts = segments_[segment].parts;
    if (!parts.skip_index || segments_[segment].in_order) {
      return collect(segment, 0, parts.max_doc, best);
    }
    for (const skipper::Interval& interval : parts.skip_index->intervals(0)) {
      if (best.competes(bound(interval), segment, interval.min_doc)) {
        ++stats_.intervals;
        collect(segment, interval.min_doc, interval.max_doc + 1, best);
      } else {
        ++stats_.intervals_skipped;
      }
    }
  }

  /// The matches among the documents [first, end).
  void collect(size_t segment, int32_t first, int32_t end, Best& best) {
    const SortedSegment& of = segments_[segment];
    const auto limit = static_cast<uint64_t>(end);
    size_t taken = 0;
    for (uint64_t d = of.matches->next_set(static_cast<uint64_t>(first)); d < limit;) {
      docs_.clear();
      for (; d < limit && docs_.size() < kDocsAtOnce; d = of.matches->next_set(d + 1)) {
        docs_.push_back(static_cast<int32_t>(d));
      }
      model::all_values(*of.parts.values, docs_, values_);
      for (size_t i = 0; i < docs_.size(); ++i) {
        const auto values = values_[i];  // Ascending.
        if (values.empty()) continue;
        best.add({key_.descending ? values.back() : values.front(), segment, docs_[i]});
        ++taken;
      }
      // Those behind are no better than as many as are wanted.
      if (of.in_order && taken >= count_) return;
    }
  }

  void add_missing(std::vector<TopDocument>& top) const {
    for (size_t segment = 0; segment < segments_.size() && top.size() < count_; ++segment) {
      const BitSet& matches = *segments_[segment].matches;
      const auto* values = segments_[segment].parts.values;
      for (uint64_t d = matches.next_set(0); d < matches.size() && top.size() < count_;
           d = matches.next_set(d + 1)) {
        const auto doc = static_cast<int32_t>(d);
        if (values != nullptr && values->presence->contains(doc)) continue;
        top.push_back({segment, doc, false, 0, {}});
      }
    }
  }

  std::span<const SortedSegment> segments_;
  const SortKey& key_;
  size_t count_;
  TopStats& stats_;
  std::vector<std::optional<int64_t>> bounds_;  ///< By segment.
  std::vector<int32_t> docs_;
  model::MultiValues values_;
};

}  // namespace

std::vector<TopDocument> top_documents(std::span<const SortedSegment> segments, const SortKey& key,
                                       size_t count, TopStats* stats) {
  TopStats ignored;
  return Collector(segments, key, count, stats != nullptr ? *stats : ignored).run();
}

}  // namespace segsmith::query
