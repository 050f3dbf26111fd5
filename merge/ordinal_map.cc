// SPDX-License-Identifier: Apache-2.0
#include "merge/ordinal_map.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>
#include <string>
#include <utility>

#include "util/error.h"

namespace segsmith::merge {
namespace {

constexpr int64_t kTermsPerRead = 1024;

/// Walks one dictionary, a block of terms at a time.
class TermCursor {
 public:
  explicit TermCursor(const TermsPart& part) : part_(&part) {
    if (part.terms) move_to(first_live(0));
  }
  bool done() const { return !part_->terms || ordinal_ >= part_->terms->size(); }
  int64_t ordinal() const { return ordinal_; }
  std::span<const std::byte> term() const { return term_; }
  /// The first eight bytes, big-endian and padded with zeros: decides most comparisons.
  uint64_t prefix() const { return prefix_; }
  void next() { move_to(first_live(ordinal_ + 1)); }

  bool before(const TermCursor& other) const {
    if (prefix_ != other.prefix_) return prefix_ < other.prefix_;
    const int c = compare(other);
    return c < 0;
  }
  bool same_term(const TermCursor& other) const {
    return prefix_ == other.prefix_ && compare(other) == 0;
  }

 private:
  int compare(const TermCursor& other) const {
    const size_t n = std::min(term_.size(), other.term_.size());
    const int c = n == 0 ? 0 : std::memcmp(term_.data(), other.term_.data(), n);
    if (c != 0) return c;
    return term_.size() < other.term_.size() ? -1 : term_.size() > other.term_.size() ? 1 : 0;
  }
  int64_t first_live(int64_t ordinal) const {
    if (part_->live.size() == 0) return ordinal;
    return static_cast<int64_t>(part_->live.next_set(static_cast<uint64_t>(ordinal)));
  }
  void move_to(int64_t ordinal) {
    ordinal_ = ordinal;
    if (done()) return;
    if (ordinal_ >= block_end_) {
      const int64_t n = std::min(kTermsPerRead, part_->terms->size() - ordinal_);
      part_->terms->terms(ordinal_, static_cast<size_t>(n), block_);
      block_first_ = ordinal_;
      block_end_ = ordinal_ + n;
    }
    term_ = block_[static_cast<size_t>(ordinal_ - block_first_)];
    uint64_t raw = 0;
    if (!term_.empty()) std::memcpy(&raw, term_.data(), std::min<size_t>(8, term_.size()));
    prefix_ = boost::endian::big_to_native(raw);
  }

  const TermsPart* part_;
  model::BytesBlock block_;
  int64_t block_first_ = 0, block_end_ = 0, ordinal_ = 0;
  std::span<const std::byte> term_;
  uint64_t prefix_ = 0;
};

}  // namespace

void check_ordinals(std::span<const int64_t> ordinals, int64_t size, const std::string& segment,
                    const std::string& field) {
  uint64_t most = 0;  // A negative one becomes a large one.
  for (const int64_t ordinal : ordinals) most = std::max(most, static_cast<uint64_t>(ordinal));
  if (ordinals.empty() || most < static_cast<uint64_t>(size)) return;
  throw CorruptIndex({segment, "doc values of field '" + field + "'", 0},
                     "ordinals below " + std::to_string(size), std::to_string(most));
}

OrdinalMap::OrdinalMap(std::vector<TermsPart> parts) : parts_(std::move(parts)) {
  std::vector<TermCursor> cursors;
  cursors.reserve(parts_.size());
  std::vector<uint32_t> heap;
  for (uint32_t p = 0; p < parts_.size(); ++p) {
    cursors.emplace_back(parts_[p]);
    maps_.emplace_back(parts_[p].terms ? static_cast<size_t>(parts_[p].terms->size()) : 0, -1);
    if (!cursors[p].done()) heap.push_back(p);
  }
  // std:: heaps keep the greatest on top, so "after" is the order; equal terms: the earlier part
  // first.
  const auto after = [&](uint32_t a, uint32_t b) {
    if (cursors[b].before(cursors[a])) return true;
    return b < a && cursors[a].same_term(cursors[b]);
  };
  std::make_heap(heap.begin(), heap.end(), after);
  std::vector<uint32_t> equal;
  while (!heap.empty()) {
    equal.clear();
    const auto merged = static_cast<int64_t>(owner_.size());
    do {
      std::pop_heap(heap.begin(), heap.end(), after);
      equal.push_back(heap.back());
      heap.pop_back();
    } while (!heap.empty() && cursors[heap.front()].same_term(cursors[equal.front()]));
    owner_.push_back(equal.front());
    for (uint32_t p : equal) {
      maps_[p][static_cast<size_t>(cursors[p].ordinal())] = merged;
      cursors[p].next();
      if (cursors[p].done()) continue;
      heap.push_back(p);
      std::push_heap(heap.begin(), heap.end(), after);
    }
  }
}

/// Replays the union without comparing: each merged term is read from the part that owns it.
class MergedTerms final : public model::TermsSource {
 public:
  explicit MergedTerms(const OrdinalMap& map) : map_(map) { rewind(); }
  int64_t size() const override { return map_.size(); }
  void rewind() override {
    next_ = 0;
    cursors_.clear();
    cursors_.reserve(map_.parts_.size());
    for (const TermsPart& part : map_.parts_) cursors_.emplace_back(part);
  }
  bool next(model::BytesBlock& out) override {
    out.storage.clear();
    out.offsets.assign(1, 0);
    const int64_t end = std::min(size(), next_ + kTermsPerRead);
    for (; next_ < end; ++next_) {
      const uint32_t owner = map_.owner_[static_cast<size_t>(next_)];
      TermCursor& cursor = cursors_[owner];
      const auto& ordinals = map_.maps_[owner];
      while (ordinals[static_cast<size_t>(cursor.ordinal())] != next_) cursor.next();
      out.storage.insert(out.storage.end(), cursor.term().begin(), cursor.term().end());
      out.offsets.push_back(out.storage.size());
    }
    out.bytes = out.storage;
    return out.size() != 0;
  }

 private:
  const OrdinalMap& map_;
  std::vector<TermCursor> cursors_;
  int64_t next_ = 0;
};

std::unique_ptr<model::TermsSource> OrdinalMap::terms() const {
  return std::make_unique<MergedTerms>(*this);
}

}  // namespace segsmith::merge
