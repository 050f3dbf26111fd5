// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "codec/doc_values_files.h"
#include "codec/doc_values_format.h"
#include "packing/binary_blocks.h"
#include "util/bits.h"

/// Elasticsearch's doc-values formats for time series, which are one family: ES87TSDB, ES819TSDB,
/// ES8193TSDB and ES95TSDB. One writer and one reader serve them all; a Family says which is meant,
/// and Features what its files hold in a version. docs/format/es-tsdb-doc-values.md,
/// docs/format/es95-doc-values.md.
namespace segsmith::codec::es819 {

inline constexpr std::string_view kDataExtension = "dvd";
inline constexpr std::string_view kMetaExtension = "dvm";
inline constexpr std::string_view kSkipIndexExtension = "dvs";

/// Versions in the headers of ES819TSDB, ES8193TSDB and ES95TSDB. There is no version 3.
inline constexpr int32_t kVersionStart = 0;
inline constexpr int32_t kVersionBinaryCompression = 1;    ///< A byte in front of BINARY fields.
inline constexpr int32_t kVersionBlockShift = 2;           ///< A byte behind the header of `.dvm`.
inline constexpr int32_t kVersionPrefixPartitions = 4;     ///< And terms before ordinals.
inline constexpr int32_t kVersionSkipperSeparateFile = 5;  ///< Skip indexes in `.dvs`.
inline constexpr int32_t kVersionOrdinalBlockShift =
    6;                                               ///< ES95: a shift of each field's ordinals.
inline constexpr int32_t kVersionMaxValueCount = 7;  ///< maxValueCount in the skip meta.
inline constexpr int32_t kVersionOneBlockShift = 8;  ///< The byte of version 6 is gone again.
inline constexpr int32_t kVersionCurrent = 8;

/// Block shifts of numbers: 128 or 512 values.
inline constexpr int kSmallBlockShift = 7;
inline constexpr int kLargeBlockShift = 9;

/// What stands in place of a shift for the index of blocks.
inline constexpr int32_t kBlockIndex = kDirectMonotonicBlockShift;  ///< There is one.
inline constexpr int32_t kOneOrdinal = -1;      ///< The dictionary has one term: no values.
inline constexpr int32_t kOrdinalRanges = -2;   ///< Each ordinal's first document.
inline constexpr int kOrdinalRangesShift = 12;  ///< Of the monotonic sequence of first documents.
/// Documents an ordinal must have, in the mean, for ranges.
inline constexpr int32_t kMinDocsPerOrdinal = 512;

/// The byte in front of a BINARY field's entry.
inline constexpr uint8_t kBinaryPlain = 0;
inline constexpr uint8_t kBinaryZstd = 1;

/// Bits of an ordinal of a dictionary.
constexpr int bits_per_ordinal(int64_t terms) {
  return unsigned_bits_required(terms > 1 ? terms - 1 : 0);
}

/// Bits of a term by which the dictionary of the primary sort field is partitioned.
inline constexpr int kPrefixBits = 18;

/// Limits of a compressed block of BINARY values: it ends with the value that reaches one of them.
struct BinaryBlockLimits {
  uint32_t bytes;
  uint32_t docs;
};
inline constexpr BinaryBlockLimits kSmallBinaryBlocks{128 << 10, 1024};
inline constexpr BinaryBlockLimits kLargeBinaryBlocks{512 << 10, 8096};

/// One format of the family.
struct Family {
  std::string_view name;
  std::string_view meta_codec;
  std::string_view data_codec;
  std::string_view skip_codec;
  VersionRange versions;  ///< That a reader accepts.
  int32_t written_version;
  bool es87 = false;       ///< The older grammar, blocks of 128 values.
  bool pipelines = false;  ///< Numbers go through stages that each field names.
  packing::es819::DocOffsets doc_offsets = packing::es819::DocOffsets::grouped_vints;
};

/// What the files of a family hold in a version of the header.
struct Features {
  bool docs_before_values = false;   ///< In `.dvd` and in the entry.
  bool doc_count_in_numbers = true;  ///< Every numeric body has it, not only SORTED_NUMERIC's.
  bool binary_mode = true;           ///< The byte kBinaryPlain or kBinaryZstd.
  bool block_shift = true;           ///< The byte behind the header of `.dvm`.
  bool terms_first = false;          ///< Before the ordinals.
  bool partitions = false;           ///< The flag of the primary sort field's.
  bool skip_file = false;
  bool max_value_count = false;
  bool ordinal_shift = false;
  bool pipelines = false;
};
constexpr Features features_of(const Family& family, int32_t version) {
  if (family.es87) {
    return {.docs_before_values = true,
            .doc_count_in_numbers = false,
            .binary_mode = false,
            .block_shift = false};
  }
  return {.binary_mode = version >= kVersionBinaryCompression,
          .block_shift = version >= kVersionBlockShift,
          .terms_first = version >= kVersionPrefixPartitions,
          .partitions = version >= kVersionPrefixPartitions,
          .skip_file = version >= kVersionSkipperSeparateFile,
          .max_value_count = version >= kVersionMaxValueCount,
          .ordinal_shift = family.pipelines && version >= kVersionOrdinalBlockShift &&
                           version < kVersionOneBlockShift,
          .pipelines = family.pipelines};
}

inline constexpr Family kEs87{.name = "ES87TSDB",
                              .meta_codec = "ES87TSDBDocValuesMetadata",
                              .data_codec = "ES87TSDBDocValuesData",
                              .skip_codec = {},
                              .versions = {0, 0},
                              .written_version = 0,
                              .es87 = true};

inline constexpr Family kEs819{.name = "ES819TSDB",
                               .meta_codec = "ES819TSDBDocValuesMetadata",
                               .data_codec = "ES819TSDBDocValuesData",
                               .skip_codec = "ES819TSDBDocValuesSkip",
                               .versions = {kVersionStart, kVersionCurrent},
                               .written_version = kVersionBlockShift};

inline constexpr Family kEs8193{.name = "ES8193TSDB",
                                .meta_codec = "ES819TSDBDocValuesMetadata",
                                .data_codec = "ES819TSDBDocValuesData",
                                .skip_codec = "ES819TSDBDocValuesSkip",
                                .versions = {kVersionStart, kVersionCurrent},
                                .written_version = kVersionCurrent,
                                .doc_offsets = packing::es819::DocOffsets::bit_stream};

inline constexpr Family kEs95{.name = "ES95TSDB",
                              .meta_codec = "ES95TSDBDocValuesMetadata",
                              .data_codec = "ES95TSDBDocValuesData",
                              .skip_codec = "ES95TSDBDocValuesSkip",
                              .versions = {kVersionSkipperSeparateFile, kVersionCurrent},
                              .written_version = kVersionCurrent,
                              .pipelines = true,
                              .doc_offsets = packing::es819::DocOffsets::bit_stream};

std::unique_ptr<DocValuesWriter> make_doc_values_writer(const Family& family,
                                                        const SegmentWriteState& state);
std::unique_ptr<DocValuesReader> make_doc_values_reader(const Family& family,
                                                        const SegmentReadState& state,
                                                        const model::FieldInfos& fields);

}  // namespace segsmith::codec::es819
