// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/doc_values_entry.h"
#include "codec/doc_values_format.h"
#include "model/doc_values.h"
#include "model/facts.h"
#include "store/input.h"

/// The files of a doc-values format as its reader holds them, and what is told of their bytes.
namespace segsmith::codec {

struct DocValuesFile {
  store::Input whole;
  store::Input body;  ///< Without the footer.
  uint64_t header_length = 0;
  int32_t version = -1;
};

/// Versions that a file may have; all files of a reader have the same.
struct VersionRange {
  int32_t min;
  int32_t max;
};

/// Opens a file and reads its header. Unless `version` is -1, the header's must equal it.
DocValuesFile open_doc_values_file(const SegmentReadState& state, std::string_view codec,
                                   std::string_view extension, VersionRange versions,
                                   int32_t version = -1);

/// The bytes of a part of a field.
store::Input slice_of(const store::Input& data, const char* what, const model::FieldInfo& field,
                      int64_t offset, int64_t length);

/// A field's documents, where `file` holds the set if there is one.
std::shared_ptr<const model::Presence> open_presence(const FieldEntryParts& entry,
                                                     const DocValuesFile& file, int32_t max_doc);

/// Where a part of a field lies.
struct Extent {
  uint64_t offset;
  uint64_t length;
  std::string_view field;
};

void add_extent(std::vector<Extent>& extents, const FieldEntryParts& entry, int64_t offset,
                int64_t length);
void add_terms_extents(std::vector<Extent>& extents, const FieldEntryParts& entry);
/// Throws when two of the parts of one file share bytes, or one lies in its header or past the end.
void check_extents(std::vector<Extent> extents, const DocValuesFile& file);

/// Whether facts are told of parts, or of the blocks that parts are made of.
enum class FactDetail : uint8_t { parts, blocks };

model::Fact fact_of(const FieldEntryParts& entry, const char* structure, const char* part,
                    const store::Input& file, int64_t offset, int64_t length, uint64_t count);
/// A monotonic sequence as one part, or as its blocks.
void visit_monotonic(const packing::DirectMonotonicMeta& meta, FactDetail detail,
                     const model::Fact& part, const model::FactVisitor& visitor);
/// The dictionary of an entry that has one; `terms` was opened from it.
void visit_terms(const FieldEntryParts& entry, const model::Terms& terms, FactDetail detail,
                 const store::Input& data, const model::FactVisitor& visitor);
/// The docs-with-field set in `file`; `presence` is open_presence()'s.
void visit_presence(const FieldEntryParts& entry, const model::Presence& presence,
                    FactDetail detail, const store::Input& file, const model::FactVisitor& visitor);
void visit_addresses(const FieldEntryParts& entry, FactDetail detail, const store::Input& data,
                     const model::FactVisitor& visitor);
void visit_skip_index(const FieldEntryParts& entry, const store::Input& file,
                      const model::FactVisitor& visitor);
/// Header and footer, and the facts in between in the order of their bytes; what no fact tells of
/// is "unattributed".
void emit_facts(std::vector<model::Fact> facts, const DocValuesFile& file,
                const model::FactVisitor& visitor);
/// The marker at the end of the metadata.
model::Fact end_of_fields(const DocValuesFile& meta);

}  // namespace segsmith::codec
