// SPDX-License-Identifier: Apache-2.0
// Action lines of bulk input. Input: the line.
#include "fuzz/fuzz_target.h"
#include "index/bulk_line.h"

namespace segsmith::fuzz {

void run_one(std::span<const std::byte> input) {
  GuardedBytes line(input);
  const auto action = index::parse_bulk_action(text_of(line.span()));
  if (action) expect(*action <= index::BulkAction::delete_, "one of the four actions");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const char* line :
       {R"({"index":{}})", R"({"create":{"_id":"7","_index":"i"}})",
        R"({"delete":{"_id":"\u00e9"}})", R"({"update":{"a":[1,2.5e3,null,true,{"b":{}}]}})",
        R"({"index":1})", R"({"field":{}})", R"([{"index":{}}])", ""}) {
    all.push_back(bytes_of(line));
  }
  return all;
}

}  // namespace segsmith::fuzz
