// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "index/index_reader.h"

namespace segsmith::lab {

/// One structure of one segment (and field) in which two indices differ, at the first difference.
struct ContentDifference {
  std::string
      structure;  ///< segments, sort, fields, live_docs, doc_values, points, skip_index, stored
  std::string segment;  ///< As the first index names it; empty for the index as a whole.
  std::string field;    ///< Empty where none is meant.
  std::string first;    ///< What the first index has there, in the form of `cat --raw`.
  std::string second;   ///< Empty: nothing more.
};

/// What two indices' contents differ in, none when they are equal: segments are compared in the
/// commits' order, by what they hold and not by their names, ids, formats or file layouts. Deleted
/// documents count; the order of equal points does not.
std::vector<ContentDifference> content_differences(const index::IndexReader& a,
                                                   const index::IndexReader& b);

}  // namespace segsmith::lab
