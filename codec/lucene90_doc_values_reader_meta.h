// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codec/lucene90_doc_values_format.h"
#include "codec/lucene90_numbers.h"
#include "codec/lucene90_terms_dict_reader.h"
#include "model/field_info.h"
#include "skipper/skip_index.h"
#include "store/input.h"

/// The entries of `.dvm`, parsed and checked for shape; docs/format/dvm.md.
namespace segsmith::codec::lucene90 {

/// The docs-with-field quad.
struct DocsWithFieldMeta {
  int64_t offset = kDocsWithFieldNone;
  int64_t length = 0;
  int16_t jump_entries = -1;
  int8_t rank_power = -1;

  bool none() const { return offset == kDocsWithFieldNone; }
  bool all() const { return offset == kDocsWithFieldAll; }
  bool some() const { return offset >= 0; }
};

struct AddressesMeta {
  int64_t offset = 0;
  int64_t length = 0;
  packing::DirectMonotonicMeta meta;
};

struct FieldEntry {
  const model::FieldInfo* field = nullptr;  ///< Owned by the reader's copy of the field infos.
  uint64_t meta_offset = 0;                 ///< Of the entry in `.dvm`.
  uint64_t meta_length = 0;
  std::optional<skipper::SkipIndexMeta> skip_index;
  DocsWithFieldMeta docs_with_field;
  int32_t docs = 0;                        ///< Documents with a value.
  NumericEncoding numbers;                 ///< All types but BINARY.
  std::optional<AddressesMeta> addresses;  ///< Several values a document; variable-length bytes.
  std::optional<TermsDictMeta> terms;      ///< SORTED and SORTED_SET.
  int64_t binary_offset = 0;               ///< BINARY, with the following.
  int64_t binary_length = 0;
  int32_t min_length = 0;
  int32_t max_length = 0;
};

/// Reads the entries from `in`, which stands behind the header, to the end marker; fields must be
/// in `fields`, once each and of the type found. Offsets are not compared with the other files
/// here.
std::vector<FieldEntry> read_field_entries(store::Cursor& in, int32_t version, int32_t max_doc,
                                           const model::FieldInfos& fields);

}  // namespace segsmith::codec::lucene90
