// SPDX-License-Identifier: Apache-2.0
#include "merge/merged_field_infos.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "util/error.h"
#include "util/java_hash.h"

namespace segsmith::merge {
namespace {

using model::FieldInfo;
using model::StringPairs;

void check_same_schema(const FieldInfo& a, const FieldInfo& b, const std::string& segment) {
  const auto fail = [&](const char* what) {
    throw InvalidArgument("field '" + a.name + "' of segment " + segment + " disagrees in its " +
                          what + " with the segments before");
  };
  if (a.doc_values_type != b.doc_values_type) fail("doc-values type");
  if (a.skip_index_type != b.skip_index_type) fail("doc-values skip index");
  if (a.point_dims != b.point_dims || a.point_index_dims != b.point_index_dims ||
      a.point_bytes != b.point_bytes) {
    fail("points");
  }
}

/// Attributes in the order of a Java map that was copied from the first `copied` of them.
StringPairs in_map_order(const StringPairs& pairs, size_t copied) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : pairs) keys.push_back(key);
  StringPairs ordered;
  for (const size_t i : java_hash_map_copy_order(keys, copied)) ordered.push_back(pairs[i]);
  return ordered;
}

/// FieldInfo.putAttribute: into a copy of the map.
void put(StringPairs& pairs, const std::string& key, const std::string& value) {
  const size_t copied = pairs.size();
  const auto found = std::ranges::find(pairs, key, &std::pair<std::string, std::string>::first);
  if (found == pairs.end()) {
    pairs.emplace_back(key, value);
  } else {
    found->second = value;
  }
  pairs = in_map_order(pairs, copied);
}

/// Attributes of a field as `.fnm` gives them to Lucene: a sorted map, while there are few.
StringPairs as_read(StringPairs pairs) {
  constexpr size_t kMostSorted = 10;
  if (pairs.size() <= kMostSorted) std::ranges::sort(pairs);
  return pairs;
}

/// Doc values are written anew, and their formats named again.
void name_formats_again(FieldInfo& field) {
  const StringPairs before = field.attributes;
  for (const auto& [key, value] : before) {
    if (key.starts_with("PerFieldDocValuesFormat.")) put(field.attributes, key, value);
  }
}

}  // namespace

std::vector<FieldInfo> merged_field_infos(Sources sources, model::FieldNumbers numbers) {
  std::vector<FieldInfo> merged;
  std::map<std::string, size_t> by_name;
  for (const auto& source : sources) {
    for (const FieldInfo& field : source->fields()) {
      const StringPairs attributes = as_read(field.attributes);
      const auto [it, added] = by_name.try_emplace(field.name, merged.size());
      if (!added) {
        FieldInfo& first = merged[it->second];
        check_same_schema(first, field, source->name());
        for (const auto& [key, value] : attributes) put(first.attributes, key, value);
        continue;
      }
      FieldInfo& copy = merged.emplace_back(field);
      copy.doc_values_gen = -1;
      copy.number = numbers.add_or_get(field);
      copy.attributes = in_map_order(attributes, attributes.size());
    }
  }
  for (FieldInfo& field : merged) name_formats_again(field);
  std::ranges::sort(merged, {}, &FieldInfo::number);
  return merged;
}

}  // namespace segsmith::merge
