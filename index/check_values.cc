// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "codec/file_names.h"
#include "index/check_report.h"
#include "index/check_sort.h"
#include "index/segment_reader.h"

namespace segsmith::index {
namespace {

using model::DocValuesField;
using model::DocValuesType;
using model::FieldInfo;

constexpr size_t kBlock = 4096;

/// One field of one segment at level 3: walks documents and values once, block by block, and keeps
/// the first fault of each kind.
class FieldCheck {
 public:
  FieldCheck(const SegmentReader& segment, const FieldInfo& field, CheckReport& report)
      : segment_(segment),
        field_(field),
        values_(segment.doc_values(field)),
        file_(segment.doc_values_file(field)),
        report_(report) {}

  void run() {
    read_documents();
    if (values_.terms) check_terms();
    if (values_.binary) check_binary();
    if (!values_.numbers) return;
    read_numbers();
    if (failed_) return;
    check_order();
    if (values_.terms) check_ordinals();
    if (field_.has_skip_index()) check_skip_index();
  }

 private:
  void fail(const std::string& message) {
    if (!failed_) report_.add(finding::kValue, file_, 0, field_.name, message);
    failed_ = true;
  }

  void read_documents() {
    const model::Presence& presence = *values_.presence;
    docs_.resize(static_cast<size_t>(presence.cardinality()));
    size_t count = 0;
    for (int32_t from = 0; count < docs_.size();) {
      const auto room = std::span(docs_).subspan(count, std::min(kBlock, docs_.size() - count));
      const size_t got = presence.docs(from, room);
      if (got == 0) break;
      count += got;
      from = docs_[count - 1] + 1;
    }
    const bool ascending =
        std::adjacent_find(docs_.begin(), docs_.end(), std::greater_equal<>()) == docs_.end();
    if (count != docs_.size() || !ascending ||
        (!docs_.empty() && (docs_.front() < 0 || docs_.back() >= segment_.max_doc()))) {
      fail("documents with a value do not ascend below max_doc");
    }
  }

  void read_numbers() {
    numbers_.resize(values_.numbers->size());
    for (uint64_t at = 0; at < numbers_.size(); at += kBlock) {
      const auto part = std::span(numbers_).subspan(at, std::min(kBlock, numbers_.size() - at));
      values_.numbers->values(at, part);
    }
    starts_.resize(docs_.size() + 1);
    if (values_.addresses) {
      values_.addresses->values(0, starts_);
    } else {
      for (size_t i = 0; i < starts_.size(); ++i) starts_[i] = static_cast<int64_t>(i);
    }
    if (std::adjacent_find(starts_.begin(), starts_.end(), std::greater_equal<>()) !=
            starts_.end() ||
        starts_.back() != static_cast<int64_t>(numbers_.size())) {
      fail("addresses do not give every document a value");
    }
  }

  std::span<const int64_t> values_of(size_t rank) const {
    return std::span(numbers_).subspan(static_cast<size_t>(starts_[rank]),
                                       static_cast<size_t>(starts_[rank + 1] - starts_[rank]));
  }

  /// Inside a document numbers ascend, and ordinals also differ.
  void check_order() {
    const bool strict = field_.doc_values_type == DocValuesType::sorted_set;
    for (size_t rank = 0; rank < docs_.size(); ++rank) {
      const auto doc_values = values_of(rank);
      for (size_t i = 1; i < doc_values.size(); ++i) {
        if (doc_values[i - 1] < doc_values[i] || (!strict && doc_values[i - 1] == doc_values[i]))
          continue;
        return fail("values of document " + std::to_string(docs_[rank]) + " do not ascend");
      }
    }
  }

  void check_ordinals() {
    const int64_t size = values_.terms->size();
    BitSet used(static_cast<uint64_t>(size));
    for (const int64_t ordinal : numbers_) {
      if (ordinal < 0 || ordinal >= size) {
        return fail("ordinal " + std::to_string(ordinal) + " of " + std::to_string(size) +
                    " terms");
      }
      used.set(static_cast<uint64_t>(ordinal));
    }
    if (used.count() != static_cast<uint64_t>(size)) {
      fail("ordinal " + std::to_string(used.next_clear(0)) + " belongs to no document");
    }
  }

  void check_terms() {
    const model::Terms& terms = *values_.terms;
    model::BytesBlock block;
    std::vector<std::byte> previous;
    for (int64_t first = 0; first < terms.size();) {
      const auto count = static_cast<size_t>(std::min<int64_t>(kBlock, terms.size() - first));
      terms.terms(first, count, block);
      for (size_t i = 0; i < count; ++i) {
        const auto term = block[i];
        if (first + static_cast<int64_t>(i) > 0 && !less(previous, term)) {
          return fail("term " + std::to_string(first + static_cast<int64_t>(i)) +
                      " does not follow");
        }
        previous.assign(term.begin(), term.end());
      }
      first += static_cast<int64_t>(count);
      check_seek(terms, first - 1, previous);
    }
  }

  static bool less(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }

  void check_seek(const model::Terms& terms, int64_t ordinal, std::span<const std::byte> term) {
    const auto found = terms.seek_ceil(term);
    if (found.status != model::Terms::Seek::found || found.ordinal != ordinal) {
      fail("seeking term " + std::to_string(ordinal) + " finds " + std::to_string(found.ordinal));
    }
  }

  void check_binary() {
    model::BytesBlock block;
    for (uint64_t at = 0; at < values_.binary->size(); at += kBlock) {
      const auto count =
          static_cast<size_t>(std::min<uint64_t>(kBlock, values_.binary->size() - at));
      values_.binary->values(at, count, block);
      if (block.size() != count) return fail("binary values are missing");
    }
  }

  /// Level 0 intervals against the values; higher levels against level 0.
  void check_skip_index() {
    const auto skip = segment_.skip_index(field_);
    const auto base = skip->intervals(0);
    size_t rank = 0;
    for (const auto& interval : base) {
      skipper::Interval seen = summarize(rank, interval.max_doc);
      if (seen.doc_count != interval.doc_count || seen.min_doc != interval.min_doc ||
          seen.max_doc != interval.max_doc || seen.min_value != interval.min_value ||
          seen.max_value != interval.max_value) {
        return fail("skip index interval of documents " + std::to_string(interval.min_doc) +
                    " to " + std::to_string(interval.max_doc) + " differs from their values");
      }
    }
    if (rank != docs_.size()) return fail("skip index ends before the last value");
    for (int level = 1; level < skipper::kMaxLevels; ++level) check_level(*skip, base, level);
  }

  /// Documents from `rank` on up to max_doc; moves `rank` past them.
  skipper::Interval summarize(size_t& rank, int32_t max_doc) const {
    skipper::Interval seen{
        .min_doc = -1, .max_doc = -1, .min_value = INT64_MAX, .max_value = INT64_MIN};
    for (; rank < docs_.size() && docs_[rank] <= max_doc; ++rank) {
      const auto doc_values = values_of(rank);
      if (seen.doc_count++ == 0) seen.min_doc = docs_[rank];
      seen.max_doc = docs_[rank];
      seen.min_value = std::min(seen.min_value, doc_values.front());
      seen.max_value = std::max(seen.max_value, doc_values.back());
    }
    return seen;
  }

  void check_level(const skipper::SkipIndex& skip, const std::vector<skipper::Interval>& base,
                   int level) {
    for (const auto& interval : skip.intervals(level)) {
      int32_t docs = 0;
      int64_t low = INT64_MAX, high = INT64_MIN;
      for (const auto& part : base) {
        if (part.min_doc < interval.min_doc || part.max_doc > interval.max_doc) continue;
        docs += part.doc_count;
        low = std::min(low, part.min_value);
        high = std::max(high, part.max_value);
      }
      if (docs == interval.doc_count && low == interval.min_value && high == interval.max_value)
        continue;
      return fail("skip index level " + std::to_string(level) + " at document " +
                  std::to_string(interval.min_doc) + " differs from its intervals");
    }
  }

  const SegmentReader& segment_;
  const FieldInfo& field_;
  const DocValuesField& values_;
  std::string file_;
  CheckReport& report_;
  bool failed_ = false;
  std::vector<int32_t> docs_;
  std::vector<int64_t> numbers_;
  std::vector<int64_t> starts_;  ///< First value of each document of docs_, and the end.
};

/// Leaves in order: points inside the bounds, ascending in one dimension, as many as the metadata
/// says.
void check_points(const SegmentReader& segment, const FieldInfo& field, CheckReport& report) {
  const auto tree = segment.points()->field(field);
  if (tree == nullptr) return;
  const std::string file = codec::segment_file_name(segment.name(), "", "kdd");
  const auto& config = tree->config();
  const auto dim_bytes = static_cast<size_t>(field.point_bytes);
  const auto packed = static_cast<size_t>(field.point_dims) * dim_bytes;
  BitSet docs(static_cast<uint64_t>(segment.max_doc()));
  int64_t points = 0;
  std::vector<std::byte> previous;
  std::string fault;
  tree->for_each_leaf([&](const bkd::LeafBlock& leaf) {
    const std::span<const std::byte> values(leaf.values);
    const auto leaf_docs = leaf.doc_ids();
    for (size_t i = 0; i < leaf_docs.size(); ++i) {
      const auto value = values.subspan(i * packed, packed);
      docs.set(static_cast<uint64_t>(leaf_docs[i]));
      for (size_t d = 0; d < static_cast<size_t>(config.index_dims); ++d) {
        const size_t at = d * dim_bytes;
        if (std::memcmp(value.data() + at, tree->min_packed().data() + at, dim_bytes) < 0 ||
            std::memcmp(value.data() + at, tree->max_packed().data() + at, dim_bytes) > 0) {
          fault =
              "a point of document " + std::to_string(leaf_docs[i]) + " lies outside the bounds";
        }
      }
      if (config.dims == 1 && !previous.empty() &&
          std::memcmp(value.data(), previous.data(), packed) < 0) {
        fault = "a point of document " + std::to_string(leaf_docs[i]) + " is out of order";
      }
      previous.assign(value.begin(), value.end());
    }
    points += leaf.count;
  });
  report.expect(fault.empty(), finding::kValue, file, field.name, fault);
  report.expect_equal(tree->point_count(), points, file, field.name, "points in the leaves");
  report.expect_equal(tree->doc_count(), static_cast<int64_t>(docs.count()), file, field.name,
                      "documents with points");
}

void check_stored(const SegmentReader& segment, CheckReport& report) {
  codec::StoredFieldsCursor cursor(segment.stored_fields());
  for (int32_t doc = 0; doc < segment.max_doc(); ++doc) {
    for (const codec::StoredValue& value : cursor.document(doc)) {
      if (segment.fields().find(value.field) != nullptr) continue;
      report.add(finding::kValue, segment.stored_fields().data().file(), 0, {},
                 "document " + std::to_string(doc) + " stores field number " +
                     std::to_string(value.field) + ", which the field infos lack");
      return;
    }
  }
}

}  // namespace

void check_values(const SegmentReader& segment, CheckReport& report) {
  for (const FieldInfo& field : segment.fields()) {
    if (segment.has_doc_values(field)) {
      report.guard(field.name, [&] { FieldCheck(segment, field, report).run(); });
    }
    if (field.has_points()) {
      report.guard(field.name, [&] { check_points(segment, field, report); });
    }
  }
  report.guard({}, [&] { check_stored(segment, report); });
  report.guard({}, [&] { check_sort_order(segment, report); });
}

}  // namespace segsmith::index
