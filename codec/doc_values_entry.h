// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "codec/doc_values_structures.h"
#include "codec/lucene90_terms_dict_reader.h"
#include "model/field_info.h"
#include "packing/direct_monotonic.h"
#include "skipper/skip_index.h"
#include "store/input.h"

/// Parsing of the parts of `.dvm` that Lucene's and Elasticsearch's doc-values formats share;
/// everything is checked for shape, nothing yet against the other files.
namespace segsmith::codec {

struct AddressesMeta {
  int64_t offset = 0;
  int64_t length = 0;
  packing::DirectMonotonicMeta meta;
};

/// A field's entry, without the encoding of its numbers, which each format has of its own.
struct FieldEntryParts {
  const model::FieldInfo* field = nullptr;  ///< Owned by the reader's copy of the field infos.
  uint64_t meta_offset = 0;                 ///< Of the entry in `.dvm`.
  uint64_t meta_length = 0;
  std::optional<skipper::SkipIndexMeta> skip_index;
  DocsWithFieldMeta docs_with_field;
  int32_t docs = 0;                        ///< Documents with a value.
  std::optional<AddressesMeta> addresses;  ///< Several values a document; variable-length bytes.
  std::optional<lucene90::TermsDictMeta> terms;  ///< SORTED and SORTED_SET.
  int64_t binary_offset = 0;                     ///< BINARY, with the following.
  int64_t binary_length = 0;
  int32_t min_length = 0;
  int32_t max_length = 0;
};

/// A long, or an int up to `max`, that counts or places something. CorruptIndex when negative.
int64_t read_natural(store::Cursor& in, const char* what);
int32_t read_natural_int(store::Cursor& in, const char* what, int32_t max = INT32_MAX);

DocsWithFieldMeta read_docs_with_field(store::Cursor& in);
/// Without `has_max_value_count` the count is -1 (unknown) for all but an empty index.
skipper::SkipIndexMeta read_skip_index(store::Cursor& in, bool has_max_value_count,
                                       int32_t max_doc);
/// Offset, shift, blocks, length of `docs` + 1 running counts.
AddressesMeta read_addresses(store::Cursor& in, int64_t docs);
lucene90::TermsDictMeta read_terms(store::Cursor& in);
/// Docs with field, their count, and the least and greatest length: what stands between the bytes
/// and the addresses of a BINARY field.
void read_binary_docs(store::Cursor& in, FieldEntryParts& entry, int32_t max_doc);
/// The byte in front of the body of a SORTED_SET field: whether documents may have several values.
bool read_multi_valued_flag(store::Cursor& in);
/// That `docs` and `values` agree with the kind of the docs-with-field set.
void check_docs(const store::Cursor& in, const FieldEntryParts& entry, int64_t docs, int64_t values,
                int32_t max_doc);
/// The type byte. CorruptIndex unless it is that of `field`.
model::DocValuesType read_type(store::Cursor& in, const model::FieldInfo& field);
/// What versions without it leave out of the skip meta, where it can be told.
void infer_max_value_count(FieldEntryParts& entry);

/// Reads entries from `in`, which stands behind the header, to the end marker; fields must be in
/// `fields`, once each and of the type found. `read_body(entry, type)` reads what follows the skip
/// meta. Offsets are not compared with the other files here.
template <class Entry, class ReadBody>
std::vector<Entry> read_entries(store::Cursor& in, bool has_max_value_count, int32_t max_doc,
                                const model::FieldInfos& fields, ReadBody&& read_body) {
  std::vector<Entry> entries;
  std::set<int32_t> seen;
  while (true) {
    const uint64_t at = in.position();
    const int32_t number = in.le_int();
    if (number == kEndOfFields) return entries;
    Entry entry;
    entry.meta_offset = at;
    entry.field = fields.find(number);
    if (entry.field == nullptr || !seen.insert(number).second) {
      in.input().corrupt(at, "the number of a field, once each", std::to_string(number));
    }
    const model::DocValuesType type = read_type(in, *entry.field);
    if (entry.field->has_skip_index()) {
      entry.skip_index = read_skip_index(in, has_max_value_count, max_doc);
    }
    read_body(entry, type);
    infer_max_value_count(entry);
    entry.meta_length = in.position() - at;
    entries.push_back(std::move(entry));
  }
}

}  // namespace segsmith::codec
