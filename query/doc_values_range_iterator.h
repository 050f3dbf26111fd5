// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "model/doc_values_iterators.h"
#include "model/value_range.h"
#include "skipper/skip_block_range_iterator.h"
#include "util/bit_set.h"

namespace segsmith::query {

/// The documents with a number (or ordinal) in [low, high], in two phases: an approximation that is
/// walked (blocks of the skip index, or documents with a value where there is no skip index) and
/// matches(), which decides on its document. For one thread; only ever moves forward.
/// org.apache.lucene.search.DocValuesRangeIterator.
class DocValuesRangeIterator {
 public:
  /// `skip_index` may be null. InvalidArgument for a BINARY field.
  DocValuesRangeIterator(const model::DocValuesField& field,
                         std::shared_ptr<const skipper::SkipIndex> skip_index, int64_t low,
                         int64_t high);

  /// The approximation: its document, and its moves.
  int32_t doc_id() const { return blocks_ ? blocks_->doc_id() : values_.doc_id(); }
  int32_t next_doc() { return blocks_ ? blocks_->next_doc() : values_.next_doc(); }
  int32_t advance(int32_t target) {
    return blocks_ ? blocks_->advance(target) : values_.advance(target);
  }
  int64_t cost() const { return blocks_ ? blocks_->cost() : values_.cost(); }
  /// What is proven of the document's block; `maybe` without a skip index.
  skipper::Match match() const { return blocks_ ? blocks_->match() : skipper::Match::maybe; }

  /// Whether doc_id() (a document) has a value in the range.
  bool matches();
  /// Lucene's estimate of the work of matches().
  float match_cost() const { return match_cost_; }
  /// End (exclusive) of a run of documents that begins at doc_id() and that all match: past
  /// doc_id() only when every value of the run is proven to lie in the range, else doc_id() itself.
  int32_t doc_id_run_end() const;
  /// Sets the bits of the matches from doc_id() (not -1) up to `up_to` (exclusive), and moves the
  /// approximation to `up_to` or beyond.
  void into_bit_set(int32_t up_to, BitSet& out);
  /// Clears the bits of [from, up_to) whose documents do not match; from <= doc_id(), and documents
  /// between them are known not to. Moves as into_bit_set().
  void apply_mask(int32_t from, int32_t up_to, BitSet& bits);

 private:
  /// The field's numbers, of whatever type.
  class Values final : public model::MultiValuedIterator {
   public:
    explicit Values(const model::DocValuesField& field) : MultiValuedIterator(field) {}
    bool any_in(int64_t low, int64_t high);
  };

  /// Sets the matches among [first, end), which lies in one block.
  void block_into_bit_set(skipper::Match match, int32_t first, int32_t end, BitSet& out) const;
  bool values_reach(int32_t doc) { return values_.advance(doc) == doc; }
  int32_t max_doc() const { return presence_->max_doc(); }

  std::shared_ptr<const model::Presence> presence_;
  model::ValueRange range_;
  Values values_;
  std::optional<skipper::SkipBlockRangeIterator> blocks_;
  float match_cost_;
  BitSet scratch_;  ///< Matches of one block, for apply_mask(); all clear between calls.
};

}  // namespace segsmith::query
