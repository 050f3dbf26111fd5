// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace segsmith::bkd {

/// How a cell lies to a query (PointValues.Relation).
enum class Relation : uint8_t { inside, outside, crosses };

/// Documents first, first + 1, ... of a leaf.
struct DocRun {
  int32_t first = 0;
  int32_t count = 0;
};

/// Documents of a leaf as they are written: bit i of little-endian 64-bit word w is document
/// 64 * (first_word + w) + i. All lie below the segment's max_doc.
struct DocWords {
  uint32_t first_word = 0;
  uint32_t word_count = 0;
  int32_t count = 0;                 ///< Documents, which is the bits that are set.
  const std::byte* bytes = nullptr;  ///< Of the mapped file, valid during the call.
  uint64_t word(uint32_t w) const;
};

/// What a walk over a tree calls (PointValues.IntersectVisitor), a leaf at a time.
class IntersectVisitor {
 public:
  virtual ~IntersectVisitor() = default;
  /// The cell's bounds over the index dimensions, packed_index_bytes each. Also asked of the bounds
  /// that leaves of several index dimensions hold, where the cell crosses.
  virtual Relation compare(std::span<const std::byte> min, std::span<const std::byte> max) = 0;
  /// Documents of points that all lie inside; one entry a point.
  virtual void visit(std::span<const int32_t> docs) = 0;
  /// The same where the leaf holds a run of documents, or bits (visit(DocIdSetIterator)). Unless
  /// they are overridden, both list the documents for visit().
  virtual void visit(const DocRun& docs);
  virtual void visit(const DocWords& docs);
  /// Documents and packed values of a crossing leaf, which the visitor filters.
  virtual void visit(std::span<const int32_t> docs, std::span<const std::byte> values) = 0;
};

}  // namespace segsmith::bkd
