// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "codec/doc_values_format.h"

/// For tests: a plain model of a doc-values field, and checks of every call of the parts against
/// it.
namespace segsmith::codec::testing {

/// The values of each document; numbers for NUMERIC and SORTED_NUMERIC, strings for the others.
struct PlainField {
  model::FieldInfo info;
  std::vector<std::vector<int64_t>> numbers;
  std::vector<std::vector<std::string>> strings;

  int32_t max_doc() const { return static_cast<int32_t>(std::max(numbers.size(), strings.size())); }
  bool has_numbers() const {
    return info.doc_values_type == model::DocValuesType::numeric ||
           info.doc_values_type == model::DocValuesType::sorted_numeric;
  }
  size_t count(int32_t doc) const {
    const auto d = static_cast<size_t>(doc);
    return has_numbers() ? numbers[d].size() : strings[d].size();
  }
  /// The distinct strings in order: the dictionary of SORTED and SORTED_SET.
  std::vector<std::string> dictionary() const;
  /// Numbers, or ordinals of strings, per document.
  std::vector<std::vector<int64_t>> ordinals() const;
};

/// Checks presence, numbers, addresses, terms and binary values of `found` by brute force, with
/// `samples` random sub-ranges of each call.
void expect_field(const PlainField& expected, const model::DocValuesField& found,
                  std::mt19937_64& random, int samples);

/// Checks a skip index: every level's intervals against the values, and the statistics.
void expect_skip_index(const PlainField& expected, const skipper::SkipIndex& found);

/// Writes the fields through a format's writer into `directory`.
void write_fields(const DocValuesFormat& format, const SegmentWriteState& state,
                  const std::vector<PlainField>& fields);

/// The columns of a plain field, cut into blocks of random sizes.
std::unique_ptr<model::NumberColumn> plain_numbers(const PlainField& field);
std::unique_ptr<model::BytesColumn> plain_bytes(const PlainField& field);
std::unique_ptr<model::TermsSource> plain_terms(const PlainField& field);

model::FieldInfos field_infos(const std::vector<PlainField>& fields);

}  // namespace segsmith::codec::testing
