// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "merge/merged_columns.h"
#include "merge/ordinal_map.h"
#include "model/few_values.h"
#include "util/popcount.h"

namespace segsmith::merge {
namespace {

using model::DocBlock;
using model::kColumnBlockDocs;
using model::NumberBlock;

/// Whether the part's values are ordinals to be mapped.
bool has_ordinals(const NumberPart& part) {
  return !part.ordinals.empty() || !part.segment.empty();
}

void check_ordinals(const NumberPart& part, std::span<const int64_t> values) {
  merge::check_ordinals(values, static_cast<int64_t>(part.ordinals.size()), part.segment,
                        part.field);
}

/// Source after source without deletions: their blocks pass through, documents shifted.
class ConcatenatedNumbers final : public model::NumberColumn {
 public:
  ConcatenatedNumbers(const Placement& placement, std::vector<NumberPart> parts)
      : runs_(placement.runs()), parts_(std::move(parts)) {
    rewind();
  }

  void rewind() override {
    run_ = 0;
    shift_ = 0;
    for (NumberPart& part : parts_) {
      if (part.column) part.column->rewind();
    }
  }

  bool next(NumberBlock& out) override {
    for (; run_ < runs_.size(); shift_ += runs_[run_++].count) {
      NumberPart& part = parts_[static_cast<size_t>(runs_[run_].source)];
      if (!part.column || !part.column->next(out)) continue;
      if (shift_ != 0) shift(out.docs);
      if (has_ordinals(part)) map_ordinals(part, out);
      return true;
    }
    return false;
  }

 private:
  void shift(DocBlock& docs) {
    docs.first_doc += shift_;
    if (docs.dense()) return;
    docs_.resize(docs.count);
    for (size_t i = 0; i < docs.count; ++i) docs_[i] = docs.docs[i] + shift_;
    docs.docs = docs_;
  }

  void map_ordinals(const NumberPart& part, NumberBlock& block) {
    check_ordinals(part, block.values);
    values_.resize(block.values.size());
    for (size_t i = 0; i < values_.size(); ++i) {
      values_[i] = part.ordinals[static_cast<size_t>(block.values[i])];
    }
    block.values = values_;
  }

  std::span<const Run> runs_;
  std::vector<NumberPart> parts_;
  size_t run_ = 0;
  int32_t shift_ = 0;  ///< Documents of the sources before.
  std::vector<int32_t> docs_;
  std::vector<int64_t> values_;
};

/// Reading position in one source's numbers.
struct Cursor {
  NumberPart part;
  NumberBlock block = {};
  size_t doc = 0;    ///< Next entry of block.docs.
  size_t value = 0;  ///< Its first value.
  bool ended = false;

  void rewind() {
    if (part.column) part.column->rewind();
    block = {};
    doc = value = 0;
    ended = part.column == nullptr;
  }

  /// Whether there is an entry whose document is below `end`.
  bool has_below(int32_t end) {
    if (ended) return false;
    if (doc == block.docs.count) {
      ended = !part.column->next(block);
      doc = value = 0;
    }
    return !ended && block.docs.doc(doc) < end;
  }

  /// The first entry from `doc` on whose document is `end` or more.
  size_t entries_below(int32_t end) const {
    const DocBlock& docs = block.docs;
    if (docs.dense()) return std::min(docs.count, static_cast<size_t>(end - docs.first_doc));
    const auto from = docs.docs.begin() + static_cast<std::ptrdiff_t>(doc);
    return static_cast<size_t>(std::lower_bound(from, docs.docs.end(), end) - docs.docs.begin());
  }
};

/// Sources whose documents interleave, or of which some are deleted, a block of new documents at a
/// time. While every old document of the block has one value, the values are laid one source behind
/// the other and gathered in the order that the map knows. Else every source's next values are put
/// where their documents belong, without a branch a value, and the places that were filled are
/// listed; a deleted document's place lies behind the block, where nothing is read.
class InterleavedNumbers final : public model::NumberColumn {
 public:
  InterleavedNumbers(const Placement& placement, std::vector<NumberPart> parts)
      : placement_(placement) {
    for (NumberPart& part : parts) cursors_.push_back({std::move(part)});
    rewind();
  }

  void rewind() override {
    block_ = 0;
    full_ = true;
    for (Cursor& cursor : cursors_) cursor.rewind();
  }

  bool next(NumberBlock& out) override {
    for (; block_ < placement_.blocks(); ++block_) {
      base_ = static_cast<int32_t>(block_ * kColumnBlockDocs);
      gathered_.clear();
      counted_ = false;
      size_t laid = 0;  // Sources whose values lie in gathered_.
      if (full_) {
        laid = lay_sources();
        if (laid == cursors_.size()) {
          gather(out);
          ++block_;
          return true;
        }
      }
      filled_.fill(0);
      place_laid(laid);
      for (size_t s = laid; s < cursors_.size(); ++s) place_source(s);
      if (!list_docs(out.docs)) continue;
      out.counts = {};
      if (counted_) {
        list_counted(out);
      } else {
        list_single(out);
      }
      ++block_;
      return true;
    }
    return false;
  }

 private:
  int32_t block_begin(size_t source) const {
    return block_ == 0 ? 0 : placement_.block_end(block_ - 1, source);
  }

  /// Appends the values of the block's old documents to gathered_, source after source, as long as
  /// each document has exactly one; how many sources that went well for. The rest of a column that
  /// was not full once is not tried again.
  size_t lay_sources() {
    full_ = !placement_.gather_order(block_).empty();
    for (size_t s = 0; full_ && s < cursors_.size(); ++s) {
      full_ = lay_source(cursors_[s], block_begin(s), placement_.block_end(block_, s));
      if (!full_) return s;
    }
    return full_ ? cursors_.size() : 0;
  }

  bool lay_source(Cursor& cursor, int32_t doc, int32_t end) {
    if (doc == end) return true;
    while (cursor.has_below(end)) {
      const NumberBlock& block = cursor.block;
      if (!block.docs.dense() || !block.counts.empty() || block.docs.doc(cursor.doc) != doc) break;
      const size_t n = cursor.entries_below(end) - cursor.doc;
      append(cursor.part, block.values.subspan(cursor.value, n));
      cursor.doc += n;
      cursor.value += n;
      doc += static_cast<int32_t>(n);
      if (doc == end) return true;
    }
    return false;
  }

  void append(const NumberPart& part, std::span<const int64_t> values) {
    if (!has_ordinals(part)) {
      gathered_.insert(gathered_.end(), values.begin(), values.end());
      return;
    }
    check_ordinals(part, values);
    const size_t at = gathered_.size();
    gathered_.resize(at + values.size());
    for (size_t i = 0; i < values.size(); ++i) {
      gathered_[at + i] = part.ordinals[static_cast<size_t>(values[i])];
    }
  }

  void gather(NumberBlock& out) {
    const std::span<const uint16_t> order = placement_.gather_order(block_);
    const int64_t* from = gathered_.data();
    for (size_t i = 0; i < order.size(); ++i) values_[i] = from[order[i]];
    out.docs = {{}, base_, order.size()};
    out.counts = {};
    out.values = std::span(values_).first(order.size());
  }

  /// Puts what was laid of the first `sources` (and of a part of the next) where it belongs.
  void place_laid(size_t sources) {
    size_t laid = 0;
    for (size_t s = 0; laid < gathered_.size() && s <= sources && s < cursors_.size(); ++s) {
      const auto new_docs = placement_.new_docs(s);
      const int32_t end = placement_.block_end(block_, s);
      for (int32_t doc = block_begin(s); doc < end && laid < gathered_.size(); ++doc) {
        const size_t place = place_of(new_docs[static_cast<size_t>(doc)]);
        values_[place] = gathered_[laid++];
        filled_[place] = 1;
      }
    }
    gathered_.clear();
  }

  /// Where a document belongs in the block, deleted ones behind it.
  size_t place_of(int32_t new_doc) const {
    return std::min<uint32_t>(static_cast<uint32_t>(new_doc - base_), kColumnBlockDocs);
  }

  void place_source(size_t s) {
    Cursor& cursor = cursors_[s];
    const int32_t end = placement_.block_end(block_, s);
    while (cursor.has_below(end)) {
      const size_t stop = cursor.entries_below(end);
      if (!cursor.block.counts.empty() && !counted_) begin_counts();
      if (counted_) {
        place_counted(cursor, stop, placement_.new_docs(s));
      } else {
        place_single(cursor, stop, placement_.new_docs(s));
      }
      cursor.doc = stop;
    }
  }

  /// Calls put(place, i) for each of the cursor's entries up to `stop`.
  template <class Put>
  void for_places(const Cursor& cursor, size_t stop, std::span<const int32_t> new_docs,
                  Put&& put) const {
    const DocBlock& docs = cursor.block.docs;
    const size_t n = stop - cursor.doc;
    if (docs.dense()) {
      const int32_t* to = new_docs.data() + docs.doc(cursor.doc);
      for (size_t i = 0; i < n; ++i) put(place_of(to[i]), i);
    } else {
      const int32_t* from = docs.docs.data() + cursor.doc;
      for (size_t i = 0; i < n; ++i) put(place_of(new_docs[static_cast<size_t>(from[i])]), i);
    }
  }

  void place_single(Cursor& cursor, size_t stop, std::span<const int32_t> new_docs) {
    const auto values = cursor.block.values.subspan(cursor.value, stop - cursor.doc);
    cursor.value += values.size();
    if (has_ordinals(cursor.part)) {
      check_ordinals(cursor.part, values);
      const int64_t* ordinals = cursor.part.ordinals.data();
      for_places(cursor, stop, new_docs, [&](size_t place, size_t i) {
        values_[place] = ordinals[values[i]];
        filled_[place] = 1;
      });
    } else {
      for_places(cursor, stop, new_docs, [&](size_t place, size_t i) {
        values_[place] = values[i];
        filled_[place] = 1;
      });
    }
  }

  /// The values that are placed already become lists of one.
  void begin_counts() {
    counted_ = true;
    for (size_t place = 0; place < kColumnBlockDocs; ++place) {
      if (filled_[place] == 0) continue;
      starts_[place] = gathered_.size();
      value_counts_[place] = 1;
      gathered_.push_back(values_[place]);
    }
  }

  void place_counted(Cursor& cursor, size_t stop, std::span<const int32_t> new_docs) {
    const NumberBlock& block = cursor.block;
    size_t value = gathered_.size();
    for_places(cursor, stop, new_docs, [&](size_t place, size_t i) {
      const int32_t count = block.counts.empty() ? 1 : block.counts[cursor.doc + i];
      starts_[place] = value;
      value_counts_[place] = count;
      filled_[place] = 1;
      value += static_cast<size_t>(count);
    });
    const auto values = block.values.subspan(cursor.value, value - gathered_.size());
    append(cursor.part, values);
    cursor.value += values.size();
  }

  /// The documents of the places that are filled; false when there are none.
  bool list_docs(DocBlock& docs) {
    std::array<uint64_t, kColumnBlockDocs / 64> words;
    for (size_t w = 0; w < words.size(); ++w) {
      uint64_t word = 0;
      for (size_t i = 0; i < 8; ++i) {
        uint64_t eight;
        std::memcpy(&eight, &filled_[w * 64 + i * 8], sizeof eight);
        // The lowest bits of eight bytes, gathered in the top byte.
        word |= eight * 0x0102040810204080 >> 56 << (i * 8);
      }
      words[w] = word;
    }
    const auto in_block = static_cast<size_t>(
        std::min(placement_.num_docs() - base_, static_cast<int32_t>(kColumnBlockDocs)));
    const uint64_t count = count_bits(words);
    docs = {{}, base_, static_cast<size_t>(count)};
    if (count == in_block) return true;
    docs_.resize(count);
    list_bits(words, base_, docs_);
    docs.docs = docs_;
    return count != 0;
  }

  void list_single(NumberBlock& out) {
    if (out.docs.dense()) {
      out.values = std::span(values_).first(out.docs.count);
      return;
    }
    merged_.resize(docs_.size());
    for (size_t i = 0; i < docs_.size(); ++i) {
      merged_[i] = values_[static_cast<size_t>(docs_[i] - base_)];
    }
    out.values = merged_;
  }

  void list_counted(NumberBlock& out) {
    // Those of deleted documents are among them.
    merged_.resize(gathered_.size() + model::kFewValues);
    counts_.resize(out.docs.count);
    const int64_t* const from = gathered_.data();
    const int64_t* const from_end = from + gathered_.size();
    int64_t* to = merged_.data();
    for (size_t i = 0; i < out.docs.count; ++i) {
      const auto place = static_cast<size_t>(out.docs.doc(i) - base_);
      counts_[i] = value_counts_[place];
      to = model::copy_values(from + starts_[place], from_end,
                              static_cast<size_t>(value_counts_[place]), to);
    }
    out.counts = counts_;
    out.values = {merged_.data(), to};
  }

  const Placement& placement_;
  std::vector<Cursor> cursors_;
  size_t block_ = 0;
  int32_t base_ = 0;      ///< First new document of the block.
  bool full_ = true;      ///< So far every old document had one value.
  bool counted_ = false;  ///< Some source of the block has counts.
  // By place in the block; the last is for deleted documents.
  std::array<uint8_t, kColumnBlockDocs + 1> filled_{};
  std::array<int64_t, kColumnBlockDocs + 1> values_;
  std::array<size_t, kColumnBlockDocs + 1> starts_;  ///< In gathered_.
  std::array<int32_t, kColumnBlockDocs + 1> value_counts_;
  std::vector<int64_t> gathered_;  ///< Values of the block, source after source.
  // What a block hands out.
  std::vector<int32_t> docs_;
  std::vector<int32_t> counts_;
  std::vector<int64_t> merged_;
};

}  // namespace

std::unique_ptr<model::NumberColumn> merged_numbers(const Placement& placement,
                                                    std::vector<NumberPart> parts) {
  if (placement.whole()) {
    return std::make_unique<ConcatenatedNumbers>(placement, std::move(parts));
  }
  return std::make_unique<InterleavedNumbers>(placement, std::move(parts));
}

}  // namespace segsmith::merge
