// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/lucene90_stored_fields_format.h"
#include "index/doc_values_spec.h"

namespace segsmith::index {

enum class IndexMode : uint8_t { standard, logsdb };

/// index.compound_format: whether merged segments become compound (flushed ones always do).
struct CompoundFormat {
  double ratio = 1.0;                              ///< 0 never; below 1 by share of the index.
  uint64_t max_segment_bytes = uint64_t{1} << 30;  ///< Larger merged segments stay loose.
};

/// One key of index.sort.* before it is joined with the mapped field.
struct SortKey {
  std::string field;
  bool descending = false;
  bool missing_first = false;
  bool max = false;
};

/// The settings of a mapping file that have a meaning here, defaults of the mode applied.
struct Settings {
  IndexMode mode = IndexMode::standard;
  std::vector<SortKey> sort;
  bool seq_no_points = true;
  bool use_doc_values_skipper = false;
  bool stored_source = true;
  bool ignore_malformed = false;
  codec::StoredFieldsMode stored_fields = codec::StoredFieldsMode::best_speed;
  DocValuesSpec doc_values;
  int32_t skip_index_interval_size = 4096;
  CompoundFormat compound_format;
  /// index.merge.policy.type: nothing when unset; "tiered" or "log_byte_size" (time_based is one
  /// name of it). Its own settings by their names after "index.merge.policy.".
  std::optional<std::string> merge_policy;
  std::map<std::string, std::string> merge_policy_settings;
  /// Settings that were accepted but have no meaning here, for one note.
  std::vector<std::string> without_meaning;
};

/// Dotted names without "index." and their values as text (lists keep their items apart).
using FlatSettings = std::map<std::string, std::vector<std::string>>;

/// InvalidArgument names an unknown setting with the nearest known one, a value that does not fit,
/// or what is not built.
Settings parse_settings(const FlatSettings& flat);

}  // namespace segsmith::index
