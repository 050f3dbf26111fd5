// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compat_tests/transcript_text.h"
#include "query/doc_values_range_iterator.h"
#include "skipper/skip_block_range_iterator.h"

namespace segsmith::compat {
namespace {

using model::kNoMoreDocs;
using nlohmann::json;
using skipper::Match;

std::string levels_text(const skipper::SkipCursor& cursor) {
  std::string text;
  for (int level = 0; level < cursor.levels(); ++level) {
    const skipper::Interval& i = cursor.interval(level);
    text += (level == 0 ? "" : " | ") + std::to_string(i.min_doc) + "-" +
            std::to_string(i.max_doc) + ":" + std::to_string(i.min_value) + ".." +
            std::to_string(i.max_value) + "#" + std::to_string(i.doc_count);
  }
  return text;
}

const char* match_text(Match match) {
  if (match == Match::yes) return "YES";
  return match == Match::yes_if_present ? "YES_IF_PRESENT" : "MAYBE";
}

int32_t target_of(const json& op) { return op.size() > 1 ? op[1].get<int32_t>() : 0; }

}  // namespace

Answers skipper_answers(const Case& c) {
  const auto index = c.segment.skip_index(c.field);
  const skipper::SkipIndexMeta& meta = index->meta();
  Answers answers = {std::to_string(meta.min_value) + ".." + std::to_string(meta.max_value) + "#" +
                     std::to_string(meta.doc_count) + " most " +
                     std::to_string(meta.max_value_count)};
  skipper::SkipCursor cursor(index);
  for (const json& op : c.line.at("ops")) {
    bool found;
    if (op[0].get<std::string>() == "values") {
      found = cursor.advance_to_values(std::max(0, cursor.interval().max_doc), op[1].get<int64_t>(),
                                       op[2].get<int64_t>());
    } else if (target_of(op) <= cursor.interval().max_doc) {
      answers.push_back("-");
      continue;
    } else {
      found = cursor.advance(target_of(op));
    }
    answers.push_back(found ? levels_text(cursor) : "end");
  }
  return answers;
}

Answers blocks_answers(const Case& c) {
  skipper::SkipBlockRangeIterator it(c.segment.skip_index(c.field), c.number("low"),
                                     c.number("high"));
  Answers answers = {"cost " + std::to_string(it.cost())};
  for (const json& op : c.line.at("ops")) {
    const auto kind = op[0].get<std::string>();
    if (it.doc_id() == kNoMoreDocs || (kind == "bits" && it.doc_id() == -1)) {
      answers.push_back(it.doc_id() == -1 ? "-" : "end");
      continue;
    }
    std::string bits;
    if (kind == "next") {
      it.next_doc();
    } else if (kind == "advance") {
      it.advance(std::max(target_of(op), it.doc_id() + 1));
    } else {
      BitSet set(static_cast<uint64_t>(c.max_doc()));
      it.into_bit_set(std::min(target_of(op), c.max_doc()), set);
      bits = bits_text(set) + "; ";
    }
    std::string answer = bits + doc_text(it.doc_id());
    if (it.doc_id() != kNoMoreDocs) {
      answer += std::string(" ") + match_text(it.match()) + " to " +
                std::to_string(it.block_end()) + "/" + std::to_string(it.doc_id_run_end());
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

Answers range_answers(const Case& c) {
  const bool skip = c.line.value("skip", false);
  query::DocValuesRangeIterator it(c.values(), skip ? c.segment.skip_index(c.field) : nullptr,
                                   c.number("low"), c.number("high"));
  Answers answers = {"cost " + std::to_string(it.cost()) + ", match cost " +
                     (it.match_cost() == 2 ? "2.0" : "5.0")};
  bool asked = false;
  for (const json& op : c.line.at("ops")) {
    const auto kind = op[0].get<std::string>();
    const bool move = kind == "next" || kind == "advance";
    if (it.doc_id() == kNoMoreDocs || (!move && (it.doc_id() == -1 || asked))) {
      answers.push_back(it.doc_id() == kNoMoreDocs ? "end" : "-");
      continue;
    }
    std::string bits;
    if (kind == "next") {
      it.next_doc();
    } else if (kind == "advance") {
      it.advance(std::max(target_of(op), it.doc_id() + 1));
    } else if (kind == "match") {
      bits = it.matches() ? "true; " : "false; ";
    } else {
      BitSet set(static_cast<uint64_t>(c.max_doc()));
      if (kind == "bits") {
        it.into_bit_set(target_of(op), set);
      } else {
        for (uint64_t d = 0; d < set.size(); ++d) {
          if (d % 3 != 0) set.set(d);
        }
        it.apply_mask(0, std::min(target_of(op), c.max_doc()), set);
      }
      bits = bits_text(set) + "; ";
    }
    asked = kind == "match";
    std::string answer = bits + doc_text(it.doc_id());
    if (it.doc_id() != kNoMoreDocs) answer += "/" + std::to_string(it.doc_id_run_end());
    answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace segsmith::compat
