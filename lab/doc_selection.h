// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "index/index_reader.h"
#include "model/field_info.h"
#include "util/bit_set.h"

/// Which documents a change of an index is about, and the value that it gives them, as users type
/// them.
namespace segsmith::lab {

/// One bit set a segment, in commit order, of max_doc bits each.
using DocSelection = std::vector<BitSet>;

/// "SEG:DOC,SEG:DOC,...", as "_0:3,_0:9,_1:0". InvalidArgument names what is no document of the
/// index.
DocSelection select_documents(const index::IndexReader& reader, std::string_view text);
/// The documents of "FIELD=LO..HI" that are not hard-deleted.
DocSelection select_range(const index::IndexReader& reader, std::string_view range);

using FieldValue = std::variant<int64_t, std::vector<std::byte>>;
/// A value of a field of numbers (typed as the bounds of a range are) or bytes (text, or 0x and hex
/// digits). InvalidArgument when it is none.
FieldValue parse_field_value(const index::IndexReader& reader, const model::FieldInfo& field,
                             std::string_view text);

}  // namespace segsmith::lab
