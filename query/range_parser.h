// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "model/field_info.h"
#include "query/range_query.h"

/// `FIELD=LO..HI` as users type it: both ends inclusive, `*` open, `(` before or `)` behind for
/// exclusive ends; numbers, dates, ips and bytes by the field's type.
namespace segsmith::query {

/// The pieces before they are typed.
struct RangeText {
  std::string field;
  std::string low;  ///< "*" is open.
  std::string high;
  bool include_low = true;
  bool include_high = true;
};

/// InvalidArgument with what was expected. The field ends at the first '='; the bounds part at
/// "..".
RangeText split_range(std::string_view text);

/// How the text of a bound becomes a stored value.
enum class BoundType : uint8_t {
  integer,        ///< A 64-bit integer, as doc values hold it.
  unsigned_long,  ///< 0..2^64-1, sign bit flipped.
  float64,        ///< Sortable bits of a double.
  float32,
  half_float,
  scaled_float,  ///< Multiplied by `scaling_factor`.
  date_millis,   ///< Epoch milliseconds, or an ISO date.
  date_nanos,
  boolean,
  ip,     ///< 16 bytes.
  bytes,  ///< UTF-8 text, or 0x followed by hex digits.
};

struct BoundFormat {
  BoundType type = BoundType::integer;
  double scaling_factor = 1;
};

/// Types the bounds. Exclusive ends move to the neighbouring stored value; a bound between two
/// stored values (2.5 on a long) moves inward. InvalidArgument names the field and the bound.
FieldRange parse_range(const RangeText& text, const BoundFormat& format);

/// The range that one value alone fills (a TermQuery); "*" is the text of a star. InvalidArgument
/// as parse_range.
FieldRange parse_term(const std::string& field, const std::string& value,
                      const BoundFormat& format);
/// The range of all byte strings that begin with `prefix`. InvalidArgument when the field's values
/// are no text.
FieldRange parse_prefix(const std::string& field, const std::string& prefix,
                        const BoundFormat& format);

/// For an index without a mapping: integers for numbers, bytes for SORTED, SORTED_SET and BINARY.
BoundFormat bound_format(const model::FieldInfo& field);

}  // namespace segsmith::query
