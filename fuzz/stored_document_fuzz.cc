// SPDX-License-Identifier: Apache-2.0
// The values of one stored document. Input: u8 fields, then the document.
#include <cstring>

#include <cmath>

#include "codec/stored_value_codec.h"
#include "fuzz/fuzz_target.h"

namespace segsmith::fuzz {
namespace {

void encode(const codec::StoredValue& value, codec::StoredValueEncoder& to) {
  to.field(value.field, value.type);
  switch (value.type) {
    case codec::StoredType::string:
    case codec::StoredType::bytes:
      return to.bytes(value.bytes);
    case codec::StoredType::int32:
      return to.zint(static_cast<int32_t>(value.number));
    case codec::StoredType::int64:
      return to.tlong(value.number);
    case codec::StoredType::float32:
      return to.zfloat(codec::stored_float(value));
    case codec::StoredType::float64:
      return to.zdouble(codec::stored_double(value));
  }
}

/// Any NaN is written as the one that Java knows.
bool is_nan(const codec::StoredValue& value) {
  return (value.type == codec::StoredType::float32 && std::isnan(codec::stored_float(value))) ||
         (value.type == codec::StoredType::float64 && std::isnan(codec::stored_double(value)));
}

bool equal(const codec::StoredValue& a, const codec::StoredValue& b) {
  if (is_nan(a) && is_nan(b)) return a.field == b.field && a.type == b.type;
  return a.field == b.field && a.type == b.type && a.number == b.number &&
         std::ranges::equal(a.bytes, b.bytes);
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const uint32_t fields = parameters.u8();
  GuardedBytes document(parameters.rest());
  std::vector<codec::StoredValue> values;
  if (codec::decode_stored_document(document.span(), fields, values) != nullptr) return;
  expect(values.size() == fields, "as many values as fields");
  Bytes again;
  codec::StoredValueEncoder encoder(again);
  for (const auto& value : values) encode(value, encoder);
  std::vector<codec::StoredValue> back;
  expect(codec::decode_stored_document(again, fields, back) == nullptr, "what was written is read");
  expect(std::ranges::equal(values, back, equal), "values come back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const double x : {0.0, 0.1, -7.0, 1e300}) {
    Bytes document;
    append(document, 6, 1);
    codec::StoredValueEncoder encoder(document);
    encoder.field(3, codec::StoredType::int64);
    encoder.tlong(1700000000000 + static_cast<int64_t>(x == 0.0));
    encoder.field(4, codec::StoredType::float64);
    encoder.zdouble(x);
    encoder.field(4, codec::StoredType::float32);
    encoder.zfloat(static_cast<float>(-x));
    encoder.field(5, codec::StoredType::int32);
    encoder.zint(-300);
    encoder.field(900, codec::StoredType::string);
    encoder.bytes(bytes_of("text"));
    encoder.field(0, codec::StoredType::bytes);
    encoder.bytes({});
    all.push_back(document);
  }
  return all;
}

}  // namespace segsmith::fuzz
