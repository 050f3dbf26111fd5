// SPDX-License-Identifier: Apache-2.0
#include "index/field_hash_order.h"

#include <cstdint>

#include "util/java_hash.h"

namespace segsmith::index {
namespace {

constexpr size_t kNone = SIZE_MAX;

/// Chained buckets; a new entry becomes the head of its chain.
struct Table {
  std::vector<size_t> heads;
  std::vector<size_t> next;
  std::vector<uint32_t> hashes;

  void push(size_t entry) {
    size_t& head = heads[hashes[entry] & (heads.size() - 1)];
    next[entry] = head;
    head = entry;
  }
  /// Walks the old buckets in order, so chains come out in another order than by inserting again.
  void grow() {
    std::vector<size_t> old(heads.size() * 2, kNone);
    old.swap(heads);
    for (size_t entry : old) {
      while (entry != kNone) {
        const size_t following = next[entry];
        push(entry);
        entry = following;
      }
    }
  }
};

}  // namespace

std::vector<size_t> field_hash_order(std::span<const std::string_view> names) {
  Table table{std::vector<size_t>(2, kNone), std::vector<size_t>(names.size(), kNone), {}};
  for (size_t i = 0; i < names.size(); ++i) {
    table.hashes.push_back(static_cast<uint32_t>(java_string_hash(names[i])));
    table.push(i);
    // At most half full, counting the field that just came.
    if (i + 1 >= table.heads.size() / 2) table.grow();
  }
  std::vector<size_t> order;
  order.reserve(names.size());
  for (size_t entry : table.heads) {
    for (; entry != kNone; entry = table.next[entry]) order.push_back(entry);
  }
  return order;
}

}  // namespace segsmith::index
