// SPDX-License-Identifier: Apache-2.0
#include "lab/merge_plan.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <vector>

#include "lab/shown_json.h"
#include "merge/policy_settings.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

using index::SegmentSize;
using nlohmann::json;

enum class Trigger : uint8_t { natural, full_flush, expunge, force };

struct State {
  merge::Policy policy = merge::Policy::tiered;
  std::vector<merge::PolicySetting> settings;
  Trigger trigger = Trigger::natural;
  int32_t max_segments = 1;
  std::vector<SegmentSize> segments;
};

/// One state's members, with messages that name file, line and member.
class StateParser {
 public:
  StateParser(std::string_view file, uint64_t line)
      : place_(std::string(file) + ": line " + std::to_string(line)) {}

  State parse(std::string_view text) const {
    json body = json::parse(text, nullptr, false);
    if (!body.is_object()) refuse("the line", "a JSON object", std::string(text.substr(0, 40)));
    State state;
    for (const auto& [name, value] : body.items()) member(name, value, state);
    if (!body.contains("policy")) refuse("\"policy\"", "tiered, log_byte_size or log_doc", "none");
    if (!body.contains("segments")) refuse("\"segments\"", "an array", "none");
    mark_merging(body, state);
    return state;
  }

  [[noreturn]] void refuse(const std::string& what, const std::string& expected,
                           const std::string& found) const {
    throw InvalidArgument(place_ + ": " + what + ": expected " + expected + ", found " + found);
  }
  const std::string& place() const { return place_; }

 private:
  void member(const std::string& name, const json& value, State& state) const {
    if (name == "policy") {
      const auto policy =
          value.is_string() ? merge::parse_policy(value.get<std::string>()) : std::nullopt;
      if (!policy) refuse("\"policy\"", "tiered, log_byte_size or log_doc", shown_json(value));
      state.policy = *policy;
    } else if (name == "set") {
      if (!value.is_object()) refuse("\"set\"", "an object", shown_json(value));
      for (const auto& [key, setting] : value.items()) state.settings.push_back(one(key, setting));
    } else if (name == "trigger") {
      state.trigger = trigger(value);
    } else if (name == "max_segments") {
      state.max_segments = static_cast<int32_t>(whole("\"max_segments\"", value, 1, kMaxInt));
    } else if (name == "segments") {
      segments(value, state);
    } else if (name != "merging") {
      refuse("member \"" + name + "\"", "policy, set, trigger, max_segments, segments or merging",
             "an unknown one");
    }
  }

  merge::PolicySetting one(const std::string& key, const json& value) const {
    if (value.is_boolean()) return {key, value.get<bool>()};
    if (value.is_number()) return {key, value.get<double>()};
    refuse("\"set\", \"" + key + "\"", "a number, true or false", shown_json(value));
  }

  Trigger trigger(const json& value) const {
    if (value == "natural") return Trigger::natural;
    if (value == "full_flush") return Trigger::full_flush;
    if (value == "expunge") return Trigger::expunge;
    if (value == "force") return Trigger::force;
    refuse("\"trigger\"", "natural, full_flush, expunge or force", shown_json(value));
  }

  int64_t whole(const std::string& what, const json& value, int64_t low, int64_t high) const {
    const bool fits =
        value.is_number_integer() &&
        !(value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(high));
    if (!fits || value.get<int64_t>() < low || value.get<int64_t>() > high) {
      refuse(what, "a whole number from " + std::to_string(low) + " to " + std::to_string(high),
             shown_json(value));
    }
    return value.get<int64_t>();
  }

  void segments(const json& list, State& state) const {
    if (!list.is_array()) refuse("\"segments\"", "an array", shown_json(list));
    state.segments.reserve(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
      state.segments.push_back(segment("segment " + std::to_string(i), list[i]));
    }
  }

  SegmentSize segment(const std::string& where, const json& value) const {
    if (!value.is_object()) refuse(where, "an object", shown_json(value));
    SegmentSize segment;
    bool named = false, sized = false, counted = false;
    for (const auto& [key, v] : value.items()) {
      const std::string what = where + ", \"" + key + "\"";
      if (key == "name") {
        if (!v.is_string()) refuse(what, "a string", shown_json(v));
        segment.name = v.get<std::string>();
        named = true;
      } else if (key == "max_doc") {
        segment.max_doc = static_cast<int32_t>(whole(what, v, 0, kMaxInt));
        counted = true;
      } else if (key == "deleted") {
        segment.del_count = static_cast<int32_t>(whole(what, v, 0, kMaxInt));
      } else if (key == "bytes") {
        segment.bytes = static_cast<uint64_t>(whole(what, v, 0, kMaxLong));
        sized = true;
      } else if (key == "compound") {
        if (!v.is_boolean()) refuse(what, "true or false", shown_json(v));
        segment.compound = v.get<bool>();
      } else {
        refuse(what, "name, max_doc, deleted, bytes or compound", "an unknown member");
      }
    }
    if (!named || !sized || !counted) refuse(where, "name, max_doc and bytes", shown_json(value));
    if (segment.del_count > segment.max_doc) {
      refuse(where + ", \"deleted\"", "at most max_doc " + std::to_string(segment.max_doc),
             std::to_string(segment.del_count));
    }
    return segment;
  }

  void mark_merging(const json& body, State& state) const {
    std::unordered_map<std::string_view, SegmentSize*> by_name;
    for (SegmentSize& segment : state.segments) {
      if (!by_name.emplace(segment.name, &segment).second) {
        refuse("\"segments\"", "each name once", "\"" + segment.name + "\" twice");
      }
    }
    const auto merging = body.find("merging");
    if (merging == body.end()) return;
    if (!merging->is_array()) refuse("\"merging\"", "an array of names", shown_json(*merging));
    for (const json& name : *merging) {
      const auto found =
          name.is_string() ? by_name.find(name.get_ref<const std::string&>()) : by_name.end();
      if (found == by_name.end()) refuse("\"merging\"", "names of segments", shown_json(name));
      found->second->merging = true;
    }
  }

  static constexpr int64_t kMaxInt = std::numeric_limits<int32_t>::max();
  static constexpr int64_t kMaxLong = std::numeric_limits<int64_t>::max();
  std::string place_;
};

merge::MergeSpec choose(const merge::MergePolicy& policy, const State& state,
                        merge::Explanation* explain) {
  switch (state.trigger) {
    case Trigger::natural:
      return policy.find_merges(state.segments, explain);
    case Trigger::full_flush:
      return policy.find_full_flush_merges(state.segments, explain);
    case Trigger::expunge:
      return policy.find_forced_deletes_merges(state.segments, explain);
    case Trigger::force:
      return policy.find_forced_merges(state.segments, state.max_segments, explain);
  }
  return {};
}

nlohmann::ordered_json reasons(const merge::Explanation& why, const State& state) {
  nlohmann::ordered_json out;
  out["budget"] = why.budget;
  out["segments"] = nlohmann::ordered_json::array();
  for (const auto& note : why.segments) {
    out["segments"].push_back({{"name", state.segments[note.segment].name}, {"note", note.note}});
  }
  out["merges"] = why.merges;
  out["end"] = why.end;
  return out;
}

}  // namespace

std::string merge_plan(std::string_view text, bool explain, std::string_view file, uint64_t line) {
  const StateParser parser(file, line);
  const State state = parser.parse(text);
  std::unique_ptr<const merge::MergePolicy> policy;
  try {
    policy = merge::make_policy(state.policy, state.settings);
  } catch (const InvalidArgument& e) {
    throw InvalidArgument(parser.place() + ": " + e.what());
  }
  merge::Explanation why;
  const merge::MergeSpec spec = choose(*policy, state, explain ? &why : nullptr);
  nlohmann::ordered_json answer;
  answer["merges"] = nlohmann::ordered_json::array();
  for (const auto& merge : spec) {
    auto names = nlohmann::ordered_json::array();
    for (size_t position : merge) names.push_back(state.segments[position].name);
    answer["merges"].push_back(std::move(names));
  }
  if (explain) answer["explain"] = reasons(why, state);
  return answer.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace segsmith::lab
