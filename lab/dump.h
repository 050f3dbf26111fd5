// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "index/index_reader.h"

namespace segsmith::lab {

/// Takes whole lines of NDJSON, many at a time.
using LineSink = std::function<void(std::string_view)>;

struct DumpOptions {
  std::string structure;  ///< doc_values, points, skip_index, live_docs, stored, source
  std::optional<std::string> segment;  ///< Only this one.
  std::optional<std::string> field;    ///< Only this one.
  /// Numbers as their stored 64 bits and all bytes as hex; else in the mapped form where the
  /// segment's diagnostics tell it.
  bool raw = false;
};

/// What `cat` prints (docs/cli.md): segments in commit order, fields in byte order of their names,
/// documents ascending, deleted ones included; points in tree order. InvalidArgument for an unknown
/// structure, segment or field.
void dump(const index::IndexReader& reader, const DumpOptions& options, const LineSink& sink);

}  // namespace segsmith::lab
