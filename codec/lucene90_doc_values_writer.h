// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codec/lucene90_addresses_writer.h"
#include "codec/lucene90_doc_values_format.h"
#include "codec/lucene90_indexed_disi_writer.h"
#include "codec/lucene90_numbers_writer.h"
#include "model/columns.h"
#include "skipper/skip_index_writer.h"
#include "store/output.h"

namespace segsmith::codec::lucene90 {

/// Writes `.dvd`, `.dvm`, `.dvs` and `.dvp` of one segment, byte for byte as the state's release:
/// version 3 (10.6.0), 2 (10.5, no `.dvp`) or 0 (up to 10.4, no `.dvs` either).
///
/// Each column is pulled twice. The first pass gathers everything that decides: bounds, divisor,
/// unique values, bounds of blocks, documents (streamed to `.dvp`) and skip intervals (streamed to
/// `.dvs`). The second encodes the values into `.dvd`. A constant, single-valued column needs no
/// second pass. Where an older version keeps two of these in one file, one more pass writes them
/// one behind the other.
///
/// Flush and merge use the same writer. Lucene's merge (DocValuesConsumer.merge) hands its consumer
/// merged iterators and nothing else, so what is written depends on the merged column alone:
///  - a SORTED_SET column is written single-valued exactly when none of its documents has two
///  values,
///    also where its sources were written multi-valued (isSingleValued scans);
///  - a SORTED_NUMERIC column has addresses exactly when some document has two values;
///  - a field whose documents all died is still written: no documents, empty terms dictionary;
///  - encodings are decided anew from the merged values.
/// The caller orders the fields: hash-table order on flush, field-number order on merge.
/// Lucene90DocValuesConsumer.
class Lucene90DocValuesWriter final : public DocValuesWriter {
 public:
  explicit Lucene90DocValuesWriter(const SegmentWriteState& state);

  void add_numeric(const model::FieldInfo& field, model::NumberColumn& values) override;
  void add_binary(const model::FieldInfo& field, model::BytesColumn& values) override;
  void add_sorted(const model::FieldInfo& field, model::TermsSource& terms,
                  model::NumberColumn& ordinals) override;
  void add_sorted_numeric(const model::FieldInfo& field, model::NumberColumn& values) override;
  void add_sorted_set(const model::FieldInfo& field, model::TermsSource& terms,
                      model::NumberColumn& ordinals) override;
  void finish() override;
  std::vector<std::string> files() const override;

 private:
  /// What the first pass over a number column found.
  struct NumberSurvey {
    explicit NumberSurvey(bool ordinals) : statistics(ordinals) {}
    NumberStatistics statistics;
    DocsWithFieldMeta docs_with_field;
    int32_t doc_count = 0;
    bool multi_valued = false;  ///< Some document has two values or more.
    std::optional<skipper::SkipIndexMeta> skip_index;
  };

  store::Output create(std::string_view codec, std::string_view extension);
  void begin_field(const model::FieldInfo& field, FieldType type);
  NumberSurvey survey(const model::FieldInfo& field, model::NumberColumn& column, bool ordinals);
  skipper::SkipIndexMeta write_skip_index(const model::FieldInfo& field,
                                          model::NumberColumn& column);
  void write_addressed_numbers(model::NumberColumn& column, NumberSurvey& found);
  void write_values(model::NumberColumn& column, NumberSurvey& found,
                    AddressesWriter* addresses = nullptr);
  int64_t encode_values(model::NumberColumn& column, const NumberEncoding& encoding,
                        NumberSurvey& found, AddressesWriter* addresses);
  void write_skip_meta(const NumberSurvey& found);
  void add_docs(model::BytesColumn& values, IndexedDisiWriter& docs);

  bool has_file(int32_t since) const { return version_ >= since; }
  store::Output& skip_index_output() {
    return has_file(kVersionSkipperSeparateFile) ? *skip_index_ : data_;
  }
  store::Output& disi_output() { return has_file(kVersionDisiSeparateFile) ? *disi_ : data_; }

  SegmentWriteState state_;
  int32_t version_;
  std::vector<std::string> files_;
  store::Output data_;
  store::Output meta_;
  std::optional<store::Output> skip_index_;  ///< From kVersionSkipperSeparateFile on.
  std::optional<store::Output> disi_;        ///< From kVersionDisiSeparateFile on.
};

}  // namespace segsmith::codec::lucene90
