// SPDX-License-Identifier: Apache-2.0
#include "skipper/skip_index.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <string>
#include <utility>

namespace segsmith::skipper {
namespace {

/// Bytes from behind an entry's level byte and the max doc of level L to the entry after all that
/// level covers: 8^L intervals, whose own levels are known from their places in the group.
constexpr std::array<uint64_t, kMaxLevels> kJumpBytes = [] {
  std::array<uint64_t, kMaxLevels> jumps{};
  uint64_t covered = 1 + kEntryBytes;  // a single interval of one level
  for (int level = 0; level < kMaxLevels; ++level) {
    if (level > 0) covered = (covered << kLevelShift) + kEntryBytes;
    jumps[static_cast<size_t>(level)] = covered - 1 - 4;
  }
  return jumps;
}();
static_assert(kJumpBytes[0] == 24 && kJumpBytes[1] == 255 && kJumpBytes[2] == 2103 &&
              kJumpBytes[3] == 16887);

const unsigned char* raw(const std::byte* p) { return reinterpret_cast<const unsigned char*>(p); }
int32_t load_int(const std::byte* p) { return boost::endian::load_little_s32(raw(p)); }
int64_t load_long(const std::byte* p) { return boost::endian::load_little_s64(raw(p)); }

Interval load_interval(const std::byte* p) {
  Interval interval;
  interval.max_doc = load_int(p);
  interval.min_doc = load_int(p + 4);
  interval.max_value = load_long(p + 8);
  interval.min_value = load_long(p + 16);
  interval.doc_count = load_int(p + 24);
  return interval;
}

std::string text(const Interval& i) {
  return "documents [" + std::to_string(i.min_doc) + ", " + std::to_string(i.max_doc) + "], " +
         std::to_string(i.doc_count) + " with values [" + std::to_string(i.min_value) + ", " +
         std::to_string(i.max_value) + "]";
}

/// Throws unless the interval could have been written for a field with `meta`.
void check_interval(const Interval& i, const SkipIndexMeta& meta, const store::Input& entries,
                    uint64_t at) {
  const bool docs_fit = i.min_doc >= 0 && i.min_doc <= i.max_doc && i.max_doc <= meta.max_doc_id &&
                        i.doc_count >= 1 && i.doc_count <= i.max_doc - i.min_doc + 1;
  const bool values_fit =
      i.min_value <= i.max_value && i.min_value >= meta.min_value && i.max_value <= meta.max_value;
  if (!docs_fit || !values_fit) {
    entries.corrupt(at, "an interval inside the field's documents and values", text(i));
  }
}

/// The level count of the entry at `position`, and that all its bytes are there.
int read_levels(const store::Input& entries, uint64_t position) {
  if (position >= entries.size()) entries.corrupt(entries.size(), "a skip entry", "the end");
  const int levels = static_cast<int>(entries.bytes()[position]);
  if (levels < 1 || levels > kMaxLevels) {
    entries.corrupt(position, "1 to 4 levels", std::to_string(levels));
  }
  const uint64_t bytes = static_cast<uint64_t>(levels) * kEntryBytes;
  if (bytes > entries.size() - position - 1) {
    entries.corrupt(position, std::to_string(bytes) + " bytes of levels",
                    std::to_string(entries.size() - position - 1) + " bytes to the end");
  }
  return levels;
}

}  // namespace

SkipIndex::SkipIndex(const SkipIndexMeta& meta, store::Input entries)
    : meta_(meta), entries_(std::move(entries)) {
  const bool empty = meta_.doc_count == 0;
  if (meta_.doc_count < 0 || meta_.max_doc_id < -1 || meta_.max_doc_id == INT32_MAX ||
      meta_.doc_count - 1 > meta_.max_doc_id || empty != (meta_.max_doc_id < 0) ||
      empty != (entries_.size() == 0) || (!empty && meta_.min_value > meta_.max_value)) {
    entries_.corrupt(0, "skip entries that agree with their count",
                     std::to_string(meta_.doc_count) + " documents up to " +
                         std::to_string(meta_.max_doc_id) + " in " +
                         std::to_string(entries_.size()) + " bytes");
  }
}

void SkipIndex::visit_entries(
    const std::function<void(uint64_t, std::span<const Interval>)>& visit) const {
  int32_t previous = -1;
  std::array<Interval, kMaxLevels> entry;
  for (uint64_t position = 0; position < entries_.size();) {
    const int levels = read_levels(entries_, position);
    for (int l = 0; l < levels; ++l) {
      const uint64_t at = position + 1 + static_cast<uint64_t>(levels - 1 - l) * kEntryBytes;
      const Interval interval = load_interval(entries_.bytes().data() + at);
      check_interval(interval, meta_, entries_, at);
      if (interval.min_doc <= previous) {
        entries_.corrupt(at, "documents above " + std::to_string(previous), text(interval));
      }
      entry[static_cast<size_t>(l)] = interval;
    }
    visit(position, std::span(entry).first(static_cast<size_t>(levels)));
    previous = entry[0].max_doc;
    position += 1 + static_cast<uint64_t>(levels) * kEntryBytes;
  }
}

std::vector<Interval> SkipIndex::intervals(int level) const {
  std::vector<Interval> found;
  visit_entries([&](uint64_t, std::span<const Interval> levels) {
    if (static_cast<size_t>(level) < levels.size())
      found.push_back(levels[static_cast<size_t>(level)]);
  });
  return found;
}

SkipCursor::SkipCursor(std::shared_ptr<const SkipIndex> index) : index_(std::move(index)) {}

bool SkipCursor::read_entry(int32_t target) {
  const store::Input& entries = index_->entries();
  const int levels = read_levels(entries, position_);
  const int32_t previous = current_[0].max_doc;
  uint64_t at = position_ + 1;
  for (int level = levels - 1; level >= 0; --level, at += kEntryBytes) {
    const Interval interval = load_interval(entries.bytes().data() + at);
    if (interval.max_doc < target) {
      const uint64_t rest = entries.size() - at - 4;
      const uint64_t jump = kJumpBytes[static_cast<size_t>(level)];
      if (jump > rest) entries.corrupt(at, "the intervals of a level", "the end of the entries");
      position_ = at + 4 + jump;
      return false;
    }
    check_interval(interval, index_->meta(), entries, at);
    if (interval.min_doc <= previous) {
      entries.corrupt(at, "documents above " + std::to_string(previous), text(interval));
    }
    current_[static_cast<size_t>(level)] = interval;
  }
  position_ = at;
  levels_ = levels;
  return true;
}

bool SkipCursor::advance(int32_t target) {
  if (target <= current_[0].max_doc) return current_[0].min_doc != INT32_MAX;
  if (target > index_->meta().max_doc_id) {
    current_.fill(Interval{.min_doc = INT32_MAX, .max_doc = INT32_MAX});
    levels_ = 1;
    return false;
  }
  while (!read_entry(target)) {
  }
  // Levels that an earlier entry opened and that still cover the target.
  while (levels_ < kMaxLevels && current_[static_cast<size_t>(levels_)].max_doc >= target)
    ++levels_;
  return true;
}

bool SkipCursor::advance_to_values(int32_t target, int64_t low, int64_t high) {
  const auto disjoint = [&](int level) {
    const Interval& i = interval(level);
    return i.min_value > high || i.max_value < low;
  };
  if (!advance(target)) return false;
  while (disjoint(0)) {
    int32_t last = interval(0).max_doc;
    for (int level = 1; level < levels_ && disjoint(level); ++level) last = interval(level).max_doc;
    if (!advance(last + 1)) return false;
  }
  return true;
}

}  // namespace segsmith::skipper
