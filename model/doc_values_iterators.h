// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include "model/doc_values_iterator.h"
#include "model/terms_enum.h"
#include "model/value_windows.h"

/// One iterator for each type of doc values, over the four parts, so for every format. Values are
/// asked for on a document that has one: after next_doc() and advance() other than kNoMoreDocs, or
/// after advance_exact() that answered true. For one thread; any number of iterators may share a
/// field. org.apache.lucene.index.{NumericDocValues, SortedDocValues, SortedNumericDocValues,
/// SortedSetDocValues, BinaryDocValues}. Many documents at once: model/bulk_values.h.
namespace segsmith::model {

class NumericDocValues final : public DocValuesIterator {
 public:
  /// A field of one number a document: NUMERIC, a single-valued SORTED_NUMERIC, or the ordinals of
  /// SORTED. InvalidArgument for another.
  explicit NumericDocValues(const DocValuesField& field);

  int64_t long_value() { return values_.at(position()); }

 private:
  NumberWindow values_;
};

class SortedDocValues final : public DocValuesIterator {
 public:
  /// SORTED, or a single-valued SORTED_SET. InvalidArgument for another.
  explicit SortedDocValues(const DocValuesField& field);

  /// Ordinal of the document's term.
  int64_t ord_value() { return ordinals_.at(position()); }
  /// Terms of the dictionary.
  int64_t value_count() const { return terms_->size(); }
  /// Valid until the next look-up. InvalidArgument outside the dictionary.
  std::span<const std::byte> lookup_ord(int64_t ordinal) {
    lookup_.seek_exact(ordinal);
    return lookup_.term();
  }
  int64_t lookup_term(std::span<const std::byte> term) const {
    return model::lookup_term(*terms_, term);
  }
  TermsEnum terms_enum() const { return TermsEnum(terms_); }

 private:
  std::shared_ptr<const Terms> terms_;
  NumberWindow ordinals_;
  TermsEnum lookup_;
};

/// What SORTED_NUMERIC and SORTED_SET share: several numbers a document.
class MultiValuedIterator : public DocValuesIterator {
 public:
  /// Also starts the values of the document anew.
  bool advance_exact(int32_t target) {
    set_for_ = -1;
    return DocValuesIterator::advance_exact(target);
  }
  /// Values of the document, at least one.
  int32_t doc_value_count() {
    set();
    return count_;
  }

 protected:
  explicit MultiValuedIterator(const DocValuesField& field);
  int64_t next() {
    set();
    assert(next_ < end_);
    return values_.at(next_++);
  }

 private:
  void set() {
    if (set_for_ != doc_id()) start_document();
  }
  void start_document();

  bool single_valued_;
  NumberWindow addresses_, values_;
  int32_t set_for_ = -1;  ///< The document that count_, next_ and end_ are of.
  int32_t count_ = 0;
  uint64_t next_ = 0, end_ = 0;
};

class SortedNumericDocValues final : public MultiValuedIterator {
 public:
  /// SORTED_NUMERIC, one or several values a document; NUMERIC too. InvalidArgument for another.
  explicit SortedNumericDocValues(const DocValuesField& field);

  /// The document's values in ascending order; called at most doc_value_count() times.
  int64_t next_value() { return next(); }
};

class SortedSetDocValues final : public MultiValuedIterator {
 public:
  /// SORTED_SET, one or several terms a document; SORTED too. InvalidArgument for another.
  explicit SortedSetDocValues(const DocValuesField& field);

  /// The document's ordinals in ascending order; called at most doc_value_count() times.
  int64_t next_ord() { return next(); }
  int64_t value_count() const { return terms_->size(); }
  /// Valid until the next look-up. InvalidArgument outside the dictionary.
  std::span<const std::byte> lookup_ord(int64_t ordinal) {
    lookup_.seek_exact(ordinal);
    return lookup_.term();
  }
  int64_t lookup_term(std::span<const std::byte> term) const {
    return model::lookup_term(*terms_, term);
  }
  TermsEnum terms_enum() const { return TermsEnum(terms_); }

 private:
  std::shared_ptr<const Terms> terms_;
  TermsEnum lookup_;
};

class BinaryDocValues final : public DocValuesIterator {
 public:
  /// BINARY. InvalidArgument for another.
  explicit BinaryDocValues(const DocValuesField& field);

  /// Valid until the iterator is asked for another value.
  std::span<const std::byte> binary_value() { return values_.at(position()); }

 private:
  BytesWindow values_;
};

}  // namespace segsmith::model
