// SPDX-License-Identifier: Apache-2.0
#include "merge/start_tree.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace segsmith::merge {
namespace {
constexpr double kInfinity = std::numeric_limits<double>::infinity();
}

StartTree::StartTree(size_t size)
    : leaves_(std::bit_ceil(std::max<size_t>(size, 1))),
      score_(2 * leaves_, kInfinity),
      end_(2 * leaves_, 0) {}

void StartTree::set(size_t start, double score, size_t end) {
  size_t node = leaves_ + start;
  score_[node] = score;
  end_[node] = end;
  for (node /= 2; node > 0; node /= 2) {
    score_[node] = std::min(score_[2 * node], score_[2 * node + 1]);
    end_[node] = std::max(end_[2 * node], end_[2 * node + 1]);
  }
}

double StartTree::lowest_in(size_t first, size_t end) const {
  double lowest = kInfinity;
  size_t left = leaves_ + first, right = leaves_ + end;
  for (; left < right; left /= 2, right /= 2) {
    if (left & 1) lowest = std::min(lowest, score_[left++]);
    if (right & 1) lowest = std::min(lowest, score_[--right]);
  }
  return lowest;
}

size_t StartTree::lowest(size_t first, size_t end) const {
  const double score = lowest_in(first, end);
  if (score == kInfinity) return end;
  // Halves the range; the left half wins ties.
  size_t last = end;
  while (last - first > 1) {
    const size_t middle = first + (last - first) / 2;
    if (lowest_in(first, middle) == score) {
      last = middle;
    } else {
      first = middle;
    }
  }
  return first;
}

std::vector<size_t> StartTree::depending_on(size_t index) const {
  std::vector<size_t> found;
  std::vector<std::pair<size_t, size_t>> open{{1, leaves_}};  // Node, and its number of leaves.
  while (!open.empty()) {
    const auto [node, width] = open.back();
    open.pop_back();
    if (end_[node] <= index) continue;
    const size_t first = node * width - leaves_;
    if (first > index) continue;
    if (width == 1) {
      found.push_back(first);
      continue;
    }
    open.push_back({2 * node + 1, width / 2});
    open.push_back({2 * node, width / 2});
  }
  return found;
}

}  // namespace segsmith::merge
