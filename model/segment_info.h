// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/field_info.h"
#include "model/index_sort.h"
#include "util/id.h"

namespace segsmith::model {

/// A Lucene release, as `.si` and segments_N hold it.
struct Version {
  int32_t major = 0;
  int32_t minor = 0;
  int32_t bugfix = 0;
  auto operator<=>(const Version&) const = default;
};

/// "10.6.0"
std::string to_string(const Version& version);

inline constexpr Version kLucene10_6{10, 6, 0};

/// What `.si` says of a segment (org.apache.lucene.index.SegmentInfo).
struct SegmentInfo {
  std::string name;  ///< "_0"
  Id id{};
  Version version = kLucene10_6;
  std::optional<Version> min_version = kLucene10_6;
  int32_t max_doc = 0;  ///< Documents, deleted ones included.
  bool compound = false;
  bool has_blocks = false;
  StringPairs diagnostics;
  std::vector<std::string>
      files;  ///< All files of the segment, in the order in which they are written.
  StringPairs attributes;
  IndexSort sort;
};

/// One segment of a commit: SegmentInfo plus what changes without rewriting it (SegmentCommitInfo).
struct SegmentCommitInfo {
  SegmentInfo info;
  std::string codec;  ///< "Lucene104"
  int64_t del_gen = -1;
  int32_t del_count = 0;
  int32_t soft_del_count = 0;
  int64_t field_infos_gen = -1;
  int64_t doc_values_gen = -1;
  std::optional<Id> commit_id;  ///< The id of this state of the segment; written as byte 1 + id.
  std::vector<std::string> field_infos_files;
  /// Field number to the files of its doc-values generations.
  std::vector<std::pair<int32_t, std::vector<std::string>>> doc_values_files;
  /// Version 11: base generation and deltas (newest first) of a field with overlays.
  struct Overlay {
    int32_t field = 0;
    int64_t base_gen = -1;
    std::vector<int64_t> delta_gens;
  };
  std::vector<Overlay> overlays;

  int32_t num_docs() const { return info.max_doc - del_count; }
};

}  // namespace segsmith::model
