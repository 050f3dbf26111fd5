// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/doc_values_fields_reader.h"
#include "codec/es819_doc_values_format.h"
#include "codec/es819_doc_values_reader_meta.h"
#include "codec/es819_numbers.h"

namespace segsmith::codec::es819 {

/// Reads `.dvd`, `.dvm` and, from version 5 on, `.dvs` of a format of the family, in every version.
/// The size of blocks is the files', never a setting's. docs/format/es-tsdb-doc-values.md
class TsdbDocValuesReader final : public FieldsReader {
 public:
  TsdbDocValuesReader(const Family& family, const SegmentReadState& state,
                      const model::FieldInfos& fields);

  DocValuesOptions options() const override;

 private:
  size_t entry_count() const override { return metadata_.entries.size(); }
  const FieldEntryParts& entry(size_t index) const override { return metadata_.entries[index]; }
  void add_data_extents(size_t index, std::vector<Extent>& extents) const override;
  void visit_values(size_t index, FactDetail detail,
                    const model::FactVisitor& visitor) const override;

  OpenField open_field(const FieldEntry& entry) const;
  static NumbersContext context_of(const FieldEntry& entry,
                                   std::shared_ptr<const model::Presence> presence);

  const Family& family_;
  Meta metadata_;
};

}  // namespace segsmith::codec::es819
