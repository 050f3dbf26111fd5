// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "model/field_info.h"

/// The order of a field's attributes, which Lucene keeps in maps and writes as they iterate
/// (org.apache.lucene.index.FieldInfo.attributes).
namespace segsmith::model {

/// Attributes as a `.fnm` that was read gives them to Lucene: a sorted map while there are few.
StringPairs attributes_as_read(StringPairs pairs);
/// Attributes in the order of a Java map that was copied from the first `copied` of them.
StringPairs attributes_in_map_order(const StringPairs& pairs, size_t copied);
/// FieldInfo.putAttribute: into a copy of the map.
void put_attribute(StringPairs& pairs, const std::string& key, const std::string& value);

}  // namespace segsmith::model
