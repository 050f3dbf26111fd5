// SPDX-License-Identifier: Apache-2.0
#include "bkd/merge_queue.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "bkd/bytes.h"
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

/// A binary heap of the sources' next points. The runner-up, one of the root's children, tells how
/// far the first source may run on without touching the heap: whole leaves where sources hardly
/// overlap.
template <class Width>
class MergeQueue {
 public:
  using Key = typename Width::Key;

  MergeQueue(Width width, std::span<const MergeSource> sources, OneDimWriter& out)
      : width_(width), out_(out) {
    streams_.reserve(sources.size());
    for (const MergeSource& source : sources) {
      streams_.push_back(std::make_unique<Stream>(source));
      Stream& stream = *streams_.back();
      if (!stream.points.next_leaf()) continue;
      heap_.push_back(head(stream));
    }
    for (size_t i = heap_.size() / 2; i-- > 0;) sift_down(i);
  }

  void run() {
    while (heap_.size() > 1) {
      Stream& stream = *heap_[0].stream;
      const bool ended = emit(stream, runner_up());
      if (!ended) {
        heap_[0] = head(stream);
      } else {
        heap_[0] = heap_.back();
        heap_.pop_back();
      }
      sift_down(0);
    }
    if (heap_.empty()) return;
    Stream& stream = *heap_[0].stream;
    do {
      copy(stream, stream.points.count());
    } while (advance(stream));
  }

 private:
  struct Stream {
    explicit Stream(const MergeSource& source) : points(source) {}
    LivePoints points;
    size_t at = 0;
  };
  struct Head {
    Key key;
    int32_t doc;
    Stream* stream;
    bool operator<(const Head& o) const { return key != o.key ? key < o.key : doc < o.doc; }
  };

  Key key(const Stream& stream, size_t i) const {
    return width_.load(stream.points.values() + i * width_.size());
  }
  Head head(Stream& stream) const {
    return {key(stream, stream.at), stream.points.docs()[stream.at], &stream};
  }
  const Head& runner_up() const {
    return heap_.size() == 2 || heap_[1] < heap_[2] ? heap_[1] : heap_[2];
  }

  /// Writes the stream's points up to the first that is not before `limit`; true when it has ended.
  bool emit(Stream& stream, const Head& limit) {
    for (;;) {
      const size_t count = stream.points.count();
      const auto before = [&](size_t i) {
        const Key k = key(stream, i);
        return k != limit.key ? k < limit.key : stream.points.docs()[i] < limit.doc;
      };
      size_t end = stream.at + 1;
      if (before(count - 1)) {
        end = count;
      } else {
        while (end < count && before(end)) ++end;
      }
      copy(stream, end);
      if (end < count) return false;
      if (!advance(stream)) return true;
      if (!before(0)) return false;
    }
  }

  void copy(Stream& stream, size_t end) {
    const std::byte* values = stream.points.values() + stream.at * width_.size();
    const int32_t* docs = stream.points.docs() + stream.at;
    if (end - stream.at == 1) {
      width_.store(out_.values(), width_.load(values));
      *out_.docs() = *docs;
      out_.commit(1);
    } else {
      out_.add(values, docs, end - stream.at);
    }
    stream.at = end;
  }

  bool advance(Stream& stream) {
    stream.at = 0;
    return stream.points.next_leaf();
  }

  void sift_down(size_t at) {
    if (heap_.empty()) return;
    const Head moving = heap_[at];
    for (;;) {
      size_t child = 2 * at + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
      if (!(heap_[child] < moving)) break;
      heap_[at] = heap_[child];
      at = child;
    }
    heap_[at] = moving;
  }

  Width width_;
  OneDimWriter& out_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<Head> heap_;
};

}  // namespace

void merge_points(size_t width, std::span<const MergeSource> sources, OneDimWriter& out) {
  with_width(width, [&](auto accessor) { MergeQueue(accessor, sources, out).run(); });
}

}  // namespace segsmith::bkd
