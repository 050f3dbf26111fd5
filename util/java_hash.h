// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace segsmith {

/// Java's String.hashCode of the UTF-16 form of UTF-8 `text`.
int32_t java_string_hash(std::string_view text);

/// The order in which a Java HashMap (or HashSet) with default sizing iterates over `keys` put in
/// the given order: by spread hash in a table of 16 that doubles past three quarters, chains in
/// insertion order. Lucene writes such maps in their iteration order, so it reaches the bytes.
/// Duplicates must not occur. Returns indices into `keys`.
std::vector<size_t> java_hash_map_order(const std::vector<std::string>& keys);

/// The same for Integer keys.
std::vector<size_t> java_hash_map_order(const std::vector<int32_t>& keys);

/// The same for `new HashMap<>(map)` of another map of the first `copied` keys (whose table is made
/// just large enough, since JDK 19), into which the rest were put.
std::vector<size_t> java_hash_map_copy_order(const std::vector<std::string>& keys, size_t copied);

}  // namespace segsmith
