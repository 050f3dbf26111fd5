// SPDX-License-Identifier: Apache-2.0
#include "merge/policy_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

#include "index/byte_size.h"
#include "index/nearest_name.h"
#include "merge/log_merge_policy.h"
#include "merge/tiered_merge_policy.h"
#include "util/error.h"
#include "util/java_number.h"

namespace segsmith::merge {
namespace {

constexpr double kMegabyte = 1024.0 * 1024.0;

/// All that a setting may change; each policy takes its part.
struct Draft {
  TieredSettings tiered;
  LogSettings log;
  CompoundLimits compound;
};

/// How a number is checked and stored.
struct Key {
  std::string_view name;
  double low;
  double high;
  bool low_is_exclusive;
  bool whole;
  void (*store)(Draft& draft, double value);
};

int32_t whole(double value) { return java_int(value); }
/// v * 2^20 bytes, everything beyond a long being its maximum (TieredMergePolicy, MergePolicy).
int64_t bytes(double megabytes) { return java_long(megabytes * kMegabyte); }

constexpr double kAny = std::numeric_limits<double>::max();
constexpr double kMaxInt = 2147483647.0;

constexpr Key kTieredKeys[] = {
    {"deletes_pct_allowed", 0, 50, true, false,
     [](Draft& d, double v) { d.tiered.deletes_pct_allowed = v; }},
    {"floor_segment_mb", 0, kAny, true, false,
     [](Draft& d, double v) { d.tiered.floor_segment_bytes = bytes(v); }},
    {"force_merge_deletes_pct_allowed", 0, 100, false, false,
     [](Draft& d, double v) { d.tiered.force_merge_deletes_pct_allowed = v; }},
    {"max_cfs_segment_size_mb", 0, kAny, false, false,
     [](Draft& d, double v) { d.compound.max_segment_size = bytes(v); }},
    {"max_merge_at_once", 2, kMaxInt, false, true,
     [](Draft& d, double v) { d.tiered.max_merge_at_once = whole(v); }},
    {"max_merged_segment_mb", 0, kAny, false, false,
     [](Draft& d, double v) { d.tiered.max_merged_segment_bytes = bytes(v); }},
    {"no_cfs_ratio", 0, 1, false, false, [](Draft& d, double v) { d.compound.no_cfs_ratio = v; }},
    {"segments_per_tier", 2, kAny, false, false,
     [](Draft& d, double v) { d.tiered.segments_per_tier = v; }},
    {"target_search_concurrency", 1, kMaxInt, false, true,
     [](Draft& d, double v) { d.tiered.target_search_concurrency = whole(v); }},
};

// Settings of both log policies; those of one unit stand in kLogBytesKeys and kLogDocsKeys.
constexpr Key kLogKeys[] = {
    {"max_cfs_segment_size_mb", 0, kAny, false, false,
     [](Draft& d, double v) { d.compound.max_segment_size = bytes(v); }},
    {"max_merge_docs", -kMaxInt, kMaxInt, false, true,
     [](Draft& d, double v) { d.log.max_merge_docs = whole(v); }},
    {"merge_factor", 2, kMaxInt, false, true,
     [](Draft& d, double v) { d.log.merge_factor = whole(v); }},
    {"no_cfs_ratio", 0, 1, false, false, [](Draft& d, double v) { d.compound.no_cfs_ratio = v; }},
    {"target_search_concurrency", 1, kMaxInt, false, true,
     [](Draft& d, double v) { d.log.target_search_concurrency = whole(v); }},
};

constexpr Key kLogBytesKeys[] = {
    {"max_merge_mb", -kAny, kAny, false, false,
     [](Draft& d, double v) { d.log.max_merge_size = bytes(v); }},
    {"max_merge_mb_for_forced_merge", -kAny, kAny, false, false,
     [](Draft& d, double v) { d.log.max_merge_size_for_forced_merge = bytes(v); }},
    {"min_merge_mb", -kAny, kAny, false, false,
     [](Draft& d, double v) { d.log.min_merge_size = bytes(v); }},
};

constexpr Key kLogDocsKeys[] = {
    {"min_merge_docs", -kMaxInt, kMaxInt, false, true,
     [](Draft& d, double v) { d.log.min_merge_size = whole(v); }},
};

constexpr std::string_view kCalibrate = "calibrate_size_by_deletes";

/// The number keys of a policy.
std::vector<Key> keys_of(Policy policy) {
  if (policy == Policy::tiered) return {std::begin(kTieredKeys), std::end(kTieredKeys)};
  std::vector<Key> keys(std::begin(kLogKeys), std::end(kLogKeys));
  const std::span<const Key> own = policy == Policy::log_byte_size
                                       ? std::span<const Key>(kLogBytesKeys)
                                       : std::span<const Key>(kLogDocsKeys);
  keys.insert(keys.end(), own.begin(), own.end());
  return keys;
}

std::string number_text(double value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

[[noreturn]] void refuse(std::string_view key, const std::string& expected,
                         const std::string& found) {
  throw InvalidArgument("merge policy setting " + std::string(key) + ": expected " + expected +
                        ", found " + found);
}

void check(const Key& key, double value) {
  const bool low = key.low_is_exclusive ? value > key.low : value >= key.low;
  if (low && value <= key.high && (!key.whole || value == std::floor(value))) return;
  std::string expected = key.whole ? "a whole number" : "a number";
  if (key.low > -kMaxInt) {
    expected += (key.low_is_exclusive ? " above " : " of at least ") + number_text(key.low);
  }
  if (key.high < kMaxInt) expected += " and at most " + number_text(key.high);
  refuse(key.name, expected, number_text(value));
}

void apply(Policy policy, const PolicySetting& setting, Draft& draft) {
  if (policy != Policy::tiered && setting.key == kCalibrate) {
    const bool* flag = std::get_if<bool>(&setting.value);
    if (!flag) refuse(kCalibrate, "true or false", number_text(std::get<double>(setting.value)));
    draft.log.calibrate_size_by_deletes = *flag;
    return;
  }
  for (const Key& key : keys_of(policy)) {
    if (key.name != setting.key) continue;
    const double* value = std::get_if<double>(&setting.value);
    if (!value) refuse(key.name, "a number", std::get<bool>(setting.value) ? "true" : "false");
    check(key, *value);
    key.store(draft, *value);
    return;
  }
  const auto known = policy_setting_keys(policy);
  throw InvalidArgument("the merge policy " + std::string(name_of(policy)) + " has no setting \"" +
                        setting.key + "\"" + index::suggestion(setting.key, known));
}

}  // namespace

std::unique_ptr<const MergePolicy> make_policy(Policy policy,
                                               const std::vector<PolicySetting>& settings) {
  const LogUnit unit = policy == Policy::log_doc ? LogUnit::documents : LogUnit::bytes;
  Draft draft;
  draft.log = LogSettings::defaults(unit);
  for (const PolicySetting& setting : settings) apply(policy, setting, draft);
  if (policy == Policy::tiered) {
    return std::make_unique<TieredMergePolicy>(draft.tiered, draft.compound);
  }
  return std::make_unique<LogMergePolicy>(unit, draft.log, draft.compound);
}

PolicySetting parse_policy_setting(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw InvalidArgument("a merge policy setting: expected KEY=VALUE, found \"" +
                          std::string(text) + "\"");
  }
  const std::string key(text.substr(0, equals));
  const std::string_view value = text.substr(equals + 1);
  if (value == "true" || value == "false") return {key, value == "true"};
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || !std::isfinite(number)) {
    refuse(key, "a number, true or false", "\"" + std::string(value) + "\"");
  }
  return {key, number};
}

std::vector<std::string_view> policy_setting_keys(Policy policy) {
  std::vector<std::string_view> names;
  for (const Key& key : keys_of(policy)) names.push_back(key.name);
  if (policy != Policy::tiered) names.push_back(kCalibrate);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<PolicySetting> elasticsearch_settings(Policy policy) {
  std::vector<PolicySetting> settings{{"no_cfs_ratio", 1.0}, {"max_cfs_segment_size_mb", 1024.0}};
  switch (policy) {
    case Policy::tiered:
      settings.insert(settings.end(), {{"segments_per_tier", 10.0},
                                       {"max_merge_at_once", 10.0},
                                       {"floor_segment_mb", 2.0},
                                       {"max_merged_segment_mb", 5.0 * 1024},
                                       {"deletes_pct_allowed", 20.0},
                                       {"force_merge_deletes_pct_allowed", 10.0}});
      break;
    case Policy::log_byte_size:
      settings.insert(
          settings.end(),
          {{"merge_factor", 32.0}, {"min_merge_mb", 2.0}, {"max_merge_mb", 100.0 * 1024}});
      break;
    case Policy::log_doc:
      break;
  }
  return settings;
}

namespace {

/// Elasticsearch's name of a setting, and the policy's.
struct MappedKey {
  std::string_view name;
  std::string_view key;
  bool size;  ///< A size in bytes, which the policy takes in megabytes.
};

constexpr MappedKey kTieredMapped[] = {
    {"deletes_pct_allowed", "deletes_pct_allowed", false},
    {"expunge_deletes_allowed", "force_merge_deletes_pct_allowed", false},
    {"floor_segment", "floor_segment_mb", true},
    {"max_merge_at_once", "max_merge_at_once", false},
    {"max_merged_segment", "max_merged_segment_mb", true},
    {"segments_per_tier", "segments_per_tier", false},
};

constexpr MappedKey kLogMapped[] = {
    {"merge_factor", "merge_factor", false},
    {"min_merge", "min_merge_mb", true},
    {"max_merge", "max_merge_mb", true},
};

PolicySetting mapped(const MappedKey& key, const std::string& value) {
  if (!key.size) {
    return parse_policy_setting(std::string(key.key) + "=" + value);
  }
  const auto size = index::byte_size(value);
  if (!size) refuse(key.name, "a size as 512mb", "\"" + value + "\"");
  return {std::string(key.key), static_cast<double>(*size) / kMegabyte};
}

}  // namespace

std::vector<PolicySetting> settings_of_mapping(Policy policy,
                                               const std::map<std::string, std::string>& settings) {
  std::span<const MappedKey> keys;
  if (policy == Policy::tiered) keys = kTieredMapped;
  if (policy == Policy::log_byte_size) keys = kLogMapped;
  std::vector<PolicySetting> own;
  for (const MappedKey& key : keys) {
    const auto given = settings.find(std::string(key.name));
    if (given != settings.end()) own.push_back(mapped(key, given->second));
  }
  return own;
}

}  // namespace segsmith::merge
