// SPDX-License-Identifier: Apache-2.0
#include "index/mapping_settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "index/byte_size.h"
#include "index/nearest_name.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

/// Settings that mean something here, without the "index." prefix.
constexpr std::array<std::string_view, 22> kKnown{
    "mode",
    "sort.field",
    "sort.order",
    "sort.missing",
    "sort.mode",
    "seq_no.index_options",
    "mapping.use_doc_values_skipper",
    "mapping.source.mode",
    "mapping.ignore_malformed",
    "use_time_series_doc_values_format",
    "use_time_series_doc_values_format_large_block_size",
    "routing_path",
    "time_series.start_time",
    "time_series.end_time",
    "merge.policy.type",
    "compound_format",
    "codec",
    "segsmith.doc_values_format",
    "segsmith.stored_fields",
    "segsmith.skip_index_interval_size",
    "number_of_shards",
    "number_of_replicas",
};

/// Elasticsearch's settings of each merge policy, below "merge.policy.".
constexpr std::array<std::string_view, 10> kPolicySettings{"deletes_pct_allowed",
                                                           "expunge_deletes_allowed",
                                                           "floor_segment",
                                                           "max_merge_at_once",
                                                           "max_merge_at_once_explicit",
                                                           "max_merged_segment",
                                                           "segments_per_tier",
                                                           "merge_factor",
                                                           "min_merge",
                                                           "max_merge"};

/// Names and prefixes (ending in '.') that Elasticsearch knows and that mean nothing here.
constexpr std::array<std::string_view, 30> kWithoutMeaning{"analysis.",
                                                           "number_of_",
                                                           "auto_expand_replicas",
                                                           "refresh_interval",
                                                           "lifecycle.",
                                                           "blocks.",
                                                           "routing.",
                                                           "translog.",
                                                           "search.",
                                                           "indexing.",
                                                           "merge.scheduler.",
                                                           "similarity.",
                                                           "query.",
                                                           "max_",
                                                           "hidden",
                                                           "priority",
                                                           "soft_deletes.",
                                                           "gc_deletes",
                                                           "shard.",
                                                           "unassigned.",
                                                           "default_pipeline",
                                                           "final_pipeline",
                                                           "provided_name",
                                                           "uuid",
                                                           "version.",
                                                           "creation_date",
                                                           "load_fixed_bitset_filters_eagerly",
                                                           "mapping.total_fields.",
                                                           "mapping.depth.",
                                                           "mapping.nested_"};

[[noreturn]] void refuse(std::string_view name, const std::string& why) {
  throw InvalidArgument("setting 'index." + std::string(name) + "' " + why);
}

bool has_no_meaning(std::string_view name) {
  return std::ranges::any_of(kWithoutMeaning,
                             [&](std::string_view known) { return name.starts_with(known); });
}

/// Typed access to flat settings.
class SettingsReader {
 public:
  explicit SettingsReader(const FlatSettings& flat) : flat_(flat) {}

  bool has(std::string_view name) const { return flat_.contains(std::string(name)); }
  std::vector<std::string> list(std::string_view name) const {
    const auto found = flat_.find(std::string(name));
    return found == flat_.end() ? std::vector<std::string>{} : found->second;
  }
  std::optional<std::string> text(std::string_view name) const {
    const auto items = list(name);
    if (items.empty()) return std::nullopt;
    if (items.size() > 1) refuse(name, "takes one value, not a list");
    return items[0];
  }
  bool flag(std::string_view name, bool otherwise) const {
    const auto value = text(name);
    if (!value) return otherwise;
    return one_of(name, *value, {"true", "false"}) == 0;
  }
  /// Position of the value among `names`.
  size_t choice(std::string_view name, std::initializer_list<std::string_view> names,
                size_t otherwise) const {
    const auto value = text(name);
    return value ? one_of(name, *value, names) : otherwise;
  }
  static size_t one_of(std::string_view name, std::string_view value,
                       std::initializer_list<std::string_view> names) {
    const auto found = std::ranges::find(names, value);
    if (found != names.end()) return static_cast<size_t>(found - names.begin());
    std::string known;
    for (const std::string_view n : names) known += (known.empty() ? "" : ", ") + std::string(n);
    refuse(name, "must be one of " + known + ", not '" + std::string(value) + "'");
  }

 private:
  const FlatSettings& flat_;
};

void check_names(const FlatSettings& flat, Settings& out) {
  constexpr std::string_view kPolicy = "merge.policy.";
  for (const auto& [name, values] : flat) {
    if (std::ranges::find(kKnown, name) != kKnown.end()) {
      if (name.starts_with("number_of_")) out.without_meaning.push_back("index." + name);
      continue;
    }
    if (name.starts_with(kPolicy)) {
      const std::string rest = name.substr(kPolicy.size());
      if (std::ranges::find(kPolicySettings, rest) == kPolicySettings.end()) {
        throw InvalidArgument("unknown setting 'index." + name + "'" +
                              suggestion(rest, kPolicySettings));
      }
      if (values.size() != 1) refuse(name, "takes one value");
      out.merge_policy_settings[rest] = values[0];
      continue;
    }
    if (!has_no_meaning(name)) {
      throw InvalidArgument("unknown setting 'index." + name + "'" + suggestion(name, kKnown));
    }
    out.without_meaning.push_back("index." + name);
  }
}

IndexMode mode_of(const SettingsReader& in) {
  const size_t mode = in.choice("mode", {"standard", "logsdb", "time_series", "lookup"}, 0);
  if (mode == 2) refuse("mode", "time_series is not built yet: use standard or logsdb");
  if (mode == 3) refuse("mode", "lookup is not built: use standard or logsdb");
  for (const std::string_view name :
       {"routing_path", "time_series.start_time", "time_series.end_time"}) {
    if (in.has(name)) refuse(name, "belongs to time_series, which is not built yet");
  }
  return mode == 1 ? IndexMode::logsdb : IndexMode::standard;
}

/// Time-series formats are the default of logsdb and where they are asked for.
DocValuesSpec doc_values_of(const SettingsReader& in, IndexMode mode) {
  constexpr int32_t kLargeBlock = 512;
  const bool time_series = in.flag("use_time_series_doc_values_format", mode == IndexMode::logsdb);
  const bool large = in.flag("use_time_series_doc_values_format_large_block_size", false);
  return DocValuesSpec::parse(
      in.text("segsmith.doc_values_format").value_or(time_series ? "ES819TSDB" : "Lucene90"),
      large ? kLargeBlock : 0);
}

CompoundFormat compound_format(const SettingsReader& in) {
  CompoundFormat format;
  const auto text = in.text("compound_format");
  if (!text) return format;
  if (*text == "true") return {1.0, UINT64_MAX};
  if (*text == "false") return {0.0, UINT64_MAX};
  double ratio = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), ratio);
  if (error == std::errc{} && end == text->data() + text->size()) {
    if (!(ratio >= 0 && ratio <= 1)) refuse("compound_format", "must lie between 0 and 1");
    return {ratio, UINT64_MAX};
  }
  const auto bytes = byte_size(*text);
  if (!bytes)
    refuse("compound_format", "must be true, false, a ratio or a size, not '" + *text + "'");
  return {1.0, *bytes};
}

codec::StoredFieldsMode stored_fields_of(const SettingsReader& in) {
  const size_t codec = in.choice(
      "codec", {"default", "best_compression", "legacy_default", "legacy_best_compression"}, 0);
  const size_t chosen = in.choice("segsmith.stored_fields", {"lz4", "deflate", "zstd"}, codec % 2);
  if (chosen == 2) refuse("segsmith.stored_fields", "zstd is not built yet: use lz4 or deflate");
  return chosen == 1 ? codec::StoredFieldsMode::best_compression
                     : codec::StoredFieldsMode::best_speed;
}

std::vector<SortKey> sort_of(const SettingsReader& in, IndexMode mode) {
  const auto fields = in.list("sort.field");
  if (!in.has("sort.field")) {
    for (const std::string_view name : {"sort.order", "sort.missing", "sort.mode"}) {
      if (in.has(name)) refuse(name, "needs index.sort.field");
    }
    if (mode == IndexMode::standard) return {};
    return {{.field = "@timestamp", .descending = true, .max = true}};
  }
  const auto option = [&](std::string_view name, size_t i) -> std::optional<std::string> {
    const auto values = in.list(name);
    if (!in.has(name)) return std::nullopt;
    if (values.size() != fields.size()) {
      refuse(name, "must have as many values as index.sort.field");
    }
    return values[i];
  };
  std::vector<SortKey> keys;
  for (size_t i = 0; i < fields.size(); ++i) {
    SortKey key{.field = fields[i]};
    if (const auto v = option("sort.order", i)) {
      key.descending = SettingsReader::one_of("sort.order", *v, {"asc", "desc"}) == 1;
    }
    if (const auto v = option("sort.missing", i)) {
      key.missing_first = SettingsReader::one_of("sort.missing", *v, {"_last", "_first"}) == 1;
    }
    key.max = key.descending;
    if (const auto v = option("sort.mode", i)) {
      key.max = SettingsReader::one_of("sort.mode", *v, {"min", "max"}) == 1;
    }
    keys.push_back(std::move(key));
  }
  return keys;
}

int32_t skip_interval(const SettingsReader& in) {
  constexpr std::string_view kName = "segsmith.skip_index_interval_size";
  const auto text = in.text(kName);
  if (!text) return 4096;
  int32_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc{} || end != text->data() + text->size() || value < 2) {
    throw InvalidArgument(
        "setting 'segsmith.skip_index_interval_size' must be a whole number of "
        "at least 2, not '" +
        *text + "'");
  }
  return value;
}

}  // namespace

Settings parse_settings(const FlatSettings& flat) {
  Settings out;
  check_names(flat, out);
  const SettingsReader in(flat);
  out.mode = mode_of(in);
  const bool logsdb = out.mode == IndexMode::logsdb;
  out.doc_values = doc_values_of(in, out.mode);
  out.sort = sort_of(in, out.mode);
  out.seq_no_points = in.choice("seq_no.index_options",
                                {"points_and_doc_values", "doc_values_only"}, logsdb ? 1 : 0) == 0;
  out.use_doc_values_skipper = in.flag("mapping.use_doc_values_skipper", false);
  const size_t source =
      in.choice("mapping.source.mode", {"stored", "synthetic", "disabled"}, logsdb ? 1 : 0);
  if (source == 2) refuse("mapping.source.mode", "disabled is not built: use stored or synthetic");
  out.stored_source = source == 0;
  out.ignore_malformed = in.flag("mapping.ignore_malformed", false);
  out.stored_fields = stored_fields_of(in);
  out.skip_index_interval_size = skip_interval(in);
  out.compound_format = compound_format(in);
  constexpr std::array<std::string_view, 5> kPolicies{"unset", "tiered", "log_byte_size",
                                                      "time_based", "log_doc"};
  const size_t policy = in.choice("merge.policy.type",
                                  {"unset", "tiered", "log_byte_size", "time_based", "log_doc"}, 0);
  if (policy != 0) out.merge_policy = std::string(kPolicies[policy == 3 ? 2 : policy]);
  return out;
}

}  // namespace segsmith::index
