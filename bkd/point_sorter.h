// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bkd/one_dim_writer.h"

namespace segsmith::bkd {

/// Hands points to a tree's writer in the order of value, then document. Keeps its scratch memory,
/// less than 2 MB, from call to call.
class PointSorter {
 public:
  /// For packed values of `width` bytes.
  explicit PointSorter(size_t width) : width_(width) {}

  /// `values` holds docs.size() packed values. Both arrays are reordered.
  void sort(std::span<std::byte> values, std::span<int32_t> docs, OneDimWriter& out);

 private:
  size_t width_;
  std::vector<uint64_t> words_;
  std::vector<uint64_t> scratch_;
};

}  // namespace segsmith::bkd
