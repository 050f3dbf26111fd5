// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_merger.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bkd/bytes.h"
#include "bkd/point_sorter.h"
#include "util/error.h"

namespace segsmith::bkd {

bool keeps_order(const DocMap& map) {
  int32_t last = -1;
  for (const int32_t doc : map.new_docs) {
    if (doc < 0) continue;
    if (doc <= last) return false;
    last = doc;
  }
  return true;
}

LivePoints::LivePoints(const MergeSource& source)
    : source_(source), tree_(*source.reader), packed_(source.reader->config().packed_bytes()) {
  const auto& map = source.docs.new_docs;
  if (!map.empty() && map.size() < static_cast<size_t>(source.reader->max_doc())) {
    throw InvalidArgument("a map of " + std::to_string(map.size()) +
                          " documents for a segment of " +
                          std::to_string(source.reader->max_doc()));
  }
}

bool LivePoints::next_leaf() {
  for (;;) {
    if (!started_) {
      tree_.move_to_first_leaf();
      started_ = true;
    } else if (!tree_.move_to_next_leaf()) {
      return false;
    }
    tree_.read_leaf(block_);
    renumber();
    if (block_.count > 0) return true;
  }
}

void LivePoints::renumber() {
  int32_t* docs = block_.docs.data();
  const size_t count = this->count();
  if (source_.docs.new_docs.empty()) {
    for (size_t i = 0; i < count; ++i) docs[i] += source_.docs.base;
    return;
  }
  const int32_t* map = source_.docs.new_docs.data();
  bool all_live = true;
  for (size_t i = 0; i < count; ++i) {
    docs[i] = map[docs[i]];
    all_live &= docs[i] >= 0;
  }
  if (all_live) return;
  size_t live = 0;
  for (size_t i = 0; i < count; ++i) {
    if (docs[i] < 0) continue;
    docs[live] = docs[i];
    if (live != i)
      std::memcpy(&block_.values[live * packed_], &block_.values[i * packed_], packed_);
    ++live;
  }
  block_.count = static_cast<int32_t>(live);
}

namespace {

/// Merges in rounds: the least of the last points of all current leaves bounds what is complete,
/// since no later leaf holds a point before it. What lies up to the bound is gathered from every
/// source and sorted in cache, which costs less than a queue's unforeseeable branches. Where only
/// one source has such points (merges of successive times), they are copied as they are.
template <class Width>
class RoundMerger {
 public:
  RoundMerger(Width width, std::span<const MergeSource> sources, OneDimWriter& out)
      : width_(width), out_(out) {
    for (const MergeSource& source : sources) {
      auto stream = std::make_unique<Stream>(source);
      if (stream->points.next_leaf()) streams_.push_back(std::move(stream));
    }
  }

  void run() {
    while (!streams_.empty()) {
      const Point bound = least_last();
      size_t sharing = 0;
      Stream* only = nullptr;
      for (auto& stream : streams_) {
        stream->end = find_end(*stream, bound);
        if (stream->end == stream->at) continue;
        ++sharing;
        only = stream.get();
      }
      if (sharing == 1) {
        out_.add(values(*only), docs(*only), only->end - only->at);
      } else {
        sort_round();
      }
      advance();
    }
  }

 private:
  using Key = typename Width::Key;

  struct Stream {
    explicit Stream(const MergeSource& source) : points(source) {}
    LivePoints points;
    size_t at = 0;   ///< First point of the current leaf that is not written.
    size_t end = 0;  ///< The round takes the points [at, end).
  };
  struct Point {
    Key key;
    int32_t doc;
    bool operator<(const Point& o) const { return key != o.key ? key < o.key : doc < o.doc; }
  };

  Point point(const Stream& stream, size_t i) const {
    return {width_.load(stream.points.values() + i * width_.size()), stream.points.docs()[i]};
  }
  const std::byte* values(const Stream& stream) const {
    return stream.points.values() + stream.at * width_.size();
  }
  const int32_t* docs(const Stream& stream) const { return stream.points.docs() + stream.at; }

  Point least_last() const {
    Point least = point(*streams_[0], streams_[0]->points.count() - 1);
    for (const auto& stream : streams_) {
      const Point last = point(*stream, stream->points.count() - 1);
      if (last < least) least = last;
    }
    return least;
  }

  /// The first point after `bound`. The stream whose last point is the bound is taken whole,
  /// whatever the order of its points, so that every round ends a leaf.
  size_t find_end(const Stream& stream, const Point& bound) const {
    size_t low = stream.at;
    size_t high = stream.points.count();
    if (!(bound < point(stream, high - 1))) return high;
    while (low < high) {
      const size_t middle = (low + high) / 2;
      if (bound < point(stream, middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  void sort_round() {
    values_.clear();
    docs_.clear();
    for (const auto& stream : streams_) {
      const size_t count = stream->end - stream->at;
      values_.insert(values_.end(), values(*stream), values(*stream) + count * width_.size());
      docs_.insert(docs_.end(), docs(*stream), docs(*stream) + count);
    }
    sorter_.sort(values_, docs_, out_);
  }

  void advance() {
    std::erase_if(streams_, [](auto& stream) {
      stream->at = stream->end;
      if (stream->at < stream->points.count()) return false;
      stream->at = 0;
      return !stream->points.next_leaf();
    });
  }

  Width width_;
  OneDimWriter& out_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<std::byte> values_;
  std::vector<int32_t> docs_;
  PointSorter sorter_{width_.size()};
};

}  // namespace

void merge_points(size_t width, std::span<const MergeSource> sources, OneDimWriter& out) {
  with_width(width, [&](auto accessor) { RoundMerger(accessor, sources, out).run(); });
}

}  // namespace segsmith::bkd
