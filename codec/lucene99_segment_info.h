// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "model/facts.h"
#include "model/segment_info.h"
#include "store/directory.h"

/// `.si`: what a segment says of itself. docs/format/si.md
/// org.apache.lucene.codecs.lucene99.Lucene99SegmentInfoFormat, whose header still says lucene90.
namespace segsmith::codec {

inline constexpr std::string_view kSegmentInfoExtension = "si";
inline constexpr std::string_view kSegmentInfoCodec = "Lucene90SegmentInfo";

/// Writes `<name>.si` and returns its name. info.files must already be in the order in which
/// Lucene's set holds them, the `.si` included (file_set_order, file_set_with).
std::string write_segment_info(store::Directory& directory, const model::SegmentInfo& info);

/// Reads the file, checksum first. `has_blocks_byte` is what the codec's name says (SegmentCodec).
model::SegmentInfo read_segment_info(const store::Directory& directory, const std::string& name,
                                     const Id& id, bool has_blocks_byte = true);

/// The parts of one `.si`.
void visit_segment_info(const store::Input& file, const model::FactVisitor& visitor);

}  // namespace segsmith::codec
