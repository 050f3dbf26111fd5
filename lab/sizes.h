// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "index/index_reader.h"
#include "lab/table.h"

namespace segsmith::lab {

/// Bytes of one structure of one field over all segments.
struct SizeRow {
  std::string field;  ///< Empty for what belongs to no field.
  std::string structure;
  uint64_t bytes = 0;
};

/// Where the bytes of an index are: rows by field and structure, which add up to `total`.
struct IndexSizes {
  int64_t documents = 0;  ///< max_doc, deleted ones included: all of them take room.
  size_t segments = 0;
  uint64_t total = 0;         ///< Lengths of all files of the commit, segments_N included.
  uint64_t unattributed = 0;  ///< Of it, bytes that no parser accounts for.
  bool has_inverted_indexes = false;
  std::vector<SizeRow> rows;  ///< By descending bytes, then names.

  uint64_t bytes_of(std::string_view field, std::string_view structure) const;
  /// All structures of a field.
  uint64_t bytes_of(std::string_view field) const;
};

/// Sums the facts of the reader's parsers. Several facts of one part never count twice.
IndexSizes index_sizes(const index::IndexReader& reader);

/// The `sizes` command's result.
Table sizes_table(const IndexSizes& sizes);

/// The `compare` command's result: the same rows of two indices side by side.
Table compare_table(const IndexSizes& a, const IndexSizes& b);

/// The mark that every total bears where no inverted index was written.
std::string_view inverted_index_mark(const IndexSizes& sizes);

}  // namespace segsmith::lab
