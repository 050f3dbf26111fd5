// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "index/mapping.h"

namespace segsmith::index {

/// Finds the children of one object by their JSON keys, the likely one first.
class KeyPredictor {
 public:
  explicit KeyPredictor(const ObjectNode& node)
      : node_(&node), next_(node.children.size() + 1, kNone) {}

  static constexpr int32_t kNone = -1;
  /// Where every object begins: before its first key.
  static constexpr int32_t kStart = 0;

  /// The child expected after `previous` (a position that found() gave, or kStart) if the raw key,
  /// which ends at a quote, is its name; kNone otherwise. Raw keys with escapes never match.
  int32_t predicted(int32_t previous, const char* raw_key) const {
    const int32_t child = next_[static_cast<size_t>(previous)];
    if (child == kNone) return kNone;
    const std::string& name = node_->children[static_cast<size_t>(child)].name;
    // A mismatch before the quote ends the comparison, so nothing past the key's padding is read.
    if (name.size() > kLongestPredicted || std::memcmp(raw_key, name.data(), name.size()) != 0 ||
        raw_key[name.size()] != '"') {
      return kNone;
    }
    return child;
  }
  /// The child of an unescaped key, remembered as what follows `previous`; kNone when there is
  /// none.
  int32_t find(int32_t previous, std::string_view key) {
    const auto found = node_->by_name.find(key);
    if (found == node_->by_name.end()) return kNone;
    const bool plain = key.find_first_of("\\\"") == std::string_view::npos;
    if (plain) next_[static_cast<size_t>(previous)] = found->second;
    return found->second;
  }
  /// What to pass as `previous` for the key after this child.
  static int32_t after(int32_t child) { return child + 1; }
  /// Position of the child's node in Mapping::nodes.
  int32_t node(int32_t child) const { return node_->children[static_cast<size_t>(child)].node; }

 private:
  /// Comparing reads as many bytes past a short key: fewer than the padding of a line.
  static constexpr size_t kLongestPredicted = 60;

  const ObjectNode* node_;
  std::vector<int32_t> next_;
};

}  // namespace segsmith::index
