// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "codec/doc_values_format.h"
#include "codec/doc_values_structures.h"

/// The format "Lucene90" of doc values: what its writer and its reader share.
/// docs/format/dvd.md, dvm.md, dvs.md, dvp.md;
/// org.apache.lucene.codecs.lucene90.Lucene90DocValuesFormat.
namespace segsmith::codec::lucene90 {

inline constexpr std::string_view kDocValuesFormatName = "Lucene90";

/// Codec names in the index headers, and extensions.
inline constexpr std::string_view kDataCodec = "Lucene90DocValuesData";
inline constexpr std::string_view kDataExtension = "dvd";
inline constexpr std::string_view kMetaCodec = "Lucene90DocValuesMetadata";
inline constexpr std::string_view kMetaExtension = "dvm";
inline constexpr std::string_view kSkipIndexCodec = "Lucene90DocValuesSkipIndex";
inline constexpr std::string_view kSkipIndexExtension = "dvs";
inline constexpr std::string_view kDisiCodec = "Lucene90DocValuesDISI";
inline constexpr std::string_view kDisiExtension = "dvp";

inline constexpr int32_t kVersionStart = 0;
inline constexpr int32_t kVersionSkipperSeparateFile = 1;   ///< Skip indexes in `.dvs`.
inline constexpr int32_t kVersionSkipperMaxValueCount = 2;  ///< maxValueCount in the skip meta.
inline constexpr int32_t kVersionDisiSeparateFile = 3;      ///< Docs-with-field sets in `.dvp`.
inline constexpr int32_t kVersionCurrent = 3;

/// tableSize where there is no table: one block (or constant), or blocks of their own widths.
inline constexpr int32_t kNoTable = -1;
inline constexpr int kNumericBlockShift = 14;
inline constexpr int32_t kNumericBlockSize = 1 << kNumericBlockShift;
inline constexpr int32_t kVaryingBlocks = -2 - kNumericBlockShift;  ///< -16
inline constexpr uint8_t kVaryingBitsPerValue = 0xFF;
inline constexpr int32_t kMaxTableSize = 256;
/// jumpTableOffset (the table of block offsets) of fields that are not in varying blocks.
inline constexpr int64_t kNoBlockTable = -1;

inline constexpr int kTermsBlockShift = 6;
inline constexpr int kTermsBlockSize = 1 << kTermsBlockShift;
inline constexpr int kReverseIndexShift = 10;
inline constexpr int kReverseIndexSize = 1 << kReverseIndexShift;

/// IndexedDISI.
inline constexpr int kDisiBlockShift = 16;
inline constexpr int32_t kDisiBlockDocs = 1 << kDisiBlockShift;
inline constexpr int kDisiBlockWords = kDisiBlockDocs / 64;
inline constexpr int32_t kDisiMaxSparse = 4095;  ///< Most documents of a block kept as shorts.
inline constexpr int8_t kDisiRankPower = 9;      ///< One rank entry every 2^9 documents.
inline constexpr uint16_t kDisiSentinelBlock = 0x7FFF;  ///< Holds one document, 65535.

inline constexpr int32_t kDefaultSkipIndexIntervalSize = 4096;

/// Makes the four files and writes their headers. InvalidArgument for an interval size below 2.
std::unique_ptr<DocValuesWriter> make_doc_values_writer(const SegmentWriteState& state);

/// Opens versions 0 to 3 and parses the metadata.
std::unique_ptr<DocValuesReader> make_doc_values_reader(const SegmentReadState& state,
                                                        const model::FieldInfos& fields);

}  // namespace segsmith::codec::lucene90
