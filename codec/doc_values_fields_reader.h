// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "codec/doc_values_entry.h"
#include "codec/doc_values_files.h"
#include "codec/doc_values_format.h"

namespace segsmith::codec {

/// What the readers of Lucene's and Elasticsearch's doc-values formats share: the files, the parts
/// of the fields, and the facts. A format parses its entries, opens their parts and tells of the
/// encodings of its own.
class FieldsReader : public DocValuesReader {
 public:
  const model::DocValuesField& field(const model::FieldInfo& field) const final {
    return find(field).parts;
  }
  std::shared_ptr<const skipper::SkipIndex> skip_index(const model::FieldInfo& field) const final {
    return find(field).skip_index;
  }
  void check_integrity() const final;
  void visit(const model::FactVisitor& visitor) const final;
  void visit_field(const model::FieldInfo& field, const model::FactVisitor& visitor) const final;

  int32_t version() const { return meta_.version; }

 protected:
  struct OpenField {
    model::DocValuesField parts;
    std::shared_ptr<const skipper::SkipIndex> skip_index;
  };

  FieldsReader(int32_t max_doc, const model::FieldInfos& fields)
      : max_doc_(max_doc), fields_(fields) {}

  /// The entries as they stand in the metadata.
  virtual size_t entry_count() const = 0;
  virtual const FieldEntryParts& entry(size_t index) const = 0;
  /// The extents of an entry in `.dvd`, but for docs with field and skip index.
  virtual void add_data_extents(size_t index, std::vector<Extent>& extents) const = 0;
  /// Facts of the values of an entry: numbers, or bytes and what places them, but for `addresses`.
  virtual void visit_values(size_t index, FactDetail detail,
                            const model::FactVisitor& visitor) const = 0;

  /// Opens `.dvm`: its checksum first, as Lucene does, since a wrong least value or divisor would
  /// else be believed.
  void open_meta(const SegmentReadState& state, std::string_view codec, std::string_view extension,
                 VersionRange versions);
  /// Throws when two parts share bytes, or one lies in a header or past the end.
  void check_layout() const;
  /// Documents, addresses, terms and skip index of an entry; its values stay to be opened. The
  /// values of several documents a value have `num_values` addresses.
  OpenField open_common(const FieldEntryParts& entry, int64_t num_values) const;
  const OpenField& find(const model::FieldInfo& field) const;

  /// Where skip indexes and docs-with-field sets stand.
  const DocValuesFile& skip_file() const { return skip_.version >= 0 ? skip_ : data_; }
  const DocValuesFile& disi_file() const { return disi_.version >= 0 ? disi_ : data_; }

  int32_t max_doc_;
  model::FieldInfos fields_;
  DocValuesFile meta_, data_;
  DocValuesFile skip_, disi_;          ///< Version -1: no such file.
  std::map<int32_t, OpenField> open_;  ///< By field number.

 private:
  void visit_entry(size_t index, FactDetail detail, const model::FactVisitor& visitor) const;
  std::vector<const DocValuesFile*> files() const;
};

}  // namespace segsmith::codec
