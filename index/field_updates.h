// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/columns.h"
#include "model/doc_values.h"
#include "util/bit_set.h"

namespace segsmith::index {

/// New values of one doc-values field of one segment, by document, before they are written
/// (org.apache.lucene.index.DocValuesFieldUpdates). What is said last of a document counts. Memory:
/// two bits a document, and four bytes more once there are several different values.
class FieldUpdates {
 public:
  /// NUMERIC and SORTED_NUMERIC take numbers, BINARY bytes. InvalidArgument for other types.
  FieldUpdates(model::DocValuesType type, int32_t max_doc);

  model::DocValuesType type() const { return type_; }
  /// Each of `docs` (max_doc bits) gets this one value in place of all that it has.
  void set(const BitSet& docs, int64_t value);
  void set(const BitSet& docs, std::span<const std::byte> value);
  /// Each of `docs` loses its value.
  void reset(const BitSet& docs);

  bool any() const { return docs_.next_set(0) < docs_.size(); }
  /// Whether reset() was ever called, also for documents that got a value again since.
  bool any_reset() const { return any_reset_; }
  /// The documents that something is said of.
  const BitSet& docs() const { return docs_; }
  bool has_value(int32_t doc) const { return !resets_.get(static_cast<uint64_t>(doc)); }
  int64_t number(int32_t doc) const { return numbers_[place(doc)]; }
  std::span<const std::byte> bytes(int32_t doc) const;

  /// The updated documents among those of `base` (null: alone), as a format's writer takes them;
  /// both must outlive the column.
  std::unique_ptr<model::NumberColumn> numbers_over(const model::DocValuesField* base) const;
  std::unique_ptr<model::BytesColumn> bytes_over(const model::DocValuesField* base) const;

 private:
  size_t place(int32_t doc) const {
    return places_.empty() ? 0 : places_[static_cast<size_t>(doc)];
  }
  void assign(const BitSet& docs, size_t place);
  size_t new_place(size_t values) const;

  model::DocValuesType type_;
  BitSet docs_;
  BitSet resets_;
  bool any_reset_ = false;
  // The values that were set, one a call; and which of them a document has, when there are several.
  std::vector<int64_t> numbers_;
  std::vector<std::byte> bytes_;
  std::vector<uint64_t> offsets_{0};
  std::vector<uint32_t> places_;
};

}  // namespace segsmith::index
