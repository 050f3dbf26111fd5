// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codec/codecs.h"
#include "model/facts.h"
#include "model/field_info.h"
#include "store/directory.h"
#include "util/id.h"

/// `.fnm`: the fields of a segment. docs/format/fnm.md
/// org.apache.lucene.codecs.lucene94.Lucene94FieldInfosFormat; reads lucene90's older one too.
namespace segsmith::codec {

inline constexpr std::string_view kFieldInfosExtension = "fnm";
inline constexpr std::string_view kLucene94FieldInfosCodec = "Lucene94FieldInfos";
inline constexpr std::string_view kLucene90FieldInfosCodec = "Lucene90FieldInfos";
inline constexpr int32_t kFieldInfosParentField = 1;
inline constexpr int32_t kFieldInfosSkipIndex = 2;
inline constexpr int32_t kFieldInfosCurrent = kFieldInfosSkipIndex;

/// Writes the file in the order of `fields` and returns its name. `suffix` is empty but for
/// updates, whose files carry the generation in base 36.
std::string write_field_infos(store::Directory& directory, std::string_view segment, const Id& id,
                              std::string_view suffix, const model::FieldInfos& fields);

/// Reads and validates the file, checksum first. CorruptIndex for duplicate names or numbers,
/// unknown types and inconsistent fields.
model::FieldInfos read_field_infos(
    const store::Directory& directory, std::string_view segment, const Id& id,
    std::string_view suffix, FieldInfosGeneration generation = FieldInfosGeneration::lucene94);

/// The parts of one `.fnm`: header with the count, one entry a field, footer.
void visit_field_infos(const store::Input& file, const Id& id, std::string_view suffix,
                       FieldInfosGeneration generation, const model::FactVisitor& visitor);

}  // namespace segsmith::codec
