// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "model/doc_values_type.h"
#include "model/index_sort.h"

namespace segsmith::index {

/// How the values of a field are read from JSON; one row of the type table each.
enum class FieldKind : uint8_t {
  int64,
  int32,
  int16,
  int8,
  float64,
  float32,
  float16,
  scaled_float,
  unsigned_long,
  date,
  date_nanos,
  boolean,
  keyword,
  ip,
  geo_point,
  binary,        ///< base64, all values of a document in one BINARY value.
  no_structure,  ///< text and its like: nothing is written here.
  source,        ///< `_source`: the document's own bytes.
  raw_number,    ///< lucene.numeric, lucene.sorted_numeric
  raw_bytes,     ///< lucene.sorted, lucene.sorted_set, lucene.binary
  raw_point,     ///< lucene.points
};

/// What a mapping's type name stands for.
struct FieldType {
  std::string_view name;
  FieldKind kind;
  model::DocValuesType doc_values;
  int32_t point_dims;
  int32_t point_bytes;
  /// The type of an index sort on it; nothing where sorting is refused.
  std::optional<model::SortType> sort;
};

std::span<const FieldType> field_types();
/// Null for a name that is not supported.
const FieldType* find_field_type(std::string_view name);
/// True for Elasticsearch's types that exist but are not built here: refused by name.
bool is_refused_type(std::string_view name);

}  // namespace segsmith::index
