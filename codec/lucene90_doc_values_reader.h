// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "codec/doc_values_fields_reader.h"
#include "codec/lucene90_doc_values_reader_meta.h"

/// Reading of `.dvd`, `.dvm`, `.dvs` (version 1 and up) and `.dvp` (version 3).
/// org.apache.lucene.codecs.lucene90.Lucene90DocValuesProducer.
namespace segsmith::codec::lucene90 {

/// Parses all metadata and builds every field's parts when it is opened; CorruptIndex names the
/// file whose checksum is wrong before anything that was parsed from it.
class Lucene90DocValuesReader final : public FieldsReader {
 public:
  Lucene90DocValuesReader(const SegmentReadState& state, const model::FieldInfos& fields);

 private:
  size_t entry_count() const override { return entries_.size(); }
  const FieldEntryParts& entry(size_t index) const override { return entries_[index]; }
  void add_data_extents(size_t index, std::vector<Extent>& extents) const override;
  void visit_values(size_t index, FactDetail detail,
                    const model::FactVisitor& visitor) const override;
  OpenField open_field(const FieldEntry& entry) const;

  std::vector<FieldEntry> entries_;
};

}  // namespace segsmith::codec::lucene90
