// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "query/range_query.h"
#include "util/bit_set.h"

/// The first documents by the values of one field (TopFieldCollector with one SortField), over all
/// segments.
namespace segsmith::query {

/// Of several values of a document the smallest counts, in a descending order the largest.
/// Documents without the field come last. Equal documents stand in the order of segments and
/// documents.
struct SortKey {
  std::string field;
  bool descending = false;
};

struct TopDocument {
  size_t segment = 0;
  int32_t doc = 0;
  bool has_value = false;
  int64_t number = 0;            ///< Of fields of numbers.
  std::vector<std::byte> bytes;  ///< Of fields with terms.
};

/// One segment: what it has of the sort field, and which documents matched.
struct SortedSegment {
  FieldParts parts;
  const BitSet* matches = nullptr;
  /// The segment's documents stand in this very order (its index sort begins with the key), those
  /// without the field together at one end: the first matches are the best.
  bool in_order = false;
};

/// What was looked at, for --explain.
struct TopStats {
  size_t segments = 0;          ///< Whose values were read.
  size_t segments_skipped = 0;  ///< Whose best value could not compete.
  uint64_t intervals = 0;
  uint64_t intervals_skipped = 0;  ///< Of skip indexes.
};

/// At most `count` documents, in order. Segments with a skip index are visited best first, and they
/// and their intervals are passed over once their best value cannot compete. InvalidArgument for a
/// BINARY field and for one that has numbers here and terms there.
std::vector<TopDocument> top_documents(std::span<const SortedSegment> segments, const SortKey& key,
                                       size_t count, TopStats* stats = nullptr);

}  // namespace segsmith::query
