// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "codec/doc_values_entry.h"
#include "codec/es819_doc_values_format.h"
#include "model/field_info.h"
#include "packing/es95_pipeline.h"
#include "store/input.h"

/// The entries of the `.dvm` of Elasticsearch's time-series formats, parsed and checked for shape.
namespace segsmith::codec::es819 {

/// How the numbers of a field are kept.
struct NumbersMeta {
  enum class Kind : uint8_t {
    empty,        ///< No values.
    blocks,       ///< Blocks of 2^block_shift values, with an index of where they begin.
    one_ordinal,  ///< Every value is 0.
    ranges,       ///< Ordinals by their first documents.
  };
  Kind kind = Kind::empty;
  int64_t num_values = 0;
  int block_shift = kSmallBlockShift;
  /// Where blocks begin, from the values' offset; or the first document of each ordinal and the
  /// end.
  packing::DirectMonotonicMeta index;
  int64_t index_offset = 0;
  int64_t index_length = 0;
  int64_t values_offset = 0;
  int64_t values_length = 0;
  int64_t range_ordinals = 0;  ///< Ordinals that the ranges are of.
  std::optional<packing::es95::Descriptor> pipeline;

  uint64_t block_count() const {
    return (static_cast<uint64_t>(num_values) + (uint64_t{1} << block_shift) - 1) >> block_shift;
  }
};

/// Where the compressed blocks of a BINARY field lie.
struct BinaryBlocksMeta {
  uint32_t max_raw = 0;   ///< Bytes of the largest block.
  uint32_t max_docs = 0;  ///< Documents of the largest block.
  packing::DirectMonotonicMeta
      addresses;  ///< Of the blocks in `.dvd`, and where the last one ends.
  int64_t addresses_offset = 0;
  int64_t addresses_length = 0;
  packing::DirectMonotonicMeta doc_counts;  ///< Documents before each block, and all of them.
  int64_t doc_counts_offset = 0;
  int64_t doc_counts_length = 0;

  uint64_t block_count() const { return addresses.count() - 1; }
};

/// Prefixes of the terms of the primary sort field, in `.dvd`.
struct PartitionsMeta {
  int bits = 0;
  int64_t offset = 0;
  int64_t length = 0;
};

struct FieldEntry : FieldEntryParts {
  NumbersMeta numbers;                            ///< All types but BINARY.
  std::optional<PartitionsMeta> partitions;       ///< SORTED, SORTED_SET of the primary sort field.
  bool binary_compressed = false;                 ///< The mode byte of BINARY.
  std::optional<BinaryBlocksMeta> binary_blocks;  ///< Compressed, and some document has a value.
};

/// The metadata of a segment behind the header.
struct Meta {
  int block_shift = kSmallBlockShift;
  std::vector<FieldEntry> entries;
};

/// Reads from `in`, which stands behind the header, to the end marker. `max_doc` documents.
Meta read_meta(store::Cursor& in, const Features& features, int32_t max_doc,
               const model::FieldInfos& fields, std::string_view primary_sort_field);

}  // namespace segsmith::codec::es819
