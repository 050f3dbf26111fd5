// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_sorter.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <vector>

#include "bkd/bytes.h"
#include "bkd/radix_sort.h"

namespace segsmith::bkd {

namespace {

/// Points that are sorted at once. With the words that are sorted in their place, half as many
/// (what buckets have in the mean) take 230 KB of the second-level cache at 8 bytes a value.
constexpr size_t kBlockPoints = size_t{1} << 14;
constexpr int kBlockBits = 14;
constexpr int kMaxBucketBits = 9;
constexpr size_t kMaxBuckets = size_t{1} << kMaxBucketBits;

int width_of(uint64_t v) { return 64 - std::countl_zero(v); }
int width_of(Uint128 v) {
  const auto high = static_cast<uint64_t>(v >> 64);
  return high != 0 ? 64 + width_of(high) : width_of(static_cast<uint64_t>(v));
}

/// Most significant digit first: large ranges are partitioned in place by the leading bits in which
/// their values differ (by document where they do not differ), until a range fits the cache. The
/// order of value and document is total but for identical points, so partitioning need not be
/// stable.
template <class Width>
class Sort {
 public:
  using Key = typename Width::Key;
  using Words = std::vector<uint64_t>;

  Sort(Width width, std::byte* values, int32_t* docs, Words& words, Words& scratch,
       OneDimWriter& out)
      : width_(width), values_(values), docs_(docs), words_(words), scratch_(scratch), out_(out) {}

  void sort(size_t from, size_t to) {
    if (from == to) return;
    const Range range = look(from, to);
    if (range.sorted) {
      emit_range(from, to);
    } else if (to - from <= kBlockPoints) {
      sort_block(from, to, range);
    } else {
      partition(from, to, range);
    }
  }

 private:
  struct Range {
    Key min, max;
    uint32_t min_doc, max_doc;
    bool sorted;
  };

  Key key(size_t i) const { return width_.load(values_ + i * width_.size()); }
  uint32_t doc(size_t i) const { return static_cast<uint32_t>(docs_[i]); }

  Range look(size_t from, size_t to) const {
    Key last = key(from);
    uint32_t last_doc = doc(from);
    Range range{last, last, last_doc, last_doc, true};
    size_t i = from + 1;
    for (; i < to; ++i) {
      const Key k = key(i);
      const uint32_t d = doc(i);
      if (k < last || (k == last && d < last_doc)) break;
      range.min_doc = std::min(range.min_doc, d);
      range.max_doc = std::max(range.max_doc, d);
      last = k;
      last_doc = d;
    }
    range.max = last;
    if (i == to) return range;
    range.sorted = false;
    for (; i < to; ++i) {
      const Key k = key(i);
      const uint32_t d = doc(i);
      range.min = std::min(range.min, k);
      range.max = std::max(range.max, k);
      range.min_doc = std::min(range.min_doc, d);
      range.max_doc = std::max(range.max_doc, d);
    }
    return range;
  }

  void emit_range(size_t from, size_t to) {
    out_.add(values_ + from * width_.size(), docs_ + from, to - from);
  }

  // ---------------------------------------------------------------------------- large ranges

  void partition(size_t from, size_t to, const Range& range) {
    const int bits = std::min(kMaxBucketBits, width_of((to - from) / (kBlockPoints / 2)));
    if (range.min != range.max) {
      const Key base = range.min;
      const int shift = std::max(0, width_of(static_cast<Key>(range.max - base)) - bits);
      partition_by(from, to,
                   [&](size_t i) { return static_cast<size_t>((key(i) - base) >> shift); });
    } else {
      const uint32_t base = range.min_doc;
      const int shift = std::max(0, width_of(uint64_t{range.max_doc - base}) - bits);
      partition_by(from, to, [&](size_t i) { return size_t{(doc(i) - base) >> shift}; });
    }
  }

  /// Each level looks at bits that its parent did not, so the recursion is at most 160 bits deep.
  template <class Digit>
  void partition_by(size_t from, size_t to, Digit digit) {
    std::vector<size_t> ends(kMaxBuckets + 1, 0);
    for (size_t i = from; i < to; ++i) ++ends[digit(i)];
    std::vector<size_t> heads(kMaxBuckets);
    size_t at = from;
    for (size_t b = 0; b < kMaxBuckets; ++b) {
      heads[b] = at;
      at += ends[b];
      ends[b] = at;
    }
    // Every step puts one point where it belongs, and does not wait for what it swapped in: that
    // point is looked at in the next round.
    for (bool left = true; left;) {
      left = false;
      for (size_t b = 0; b < kMaxBuckets; ++b) {
        const size_t begin = heads[b];
        for (size_t i = begin; i < ends[b]; ++i) swap(i, heads[digit(i)]++);
        left |= heads[b] < ends[b];
      }
    }
    for (size_t b = 0; b < kMaxBuckets; ++b) {
      sort(b == 0 ? from : ends[b - 1], ends[b]);
    }
  }

  void swap(size_t i, size_t j) {
    std::byte* a = values_ + i * width_.size();
    std::byte* b = values_ + j * width_.size();
    const Key k = width_.load(a);
    width_.store(a, width_.load(b));
    width_.store(b, k);
    std::swap(docs_[i], docs_[j]);
  }

  // ---------------------------------------------------------------------------- cache-sized blocks

  void sort_block(size_t from, size_t to, const Range& range) {
    const size_t count = to - from;
    words_.resize(std::max(words_.size(), count));
    scratch_.resize(words_.size());
    const int key_bits = width_of(static_cast<Key>(range.max - range.min));
    const int doc_bits = width_of(uint64_t{range.max_doc - range.min_doc});
    if (key_bits + doc_bits <= 64) {
      sort_whole(from, count, range, doc_bits);
    } else {
      sort_by_index(from, count, range, key_bits);
    }
  }

  /// Value and document together fit a word, which is then all that is sorted.
  void sort_whole(size_t from, size_t count, const Range& range, int doc_bits) {
    for (size_t i = 0; i < count; ++i) {
      words_[i] = static_cast<uint64_t>(key(from + i) - range.min) << doc_bits |
                  (doc(from + i) - range.min_doc);
    }
    radix_sort(words_.data(), scratch_.data(), count, 0,
               width_of(static_cast<Key>(range.max - range.min)) + doc_bits);
    const uint64_t doc_mask = (uint64_t{1} << doc_bits) - 1;
    for (size_t done = 0; done < count;) {
      const size_t n = std::min(out_.room(), count - done);
      std::byte* values = out_.values();
      int32_t* docs = out_.docs();
      for (size_t i = 0; i < n; ++i, values += width_.size()) {
        const uint64_t word = words_[done + i];
        width_.store(values, range.min + (word >> doc_bits));
        docs[i] = static_cast<int32_t>(range.min_doc + (word & doc_mask));
      }
      out_.commit(n);
      done += n;
    }
  }

  /// The leading bits of the values with the points' positions; ties are settled by whole points.
  void sort_by_index(size_t from, size_t count, const Range& range, int key_bits) {
    const int dropped = std::max(0, key_bits - (64 - kBlockBits));
    for (size_t i = 0; i < count; ++i) {
      words_[i] = static_cast<uint64_t>((key(from + i) - range.min) >> dropped) << kBlockBits | i;
    }
    radix_sort(words_.data(), scratch_.data(), count, 0, key_bits - dropped + kBlockBits);
    for (size_t i = 0; i < count;) {
      size_t end = i + 1;
      while (end < count && words_[end] >> kBlockBits == words_[i] >> kBlockBits) ++end;
      if (end - i > 1) settle(from, i, end);
      i = end;
    }
    for (size_t done = 0; done < count;) {
      const size_t n = std::min(out_.room(), count - done);
      std::byte* values = out_.values();
      int32_t* docs = out_.docs();
      for (size_t i = 0; i < n; ++i, values += width_.size()) {
        const size_t point = from + position(words_[done + i]);
        width_.store(values, key(point));
        docs[i] = docs_[point];
      }
      out_.commit(n);
      done += n;
    }
  }

  static size_t position(uint64_t word) { return word & ((uint64_t{1} << kBlockBits) - 1); }

  void settle(size_t from, size_t begin, size_t end) {
    const auto less = [&](uint64_t a, uint64_t b) {
      const size_t i = from + position(a);
      const size_t j = from + position(b);
      const Key x = key(i);
      const Key y = key(j);
      return x != y ? x < y : doc(i) < doc(j);
    };
    const auto first = words_.begin() + static_cast<ptrdiff_t>(begin);
    const auto last = words_.begin() + static_cast<ptrdiff_t>(end);
    if (!std::is_sorted(first, last, less)) std::sort(first, last, less);
  }

  Width width_;
  std::byte* values_;
  int32_t* docs_;
  Words& words_;
  Words& scratch_;
  OneDimWriter& out_;
};

}  // namespace

void PointSorter::sort(std::span<std::byte> values, std::span<int32_t> docs, OneDimWriter& out) {
  with_width(width_, [&](auto accessor) {
    Sort(accessor, values.data(), docs.data(), words_, scratch_, out).sort(0, docs.size());
  });
}

}  // namespace segsmith::bkd
