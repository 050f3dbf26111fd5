// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codec/doc_values_format.h"

namespace segsmith::index {

/// Which doc-values format each field is written with: a SPEC, as the setting
/// segsmith.doc_values_format takes it. Either one format for every field that may have it, or
/// fields with theirs: "ES819TSDB/512", "_seq_no=Lucene90,*=ES819TSDB".
///
/// A time-series format is never used for names that begin with "_", but for `_tsid`,
/// `_ts_routing_hash` and `_seq_no`, as Elasticsearch's PerFieldFormatSupplier has it; those stay
/// with Lucene90.
class DocValuesSpec {
 public:
  /// Lucene90 for all.
  DocValuesSpec() = default;
  /// `block_size` is meant where the text does not say one. InvalidArgument for an unknown format
  /// (with the nearest known one), a block size that a format does not have, and for naming a field
  /// that may not have its format.
  static DocValuesSpec parse(std::string_view text, int32_t block_size = 0);

  codec::DocValuesChoice of(std::string_view field) const;
  /// The fields that are named, without "*".
  std::vector<std::string> fields() const;

 private:
  std::map<std::string, codec::DocValuesChoice, std::less<>> named_;
  codec::DocValuesChoice others_;
};

/// Whether a field of this name may have a time-series format.
bool may_use_time_series_format(std::string_view field);

}  // namespace segsmith::index
