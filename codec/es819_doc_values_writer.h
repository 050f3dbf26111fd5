// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codec/es819_column_survey.h"
#include "codec/es819_doc_values_format.h"
#include "codec/es819_numbers_writer.h"
#include "codec/es819_partitions_writer.h"
#include "codec/lucene90_addresses_writer.h"
#include "model/columns.h"
#include "store/output.h"

namespace segsmith::codec::es819 {

/// Writes the files of a format of the family, byte for byte as Elasticsearch does.
///
/// A column is pulled once where everything that is written first is known or goes elsewhere:
/// values are encoded as they come, documents and running counts are kept in their packed form
/// until their turn. A pass of its own comes before only for what stands before the values in the
/// same file (a skip index before version 5, the docs-with-field set of ES87TSDB), and for what
/// decides an order or an encoding (SORTED_SET from version 4 on, the primary sort field).
/// Flush and merge hand in the same columns, so Elasticsearch's two ways of merging, which write
/// the same bytes, need no second way here. docs/format/es-tsdb-doc-values.md
class TsdbDocValuesWriter final : public DocValuesWriter {
 public:
  TsdbDocValuesWriter(const Family& family, const SegmentWriteState& state);

  void add_numeric(const model::FieldInfo& field, model::NumberColumn& values) override;
  void add_binary(const model::FieldInfo& field, model::BytesColumn& values) override;
  void add_sorted(const model::FieldInfo& field, model::TermsSource& terms,
                  model::NumberColumn& ordinals) override;
  void add_sorted_numeric(const model::FieldInfo& field, model::NumberColumn& values) override;
  void add_sorted_set(const model::FieldInfo& field, model::TermsSource& terms,
                      model::NumberColumn& ordinals) override;
  void finish() override;
  std::vector<std::string> files() const override { return files_; }

 private:
  /// A column on its way into the files.
  struct Column {
    const model::FieldInfo& field;
    model::NumberColumn& values;
    model::TermsSource* terms = nullptr;  ///< Of ordinals.
    std::optional<ColumnFacts> facts = {};
    std::optional<lucene90::AddressesWriter> running_counts = {};
    /// Of the entry: the dictionary where it comes first, the numbers, the running counts.
    std::vector<std::byte> dictionary = {}, numbers = {}, addresses = {};
    std::optional<PartitionsWriter> partitions = {};
    bool first_begins_at_zero = false;  ///< Of the ordinals; see PartitionsWriter.

    bool ordinals() const { return terms != nullptr; }
  };

  store::Output create(std::string_view codec, std::string_view extension);
  bool is_primary(const model::FieldInfo& field) const;
  /// Where the skip index of a field goes; null when it has none.
  store::Output* skip_index_output(const model::FieldInfo& field);
  void take_survey(Column& column);
  bool needs_survey(const Column& column) const;
  bool has_ranges(const Column& column) const;
  BlockCoding coding_of(const Column& column) const;

  void encode(Column& column);
  template <class Values>
  void pass(Column& column, Values&& values);
  void write_docs(const DocsWithFieldMeta& docs, std::span<const std::byte> set,
                  store::Output& meta);
  void begin_entry(const model::FieldInfo& field, FieldType type,
                   const std::optional<skipper::SkipIndexMeta>& skip_index);
  void encode_sorted(Column& column);
  void write_sorted(Column& column);
  void write_several(const Column& column);

  const Family& family_;
  int32_t version_;
  Features features_;
  SegmentWriteState state_;
  int block_shift_;
  std::vector<std::string> files_;
  store::Output data_;
  store::Output meta_;
  std::optional<store::Output> skip_index_;
};

}  // namespace segsmith::codec::es819
