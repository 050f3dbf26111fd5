// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "model/facts.h"
#include "store/directory.h"
#include "util/bit_set.h"
#include "util/id.h"

/// `.liv`: one bit a document, set while it lives. docs/format/liv.md
/// org.apache.lucene.codecs.lucene90.Lucene90LiveDocsFormat
namespace segsmith::codec {

inline constexpr std::string_view kLiveDocsExtension = "liv";
inline constexpr std::string_view kLiveDocsCodec = "Lucene90LiveDocs";

/// Writes `<segment>_<generation in base 36>.liv` (generation >= 1) and returns its name.
std::string write_live_docs(store::Directory& directory, std::string_view segment, const Id& id,
                            int64_t generation, const BitSet& live);

/// Reads the file, checksum first; CorruptIndex unless exactly `deleted` of `max_doc` bits are
/// clear and the bits past max_doc are zero.
BitSet read_live_docs(const store::Directory& directory, std::string_view segment, const Id& id,
                      int64_t generation, int32_t max_doc, int32_t deleted);

void visit_live_docs(const store::Input& file, std::string_view suffix,
                     const model::FactVisitor& visitor);

}  // namespace segsmith::codec
