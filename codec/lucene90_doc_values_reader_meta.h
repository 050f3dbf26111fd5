// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "codec/doc_values_entry.h"
#include "codec/lucene90_doc_values_format.h"
#include "codec/lucene90_numbers.h"
#include "model/field_info.h"
#include "store/input.h"

/// The entries of `.dvm`, parsed and checked for shape; docs/format/dvm.md.
namespace segsmith::codec::lucene90 {

struct FieldEntry : FieldEntryParts {
  NumericEncoding numbers;  ///< All types but BINARY.
};

/// Reads the entries from `in`, which stands behind the header, to the end marker; fields must be
/// in `fields`, once each and of the type found. Offsets are not compared with the other files
/// here.
std::vector<FieldEntry> read_field_entries(store::Cursor& in, int32_t version, int32_t max_doc,
                                           const model::FieldInfos& fields);

}  // namespace segsmith::codec::lucene90
