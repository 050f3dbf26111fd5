// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/columns.h"
#include "model/doc_values_type.h"
#include "util/bit_set.h"

/// The four parts that every doc-values field is made of when read. All are immutable, share
/// nothing mutable, and are safe to use from several threads. Virtual calls are per block.
namespace segsmith::model {

/// Which documents have a value (Lucene: docsWithField, IndexedDISI).
class Presence {
 public:
  enum class Kind : uint8_t { none, all, some };

  Presence(Kind kind, int32_t max_doc, int32_t cardinality)
      : kind_(kind), max_doc_(max_doc), cardinality_(cardinality) {}
  virtual ~Presence() = default;

  Kind kind() const { return kind_; }
  /// Documents of the segment.
  int32_t max_doc() const { return max_doc_; }
  /// Documents that have a value.
  int32_t cardinality() const { return cardinality_; }

  virtual bool contains(int32_t doc) const = 0;
  /// Documents below `doc` (0..max_doc) that have a value: the value position of `doc`.
  virtual int64_t rank(int32_t doc) const = 0;
  /// Fills `out` with the next documents at or after `from`, ascending; returns how many. Fewer
  /// than out.size() only at the end.
  virtual size_t docs(int32_t from, std::span<int32_t> out) const = 0;
  /// Sets the bits of the documents in [from, to) that have a value.
  virtual void into_bit_set(int32_t from, int32_t to, BitSet& out) const = 0;
  /// out[i] = value position of docs[i], or -1 when it has no value; docs ascend in [0, max_doc).
  virtual void positions(std::span<const int32_t> docs, std::span<int64_t> out) const;
  /// End (exclusive) of a run of documents that begins with `doc`, which has a value, and that all
  /// have one: what the format knows without looking further, as Lucene's docIDRunEnd.
  virtual int32_t run_end(int32_t doc) const { return doc + 1; }

  /// No document, or every document.
  static std::shared_ptr<const Presence> none(int32_t max_doc);
  static std::shared_ptr<const Presence> all(int32_t max_doc);

 private:
  Kind kind_;
  int32_t max_doc_;
  int32_t cardinality_;
};

/// Numbers by value position (the rank of the document for single-valued fields).
class Numbers {
 public:
  explicit Numbers(uint64_t size) : size_(size) {}
  virtual ~Numbers() = default;

  uint64_t size() const { return size_; }
  /// Values that are decoded together: a caller who asks for part of an aligned block of this many
  /// (a power of two) pays for all of it. 1 where single values are cheap.
  virtual size_t block_size() const { return 1; }
  /// out[i] = value at first + i. first + out.size() <= size().
  virtual void values(uint64_t first, std::span<int64_t> out) const = 0;
  /// out[i] = value at positions[i]; positions ascend. The default decodes runs.
  virtual void gather(std::span<const uint64_t> positions, std::span<int64_t> out) const;
  /// Sets bit i of `words` (from bit `bit_offset` on: bit bit_offset + i) when value first + i lies
  /// in [low, high]; other bits stay. The default decodes and compares.
  virtual void range_into_words(uint64_t first, uint64_t count, int64_t low, int64_t high,
                                std::span<uint64_t> words, uint64_t bit_offset) const;
  int64_t value(uint64_t position) const {
    int64_t v;
    values(position, {&v, 1});
    return v;
  }

 private:
  uint64_t size_;
};

/// A terms dictionary: ordinal to bytes and back.
class Terms {
 public:
  enum class Seek : uint8_t { found, not_found, end };
  struct SeekResult {
    Seek status;
    int64_t ordinal;  ///< The term's, or that of the next greater term; size() at the end.
  };

  Terms(int64_t size, int32_t max_term_length) : size_(size), max_term_length_(max_term_length) {}
  virtual ~Terms() = default;

  int64_t size() const { return size_; }
  int32_t max_term_length() const { return max_term_length_; }
  /// `count` terms from ordinal `first` on, into out (its storage is reused).
  virtual void terms(int64_t first, size_t count, BytesBlock& out) const = 0;
  /// The smallest term at or above `target` (unsigned byte order).
  virtual SeekResult seek_ceil(std::span<const std::byte> target) const = 0;
  std::vector<std::byte> term(int64_t ordinal) const;

 private:
  int64_t size_;
  int32_t max_term_length_;
};

/// Byte strings by value position.
class BinaryValues {
 public:
  explicit BinaryValues(uint64_t size) : size_(size) {}
  virtual ~BinaryValues() = default;
  uint64_t size() const { return size_; }
  virtual void values(uint64_t first, size_t count, BytesBlock& out) const = 0;

 private:
  uint64_t size_;
};

/// One field of one segment. Which parts are set follows from the type:
/// NUMERIC numbers; SORTED numbers (ordinals) + terms; SORTED_NUMERIC numbers + addresses when some
/// document has several; SORTED_SET likewise + terms; BINARY binary.
struct DocValuesField {
  DocValuesType type = DocValuesType::none;
  std::shared_ptr<const Presence> presence;
  std::shared_ptr<const Numbers> numbers;
  /// cardinality + 1 running counts: the values of the document of rank r are [a[r], a[r + 1]).
  /// Null when every document has exactly one value.
  std::shared_ptr<const Numbers> addresses;
  std::shared_ptr<const Terms> terms;
  std::shared_ptr<const BinaryValues> binary;
  /// What Lucene's iterator reports as its cost where that is not the number of documents with a
  /// value; -1 otherwise.
  int64_t lucene_cost = -1;

  int64_t cost() const { return lucene_cost >= 0 ? lucene_cost : presence->cardinality(); }
  bool single_valued() const { return addresses == nullptr; }
};

/// Sources over a field that was read: the identity "recode", and what merges build upon.
std::unique_ptr<NumberColumn> number_column(const DocValuesField& field);
std::unique_ptr<BytesColumn> bytes_column(const DocValuesField& field);
std::unique_ptr<TermsSource> terms_source(std::shared_ptr<const Terms> terms);

}  // namespace segsmith::model
