// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "index/index_reader.h"
#include "lab/table.h"

/// The physical units of doc values and of skip indexes: where each lies, how it is encoded, and
/// what it holds. Told by the parsers that read the files (model/facts.h).
namespace segsmith::lab {

struct PhysicalOptions {
  std::optional<std::string> segment;  ///< Only this one.
  std::optional<std::string> field;    ///< Only this one; then no rows of the whole files.
  bool explain = false;                ///< Adds the column "why".
  /// A row for each block. Otherwise the blocks of a part are one row: their number, the span of
  /// their widths, all their bytes.
  bool every_block = true;
};

/// Takes the rows one by one, cells in the order of the header's columns.
using RowSink = std::function<void(std::vector<Json>)>;

/// Columns and schema of `dv`, no rows.
Table dv_header(const PhysicalOptions& options);
/// The rows of `dv`: segments in commit order, fields in byte order of their names, parts in the
/// order of the format; then headers and footers, the row "unattributed" and the row "(total)".
/// InvalidArgument for an unknown segment or field.
void dv_rows(const index::IndexReader& reader, const PhysicalOptions& options, const RowSink& sink);

/// The same of `skip`: the statistics of each field, then its intervals of every level in the order
/// of the file.
Table skip_header(const PhysicalOptions& options);
void skip_rows(const index::IndexReader& reader, const PhysicalOptions& options,
               const RowSink& sink);

}  // namespace segsmith::lab
