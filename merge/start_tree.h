// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace segsmith::merge {

/// For each start of a candidate: its score, and the end of the range of segments that its score
/// depends on. A segment tree over both: minimum score, maximum end.
class StartTree {
 public:
  explicit StartTree(size_t size);

  /// `end` 0 and an infinite score: no such start.
  void set(size_t start, double score, size_t end);
  /// The first start in [first, end) with the lowest score; `end` when all are infinite.
  size_t lowest(size_t first, size_t end) const;
  /// Starts s <= index whose end is > index, ascending.
  std::vector<size_t> depending_on(size_t index) const;

 private:
  double lowest_in(size_t first, size_t end) const;

  size_t leaves_;
  std::vector<double> score_;  ///< Node n has the children 2n and 2n + 1; leaves come last.
  std::vector<size_t> end_;
};

}  // namespace segsmith::merge
