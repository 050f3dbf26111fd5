// SPDX-License-Identifier: Apache-2.0
// JSON documents against a mapping of many types. Input: u8 whether unmapped fields are dropped,
// then lines.
#include "fuzz/fuzz_target.h"
#include "index/document_parser.h"

namespace segsmith::fuzz {
namespace {

using index::DocumentParser;
using index::SegmentBuffer;

constexpr const char* kMapping = R"({"mappings":{"properties":{
"l":{"type":"long"},"b":{"type":"byte","ignore_malformed":true},"u":{"type":"unsigned_long"},
"f":{"type":"float"},"d":{"type":"double","coerce":false},"h":{"type":"half_float"},
"s":{"type":"scaled_float","scaling_factor":100,"null_value":1.5},"t":{"type":"date"},
"n":{"type":"date_nanos","format":"strict_date_optional_time||epoch_millis"},
"o":{"type":"boolean","null_value":true},"k":{"type":"keyword","ignore_above":20,"store":true,
"fields":{"sub":{"type":"keyword"}}},"i":{"type":"ip"},"g":{"type":"geo_point"},
"y":{"type":"binary","doc_values":true},"x":{"properties":{"k":{"type":"keyword"},
"l":{"type":"long"}}}}}})";

std::shared_ptr<const index::Mapping> mapping() {
  static const auto kParsed = index::Mapping::parse(kMapping, "m.json");
  return kParsed;
}

/// Whether the document was taken.
bool add(DocumentParser& parser, std::string_view line, SegmentBuffer& buffer) {
  // What follows a line must be readable, and no more than that.
  GuardedBytes padded(line.size() + DocumentParser::kPadding);
  std::ranges::copy(bytes_of(line), padded.span().begin());
  try {
    parser.parse(text_of(padded.span()).substr(0, line.size()), buffer.documents(), buffer);
  } catch (const index::DocumentError& e) {
    expect(e.offset() <= line.size(), "the fault lies in the line");
    return false;
  }
  buffer.end_document(nullptr);
  return true;
}

void check_columns(SegmentBuffer& buffer) {
  for (index::FieldBuffer& field : buffer.fields()) {
    expect(static_cast<int32_t>(field.numbers.docs().size()) <= buffer.documents(),
           "a field has no more documents than there are");
  }
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const bool drop = parameters.u8() % 2 != 0;
  DocumentParser parser(mapping(), drop);
  SegmentBuffer buffer(mapping());
  std::string_view left = text_of(parameters.rest());
  while (!left.empty()) {
    const std::string_view line = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(line.size() + 1, left.size()));
    const int32_t before = buffer.documents();
    const bool taken = add(parser, line, buffer);
    expect(buffer.documents() == before + (taken ? 1 : 0), "one document a line that is taken");
    // A parser that remembers no keys answers alike.
    DocumentParser fresh(mapping(), drop);
    SegmentBuffer alone(mapping());
    expect(add(fresh, line, alone) == taken, "what came before does not matter");
  }
  check_columns(buffer);
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const char* text :
       {R"({"l":1,"b":-128,"u":18446744073709551615,"f":1.5e-3,"d":"x"})"
        "\n"
        R"({"l":[1,2,"3",null],"b":"no","u":"7","h":65504,"s":null,"o":["true",false]})",
        R"({"t":"2026-11-30T12:34:56.789Z","n":"1700000000123.5","k":["a","\u00e9\n"],"i":"::1"})",
        R"({"g":{"lat":1.5,"lon":-2},"y":"AQID","x":{"k":"v","l":[[1],[2]]},"x.l":3})"
        "\n"
        R"({"g":"1.5,-2","i":"10.0.0.1"})"
        "\n"
        R"({"g":[[1,2],[3,4]],"unknown":{"deep":[{"a":{}}]}})",
        "{}", "[]", R"({"l":1}{"l":2})"}) {
    for (const uint8_t drop : {0, 1}) {
      Bytes seed = {std::byte{drop}};
      append(seed, bytes_of(text));
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
