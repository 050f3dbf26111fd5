// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "store/input.h"

/// The doc-values skip index: min, max and count of intervals of documents, on up to four levels.
/// docs/format/dvs.md; org.apache.lucene.index.DocValuesSkipper.
namespace segsmith::skipper {

inline constexpr int kMaxLevels = 4;
inline constexpr int kLevelShift = 3;           ///< 8 intervals of a level make one of the next.
inline constexpr int kIntervalsPerGroup = 512;  ///< 8^3: levels are built inside such groups.
inline constexpr int kEntryBytes = 28;          ///< One level of one entry.

/// One interval: documents [min_doc, max_doc], doc_count of which have values in [min_value,
/// max_value].
struct Interval {
  int32_t min_doc = 0;
  int32_t max_doc = -1;
  int64_t min_value = 0;
  int64_t max_value = 0;
  int32_t doc_count = 0;

  bool dense() const { return doc_count == max_doc - min_doc + 1; }
};

/// The statistics of a whole field, as the doc-values metadata holds them.
struct SkipIndexMeta {
  int64_t offset = 0;  ///< Of the first entry in `.dvs` (`.dvd` before version 1).
  int64_t length = 0;
  int64_t max_value = INT64_MIN;
  int64_t min_value = INT64_MAX;
  int32_t doc_count = 0;
  int32_t max_doc_id = -1;
  /// Most values of one document; 0 when empty, -1 when unknown.
  int32_t max_value_count = 0;
};

/// The skip index of one field of one segment. Immutable and thread-safe; entries are decoded on
/// demand.
class SkipIndex {
 public:
  /// `entries` holds exactly the meta.length bytes of the field.
  SkipIndex(const SkipIndexMeta& meta, store::Input entries);

  const SkipIndexMeta& meta() const { return meta_; }
  int64_t min_value() const { return meta_.min_value; }
  int64_t max_value() const { return meta_.max_value; }
  int32_t doc_count() const { return meta_.doc_count; }
  const store::Input& entries() const { return entries_; }

  /// Calls visit(offset of the entry from the start of the entries, its levels from level 0 on) for
  /// each entry. An entry is a byte, its number of levels, and the levels from the highest down,
  /// kEntryBytes each.
  void visit_entries(
      const std::function<void(uint64_t offset, std::span<const Interval> levels)>& visit) const;
  /// All intervals of a level in document order (level 0 the finest); for dumps and checks.
  std::vector<Interval> intervals(int level) const;

 private:
  SkipIndexMeta meta_;
  store::Input entries_;
};

/// Sequential walk with Lucene's semantics: advance(doc) moves to the interval that contains `doc`,
/// or the next one; levels above 0 are those stored with the current entry.
class SkipCursor {
 public:
  explicit SkipCursor(std::shared_ptr<const SkipIndex> index);

  /// Moves to the first entry whose level-0 max_doc >= target. False past the last entry.
  bool advance(int32_t target);
  /// Moves on until an entry's level 0 interval meets [low, high], climbing levels to pass groups
  /// that cannot match (DocValuesSkipper.advance(long, long)). False past the end.
  bool advance_to_values(int32_t target, int64_t low, int64_t high);
  int levels() const { return levels_; }
  /// 0 <= level < levels().
  const Interval& interval(int level = 0) const { return current_[static_cast<size_t>(level)]; }

 private:
  bool read_entry(int32_t target);

  std::shared_ptr<const SkipIndex> index_;
  uint64_t position_ = 0;
  int levels_ = 0;
  std::array<Interval, kMaxLevels> current_{};
};

}  // namespace segsmith::skipper
