// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/doc_permutation.h"
#include "model/columns.h"

namespace segsmith::index {

/// Numbers of one field in documents' order until the segment is flushed: doc values, ordinals of a
/// dictionary or places in an arena. Columnar: no object per document. Documents come in ascending
/// order, each with its values one after another.
class NumberBuffer {
 public:
  /// Another value of `doc`.
  void add(int32_t doc, int64_t value) {
    if (doc != last_doc_) {
      begin(doc);
    } else {
      add_to_last();
    }
    values_.push_back(value);
  }
  bool has(int32_t doc) const { return doc == last_doc_; }
  /// The values of the document that was added last.
  std::span<int64_t> last_values() { return std::span(values_).subspan(last_start_); }
  /// Replaces the values of the document that was added last by a single one.
  void replace_last(int64_t value);
  /// Forgets the document that was added last; `previous` restores what came before it.
  void remove_last();

  bool empty() const { return count_ == 0; }
  /// Documents with a value.
  int32_t count() const { return count_; }
  bool multi_valued() const { return !counts_.empty(); }
  std::span<int64_t> values() { return values_; }
  std::span<const int64_t> values() const { return values_; }
  /// Ascending documents; empty when they are 0 .. count() - 1.
  std::span<const int32_t> docs() const { return docs_; }
  /// Values a document; empty when each has one.
  std::span<const int32_t> counts() const { return counts_; }
  /// Heap bytes in use.
  size_t memory() const {
    return values_.size() * sizeof(int64_t) + (docs_.size() + counts_.size()) * sizeof(int32_t);
  }

  /// Sorts the values inside each document.
  void sort_within_documents();
  /// Sorts them and drops repeated ones.
  void sort_and_unite_within_documents();
  /// Puts the documents into the order of a sorted segment.
  void permute(const DocPermutation& permutation);
  void clear();

 private:
  void begin(int32_t doc) {
    last_doc_ = doc;
    last_start_ = values_.size();
    if (dense_ && doc != count_) make_sparse();
    if (!dense_) docs_.push_back(doc);
    if (!counts_.empty()) counts_.push_back(1);
    ++count_;
  }
  void add_to_last();
  void make_sparse();
  std::vector<int64_t> starts() const;

  std::vector<int64_t> values_;
  std::vector<int32_t> docs_;
  std::vector<int32_t> counts_;
  int32_t count_ = 0;
  int32_t last_doc_ = -1;
  size_t last_start_ = 0;
  bool dense_ = true;
};

/// Byte strings one after another, each found again by the place where it was put.
class ByteArena {
 public:
  /// The place of the new string.
  uint64_t add(std::span<const std::byte> value);
  std::span<const std::byte> get(uint64_t place) const;
  size_t memory() const { return bytes_.size(); }
  void clear() { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

/// A buffered field as the column that a doc-values writer pulls.
std::unique_ptr<model::NumberColumn> column_of(const NumberBuffer& buffer);
/// Values are places in `arena`; one a document.
std::unique_ptr<model::BytesColumn> column_of(const NumberBuffer& buffer, const ByteArena& arena);

}  // namespace segsmith::index
