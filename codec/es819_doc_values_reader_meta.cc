// SPDX-License-Identifier: Apache-2.0
#include "codec/es819_doc_values_reader_meta.h"

#include <algorithm>
#include <string>

#include "packing/direct_monotonic.h"

namespace segsmith::codec::es819 {
namespace {

using model::DocValuesType;

int read_block_shift(store::Cursor& in) {
  const uint64_t at = in.position();
  const uint8_t shift = in.u8();
  if (shift != kSmallBlockShift && shift != kLargeBlockShift) {
    in.input().corrupt(at, "a block shift of 7 or 9", std::to_string(shift));
  }
  return shift;
}

/// Reads entries, one after the other.
class EntryReader {
 public:
  EntryReader(store::Cursor& in, const Features& features, int32_t max_doc, int block_shift,
              std::string_view primary_sort_field)
      : in_(in),
        features_(features),
        max_doc_(max_doc),
        block_shift_(block_shift),
        primary_sort_field_(primary_sort_field) {}

  void read(FieldEntry& entry, DocValuesType type) {
    switch (type) {
      case DocValuesType::numeric:
        return read_numbers(entry, false, false);
      case DocValuesType::sorted_numeric:
        read_numbers(entry, false, true);
        return read_multi_valued(entry);
      case DocValuesType::binary:
        return read_binary(entry);
      case DocValuesType::sorted:
        return read_sorted(entry);
      default:
        break;
    }
    if (!read_multi_valued_flag(in_)) return read_sorted(entry);
    read_numbers(entry, true, true);
    read_multi_valued(entry);
    entry.terms = read_terms(in_);
  }

 private:
  void read_sorted(FieldEntry& entry) {
    if (features_.terms_first) entry.terms = read_terms(in_);
    read_numbers(entry, true, false);
    if (!features_.terms_first) entry.terms = read_terms(in_);
    if (features_.partitions && entry.field->name == primary_sort_field_) read_partitions(entry);
  }

  void read_partitions(FieldEntry& entry) {
    const uint64_t at = in_.position();
    const uint8_t flag = in_.u8();
    if (flag > 1) in_.input().corrupt(at, "a partitions flag of 0 or 1", std::to_string(flag));
    if (flag == 0) return;
    PartitionsMeta& partitions = entry.partitions.emplace();
    partitions.bits = in_.u8();
    if (partitions.bits != kPrefixBits) {
      in_.input().corrupt(at + 1, "prefixes of 18 bits", std::to_string(partitions.bits));
    }
    partitions.offset = read_natural(in_, "an offset of prefix partitions");
    partitions.length = static_cast<int64_t>(in_.vlong());
  }

  /// The body of numbers with their documents. Where documents may have several values and the
  /// body does not count them, the count follows.
  void read_numbers(FieldEntry& entry, bool ordinals, bool several) {
    if (features_.docs_before_values) entry.docs_with_field = read_docs_with_field(in_);
    NumbersMeta& numbers = entry.numbers;
    numbers.block_shift = block_shift_;
    const uint64_t at = in_.position();
    numbers.num_values = read_natural(in_, "a number of values");
    if (features_.doc_count_in_numbers) {
      entry.docs = read_natural_int(in_, "documents with the field", max_doc_);
    }
    if (numbers.num_values > 0) read_encoding(numbers, ordinals);
    if (!features_.docs_before_values) entry.docs_with_field = read_docs_with_field(in_);
    if (!features_.doc_count_in_numbers) {
      if (several) {
        entry.docs = read_natural_int(in_, "documents with the field", max_doc_);
      } else {
        if (numbers.num_values > max_doc_) {
          in_.input().corrupt(at, "at most " + std::to_string(max_doc_) + " values",
                              std::to_string(numbers.num_values));
        }
        entry.docs = static_cast<int32_t>(numbers.num_values);
      }
    }
    check_docs(in_, entry, entry.docs, numbers.num_values, max_doc_);
    if (!several && entry.docs != numbers.num_values) {
      in_.input().corrupt(at, "a value for each of " + std::to_string(entry.docs) + " documents",
                          std::to_string(numbers.num_values));
    }
  }

  void read_encoding(NumbersMeta& numbers, bool ordinals) {
    const uint64_t at = in_.position();
    const int32_t marker = in_.le_int();
    if (marker == kBlockIndex) {
      numbers.kind = NumbersMeta::Kind::blocks;
      if (ordinals && features_.ordinal_shift) numbers.block_shift = read_block_shift(in_);
      if (!ordinals && features_.pipelines) {
        numbers.pipeline = packing::es95::Descriptor::read(in_);
        numbers.block_shift = numbers.pipeline->block_shift;
      }
      numbers.index = packing::DirectMonotonicMeta::read(in_, numbers.block_count(),
                                                         kDirectMonotonicBlockShift);
    } else if (marker == kOneOrdinal && ordinals) {
      numbers.kind = NumbersMeta::Kind::one_ordinal;
    } else if (marker == kOrdinalRanges && ordinals) {
      read_ranges(numbers);
    } else {
      in_.input().corrupt(at,
                          ordinals ? "an index shift of 16, -1 (one ordinal) or -2 (ranges)"
                                   : "an index shift of 16",
                          std::to_string(marker));
    }
    numbers.index_offset = read_natural(in_, "an offset of an index of blocks");
    numbers.index_length = read_natural(in_, "a length of an index of blocks");
    numbers.values_offset = read_natural(in_, "an offset of values");
    numbers.values_length = read_natural(in_, "a length of values");
    const bool nothing =
        (numbers.kind != NumbersMeta::Kind::blocks && numbers.index_length != 0) ||
        (numbers.kind == NumbersMeta::Kind::one_ordinal && numbers.values_length != 0);
    if (nothing) {
      in_.corrupt("no index and no values of one ordinal, no index of ranges",
                  std::to_string(numbers.index_length) + " and " +
                      std::to_string(numbers.values_length) + " bytes");
    }
  }

  void read_ranges(NumbersMeta& numbers) {
    const uint64_t at = in_.position();
    numbers.kind = NumbersMeta::Kind::ranges;
    numbers.range_ordinals = in_.vint();
    const uint8_t shift = in_.u8();
    if (shift != kOrdinalRangesShift || numbers.range_ordinals > numbers.num_values ||
        numbers.range_ordinals == 0) {
      in_.input().corrupt(
          at, "1 to " + std::to_string(numbers.num_values) + " ordinals with ranges, a shift of 12",
          std::to_string(numbers.range_ordinals) + " with a shift of " + std::to_string(shift));
    }
    numbers.index = packing::DirectMonotonicMeta::read(
        in_, static_cast<uint64_t>(numbers.range_ordinals) + 1, kOrdinalRangesShift);
  }

  void read_multi_valued(FieldEntry& entry) {
    if (entry.docs != entry.numbers.num_values) entry.addresses = read_addresses(in_, entry.docs);
  }

  void read_binary(FieldEntry& entry) {
    if (features_.binary_mode) {
      const uint64_t at = in_.position();
      const uint8_t mode = in_.u8();
      if (mode > kBinaryZstd) {
        in_.input().corrupt(at, "a compression mode of 0 (none) or 1 (zstd)", std::to_string(mode));
      }
      entry.binary_compressed = mode == kBinaryZstd;
    }
    entry.binary_offset = read_natural(in_, "an offset of bytes");
    entry.binary_length = read_natural(in_, "a length of bytes");
    read_binary_docs(in_, entry, max_doc_);
    if (entry.docs == 0) return;
    if (entry.binary_compressed) {
      read_binary_blocks(entry);
    } else if (entry.min_length < entry.max_length) {
      entry.addresses = read_addresses(in_, entry.docs);
    }
  }

  void read_binary_blocks(FieldEntry& entry) {
    BinaryBlocksMeta& blocks = entry.binary_blocks.emplace();
    blocks.addresses_offset = read_natural(in_, "an offset of addresses");
    const uint64_t at = in_.position();
    const uint32_t count = in_.vint();
    blocks.max_raw = in_.vint();
    blocks.max_docs = in_.vint();
    const auto docs = static_cast<uint32_t>(entry.docs);
    if (count < 1 || count > docs || blocks.max_docs < 1 || blocks.max_docs > docs ||
        uint64_t{count} * blocks.max_docs < docs || blocks.max_raw > INT32_MAX) {
      in_.input().corrupt(at, "blocks of " + std::to_string(docs) + " documents",
                          std::to_string(count) + " of at most " + std::to_string(blocks.max_docs) +
                              " documents and " + std::to_string(blocks.max_raw) + " bytes");
    }
    const uint64_t shift_at = in_.position();
    const uint32_t shift = in_.vint();
    if (shift > packing::kMonotonicMaxShift) {
      in_.input().corrupt(shift_at, "a monotonic block shift", std::to_string(shift));
    }
    blocks.addresses =
        packing::DirectMonotonicMeta::read(in_, uint64_t{count} + 1, static_cast<int>(shift));
    blocks.addresses_length = read_natural(in_, "a length of addresses");
    blocks.doc_counts_offset = read_natural(in_, "an offset of documents of blocks");
    blocks.doc_counts =
        packing::DirectMonotonicMeta::read(in_, uint64_t{count} + 1, static_cast<int>(shift));
    blocks.doc_counts_length = read_natural(in_, "a length of documents of blocks");
  }

  store::Cursor& in_;
  const Features& features_;
  int32_t max_doc_;
  int block_shift_;
  std::string_view primary_sort_field_;
};

}  // namespace

Meta read_meta(store::Cursor& in, const Features& features, int32_t max_doc,
               const model::FieldInfos& fields, std::string_view primary_sort_field) {
  Meta meta;
  if (features.block_shift) meta.block_shift = read_block_shift(in);
  EntryReader reader(in, features, max_doc, meta.block_shift, primary_sort_field);
  meta.entries = read_entries<FieldEntry>(
      in, features.max_value_count, max_doc, fields,
      [&](FieldEntry& entry, DocValuesType type) { reader.read(entry, type); });
  return meta;
}

}  // namespace segsmith::codec::es819
