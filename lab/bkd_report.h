// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "index/index_reader.h"
#include "lab/table.h"

/// What the points of an index are made of, and what they cost: the `bkd` command.
namespace segsmith::lab {

/// Bytes of one kind of thing in a tree, or in the files of a segment.
struct BkdPart {
  std::string part;  ///< doc_ids, prefixes, bounds, run_lengths, suffixes, leaf_headers, index, ...
  std::string detail;  ///< Which of them: a coding, a kind of leaf, a length of prefix.
  uint64_t count = 0;  ///< Leaves, or inner nodes of the index.
  uint64_t bytes = 0;
};

/// An inner node.
struct BkdSplit {
  int64_t node = 0;  ///< 1 is the root; 2n and 2n + 1 are the children of n.
  int dim = 0;
  std::string value;  ///< Hex; the least of the right child.
  int64_t points = 0;
};

/// The tree of one field of one segment.
struct BkdTree {
  std::string segment, field;
  int32_t version = 0;  ///< 9 or 10.
  int32_t dims = 0, index_dims = 0, bytes_per_dim = 0, points_in_leaf = 0;
  int64_t points = 0;
  int32_t documents = 0;
  int32_t leaves = 0;
  int32_t depth = 0;      ///< Levels, the leaves' included.
  bool balanced = false;  ///< Whether all leaves are on one level.
  std::string min, max;   ///< Hex, by index dimension.
  std::vector<uint64_t> splits_by_dim;
  std::vector<BkdSplit> splits;  ///< Of the upper six levels.
  std::vector<BkdPart> parts;

  uint64_t bytes() const;
  uint64_t bytes_of(std::string_view part) const;
};

struct BkdSegment {
  std::string name;
  int32_t documents = 0;        ///< max_doc.
  uint64_t file_bytes = 0;      ///< Of `.kdd`, `.kdi` and `.kdm`.
  std::vector<BkdPart> shared;  ///< Headers, footers, the ends of the metadata.
  std::vector<BkdTree> trees;
};

struct BkdReport {
  std::vector<BkdSegment> segments;
  int64_t documents = 0;
  bool one_field = false;  ///< Only one field's trees were asked for.
};

/// Reads every leaf. Empty names ask for all; InvalidArgument for a segment or field that is not
/// there, or that has no points.
BkdReport bkd_report(const index::IndexReader& reader, const std::string& segment,
                     const std::string& field);

/// The `bkd` command's result; with `explain` it says what a field's points cost, and why.
Table bkd_table(const BkdReport& report, bool explain);

}  // namespace segsmith::lab
