// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "query/range_query.h"

/// Several conditions on the documents of one segment at once (BooleanQuery of FILTER clauses).
namespace segsmith::query {

/// A document matches when a value of the field lies in the range, or, for `exists`, when it has a
/// value.
struct Clause {
  enum class Kind : uint8_t { range, exists };
  Kind kind = Kind::range;
  FieldRange range;  ///< Of `exists` only the field.
};

/// One segment's answer. The clause that promises the fewest documents leads; others look at the
/// documents that are left: all of a stretch, or one by one where few are. Parts must outlive the
/// object. One thread.
class Conjunction {
 public:
  /// `parts` are those of the clauses' fields, in the same order. InvalidArgument as plan_range();
  /// at least one clause.
  Conjunction(std::vector<FieldParts> parts, std::vector<Clause> clauses, Via wanted);

  /// How each clause is answered, in the order of the clauses.
  const std::vector<RangePlan>& plans() const { return plans_; }
  /// Positions of the clauses in the order in which they are looked at.
  const std::vector<size_t>& order() const { return order_; }

  /// Live documents that match all clauses.
  int64_t count() const;
  BitSet documents() const;

 private:
  int64_t cost(size_t clause) const;
  bool is_absent(size_t clause) const;
  void lead(size_t clause, BitSet& out) const;
  void narrow(size_t clause, BitSet& matches) const;
  void narrow_one_by_one(size_t clause, BitSet& matches) const;

  std::vector<FieldParts> parts_;
  std::vector<Clause> clauses_;
  std::vector<RangePlan> plans_;
  std::vector<size_t> order_;
  int32_t max_doc_ = 0;
};

}  // namespace segsmith::query
