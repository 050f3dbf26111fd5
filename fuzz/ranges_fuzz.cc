// SPDX-License-Identifier: Apache-2.0
// Ranges as users type them. Input: u8 type of the bounds, u64 bits of the scaling factor, then the
// text.
#include <bit>

#include "fuzz/fuzz_target.h"
#include "query/range_parser.h"
#include "util/error.h"

namespace segsmith::fuzz {

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  query::BoundFormat format;
  format.type = static_cast<query::BoundType>(parameters.u8() %
                                              (static_cast<unsigned>(query::BoundType::bytes) + 1));
  format.scaling_factor = std::bit_cast<double>(parameters.u64());
  GuardedBytes text(parameters.rest());
  try {
    const auto pieces = query::split_range(text_of(text.span()));
    const auto range = query::parse_range(pieces, format);
    expect(range.field == pieces.field, "the range of the field that was named");
  } catch (const InvalidArgument&) {
    return;
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  constexpr std::pair<query::BoundType, const char*> kRanges[] = {
      {query::BoundType::integer, "a.b=(1..2.5)"},
      {query::BoundType::unsigned_long, "u=0..18446744073709551615"},
      {query::BoundType::float64, "d=-1e300..(NaN)"},
      {query::BoundType::float32, "f=-0.0..3.4e38"},
      {query::BoundType::half_float, "h=1..65504"},
      {query::BoundType::scaled_float, "s=1.25..*"},
      {query::BoundType::date_millis, "@timestamp=2026-11-30T00:00:00Z..1700000000000"},
      {query::BoundType::date_nanos, "@timestamp=(2026-11-30..*"},
      {query::BoundType::boolean, "b=false..true"},
      {query::BoundType::ip, "ip=10.0.0.1..(2001:db8::1)"},
      {query::BoundType::bytes, "k=abc..0x00ff"},
  };
  for (const auto& [type, text] : kRanges) {
    Bytes seed = {static_cast<std::byte>(type)};
    append(seed, std::bit_cast<uint64_t>(100.0), 8);
    append(seed, bytes_of(text));
    all.push_back(seed);
  }
  return all;
}

}  // namespace segsmith::fuzz
