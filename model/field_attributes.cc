// SPDX-License-Identifier: Apache-2.0
#include "model/field_attributes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "util/java_hash.h"

namespace segsmith::model {

StringPairs attributes_as_read(StringPairs pairs) {
  constexpr size_t kMostSorted = 10;
  if (pairs.size() <= kMostSorted) std::ranges::sort(pairs);
  return pairs;
}

StringPairs attributes_in_map_order(const StringPairs& pairs, size_t copied) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : pairs) keys.push_back(key);
  StringPairs ordered;
  for (const size_t i : java_hash_map_copy_order(keys, copied)) ordered.push_back(pairs[i]);
  return ordered;
}

void put_attribute(StringPairs& pairs, const std::string& key, const std::string& value) {
  const size_t copied = pairs.size();
  const auto found = std::ranges::find(pairs, key, &std::pair<std::string, std::string>::first);
  if (found == pairs.end()) {
    pairs.emplace_back(key, value);
  } else {
    found->second = value;
  }
  pairs = attributes_in_map_order(pairs, copied);
}

}  // namespace segsmith::model
