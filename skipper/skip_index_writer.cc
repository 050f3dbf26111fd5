// SPDX-License-Identifier: Apache-2.0
#include "skipper/skip_index_writer.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>

#include "packing/number_kernels.h"
#include "util/error.h"

namespace segsmith::skipper {

namespace {

constexpr size_t kIntervalsPerLevelUp = size_t{1} << kLevelShift;

void write_interval(store::Output& out, const Interval& interval) {
  out.le_int(interval.max_doc);
  out.le_int(interval.min_doc);
  out.le_long(interval.max_value);
  out.le_long(interval.min_value);
  out.le_int(interval.doc_count);
}

/// Each eight whole neighbours of a level joined into one; what is left over has no parent.
std::vector<Interval> level_above(const std::vector<Interval>& level) {
  std::vector<Interval> parents;
  for (size_t i = 0; level.size() - i >= kIntervalsPerLevelUp; i += kIntervalsPerLevelUp) {
    Interval parent = level[i];
    for (size_t j = i + 1; j < i + kIntervalsPerLevelUp; ++j) {
      parent.max_doc = level[j].max_doc;
      parent.min_value = std::min(parent.min_value, level[j].min_value);
      parent.max_value = std::max(parent.max_value, level[j].max_value);
      parent.doc_count += level[j].doc_count;
    }
    parents.push_back(parent);
  }
  return parents;
}

/// Levels stored with interval `index` of a group of `size`: those whose interval starts here and
/// is whole.
int levels_at(size_t index, size_t size) {
  for (int level = kMaxLevels - 1; level > 0; --level) {
    const size_t intervals = size_t{1} << (kLevelShift * level);
    if (index % intervals == 0 && size - index >= intervals) return level + 1;
  }
  return 1;
}

}  // namespace

SkipIndexWriter::SkipIndexWriter(store::Output& out, int32_t interval_size)
    : out_(out), interval_size_(interval_size) {
  if (interval_size < 2) {
    throw InvalidArgument("skip index interval size must be at least 2, got " +
                          std::to_string(interval_size));
  }
  meta_.offset = static_cast<int64_t>(out.position());
}

void SkipIndexWriter::add(const model::NumberBlock& block) {
  if (block.counts.empty()) {
    add_single_valued(block.docs, block.values);
  } else {
    add_multi_valued(block);
  }
}

void SkipIndexWriter::add_single_valued(const model::DocBlock& docs,
                                        std::span<const int64_t> values) {
  if (docs.count > 0) meta_.max_value_count = std::max(meta_.max_value_count, 1);
  size_t i = 0;
  while (i < docs.count) {
    if (full()) {
      i += grow_full_interval(docs, i, values);
      if (i == docs.count) return;
      close();
    }
    if (!open_) open(docs.doc(i));
    const size_t room = static_cast<size_t>(interval_size_ - current_.doc_count);
    const size_t n = std::min(docs.count - i, room);
    extend(docs.doc(i + n - 1), static_cast<int32_t>(n), values.subspan(i, n));
    i += n;
  }
}

/// Documents from index `from` on that prolong a full interval: it must be constant, they repeat
/// its value, and no document is missing in between. Returns how many.
size_t SkipIndexWriter::grow_full_interval(const model::DocBlock& docs, size_t from,
                                           std::span<const int64_t> values) {
  const int32_t next = current_.min_doc + current_.doc_count;
  if (current_.min_value != current_.max_value || docs.doc(from) != next) return 0;
  size_t n = packing::first_other(values.subspan(from), current_.min_value);
  if (!docs.dense()) {
    size_t run = 0;
    while (run < n && docs.docs[from + run] == next + static_cast<int32_t>(run)) ++run;
    n = run;
  }
  if (n == 0) return 0;
  current_.max_doc = docs.doc(from + n - 1);
  current_.doc_count += static_cast<int32_t>(n);
  return n;
}

void SkipIndexWriter::add_multi_valued(const model::NumberBlock& block) {
  const model::DocBlock& docs = block.docs;
  for (const int32_t count : block.counts) {
    meta_.max_value_count = std::max(meta_.max_value_count, count);
  }
  size_t value = 0;
  size_t i = 0;
  while (i < docs.count) {
    if (full()) {
      const model::DocBlock one{{}, docs.doc(i), 1};
      if (block.counts[i] == 1 && grow_full_interval(one, 0, block.values.subspan(value, 1)) == 1) {
        ++i;
        ++value;
        continue;
      }
      close();
    }
    if (!open_) open(docs.doc(i));
    const size_t room = static_cast<size_t>(interval_size_ - current_.doc_count);
    const size_t n = std::min(docs.count - i, room);
    const auto counts = block.counts.subspan(i, n);
    const auto values =
        static_cast<size_t>(std::accumulate(counts.begin(), counts.end(), int64_t{0}));
    extend(docs.doc(i + n - 1), static_cast<int32_t>(n), block.values.subspan(value, values));
    i += n;
    value += values;
  }
}

void SkipIndexWriter::open(int32_t doc) {
  // Written here, not when the group fills up: a group that ends the column is written by finish().
  if (group_.size() == kIntervalsPerGroup) write_group();
  current_ = {doc, doc, INT64_MAX, INT64_MIN, 0};
  open_ = true;
}

void SkipIndexWriter::extend(int32_t last_doc, int32_t doc_count, std::span<const int64_t> values) {
  const packing::MinMax bounds = packing::min_max(values);
  current_.max_doc = last_doc;
  current_.doc_count += doc_count;
  current_.min_value = std::min(current_.min_value, bounds.min);
  current_.max_value = std::max(current_.max_value, bounds.max);
}

void SkipIndexWriter::close() {
  group_.push_back(current_);
  open_ = false;
  meta_.min_value = std::min(meta_.min_value, current_.min_value);
  meta_.max_value = std::max(meta_.max_value, current_.max_value);
  meta_.doc_count += current_.doc_count;
  meta_.max_doc_id = current_.max_doc;
}

void SkipIndexWriter::write_group() {
  std::vector<Interval> levels[kMaxLevels];
  levels[0].swap(group_);
  for (int level = 1; level < kMaxLevels; ++level) levels[level] = level_above(levels[level - 1]);
  const size_t size = levels[0].size();
  for (size_t index = 0; index < size; ++index) {
    const int count = levels_at(index, size);
    out_.u8(static_cast<uint8_t>(count));
    for (int level = count - 1; level >= 0; --level) {
      write_interval(out_, levels[level][index >> (kLevelShift * level)]);
    }
  }
}

SkipIndexMeta SkipIndexWriter::finish() {
  if (open_) close();
  if (!group_.empty()) write_group();
  meta_.length = static_cast<int64_t>(out_.position()) - meta_.offset;
  return meta_;
}

}  // namespace segsmith::skipper
