// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_doc_values_reader_meta.h"

#include <algorithm>
#include <string>

#include "packing/direct_format.h"

namespace segsmith::codec::lucene90 {
namespace {

using model::DocValuesType;

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

void read_binary(store::Cursor& in, FieldEntry& entry, int32_t max_doc) {
  entry.binary_offset = read_natural(in, "an offset of bytes");
  entry.binary_length = read_natural(in, "a length of bytes");
  read_binary_docs(in, entry, max_doc);
  if (entry.min_length < entry.max_length) entry.addresses = read_addresses(in, entry.docs);
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
    default:
      if (read_multi_valued_flag(in)) {
        read_multi_valued(in, entry, max_doc);
      } else {
        read_single_valued(in, entry, max_doc);
      }
  }
  entry.terms = read_terms(in);
}

}  // namespace

std::vector<FieldEntry> read_field_entries(store::Cursor& in, int32_t version, int32_t max_doc,
                                           const model::FieldInfos& fields) {
  return read_entries<FieldEntry>(
      in, version >= kVersionSkipperMaxValueCount, max_doc, fields,
      [&](FieldEntry& entry, DocValuesType type) { read_body(in, entry, type, max_doc); });
}

}  // namespace segsmith::codec::lucene90
