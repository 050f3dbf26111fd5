// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "index/field_type.h"
#include "model/segment_info.h"

namespace segsmith::index {

class Mapping;

/// The mapping types of a segment's fields, kept in the diagnostics of its `.si`, so that values
/// can be shown and ranges be given in their mapped form (dates, floats, ips) without the mapping
/// file. Lucene ignores diagnostics. A segment from elsewhere has none.
class MappedTypes {
 public:
  static constexpr std::string_view kDiagnosticsKey = "segsmith.types";

  struct Entry {
    std::string type;           ///< As the mapping file spells it: "date".
    double scaling_factor = 1;  ///< Of scaled_float.
  };

  static MappedTypes of(const Mapping& mapping);
  /// Empty when the segment has none, or has text there that is not ours.
  static MappedTypes of(const model::SegmentInfo& segment);

  /// One JSON object, {"@timestamp":"date","x":"scaled_float/100"}; what of() reads back.
  std::string to_text() const;
  bool empty() const { return types_.empty(); }
  /// Null for a field without an entry.
  const Entry* find(std::string_view field) const;
  /// The field's kind, or no_structure where it is unknown.
  FieldKind kind(std::string_view field) const;
  void add(std::string field, Entry entry) { types_[std::move(field)] = std::move(entry); }

 private:
  std::map<std::string, Entry, std::less<>> types_;
};

}  // namespace segsmith::index
