// SPDX-License-Identifier: Apache-2.0
#include "codec/doc_values_entry.h"

#include <algorithm>

#include "codec/lucene90_doc_values_format.h"
#include "util/bits.h"

namespace segsmith::codec {

using model::DocValuesType;

namespace {

DocValuesType type_of(const store::Cursor& in, uint64_t at, uint8_t byte) {
  switch (static_cast<FieldType>(byte)) {
    case FieldType::numeric:
      return DocValuesType::numeric;
    case FieldType::binary:
      return DocValuesType::binary;
    case FieldType::sorted:
      return DocValuesType::sorted;
    case FieldType::sorted_set:
      return DocValuesType::sorted_set;
    case FieldType::sorted_numeric:
      return DocValuesType::sorted_numeric;
  }
  in.input().corrupt(at, "a field type of 0 to 4", std::to_string(byte));
}

}  // namespace

int64_t read_natural(store::Cursor& in, const char* what) {
  const uint64_t at = in.position();
  const int64_t value = in.le_long();
  if (value < 0)
    in.input().corrupt(at, std::string(what) + " of at least 0", std::to_string(value));
  return value;
}

int32_t read_natural_int(store::Cursor& in, const char* what, int32_t max) {
  const uint64_t at = in.position();
  const int32_t value = in.le_int();
  if (value < 0 || value > max) {
    in.input().corrupt(at, std::string(what) + " from 0 to " + std::to_string(max),
                       std::to_string(value));
  }
  return value;
}

DocsWithFieldMeta read_docs_with_field(store::Cursor& in) {
  const uint64_t at = in.position();
  DocsWithFieldMeta meta;
  meta.offset = in.le_long();
  meta.length = in.le_long();
  meta.jump_entries = in.le_short();
  meta.rank_power = in.i8();
  const bool nothing = meta.length == 0 && meta.jump_entries == -1 && meta.rank_power == -1;
  if (meta.offset < kDocsWithFieldNone || meta.length < 0 || (!meta.some() && !nothing)) {
    in.input().corrupt(at, "docs with field: none (-2), all (-1) or a set",
                       "offset " + std::to_string(meta.offset) + ", length " +
                           std::to_string(meta.length) + ", jump entries " +
                           std::to_string(meta.jump_entries) + ", rank power " +
                           std::to_string(meta.rank_power));
  }
  return meta;
}

skipper::SkipIndexMeta read_skip_index(store::Cursor& in, bool has_max_value_count,
                                       int32_t max_doc) {
  skipper::SkipIndexMeta meta;
  meta.offset = read_natural(in, "a skip index offset");
  meta.length = read_natural(in, "a skip index length");
  meta.max_value = in.le_long();
  meta.min_value = in.le_long();
  const uint64_t at = in.position();
  meta.doc_count = read_natural_int(in, "documents in a skip index", max_doc);
  meta.max_doc_id = in.le_int();
  if (meta.max_doc_id >= max_doc) {
    in.input().corrupt(at + 4, "a document below " + std::to_string(max_doc),
                       std::to_string(meta.max_doc_id));
  }
  meta.max_value_count = meta.doc_count == 0 ? 0 : -1;
  if (has_max_value_count) {
    meta.max_value_count = read_natural_int(in, "most values of a document");
  }
  return meta;
}

void check_docs(const store::Cursor& in, const FieldEntryParts& entry, int64_t docs, int64_t values,
                int32_t max_doc) {
  const DocsWithFieldMeta& set = entry.docs_with_field;
  const bool fits = set.none()  ? docs == 0
                    : set.all() ? docs == max_doc
                                : docs > 0 && docs < max_doc;
  if (!fits || values < docs || (docs == 0 && values != 0)) {
    in.input().corrupt(entry.meta_offset,
                       set.none() ? "no documents with the field"
                       : set.all()
                           ? std::to_string(max_doc) + " documents with the field"
                           : "1 to " + std::to_string(max_doc - 1) + " documents with the field",
                       std::to_string(docs) + " with " + std::to_string(values) + " values");
  }
}

AddressesMeta read_addresses(store::Cursor& in, int64_t docs) {
  AddressesMeta addresses;
  addresses.offset = read_natural(in, "an offset of addresses");
  const uint32_t shift = in.vint();
  addresses.meta = packing::DirectMonotonicMeta::read(in, static_cast<uint64_t>(docs) + 1,
                                                      static_cast<int>(std::min(shift, 64U)));
  addresses.length = read_natural(in, "a length of addresses");
  return addresses;
}

lucene90::TermsDictMeta read_terms(store::Cursor& in) {
  lucene90::TermsDictMeta meta;
  const uint64_t size = in.vlong();
  const int32_t shift = in.le_int();
  meta.size = static_cast<int64_t>(size);
  meta.block_addresses = packing::DirectMonotonicMeta::read(
      in, ceil_div(size, lucene90::kTermsBlockSize), std::clamp(shift, -1, 64));
  meta.max_term_length = read_natural_int(in, "the longest term's length");
  meta.max_block_length = read_natural_int(in, "the longest block's length");
  meta.terms_offset = read_natural(in, "an offset of terms");
  meta.terms_length = read_natural(in, "a length of terms");
  meta.block_addresses_offset = read_natural(in, "an offset of addresses");
  meta.block_addresses_length = read_natural(in, "a length of addresses");
  const int32_t index_shift = in.le_int();
  if (index_shift != lucene90::kReverseIndexShift) {
    in.input().corrupt(in.position() - 4, "a reverse index of every 2^10th term",
                       std::to_string(index_shift));
  }
  meta.index_addresses = packing::DirectMonotonicMeta::read(
      in, 1 + ceil_div(size, lucene90::kReverseIndexSize), std::clamp(shift, -1, 64));
  meta.index_offset = read_natural(in, "an offset of the reverse index");
  meta.index_length = read_natural(in, "a length of the reverse index");
  meta.index_addresses_offset = read_natural(in, "an offset of addresses");
  meta.index_addresses_length = read_natural(in, "a length of addresses");
  return meta;
}

void read_binary_docs(store::Cursor& in, FieldEntryParts& entry, int32_t max_doc) {
  entry.docs_with_field = read_docs_with_field(in);
  entry.docs = read_natural_int(in, "documents with the field", max_doc);
  check_docs(in, entry, entry.docs, entry.docs, max_doc);
  entry.min_length = read_natural_int(in, "the least length");
  entry.max_length = read_natural_int(in, "the greatest length");
  if (entry.docs > 0 && entry.min_length > entry.max_length) {
    in.corrupt("a least length up to " + std::to_string(entry.max_length),
               std::to_string(entry.min_length));
  }
}

bool read_multi_valued_flag(store::Cursor& in) {
  const uint64_t at = in.position();
  const uint8_t flag = in.u8();
  if (flag > kSortedSetMultiValued) {
    in.input().corrupt(at, "a multi-valued flag of 0 or 1", std::to_string(flag));
  }
  return flag == kSortedSetMultiValued;
}

void infer_max_value_count(FieldEntryParts& entry) {
  if (entry.skip_index && entry.skip_index->max_value_count == -1 && !entry.addresses) {
    entry.skip_index->max_value_count = 1;
  }
}

DocValuesType read_type(store::Cursor& in, const model::FieldInfo& field) {
  const uint64_t at = in.position();
  const uint8_t byte = in.u8();
  const DocValuesType type = type_of(in, at, byte);
  if (type != field.doc_values_type) {
    in.input().corrupt(
        at,
        std::string(name_of(field.doc_values_type)) + " doc values for field '" + field.name + "'",
        std::string(name_of(type)));
  }
  return type;
}

}  // namespace segsmith::codec
