// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "codec/doc_values_format.h"
#include "codec/lucene90_doc_values_reader_meta.h"

/// Reading of `.dvd`, `.dvm`, `.dvs` (version 1 and up) and `.dvp` (version 3).
/// org.apache.lucene.codecs.lucene90.Lucene90DocValuesProducer.
namespace segsmith::codec::lucene90 {

/// Parses all metadata and builds every field's parts when it is opened; CorruptIndex names the
/// file whose checksum is wrong before anything that was parsed from it.
class Lucene90DocValuesReader final : public DocValuesReader {
 public:
  Lucene90DocValuesReader(const SegmentReadState& state, const model::FieldInfos& fields);

  const model::DocValuesField& field(const model::FieldInfo& field) const override;
  std::shared_ptr<const skipper::SkipIndex> skip_index(
      const model::FieldInfo& field) const override;
  void check_integrity() const override;
  void visit(const model::FactVisitor& visitor) const override;
  void visit_field(const model::FieldInfo& field, const model::FactVisitor& visitor) const override;

  int32_t version() const { return version_; }

 private:
  struct File {
    store::Input whole;
    store::Input body;  ///< Without the footer.
    uint64_t header_length = 0;
  };
  struct OpenField {
    model::DocValuesField parts;
    std::shared_ptr<const skipper::SkipIndex> skip_index;
  };

  File open_file(const SegmentReadState& state, std::string_view codec, std::string_view extension,
                 int32_t min_version) const;
  OpenField open_field(const FieldEntry& entry) const;
  std::shared_ptr<const model::Presence> open_presence(const FieldEntry& entry) const;
  /// Throws when two parts share bytes, or one lies in a header or past the end.
  void check_layout() const;
  enum class Detail : uint8_t { parts, blocks };
  void visit_entry(const FieldEntry& entry, Detail detail, const model::FactVisitor& visitor) const;
  void visit_presence(const FieldEntry& entry, Detail detail,
                      const model::FactVisitor& visitor) const;
  void visit_terms(const FieldEntry& entry, Detail detail, const model::FactVisitor& visitor) const;
  std::vector<const File*> files() const;
  const OpenField& find(const model::FieldInfo& field) const;
  /// Where skip indexes and docs-with-field sets stand in this version.
  const File& skip_file() const { return version_ >= kVersionSkipperSeparateFile ? skip_ : data_; }
  const File& disi_file() const { return version_ >= kVersionDisiSeparateFile ? disi_ : data_; }

  int32_t version_ = -1;
  int32_t max_doc_ = 0;
  model::FieldInfos fields_;
  File meta_, data_, skip_, disi_;
  std::vector<FieldEntry> entries_;
  std::map<int32_t, OpenField> open_;  ///< By field number.
};

}  // namespace segsmith::codec::lucene90
