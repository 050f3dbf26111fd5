// SPDX-License-Identifier: Apache-2.0
#include "index/doc_values_spec.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "index/nearest_name.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

constexpr std::string_view kDefaultFormat = "Lucene90";
constexpr std::string_view kAllFields = "*";

bool is_time_series(const codec::DocValuesChoice& choice) {
  return choice.format != kDefaultFormat;
}

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw InvalidArgument("doc-values format '" + std::string(text) + "' " + why);
}

/// "ES819TSDB/512"
codec::DocValuesChoice parse_choice(std::string_view text, int32_t block_size) {
  const size_t slash = text.find('/');
  const std::string_view name = text.substr(0, slash);
  const codec::DocValuesFormat* format = codec::find_doc_values_format(name);
  if (format == nullptr) {
    std::vector<std::string_view> known;
    for (const auto& row : codec::doc_values_formats()) known.push_back(row.name);
    throw InvalidArgument("unknown doc-values format '" + std::string(name) + "'" +
                          suggestion(name, known));
  }
  codec::DocValuesChoice choice;
  choice.format = name;
  const auto has = [&](int32_t size) {
    return std::ranges::find(format->block_sizes, size) != format->block_sizes.end();
  };
  if (slash == text.npos) {
    choice.options.block_size = has(block_size) ? block_size : 0;
    return choice;
  }
  const std::string_view size = text.substr(slash + 1);
  const auto [end, error] =
      std::from_chars(size.data(), size.data() + size.size(), choice.options.block_size);
  if (error != std::errc{} || end != size.data() + size.size() || !has(choice.options.block_size)) {
    std::string sizes;
    for (const int32_t known : format->block_sizes) {
      sizes += (sizes.empty() ? "" : " or ") + std::to_string(known);
    }
    refuse(text, sizes.empty() ? "has no block size" : "must have blocks of " + sizes + " values");
  }
  return choice;
}

}  // namespace

bool may_use_time_series_format(std::string_view field) {
  constexpr std::array<std::string_view, 3> kMetadata{"_tsid", "_ts_routing_hash", "_seq_no"};
  return !field.starts_with("_") || std::ranges::find(kMetadata, field) != kMetadata.end();
}

DocValuesSpec DocValuesSpec::parse(std::string_view text, int32_t block_size) {
  DocValuesSpec spec;
  if (text.find('=') == text.npos) {
    spec.others_ = parse_choice(text, block_size);
    return spec;
  }
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(',', start), text.size());
    const std::string_view entry = text.substr(start, end - start);
    const size_t equals = entry.rfind('=');
    if (equals == entry.npos || equals == 0) {
      refuse(entry, "is not FIELD=FORMAT");
    }
    const std::string_view field = entry.substr(0, equals);
    const codec::DocValuesChoice choice = parse_choice(entry.substr(equals + 1), block_size);
    if (is_time_series(choice) && !may_use_time_series_format(field)) {
      refuse(choice.format, "is not for the field '" + std::string(field) + "'");
    }
    if (field == kAllFields) {
      spec.others_ = choice;
    } else if (!spec.named_.try_emplace(std::string(field), choice).second) {
      refuse(text, "names the field '" + std::string(field) + "' twice");
    }
    start = end + 1;
  }
  return spec;
}

codec::DocValuesChoice DocValuesSpec::of(std::string_view field) const {
  const auto found = named_.find(field);
  const codec::DocValuesChoice& choice = found == named_.end() ? others_ : found->second;
  if (is_time_series(choice) && !may_use_time_series_format(field)) return {};
  return choice;
}

std::vector<std::string> DocValuesSpec::fields() const {
  std::vector<std::string> names;
  for (const auto& [name, choice] : named_) names.push_back(name);
  return names;
}

}  // namespace segsmith::index
