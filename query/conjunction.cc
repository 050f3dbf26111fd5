// SPDX-License-Identifier: Apache-2.0
#include "query/conjunction.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "query/doc_values_range.h"
#include "query/points_range.h"

namespace segsmith::query {
namespace {

/// Below one match in so many documents of a stretch, values are fetched for the matches alone.
constexpr uint64_t kSparse = 32;
constexpr size_t kDocsAtOnce = 4096;

/// First and end of the documents that are set; first == end for none.
std::pair<int32_t, int32_t> stretch(const BitSet& bits) {
  const uint64_t first = bits.next_set(0);
  if (first == bits.size()) return {0, 0};
  const auto words = bits.words();
  size_t last = words.size();
  while (words[last - 1] == 0) --last;
  const auto high = static_cast<uint64_t>(63 - std::countl_zero(words[last - 1]));
  return {static_cast<int32_t>(first), static_cast<int32_t>(64 * (last - 1) + high + 1)};
}

/// All of the field's points, for a field without doc values.
FieldRange every_point(const FieldParts& parts, const std::string& field) {
  const auto& config = parts.points->config();
  if (config.index_dims == 1 && config.dims == 1 && config.bytes_per_dim <= 8)
    return {field, NumberRange{}};
  return {field, BytesRange{}};
}

}  // namespace

Conjunction::Conjunction(std::vector<FieldParts> parts, std::vector<Clause> clauses, Via wanted)
    : parts_(std::move(parts)), clauses_(std::move(clauses)), max_doc_(parts_.front().max_doc) {
  order_.resize(clauses_.size());
  std::iota(order_.begin(), order_.end(), size_t{0});
  std::vector<int64_t> costs;
  for (const size_t i : order_) costs.push_back(cost(i));
  const int64_t least = *std::ranges::min_element(costs);
  for (const size_t i : order_) {
    if (clauses_[i].kind == Clause::Kind::exists) {
      const bool by_points = parts_[i].values == nullptr && parts_[i].points != nullptr;
      plans_.push_back({by_points ? Via::points : Via::scan, "documents with the field"});
    } else {
      plans_.push_back(plan_range(parts_[i], clauses_[i].range, wanted,
                                  clauses_.size() == 1 ? max_doc_ : least));
    }
  }
  std::ranges::stable_sort(order_, {}, [&](size_t i) { return costs[i]; });
}

bool Conjunction::is_absent(size_t clause) const {
  const FieldParts& parts = parts_[clause];
  return parts.points == nullptr &&
         (parts.values == nullptr || parts.values->presence->cardinality() == 0);
}

int64_t Conjunction::cost(size_t clause) const {
  const FieldParts& parts = parts_[clause];
  if (is_absent(clause)) return 0;
  if (clauses_[clause].kind == Clause::Kind::range && parts.points != nullptr) {
    return points_cost(parts, clauses_[clause].range);
  }
  return parts.values != nullptr ? parts.values->presence->cardinality()
                                 : parts.points->doc_count();
}

void Conjunction::lead(size_t clause, BitSet& out) const {
  FieldParts parts = parts_[clause];
  parts.live_docs = nullptr;
  if (is_absent(clause)) return;
  if (clauses_[clause].kind == Clause::Kind::range) {
    range_into_bit_set(parts, clauses_[clause].range, plans_[clause].via, out);
  } else if (parts.values != nullptr) {
    parts.values->presence->into_bit_set(0, max_doc_, out);
  } else {
    points_into_bit_set(parts, every_point(parts, clauses_[clause].range.field), out);
  }
}

void Conjunction::narrow_one_by_one(size_t clause, BitSet& matches) const {
  const auto& values = *parts_[clause].values;
  const DocValuesRange range(values, clauses_[clause].range);
  std::vector<int32_t> docs;
  std::vector<uint8_t> keep;
  for (uint64_t d = matches.next_set(0); d < matches.size();) {
    docs.clear();
    for (; d < matches.size() && docs.size() < kDocsAtOnce; d = matches.next_set(d + 1)) {
      docs.push_back(static_cast<int32_t>(d));
    }
    range.match_documents(docs, keep);
    for (size_t i = 0; i < docs.size(); ++i) {
      if (!keep[i]) matches.clear(static_cast<uint64_t>(docs[i]));
    }
  }
}

void Conjunction::narrow(size_t clause, BitSet& matches) const {
  const auto [first, end] = stretch(matches);
  if (first == end) return;
  const FieldParts& parts = parts_[clause];
  const bool scanned = plans_[clause].via != Via::points && !is_absent(clause) &&
                       clauses_[clause].kind == Clause::Kind::range;
  const auto length = static_cast<uint64_t>(end - first);
  if (scanned && matches.count() < length / kSparse) return narrow_one_by_one(clause, matches);
  BitSet others(matches.size());
  if (scanned && (plans_[clause].via == Via::scan || end - first <= max_doc_ / 8)) {
    DocValuesRange(*parts.values, clauses_[clause].range).into_bit_set(first, end, others);
  } else {
    lead(clause, others);
  }
  matches.and_with(others);
}

BitSet Conjunction::documents() const {
  BitSet matches(static_cast<uint64_t>(max_doc_));
  lead(order_.front(), matches);
  for (const size_t clause : std::span(order_).subspan(1)) narrow(clause, matches);
  if (parts_.front().live_docs != nullptr) matches.and_with(*parts_.front().live_docs);
  return matches;
}

int64_t Conjunction::count() const {
  if (clauses_.size() == 1 && clauses_.front().kind == Clause::Kind::range) {
    return count_range(parts_.front(), clauses_.front().range, plans_.front().via);
  }
  return static_cast<int64_t>(documents().count());
}

}  // namespace segsmith::query
