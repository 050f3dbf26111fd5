// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "index/segment_reader.h"
#include "model/doc_values_iterator.h"
#include "util/bit_set.h"
#include "util/hex.h"

/// What the cases of a script share: a segment's field, the script's line, and forms of answers.
namespace segsmith::compat {

struct Case {
  const index::SegmentReader& segment;
  const model::FieldInfo& field;
  const nlohmann::json& line;

  int64_t number(const char* key) const { return line.at(key).get<int64_t>(); }
  const model::DocValuesField& values() const { return segment.doc_values(field); }
  int32_t max_doc() const { return segment.max_doc(); }
};

using Answers = std::vector<std::string>;

inline std::string doc_text(int32_t doc) {
  return doc == model::kNoMoreDocs ? "end" : std::to_string(doc);
}

/// How many bits are set, and a sum over them (Java's arithmetic).
inline std::string bits_text(const BitSet& bits) {
  uint64_t sum = 0;
  for (uint64_t d = bits.next_set(0); d < bits.size(); d = bits.next_set(d + 1)) sum = sum * 31 + d;
  return std::to_string(bits.count()) + " bits, " + std::to_string(static_cast<int64_t>(sum));
}

Answers skipper_answers(const Case& c);
Answers blocks_answers(const Case& c);
Answers range_answers(const Case& c);

}  // namespace segsmith::compat
