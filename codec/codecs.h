// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "util/error.h"

/// The codec names that segments_N may hold, and which generation of the segment-level files each
/// stands for (org.apache.lucene.codecs.lucene90.Lucene90Codec and its successors). All of them
/// keep stored fields, compound files, live docs and points in their Lucene90 formats.
namespace segsmith::codec {

enum class FieldInfosGeneration : uint8_t {
  lucene90,  ///< "Lucene90FieldInfos": 9.0 to 9.3.
  lucene94,  ///< "Lucene94FieldInfos".
};

struct SegmentCodec {
  std::string_view name;
  FieldInfosGeneration field_infos;
  /// Lucene99SegmentInfoFormat: one more byte (hasBlocks) under the unchanged header name.
  bool has_blocks_byte;
};

/// What this library writes unless told otherwise.
inline constexpr std::string_view kDefaultCodec = "Lucene104";

std::span<const SegmentCodec> segment_codecs();
/// Null when this build does not know the name.
const SegmentCodec* find_segment_codec(std::string_view name);
/// The row of `name`; UnsupportedVersion, which names the codec, when there is none.
const SegmentCodec& segment_codec(std::string_view name, const Where& where);

}  // namespace segsmith::codec
