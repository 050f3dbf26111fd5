// SPDX-License-Identifier: Apache-2.0
// Mapping files. Input: the JSON.
#include "fuzz/fuzz_target.h"
#include "index/mapping.h"
#include "index/segment_buffer.h"
#include "util/error.h"

namespace segsmith::fuzz {
namespace {

constexpr const char* kMappings[] = {
    R"({})",
    R"({"settings":{"index":{"mode":"logsdb","codec":"best_compression"}},
"mappings":{"properties":{"@timestamp":{"type":"date"},"host":{"properties":{"name":{"type":"keyword"}}},
"message":{"type":"match_only_text"}}}})",
    R"({"settings":{"index.mode":"time_series","index.routing_path":["d"]},"mappings":{"properties":{
"@timestamp":{"type":"date"},"d":{"type":"keyword","time_series_dimension":true},
"c":{"type":"long","time_series_metric":"counter"}}}})",
    R"({"settings":{"index.sort.field":["a","k"],"index.sort.order":["desc","asc"],
"index.sort.missing":["_first","_last"]},"mappings":{"properties":{"a":{"type":"long"},
"k":{"type":"keyword","fields":{"sub":{"type":"keyword","ignore_above":20}}},
"s":{"type":"scaled_float","scaling_factor":100,"null_value":1.5},"b":{"type":"boolean"},
"d":{"type":"date_nanos","format":"yyyy-MM-dd||epoch_millis"},"i":{"type":"ip","store":true},
"g":{"type":"geo_point"},"h":{"type":"half_float","index":false},"u":{"type":"unsigned_long"}}}})",
};

}  // namespace

void run_one(std::span<const std::byte> input) {
  GuardedBytes text(input);
  try {
    const auto mapping = index::Mapping::parse(text_of(text.span()), "m.json");
    for (const auto& field : mapping->fields()) {
      expect(mapping->find(field.name) != nullptr, "every field is found by its name");
    }
    const index::SegmentBuffer buffer(mapping);
    expect(buffer.documents() == 0, "a buffer begins empty");
  } catch (const InvalidArgument&) {
    return;
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const char* text : kMappings) all.push_back(bytes_of(text));
  return all;
}

}  // namespace segsmith::fuzz
