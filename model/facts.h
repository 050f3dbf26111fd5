// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace segsmith::model {

/// One physical part of a file, told by the parser that reads it: sizes, `info` and `check` are
/// built from these, so they cannot disagree with the reader.
struct Fact {
  std::string field;      ///< Empty for parts that belong to no field (headers, footers).
  std::string structure;  ///< doc_values, skip_index, points, stored_fields, live_docs, metadata.
  std::string part;       ///< values, docs_with_field, addresses, terms, leaves, index, header, ...
  std::string file;
  uint64_t offset = 0;  ///< In `file`.
  uint64_t length = 0;  ///< Bytes.
  std::string encoding =
      {};              ///< "table", "gcd", "blocks", "sparse", ...; empty when there is only one.
  int bits = -1;       ///< Bits a value, where that applies.
  uint64_t count = 0;  ///< Values, terms, leaves or documents, where that applies.
  std::optional<int64_t> min = {};
  std::optional<int64_t> max = {};
  /// The file inside the compound file `file`; empty for a file of its own.
  std::string inner_file = {};
  int64_t block = -1;       ///< Number of a block inside its part; -1 for a whole part.
  uint64_t first = 0;       ///< Position of its first value or term; its first document.
  int64_t gcd = 1;          ///< Divisor of packed numbers.
  uint32_t table_size = 0;  ///< Values of a table.
  /// What else the encoding holds, for people: "first 17, min 5", "100 of 3, 28 of 7".
  std::string details = {};
};

using FactVisitor = std::function<void(const Fact&)>;

}  // namespace segsmith::model
