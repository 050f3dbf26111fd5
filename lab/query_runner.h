// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_reader.h"
#include "query/conjunction.h"
#include "query/top_documents.h"

namespace segsmith::lab {

/// A condition as users type it.
struct ConditionText {
  enum class Kind : uint8_t { range, term, prefix, exists };
  Kind kind = Kind::range;
  std::string text;  ///< "FIELD=LO..HI", "FIELD=VALUE", "FIELD=PREFIX", "FIELD"
};

/// Conditions over all segments of an index; without any, every live document matches.
class QueryRunner {
 public:
  /// Types the values by the mapping types that the segments' diagnostics tell, or by what the doc
  /// values and points are. InvalidArgument when no segment has a field, and for what is no
  /// condition.
  QueryRunner(const index::IndexReader& reader, std::span<const ConditionText> conditions,
              query::Via via);

  /// Live documents that match.
  int64_t count(const index::IndexReader& reader) const;
  BitSet documents(const index::SegmentReader& segment) const;
  /// "x=1..2 by points: reason", a line a condition in the order in which they are looked at.
  std::vector<std::string> explain(const index::SegmentReader& segment) const;

 private:
  query::Conjunction conjunction(const index::SegmentReader& segment) const;

  std::vector<ConditionText> texts_;
  std::vector<query::Clause> clauses_;
  query::Via via_;
};

/// "FIELD", "FIELD:asc" or "FIELD:desc". InvalidArgument for another order, and when no segment has
/// the field with doc values.
query::SortKey parse_sort_key(const index::IndexReader& reader, std::string_view text);

/// The first documents that match.
std::vector<query::TopDocument> top_documents(const index::IndexReader& reader,
                                              const QueryRunner& runner, const query::SortKey& key,
                                              size_t count, query::TopStats& stats);

/// {"segment":"_0","doc":12,"sort":value}, with its line end; the value in the mapped form, null
/// for none.
std::string top_line(const index::IndexReader& reader, const query::TopDocument& document,
                     const query::SortKey& key);

}  // namespace segsmith::lab
