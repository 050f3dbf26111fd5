// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "model/field_info.h"

namespace segsmith::model {

/// The numbers of an index's fields by name, over all its segments, which may disagree when they
/// come from several indices (org.apache.lucene.index.FieldInfos.FieldNumbers).
class FieldNumbers {
 public:
  /// The field's number: the one it has already, else its own (-1: none), else the lowest that was
  /// never given.
  int32_t add_or_get(const FieldInfo& field);

 private:
  std::map<std::string, int32_t, std::less<>> by_name_;
  std::set<int32_t> used_;
  int32_t lowest_ = -1;
};

}  // namespace segsmith::model
