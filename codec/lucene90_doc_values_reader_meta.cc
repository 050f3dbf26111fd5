// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_doc_values_reader_meta.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "packing/direct_format.h"
#include "util/bits.h"

namespace segsmith::codec::lucene90 {
namespace {

using model::DocValuesType;

/// A long that counts or places something.
int64_t read_natural(store::Cursor& in, const char* what) {
  const uint64_t at = in.position();
  const int64_t value = in.le_long();
  if (value < 0)
    in.input().corrupt(at, std::string(what) + " of at least 0", std::to_string(value));
  return value;
}

int32_t read_natural_int(store::Cursor& in, const char* what, int32_t max = INT32_MAX) {
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

skipper::SkipIndexMeta read_skip_index(store::Cursor& in, int32_t version, int32_t max_doc) {
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
  if (version >= kVersionSkipperMaxValueCount) {
    meta.max_value_count = read_natural_int(in, "most values of a document");
  }
  return meta;
}

void read_table(store::Cursor& in, NumericEncoding& numbers) {
  const uint64_t at = in.position();
  const int32_t size = in.le_int();
  numbers.varying_blocks = size == kVaryingBlocks;
  if (size == kNoTable || numbers.varying_blocks) return;
  if (size < 1 || size > kMaxTableSize) {
    in.input().corrupt(at, "a table of 1 to 256 values, -1 (none) or -16 (blocks)",
                       std::to_string(size));
  }
  in.need(static_cast<uint64_t>(size) * 8, "bytes of a table");
  for (int32_t i = 0; i < size; ++i) numbers.table.push_back(in.le_long());
  if (std::adjacent_find(numbers.table.begin(), numbers.table.end(), std::greater_equal<>()) !=
      numbers.table.end()) {
    in.input().corrupt(at + 4, "a table of ascending values", "one that is not");
  }
}

void read_numbers(store::Cursor& in, FieldEntry& entry) {
  entry.docs_with_field = read_docs_with_field(in);
  NumericEncoding& numbers = entry.numbers;
  numbers.num_values = read_natural(in, "a number of values");
  read_table(in, numbers);
  const uint64_t at = in.position();
  const uint8_t bits = in.u8();
  numbers.min = in.le_long();
  numbers.gcd = in.le_long();
  const bool width_fits = numbers.varying_blocks ? bits == kVaryingBitsPerValue
                          : bits == 0            ? numbers.table.empty()
                                                 : packing::is_direct_width(bits);
  if (!width_fits) in.input().corrupt(at, "bits a value", std::to_string(bits));
  numbers.bits = numbers.varying_blocks ? -1 : bits;
  if (bits != 0 && numbers.gcd < 1) {
    in.input().corrupt(at + 9, "a common divisor of at least 1", std::to_string(numbers.gcd));
  }
  numbers.offset = read_natural(in, "an offset of values");
  numbers.length = read_natural(in, "a length of values");
  numbers.block_table_offset = in.le_long();
  if (!numbers.varying_blocks && numbers.block_table_offset != kNoBlockTable) {
    in.input().corrupt(in.position() - 8, "no block table (-1)",
                       std::to_string(numbers.block_table_offset));
  }
}

/// That `docs` and `values` agree with the kind of the docs-with-field set.
void check_docs(const store::Cursor& in, const FieldEntry& entry, int64_t docs, int64_t values,
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

void read_single_valued(store::Cursor& in, FieldEntry& entry, int32_t max_doc) {
  read_numbers(in, entry);
  check_docs(in, entry, entry.numbers.num_values, entry.numbers.num_values, max_doc);
  entry.docs = static_cast<int32_t>(entry.numbers.num_values);
}

void read_multi_valued(store::Cursor& in, FieldEntry& entry, int32_t max_doc) {
  read_numbers(in, entry);
  entry.docs = read_natural_int(in, "documents with the field", max_doc);
  check_docs(in, entry, entry.docs, entry.numbers.num_values, max_doc);
  if (entry.docs != entry.numbers.num_values) entry.addresses = read_addresses(in, entry.docs);
}

TermsDictMeta read_terms(store::Cursor& in) {
  TermsDictMeta meta;
  const uint64_t size = in.vlong();
  const int32_t shift = in.le_int();
  meta.size = static_cast<int64_t>(size);
  meta.block_addresses = packing::DirectMonotonicMeta::read(in, ceil_div(size, kTermsBlockSize),
                                                            std::clamp(shift, -1, 64));
  meta.max_term_length = read_natural_int(in, "the longest term's length");
  meta.max_block_length = read_natural_int(in, "the longest block's length");
  meta.terms_offset = read_natural(in, "an offset of terms");
  meta.terms_length = read_natural(in, "a length of terms");
  meta.block_addresses_offset = read_natural(in, "an offset of addresses");
  meta.block_addresses_length = read_natural(in, "a length of addresses");
  const int32_t index_shift = in.le_int();
  if (index_shift != kReverseIndexShift) {
    in.input().corrupt(in.position() - 4, "a reverse index of every 2^10th term",
                       std::to_string(index_shift));
  }
  meta.index_addresses = packing::DirectMonotonicMeta::read(
      in, 1 + ceil_div(size, kReverseIndexSize), std::clamp(shift, -1, 64));
  meta.index_offset = read_natural(in, "an offset of the reverse index");
  meta.index_length = read_natural(in, "a length of the reverse index");
  meta.index_addresses_offset = read_natural(in, "an offset of addresses");
  meta.index_addresses_length = read_natural(in, "a length of addresses");
  return meta;
}

void read_binary(store::Cursor& in, FieldEntry& entry, int32_t max_doc) {
  entry.binary_offset = read_natural(in, "an offset of bytes");
  entry.binary_length = read_natural(in, "a length of bytes");
  entry.docs_with_field = read_docs_with_field(in);
  entry.docs = read_natural_int(in, "documents with the field", max_doc);
  check_docs(in, entry, entry.docs, entry.docs, max_doc);
  entry.min_length = read_natural_int(in, "the least length");
  entry.max_length = read_natural_int(in, "the greatest length");
  if (entry.docs > 0 && entry.min_length > entry.max_length) {
    in.corrupt("a least length up to " + std::to_string(entry.max_length),
               std::to_string(entry.min_length));
  }
  if (entry.min_length < entry.max_length) entry.addresses = read_addresses(in, entry.docs);
}

DocValuesType read_type(store::Cursor& in) {
  const uint64_t at = in.position();
  const uint8_t type = in.u8();
  switch (static_cast<FieldType>(type)) {
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
  in.input().corrupt(at, "a field type of 0 to 4", std::to_string(type));
}

void read_body(store::Cursor& in, FieldEntry& entry, DocValuesType type, int32_t max_doc) {
  switch (type) {
    case DocValuesType::numeric:
      return read_single_valued(in, entry, max_doc);
    case DocValuesType::binary:
      return read_binary(in, entry, max_doc);
    case DocValuesType::sorted:
      read_single_valued(in, entry, max_doc);
      break;
    case DocValuesType::sorted_numeric:
      return read_multi_valued(in, entry, max_doc);
    default: {
      const uint64_t at = in.position();
      const uint8_t flag = in.u8();
      if (flag > kSortedSetMultiValued) {
        in.input().corrupt(at, "a multi-valued flag of 0 or 1", std::to_string(flag));
      }
      if (flag == kSortedSetSingleValued) {
        read_single_valued(in, entry, max_doc);
      } else {
        read_multi_valued(in, entry, max_doc);
      }
    }
  }
  entry.terms = read_terms(in);
}

/// What versions before 2 leave out of the skip meta, where it can be told.
void infer_max_value_count(FieldEntry& entry) {
  if (entry.skip_index && entry.skip_index->max_value_count == -1 && !entry.addresses) {
    entry.skip_index->max_value_count = 1;
  }
}

}  // namespace

std::vector<FieldEntry> read_field_entries(store::Cursor& in, int32_t version, int32_t max_doc,
                                           const model::FieldInfos& fields) {
  std::vector<FieldEntry> entries;
  std::set<int32_t> seen;
  while (true) {
    const uint64_t at = in.position();
    const int32_t number = in.le_int();
    if (number == kEndOfFields) return entries;
    FieldEntry entry;
    entry.meta_offset = at;
    entry.field = fields.find(number);
    if (entry.field == nullptr || !seen.insert(number).second) {
      in.input().corrupt(at, "the number of a field, once each", std::to_string(number));
    }
    const DocValuesType type = read_type(in);
    if (type != entry.field->doc_values_type) {
      in.input().corrupt(at + 4,
                         std::string(name_of(entry.field->doc_values_type)) +
                             " doc values for field '" + entry.field->name + "'",
                         std::string(name_of(type)));
    }
    if (entry.field->has_skip_index()) entry.skip_index = read_skip_index(in, version, max_doc);
    read_body(in, entry, type, max_doc);
    infer_max_value_count(entry);
    entry.meta_length = in.position() - at;
    entries.push_back(std::move(entry));
  }
}

}  // namespace segsmith::codec::lucene90
