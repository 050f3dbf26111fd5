// SPDX-License-Identifier: Apache-2.0
#include "index/field_type.h"

#include <algorithm>
#include <array>

namespace segsmith::index {
namespace {

using model::DocValuesType;
using model::SortType;
using K = FieldKind;

constexpr auto kNone = DocValuesType::none;
constexpr auto kNumbers = DocValuesType::sorted_numeric;
constexpr auto kTerms = DocValuesType::sorted_set;

constexpr std::array kTypes{
    FieldType{"long", K::int64, kNumbers, 1, 8, SortType::int64},
    FieldType{"integer", K::int32, kNumbers, 1, 4, SortType::int32},
    FieldType{"short", K::int16, kNumbers, 1, 4, SortType::int32},
    FieldType{"byte", K::int8, kNumbers, 1, 4, SortType::int32},
    FieldType{"double", K::float64, kNumbers, 1, 8, SortType::float64},
    FieldType{"float", K::float32, kNumbers, 1, 4, SortType::float32},
    FieldType{"half_float", K::float16, kNumbers, 1, 2, {}},
    FieldType{"scaled_float", K::scaled_float, kNumbers, 1, 8, SortType::int64},
    FieldType{"unsigned_long", K::unsigned_long, kNumbers, 1, 8, SortType::int64},
    FieldType{"date", K::date, kNumbers, 1, 8, SortType::int64},
    FieldType{"date_nanos", K::date_nanos, kNumbers, 1, 8, SortType::int64},
    FieldType{"boolean", K::boolean, kNumbers, 0, 0, SortType::int64},
    FieldType{"keyword", K::keyword, kTerms, 0, 0, SortType::string},
    FieldType{"ip", K::ip, kTerms, 1, 16, SortType::string},
    FieldType{"geo_point", K::geo_point, kNumbers, 2, 4, {}},
    FieldType{"binary", K::binary, DocValuesType::binary, 0, 0, {}},
    FieldType{"text", K::no_structure, kNone, 0, 0, {}},
    FieldType{"match_only_text", K::no_structure, kNone, 0, 0, {}},
    FieldType{"constant_keyword", K::no_structure, kNone, 0, 0, {}},
    FieldType{"lucene.numeric", K::raw_number, DocValuesType::numeric, 0, 0, SortType::int64},
    FieldType{"lucene.sorted_numeric", K::raw_number, kNumbers, 0, 0, SortType::int64},
    FieldType{"lucene.sorted", K::raw_bytes, DocValuesType::sorted, 0, 0, SortType::string},
    FieldType{"lucene.sorted_set", K::raw_bytes, kTerms, 0, 0, SortType::string},
    FieldType{"lucene.binary", K::raw_bytes, DocValuesType::binary, 0, 0, {}},
    FieldType{"lucene.points", K::raw_point, kNone, 1, 8, {}},
};

constexpr std::array<std::string_view, 36> kRefused{
    "nested",
    "flattened",
    "alias",
    "wildcard",
    "integer_range",
    "long_range",
    "float_range",
    "double_range",
    "date_range",
    "ip_range",
    "histogram",
    "exponential_histogram",
    "tdigest",
    "aggregate_metric_double",
    "dense_vector",
    "sparse_vector",
    "rank_vectors",
    "rank_feature",
    "rank_features",
    "completion",
    "search_as_you_type",
    "token_count",
    "percolator",
    "join",
    "geo_shape",
    "shape",
    "point",
    "version",
    "murmur3",
    "semantic_text",
    "annotated_text",
    "passthrough",
    "counted_keyword",
    "pattern_text",
    "icu_collation_keyword",
    "unmapped",
};

}  // namespace

std::span<const FieldType> field_types() { return kTypes; }

const FieldType* find_field_type(std::string_view name) {
  const auto found = std::ranges::find(kTypes, name, &FieldType::name);
  return found == kTypes.end() ? nullptr : &*found;
}

bool is_refused_type(std::string_view name) {
  return std::ranges::find(kRefused, name) != kRefused.end();
}

}  // namespace segsmith::index
