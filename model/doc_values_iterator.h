// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/doc_values.h"

/// Iteration over the documents of a field, with the semantics of Lucene's iterators.
/// org.apache.lucene.index.DocValuesIterator, org.apache.lucene.search.DocIdSetIterator.
namespace segsmith::model {

/// The document of an iterator that is exhausted (DocIdSetIterator.NO_MORE_DOCS).
inline constexpr int32_t kNoMoreDocs = INT32_MAX;

/// The documents of a field that have a value, in order. Only ever moves forward. Documents are
/// taken from the presence in blocks that grow while the walk is sequential, so that neither a walk
/// nor a far jump pays for the other. For one thread; any number may share a field.
class DocValuesIterator {
 public:
  explicit DocValuesIterator(const DocValuesField& field);

  /// -1 before the first move, kNoMoreDocs after the end.
  int32_t doc_id() const { return doc_; }
  /// The next document with a value, or kNoMoreDocs.
  int32_t next_doc() {
    if (!all_) return doc_ == kNoMoreDocs ? doc_ : seek(doc_ + 1);
    doc_ = doc_ < max_doc_ - 1 ? doc_ + 1 : kNoMoreDocs;
    return doc_;
  }
  /// The first document at or after `target` that has a value. A target that is not past doc_id()
  /// leaves the iterator where it is: one that two callers share never moves back.
  int32_t advance(int32_t target) {
    if (target <= doc_) return doc_;
    if (!all_) return seek(target);
    return doc_ = target < max_doc_ ? target : kNoMoreDocs;
  }
  /// Moves to `target`, doc_id() <= target < max_doc (InvalidArgument), and tells whether it has a
  /// value; doc_id() is `target` either way.
  bool advance_exact(int32_t target) {
    if (target < doc_ || target >= max_doc_) refuse(target);
    if (all_) {
      doc_ = target;
      return true;
    }
    return seek_exact(target);
  }
  /// An upper bound of the documents, as Lucene reports it.
  int64_t cost() const { return cost_; }
  /// End (exclusive) of a run of documents that begins at doc_id() and that all have a value, as
  /// far as the format knows without looking further. Asked on a document that has a value.
  int32_t doc_id_run_end() const { return doc_ == kNoMoreDocs ? doc_ : presence_->run_end(doc_); }
  /// Sets bit d for each document d from doc_id() up to `up_to` (exclusive) and moves to the first
  /// one at or after it. Asked on a document that has a value. out.size() >= max_doc.
  void into_bit_set(int32_t up_to, BitSet& out);

 protected:
  /// Value position of doc_id(), which has a value.
  uint64_t position() const { return all_ ? static_cast<uint64_t>(doc_) : rank_ + index_; }
  int32_t max_doc() const { return max_doc_; }

 private:
  /// `target` lies past doc_id(), or equals it in seek_exact().
  int32_t seek(int32_t target);
  bool seek_exact(int32_t target);
  void find(int32_t target);
  void fill(int32_t from);
  [[noreturn]] void refuse(int32_t target) const;

  std::shared_ptr<const Presence> presence_;
  bool all_;
  int32_t max_doc_;
  int64_t cost_;
  int32_t doc_ = -1;
  // Documents [covered_from_, covered_to_) with a value are buffer_[0, count_); index_ is the first
  // of them at or after doc_, rank_ the position of buffer_[0].
  std::vector<int32_t> buffer_;
  size_t block_ = 0, count_ = 0, index_ = 0;
  int32_t covered_from_ = 0, covered_to_ = 0;
  uint64_t rank_ = 0;
};

}  // namespace segsmith::model
