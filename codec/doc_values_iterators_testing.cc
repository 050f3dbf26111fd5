// SPDX-License-Identifier: Apache-2.0
#include "codec/doc_values_iterators_testing.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/bulk_values.h"
#include "model/doc_values_iterators.h"
#include "model/value_range.h"
#include "util/error.h"

namespace segsmith::codec::testing {
namespace {

using model::DocValuesType;
using model::kNoMoreDocs;
using Random = std::mt19937_64;

std::string string_of(std::span<const std::byte> b) {
  return {reinterpret_cast<const char*>(b.data()), b.size()};
}
std::span<const std::byte> bytes_of(const std::string& s) {
  return std::as_bytes(std::span(s.data(), s.size()));
}

/// The first document at or after `from` that has a value.
int32_t next_present(const PlainField& field, int32_t from) {
  while (from < field.max_doc() && field.count(from) == 0) ++from;
  return from < field.max_doc() ? from : kNoMoreDocs;
}

/// One random script; `value(it)` checks the values of a document that has some.
template <class Iterator, class CheckValue>
void run_script(const PlainField& field, Iterator it, Random& random, CheckValue&& value) {
  const int32_t max_doc = field.max_doc();
  const int32_t step = 1 + static_cast<int32_t>(random() % (random() % 3 ? 4 : 5000));
  EXPECT_EQ(it.doc_id(), -1);
  int32_t doc = -1;
  for (int moves = 0; doc < max_doc && moves < 4000; ++moves) {
    const int32_t target = doc + 1 + static_cast<int32_t>(random() % static_cast<uint64_t>(step));
    bool present = true;
    switch (random() % 3) {
      case 0:
        doc = next_present(field, doc + 1);
        ASSERT_EQ(it.next_doc(), doc);
        break;
      case 1:
        doc = next_present(field, target);
        ASSERT_EQ(it.advance(target), doc);
        break;
      default:
        if (target >= max_doc) continue;
        doc = target;
        present = field.count(doc) > 0;
        ASSERT_EQ(it.advance_exact(target), present) << target;
        ASSERT_EQ(it.advance_exact(target), present) << "asked again of " << target;
    }
    ASSERT_EQ(it.doc_id(), doc);
    if (doc == kNoMoreDocs) break;
    if (!present) continue;
    if (random() % 4) {
      ASSERT_NO_FATAL_FAILURE(value(it));
    }
    const int32_t end = it.doc_id_run_end();
    ASSERT_GT(end, doc);
    ASSERT_LE(end, max_doc);
    for (int32_t d = doc; d < std::min(end, doc + 300); ++d) ASSERT_GT(field.count(d), 0U);
  }
  ASSERT_EQ(it.advance(max_doc), kNoMoreDocs);
  ASSERT_EQ(it.next_doc(), kNoMoreDocs);
  ASSERT_EQ(it.advance(3), kNoMoreDocs) << "never moves back";
  ASSERT_THROW(it.advance_exact(max_doc - 1), InvalidArgument);
}

template <class Iterator>
void check_bits(const PlainField& field, Iterator it, Random& random) {
  const auto max_doc = static_cast<uint64_t>(field.max_doc());
  BitSet bits(max_doc);
  const int32_t start = next_present(field, static_cast<int32_t>(random() % max_doc));
  if (it.advance(start) == kNoMoreDocs) return;
  const auto up_to = static_cast<int32_t>(random() % (max_doc + 100));
  it.into_bit_set(up_to, bits);
  ASSERT_EQ(it.doc_id(), start >= up_to ? start : next_present(field, up_to));
  for (uint64_t d = 0; d < max_doc; ++d) {
    const auto doc = static_cast<int32_t>(d);
    ASSERT_EQ(bits.get(d), doc >= start && doc < up_to && field.count(doc) > 0) << d;
  }
}

template <class Iterator, class CheckValue>
void check_iterator(const PlainField& field, const model::DocValuesField& found, Random& random,
                    int rounds, CheckValue&& value) {
  ASSERT_EQ(Iterator(found).cost() >= found.presence->cardinality(), true);
  for (int i = 0; i < rounds; ++i) {
    ASSERT_NO_FATAL_FAILURE(run_script(field, Iterator(found), random, value)) << "script " << i;
    ASSERT_NO_FATAL_FAILURE(check_bits(field, Iterator(found), random));
  }
}

void check_terms_enum(const std::vector<std::string>& terms, model::TermsEnum it, Random& random) {
  for (const std::string& term : terms) {
    ASSERT_TRUE(it.next());
    ASSERT_EQ(string_of(it.term()), term);
  }
  EXPECT_FALSE(it.next());
  EXPECT_EQ(it.ordinal(), static_cast<int64_t>(terms.size()));
  EXPECT_EQ(it.seek_ceil({}), terms.empty()      ? model::Terms::Seek::end
                              : terms[0].empty() ? model::Terms::Seek::found
                                                 : model::Terms::Seek::not_found);
  EXPECT_EQ(it.ordinal(), 0);
  EXPECT_THROW(it.seek_exact(static_cast<int64_t>(terms.size())), InvalidArgument);
  EXPECT_THROW(it.seek_exact(int64_t{-1}), InvalidArgument);
  for (int i = 0; i < 50 && !terms.empty(); ++i) {
    const size_t ordinal = random() % terms.size();
    it.seek_exact(static_cast<int64_t>(ordinal));
    ASSERT_EQ(string_of(it.term()), terms[ordinal]);
    ASSERT_EQ(it.next(), ordinal + 1 < terms.size());
    if (ordinal + 1 < terms.size()) {
      ASSERT_EQ(string_of(it.term()), terms[ordinal + 1]);
    }
    ASSERT_TRUE(it.seek_exact(bytes_of(terms[ordinal])));
    ASSERT_EQ(it.ordinal(), static_cast<int64_t>(ordinal));
  }
}

/// Ascending documents, with gaps of up to `gap`.
std::vector<int32_t> some_docs(int32_t max_doc, uint64_t gap, Random& random) {
  std::vector<int32_t> docs;
  for (auto d = static_cast<int32_t>(random() % (gap + 1)); d < max_doc;
       d += 1 + static_cast<int32_t>(random() % gap)) {
    docs.push_back(d);
    if (docs.size() > 3000) break;
  }
  return docs;
}

void check_bulk_numbers(const PlainField& field, const std::vector<std::vector<int64_t>>& values,
                        const model::DocValuesField& found, Random& random) {
  for (const uint64_t gap : {1U, 2U, 9U, 700U}) {
    const auto docs = some_docs(field.max_doc(), gap, random);
    model::MultiValues all;
    model::all_values(found, docs, all);
    for (size_t i = 0; i < docs.size(); ++i) {
      const auto& expected = values[static_cast<size_t>(docs[i])];
      ASSERT_TRUE(std::equal(all[i].begin(), all[i].end(), expected.begin(), expected.end()));
    }
    if (!found.single_valued()) continue;
    std::vector<int64_t> out(docs.size());
    model::long_values(found, docs, -77, out);
    for (size_t i = 0; i < docs.size(); ++i) {
      const auto& expected = values[static_cast<size_t>(docs[i])];
      ASSERT_EQ(out[i], expected.empty() ? -77 : expected[0]) << "document " << docs[i];
    }
  }
  if (found.single_valued()) {
    std::vector<int64_t> out(1);
    const std::vector<int32_t> beyond = {field.max_doc()}, twice = {0, 0};
    EXPECT_THROW(model::long_values(found, beyond, 0, out), InvalidArgument);
    out.resize(2);
    EXPECT_THROW(model::long_values(found, twice, 0, out), InvalidArgument);
  }
}

void check_bulk_binary(const PlainField& field, const model::DocValuesField& found,
                       Random& random) {
  for (const uint64_t gap : {1U, 3U, 90U}) {
    const auto docs = some_docs(field.max_doc(), gap, random);
    std::vector<uint8_t> has(docs.size());
    model::BytesBlock block;
    model::binary_values(found, docs, block, has);
    ASSERT_EQ(block.size(), docs.size());
    for (size_t i = 0; i < docs.size(); ++i) {
      const auto& expected = field.strings[static_cast<size_t>(docs[i])];
      ASSERT_EQ(has[i] != 0, !expected.empty());
      ASSERT_EQ(string_of(block[i]), expected.empty() ? "" : expected[0]);
    }
  }
}

void check_ranges(const PlainField& field, const std::vector<std::vector<int64_t>>& values,
                  const model::DocValuesField& found, Random& random) {
  const auto max_doc = static_cast<uint64_t>(field.max_doc());
  for (int i = 0; i < 3; ++i) {
    const auto& some = values[random() % max_doc];
    int64_t low = some.empty() ? -3 : some[0];
    if (random() % 2 != 0 && low != INT64_MIN) --low;
    const auto& other = values[random() % max_doc];
    const int64_t high = other.empty() ? INT64_MAX : other.back();
    const auto first = static_cast<int32_t>(random() % max_doc);
    const auto end =
        first + static_cast<int32_t>(random() % (max_doc - static_cast<uint64_t>(first) + 1));
    const model::ValueRange range(found, low, high);
    BitSet bits(max_doc);
    range.into_bit_set(first, end, bits);
    for (uint64_t d = 0; d < max_doc; ++d) {
      const bool inside = static_cast<int32_t>(d) >= first && static_cast<int32_t>(d) < end;
      ASSERT_EQ(bits.get(d),
                inside && std::any_of(values[d].begin(), values[d].end(),
                                      [&](int64_t v) { return low <= v && v <= high; }))
          << d << " in " << low << ".." << high;
    }
    ASSERT_EQ(range.count(first, end), static_cast<int64_t>(bits.count()));
  }
}

void check_numbers(const PlainField& field, const model::DocValuesField& found, Random& random,
                   int rounds) {
  const auto values = field.ordinals();
  const auto of = [&](int32_t doc) { return values[static_cast<size_t>(doc)]; };
  if (field.has_numbers()) {
    check_iterator<model::SortedNumericDocValues>(field, found, random, rounds, [&](auto& it) {
      ASSERT_EQ(it.doc_value_count(), static_cast<int32_t>(of(it.doc_id()).size()));
      for (const int64_t v : of(it.doc_id())) ASSERT_EQ(it.next_value(), v);
    });
  } else {
    check_iterator<model::SortedSetDocValues>(field, found, random, rounds, [&](auto& it) {
      ASSERT_EQ(it.doc_value_count(), static_cast<int32_t>(of(it.doc_id()).size()));
      for (const int64_t v : of(it.doc_id())) ASSERT_EQ(it.next_ord(), v);
    });
    const auto terms = field.dictionary();
    model::SortedSetDocValues set(found);
    ASSERT_EQ(set.value_count(), static_cast<int64_t>(terms.size()));
    check_terms_enum(terms, set.terms_enum(), random);
    for (size_t i = 0; i < terms.size(); i += 1 + random() % 70) {
      ASSERT_EQ(set.lookup_term(bytes_of(terms[i])), static_cast<int64_t>(i));
      const std::string next = terms[i] + '\0';
      if (i + 1 == terms.size() || terms[i + 1] != next) {
        ASSERT_EQ(set.lookup_term(bytes_of(next)), -2 - static_cast<int64_t>(i));
      }
      ASSERT_EQ(string_of(set.lookup_ord(static_cast<int64_t>(i))), terms[i]);
    }
  }
  if (found.single_valued()) {
    check_iterator<model::NumericDocValues>(field, found, random, rounds, [&](auto& it) {
      ASSERT_EQ(it.long_value(), of(it.doc_id())[0]);
    });
  }
  ASSERT_NO_FATAL_FAILURE(check_bulk_numbers(field, values, found, random));
  ASSERT_NO_FATAL_FAILURE(check_ranges(field, values, found, random));
}

}  // namespace

void expect_iterators(const PlainField& expected, const model::DocValuesField& found,
                      std::mt19937_64& random, int rounds) {
  if (expected.info.doc_values_type != DocValuesType::binary) {
    return check_numbers(expected, found, random, rounds);
  }
  check_iterator<model::BinaryDocValues>(expected, found, random, rounds, [&](auto& it) {
    const auto& value = expected.strings[static_cast<size_t>(it.doc_id())][0];
    ASSERT_EQ(string_of(it.binary_value()), value);
    ASSERT_EQ(string_of(it.binary_value()), value);
  });
  check_bulk_binary(expected, found, random);
  EXPECT_THROW(model::NumericDocValues{found}, InvalidArgument);
  EXPECT_THROW(model::SortedSetDocValues{found}, InvalidArgument);
}

}  // namespace segsmith::codec::testing
