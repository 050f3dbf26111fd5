// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace segsmith::bench {

/// What "columns" measures: generated documents (generated_documents.h) flushed as segments of
/// equal size and then, where asked, merged into one.
struct ColumnRun {
  std::string mapping;  ///< A file.
  std::string output;   ///< A folder, emptied first; holds the index afterwards.
  uint64_t documents = 1'000'000;
  uint64_t segments = 10;
  bool merge = false;
};

struct ColumnTimes {
  int64_t flush_ns = 0;  ///< All flushes; buffering is not in it.
  int64_t merge_ns = 0;
};

/// `before_merge` is called when everything is flushed.
ColumnTimes run_columns(const ColumnRun& run, const std::function<void()>& before_merge = {});

}  // namespace segsmith::bench
