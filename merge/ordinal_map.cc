// SPDX-License-Identifier: Apache-2.0
#include "merge/ordinal_map.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "packing/number_kernels.h"
#include "util/error.h"

namespace segsmith::merge {
namespace {

constexpr int64_t kTermsPerRead = 1024;

/// Walks one dictionary, a block of terms at a time.
class TermCursor {
 public:
  /// All terms begin with the same `shared` bytes.
  explicit TermCursor(const TermsPart& part, size_t shared = 0) : part_(&part), shared_(shared) {
    if (part.terms) move_to(first_live(0));
  }
  bool done() const { return !part_->terms || ordinal_ >= part_->terms->size(); }
  int64_t ordinal() const { return ordinal_; }
  std::span<const std::byte> term() const { return term_; }
  /// Eight bytes behind the shared ones, big-endian and padded with zeros: decides most
  /// comparisons. The largest number at the end.
  uint64_t prefix() const { return prefix_; }
  void next() { move_to(first_live(ordinal_ + 1)); }

  /// Unsigned byte order; both stand at a term.
  int compare(const TermCursor& other) const {
    const size_t n = std::min(term_.size(), other.term_.size());
    const int c = n == 0 ? 0 : std::memcmp(term_.data(), other.term_.data(), n);
    if (c != 0) return c;
    return term_.size() < other.term_.size() ? -1 : term_.size() > other.term_.size() ? 1 : 0;
  }

 private:
  int64_t first_live(int64_t ordinal) const {
    if (part_->live.size() == 0) return ordinal;
    return static_cast<int64_t>(part_->live.next_set(static_cast<uint64_t>(ordinal)));
  }
  void move_to(int64_t ordinal) {
    ordinal_ = ordinal;
    if (done()) {
      prefix_ = UINT64_MAX;
      return;
    }
    if (ordinal_ >= block_end_) {
      const int64_t n = std::min(kTermsPerRead, part_->terms->size() - ordinal_);
      part_->terms->terms(ordinal_, static_cast<size_t>(n), block_);
      block_first_ = ordinal_;
      block_end_ = ordinal_ + n;
    }
    term_ = block_[static_cast<size_t>(ordinal_ - block_first_)];
    const auto rest = term_.subspan(std::min(shared_, term_.size()));
    uint64_t raw = 0;
    if (rest.size() >= sizeof raw) {
      std::memcpy(&raw, rest.data(), sizeof raw);
    } else if (!rest.empty()) {
      std::memcpy(&raw, rest.data(), rest.size());
    }
    prefix_ = boost::endian::big_to_native(raw);
  }

  const TermsPart* part_;
  size_t shared_ = 0;
  model::BytesBlock block_;
  int64_t block_first_ = 0, block_end_ = 0, ordinal_ = 0;
  std::span<const std::byte> term_;
  uint64_t prefix_ = UINT64_MAX;
};

/// How many bytes all terms of all parts begin with: what the first and the last of each share.
size_t shared_bytes(std::span<const TermsPart> parts) {
  std::optional<std::vector<std::byte>> shared;
  for (const TermsPart& part : parts) {
    if (!part.terms || part.terms->size() == 0) continue;
    for (const int64_t ordinal : {int64_t{0}, part.terms->size() - 1}) {
      const std::vector<std::byte> term = part.terms->term(ordinal);
      if (!shared) shared = term;
      const auto n = std::ranges::mismatch(*shared, term).in1 - shared->begin();
      shared->resize(static_cast<size_t>(n));
    }
  }
  return shared ? shared->size() : 0;
}

/// The smallest prefixes of groups of cursors, so that finding the smallest term looks at each
/// group, and at the cursors of those groups alone that hold it.
class Frontier {
 public:
  explicit Frontier(std::vector<TermCursor>& cursors)
      : cursors_(cursors), prefixes_(cursors.size()) {
    for (size_t c = 0; c < cursors.size(); ++c) prefixes_[c] = cursors[c].prefix();
    for (size_t g = 0; g * kGroup < cursors.size(); ++g) smallest_.push_back(smallest_in(g));
  }

  /// The cursors that stand at the smallest term, ascending; none at the end of all.
  void smallest(std::vector<uint32_t>& out) const {
    out.clear();
    uint64_t least = UINT64_MAX;
    for (const uint64_t s : smallest_) least = std::min(least, s);
    for (size_t g = 0; g < smallest_.size(); ++g) {
      if (smallest_[g] != least) continue;
      for (size_t c = g * kGroup; c < end_of(g); ++c) {
        if (prefixes_[c] == least && !cursors_[c].done()) consider(static_cast<uint32_t>(c), out);
      }
    }
  }

  /// Moves those cursors to their next terms.
  void advance(std::span<const uint32_t> at) {
    for (size_t i = 0; i < at.size(); ++i) {
      cursors_[at[i]].next();
      prefixes_[at[i]] = cursors_[at[i]].prefix();
      const size_t group = at[i] / kGroup;
      const bool last = i + 1 == at.size() || at[i + 1] / kGroup != group;
      if (last) smallest_[group] = smallest_in(group);
    }
  }

 private:
  static constexpr size_t kGroup = 16;

  size_t end_of(size_t group) const { return std::min(prefixes_.size(), (group + 1) * kGroup); }
  uint64_t smallest_in(size_t group) const {
    uint64_t least = UINT64_MAX;
    for (size_t c = group * kGroup; c < end_of(group); ++c) least = std::min(least, prefixes_[c]);
    return least;
  }
  void consider(uint32_t c, std::vector<uint32_t>& out) const {
    const int order = out.empty() ? 0 : cursors_[c].compare(cursors_[out.front()]);
    if (order > 0) return;
    if (order < 0) out.clear();
    out.push_back(c);
  }

  std::vector<TermCursor>& cursors_;
  std::vector<uint64_t> prefixes_;
  std::vector<uint64_t> smallest_;  ///< By group.
};

}  // namespace

void check_ordinals(std::span<const int64_t> ordinals, int64_t size, const std::string& segment,
                    const std::string& field) {
  if (ordinals.empty()) return;
  const packing::MinMax bounds = packing::min_max(ordinals);
  if (bounds.min >= 0 && bounds.max < size) return;
  const int64_t wrong = bounds.min < 0 ? bounds.min : bounds.max;
  throw CorruptIndex({segment, "doc values of field '" + field + "'", 0},
                     "ordinals below " + std::to_string(size), std::to_string(wrong));
}

OrdinalMap::OrdinalMap(std::vector<TermsPart> parts) : parts_(std::move(parts)) {
  const size_t shared = shared_bytes(parts_);
  std::vector<TermCursor> cursors;
  cursors.reserve(parts_.size());
  for (const TermsPart& part : parts_) {
    cursors.emplace_back(part, shared);
    maps_.emplace_back(part.terms ? static_cast<size_t>(part.terms->size()) : 0, -1);
  }
  Frontier frontier(cursors);
  std::vector<uint32_t> at;
  for (frontier.smallest(at); !at.empty(); frontier.smallest(at)) {
    const auto merged = static_cast<int64_t>(owner_.size());
    owner_.push_back(at.front());
    for (const uint32_t p : at) maps_[p][static_cast<size_t>(cursors[p].ordinal())] = merged;
    frontier.advance(at);
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
