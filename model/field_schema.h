// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "model/field_info.h"

namespace segsmith::model {

/// What keeps two fields of one name from being one index's: "points", "doc-values type", ...;
/// empty when nothing does (FieldInfo.verifySameSchema).
std::string_view schema_difference(const FieldInfo& a, const FieldInfo& b);

/// One of these structures in words, for messages: "no points", "points of 1 x 8 bytes".
std::string describe_structure(const FieldInfo& field, std::string_view difference);

/// The fields of an index over all its segments, which must agree
/// (org.apache.lucene.index.FieldInfos.FieldNumbers).
class IndexFields {
 public:
  /// InvalidArgument when an earlier field of that name has another schema; `where` begins the
  /// message.
  void add(const FieldInfo& field, std::string_view where);
  /// As it was first added; null when there is none.
  const FieldInfo* find(std::string_view name) const;
  /// Name of the soft-deletes field; empty when there is none.
  const std::string& soft_deletes() const { return soft_deletes_; }

 private:
  std::map<std::string, FieldInfo, std::less<>> fields_;
  std::string soft_deletes_;
};

}  // namespace segsmith::model
