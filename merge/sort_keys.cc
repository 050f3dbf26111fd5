// SPDX-License-Identifier: Apache-2.0
#include "merge/sort_keys.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "merge/ordinal_map.h"

namespace segsmith::merge {
namespace {

using model::MissingValue;
using model::SortField;
using model::SortFieldKind;
using model::SortType;

/// The field's parts in a source, or null when it has no such doc values there.
const model::DocValuesField* parts_in(const index::SegmentReader& source, const SortField& key) {
  const model::FieldInfo* info = source.fields().find(key.field);
  if (info == nullptr || !info->has_doc_values()) return nullptr;
  return &source.doc_values(*info);
}

int64_t sortable_double(int64_t bits) {
  if (std::isnan(std::bit_cast<double>(bits))) bits = 0x7ff8000000000000;
  return bits ^ ((bits >> 63) & INT64_MAX);
}

int64_t sortable_float(int32_t bits) {
  if (std::isnan(std::bit_cast<float>(bits))) bits = 0x7fc00000;
  return bits ^ ((bits >> 31) & INT32_MAX);
}

/// A stored number as its comparable form. Multi-valued fields already hold sortable bits; a
/// NUMERIC field that is sorted as a float or double holds raw IEEE bits.
int64_t comparable(int64_t value, const SortField& key) {
  const bool raw = key.kind == SortFieldKind::sort_field;
  switch (key.type) {
    case SortType::int32:
      return static_cast<int32_t>(value);
    case SortType::float32:
      return raw ? sortable_float(static_cast<int32_t>(value)) : static_cast<int32_t>(value);
    case SortType::float64:
      return raw ? sortable_double(value) : value;
    case SortType::int64:
    case SortType::string:
      break;
  }
  return value;
}

int64_t missing_key(const SortField& key) {
  if (key.type == SortType::string) {
    return key.missing == MissingValue::string_last ? INT32_MAX : INT32_MIN;
  }
  return key.missing == MissingValue::number ? key.missing_bits : 0;
}

/// Calls put(doc, value) with the value that the selector chooses of each document that has one.
template <class Put>
void selected_values(const model::DocValuesField& field, const SortField& key,
                     const std::string& segment, Put&& put) {
  const auto column = model::number_column(field);
  const bool last =
      key.kind != SortFieldKind::sort_field && key.selector == model::SortSelector::max;
  model::NumberBlock block;
  while (column->next(block)) {
    if (field.terms) check_ordinals(block.values, field.terms->size(), segment, key.field);
    size_t first = 0;
    for (size_t i = 0; i < block.docs.count; ++i) {
      const size_t n = block.counts.empty() ? 1 : static_cast<size_t>(block.counts[i]);
      put(block.docs.doc(i), block.values[last ? first + n - 1 : first]);
      first += n;
    }
  }
}

/// The keys of one sort field in every source.
std::vector<std::vector<int64_t>> keys_of(Sources sources, const SortField& key) {
  std::vector<const model::DocValuesField*> fields;
  std::vector<TermsPart> dictionaries;
  for (const auto& source : sources) {
    fields.push_back(parts_in(*source, key));
    dictionaries.push_back({fields.back() ? fields.back()->terms : nullptr, {}});
  }
  const bool strings = key.type == SortType::string;
  const OrdinalMap ordinals(strings ? std::move(dictionaries) : std::vector<TermsPart>{});
  // ~v turns the order round without overflow.
  const auto directed = [&](int64_t v) { return key.reverse ? ~v : v; };
  std::vector<std::vector<int64_t>> keys;
  for (size_t s = 0; s < sources.size(); ++s) {
    auto& out =
        keys.emplace_back(static_cast<size_t>(sources[s]->max_doc()), directed(missing_key(key)));
    if (fields[s] == nullptr) continue;
    selected_values(*fields[s], key, sources[s]->name(), [&](int32_t doc, int64_t value) {
      const int64_t comparable_value =
          strings ? ordinals.ordinals(s)[static_cast<size_t>(value)] : comparable(value, key);
      out[static_cast<size_t>(doc)] = directed(comparable_value);
    });
  }
  return keys;
}

/// Documents of a block stay together: each sorts as its parent, the last of the block, does.
void take_parents_keys(const index::SegmentReader& source, SortKeys& keys) {
  const auto parent = std::ranges::find_if(source.fields(), &model::FieldInfo::is_parent);
  if (!source.info().has_blocks || parent == source.fields().end() || !parent->has_doc_values()) {
    return;
  }
  BitSet parents(static_cast<uint64_t>(source.max_doc()));
  const auto column = model::number_column(source.doc_values(*parent));
  model::NumberBlock block;
  while (column->next(block)) {
    for (size_t i = 0; i < block.docs.count; ++i) {
      parents.set(static_cast<uint64_t>(block.docs.doc(i)));
    }
  }
  for (auto& of_documents : keys) {
    for (size_t doc = of_documents.size(); doc-- > 1;) {
      if (!parents.get(doc - 1)) of_documents[doc - 1] = of_documents[doc];
    }
  }
}

}  // namespace

std::vector<SortKeys> sort_keys(Sources sources, const model::IndexSort& sort) {
  std::vector<SortKeys> all(sources.size());
  for (const SortField& key : sort) {
    auto keys = keys_of(sources, key);
    for (size_t s = 0; s < sources.size(); ++s) all[s].push_back(std::move(keys[s]));
  }
  for (size_t s = 0; s < sources.size(); ++s) take_parents_keys(*sources[s], all[s]);
  return all;
}

}  // namespace segsmith::merge
