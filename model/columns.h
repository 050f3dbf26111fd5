// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

/// Column sources: what flush, merge, recode and update hand to a format's writer. A source is
/// typed, restartable and pulled in blocks, so a writer may take several passes; every pass yields
/// the same documents and values, though blocks may be cut elsewhere.
namespace segsmith::model {

/// Most documents of a block that the sources here make. Writers must accept any size.
inline constexpr size_t kColumnBlockDocs = 4096;

/// Consecutive documents that have a value. The spans stay valid until the source's next call.
struct DocBlock {
  /// Ascending documents. Empty means the dense run first_doc, first_doc + 1, ... of `count`.
  std::span<const int32_t> docs;
  int32_t first_doc = 0;
  size_t count = 0;

  bool dense() const { return docs.empty(); }
  int32_t doc(size_t i) const { return dense() ? first_doc + static_cast<int32_t>(i) : docs[i]; }
};

/// Documents with their numbers: values, or ordinals of a terms source.
struct NumberBlock {
  DocBlock docs;
  /// Values of each document (>= 1 each, ascending inside a document). Empty: exactly one each.
  std::span<const int32_t> counts;
  /// All values, document after document.
  std::span<const int64_t> values;
};

/// NUMERIC and SORTED_NUMERIC values; the ordinals of SORTED and SORTED_SET.
class NumberColumn {
 public:
  virtual ~NumberColumn() = default;
  /// Starts a new pass.
  virtual void rewind() = 0;
  /// The next block, never empty; false at the end of the pass.
  virtual bool next(NumberBlock& block) = 0;
};

/// Byte strings one after another: string i is bytes[offsets[i], offsets[i + 1]).
struct BytesBlock {
  std::vector<uint64_t> offsets;     ///< count + 1 entries into `bytes`; the first need not be 0.
  std::span<const std::byte> bytes;  ///< May lie in `storage`, or in a mapped file.
  std::vector<std::byte> storage;

  size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  std::span<const std::byte> operator[](size_t i) const {
    return bytes.subspan(offsets[i], offsets[i + 1] - offsets[i]);
  }
};

/// BINARY values, one a document.
class BytesColumn {
 public:
  virtual ~BytesColumn() = default;
  virtual void rewind() = 0;
  /// The next documents with their values (values.size() == docs.count, at least one); false at the
  /// end.
  virtual bool next(DocBlock& docs, BytesBlock& values) = 0;
};

/// The distinct terms of a SORTED or SORTED_SET column, ascending by unsigned bytes; a term's
/// position is its ordinal.
class TermsSource {
 public:
  virtual ~TermsSource() = default;
  virtual int64_t size() const = 0;
  virtual void rewind() = 0;
  /// The next terms, at least one; false at the end.
  virtual bool next(BytesBlock& terms) = 0;
};

}  // namespace segsmith::model
