// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "codec/doc_values_format.h"
#include "fuzz/fuzz_target.h"

/// The doc-values fields of the entries: one of each type and shape, and files that hold them.
namespace segsmith::fuzz {

inline constexpr int32_t kSeedDocs = 900;
inline constexpr std::array<const char*, 4> kExtensions = {"dvd", "dvm", "dvs", "dvp"};

struct Shape {
  const char* name;
  model::DocValuesType type;
  bool skip_index;
  int values;  ///< Most of a document.
  int one_in;  ///< Documents that have some.
};
inline constexpr std::array<Shape, 11> kShapes = {{
    {"numeric", model::DocValuesType::numeric, true, 1, 1},
    {"numeric_table", model::DocValuesType::numeric, false, 1, 1},
    {"numeric_constant", model::DocValuesType::numeric, true, 1, 2},
    {"numeric_sparse", model::DocValuesType::numeric, false, 1, 7},
    {"sorted", model::DocValuesType::sorted, true, 1, 1},
    {"sorted_sparse", model::DocValuesType::sorted, false, 1, 3},
    {"sorted_numeric", model::DocValuesType::sorted_numeric, true, 3, 2},
    {"sorted_set", model::DocValuesType::sorted_set, true, 3, 1},
    {"sorted_set_single", model::DocValuesType::sorted_set, false, 1, 1},
    {"binary", model::DocValuesType::binary, false, 1, 1},
    {"binary_sparse", model::DocValuesType::binary, false, 1, 5},
}};

/// A field of each shape, numbered in their order.
model::FieldInfos doc_values_fields();

/// The files of one segment with the shapes [first, last), by `format`.
std::unique_ptr<store::MemoryDirectory> write_shapes(const codec::DocValuesFormat& format,
                                                     size_t first, size_t last);

}  // namespace segsmith::fuzz
