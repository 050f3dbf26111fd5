// SPDX-License-Identifier: Apache-2.0
#include "lab/mapped_value.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "bkd/point_encoding.h"
#include "lab/enlarge.h"
#include "lab/json_text.h"

namespace segsmith::lab {
namespace {

using index::FieldKind;

/// Years 0000 to 9999, which the text form holds.
constexpr int64_t kMinMillis = -62'167'219'200'000, kMaxMillis = 253'402'300'799'999;

void append_date(std::string& out, int64_t millis) {
  if (millis < kMinMillis || millis > kMaxMillis) return append_number(out, millis);
  out += '"';
  append_iso_millis(millis, out);
  out += '"';
}

void append_date_nanos(std::string& out, int64_t nanos) {
  int64_t seconds = nanos / 1'000'000'000, rest = nanos % 1'000'000'000;
  if (rest < 0) {
    rest += 1'000'000'000;
    --seconds;
  }
  out += '"';
  append_iso_millis(seconds * 1000, out);
  out.resize(out.size() - 4);  // "000Z"
  std::string digits = std::to_string(rest);
  out.append(9 - digits.size(), '0').append(digits).append("Z\"");
}

void append_unsigned(std::string& out, int64_t flipped) {
  char text[24];
  const uint64_t value = static_cast<uint64_t>(flipped) ^ (uint64_t{1} << 63);
  out.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

}  // namespace

void append_mapped_number(std::string& out, int64_t value, const index::MappedTypes::Entry* entry) {
  const index::FieldType* type = entry == nullptr ? nullptr : index::find_field_type(entry->type);
  switch (type == nullptr ? FieldKind::no_structure : type->kind) {
    case FieldKind::date:
      return append_date(out, value);
    case FieldKind::date_nanos:
      return append_date_nanos(out, value);
    case FieldKind::float64:
      return append_double(out, bkd::sortable_to_double(value));
    case FieldKind::float32:
      return append_float(out, bkd::sortable_to_float(static_cast<int32_t>(value)));
    case FieldKind::float16:
      return append_float(out, bkd::sortable_half_to_float(static_cast<int16_t>(value)));
    case FieldKind::scaled_float:
      return append_double(out, static_cast<double>(value) / entry->scaling_factor);
    case FieldKind::unsigned_long:
      return append_unsigned(out, value);
    case FieldKind::boolean:
      out += value != 0 ? "true" : "false";
      return;
    default:
      return append_number(out, value);
  }
}

void append_mapped_bytes(std::string& out, std::span<const std::byte> bytes, FieldKind kind) {
  if (kind == FieldKind::ip && bytes.size() == 16) {
    static constexpr unsigned char kMappedIpv4[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    const auto* raw = reinterpret_cast<const unsigned char*>(bytes.data());
    const bool v4 = std::equal(std::begin(kMappedIpv4), std::end(kMappedIpv4), raw);
    char text[INET6_ADDRSTRLEN];
    inet_ntop(v4 ? AF_INET : AF_INET6, v4 ? raw + 12 : raw, text, sizeof(text));
    return append_json_string(out, text);
  }
  append_text_or_hex(out, bytes);
}

}  // namespace segsmith::lab
