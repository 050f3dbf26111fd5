// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "model/doc_values.h"

namespace segsmith::model {

/// A walk over a terms dictionary with seeks by ordinal and by bytes
/// (org.apache.lucene.index.TermsEnum). Terms come from the dictionary a block at a time. For one
/// thread; any number may share the dictionary.
class TermsEnum {
 public:
  explicit TermsEnum(std::shared_ptr<const Terms> terms);

  /// Moves to the next term; false past the last one.
  bool next();
  /// InvalidArgument for an ordinal outside the dictionary.
  void seek_exact(int64_t ordinal);
  /// True when `term` is there; the enum stands on it, else as after seek_ceil().
  bool seek_exact(std::span<const std::byte> term) { return seek_ceil(term) == Terms::Seek::found; }
  /// Moves to `target` or the next greater term; `end` when there is none.
  Terms::Seek seek_ceil(std::span<const std::byte> target);
  /// -1 before the first move, size() past the last term.
  int64_t ordinal() const { return ordinal_; }
  int64_t size() const { return terms_->size(); }
  /// The term at ordinal(), which lies inside the dictionary; valid until the next call of another
  /// function.
  std::span<const std::byte> term();

 private:
  std::shared_ptr<const Terms> terms_;
  int64_t ordinal_ = -1;
  BytesBlock block_;
  int64_t first_ = 0, count_ = 0;  ///< Ordinals of block_.
};

/// The ordinal of `term`, or -1 - the ordinal of the next greater term
/// (SortedDocValues.lookupTerm).
int64_t lookup_term(const Terms& terms, std::span<const std::byte> term);

}  // namespace segsmith::model
