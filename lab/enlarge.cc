// SPDX-License-Identifier: Apache-2.0
#include "lab/enlarge.h"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "util/error.h"

namespace segsmith::lab {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void collect(const nlohmann::json& properties, const std::string& prefix, EnlargeFields& out) {
  for (const auto& [key, field] : properties.items()) {
    const std::string name = prefix + key;
    if (field.contains("properties")) collect(field["properties"], name + ".", out);
    if (field.value("time_series_dimension", false)) out.dimensions.push_back(name);
    const std::string metric = field.value("time_series_metric", "");
    if (metric == "counter") out.counters.push_back(name);
    if (metric == "gauge") out.gauges.push_back(name);
  }
}

/// splitmix64: a well-mixed number from a seed and a position.
uint64_t mix(uint64_t seed, uint64_t i) {
  uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

std::string_view trimmed(std::string_view token) {
  while (!token.empty() && (token.back() == ' ' || token.back() == '\n' || token.back() == '\r')) {
    token.remove_suffix(1);
  }
  return token;
}

}  // namespace

EnlargeFields EnlargeFields::from_mapping(std::string_view mapping_json) {
  EnlargeFields fields;
  const auto mapping = nlohmann::json::parse(mapping_json, nullptr, false);
  if (mapping.is_object() && mapping.contains("mappings") &&
      mapping["mappings"].contains("properties")) {
    collect(mapping["mappings"]["properties"], "", fields);
  }
  return fields;
}

/// Finds the patches of one document after another.
class Enlarger::Scanner {
 public:
  Scanner(Enlarger& target, const EnlargeFields& fields) : target_(target), fields_(fields) {}

  void scan(uint64_t begin, uint64_t end, uint64_t line_number) {
    line_ = begin;
    number_ = line_number;
    series_key_.clear();
    candidates_.clear();
    says_counter_ = false;
    has_time_ = false;
    const char* text = target_.text_.data();
    simdjson::ondemand::document doc;
    const auto view =
        simdjson::padded_string_view(text + begin, end - begin, target_.text_.capacity() - begin);
    simdjson::ondemand::object object;
    if (parser_.iterate(view).get(doc) || doc.get_object().get(object)) fail("is no JSON object");
    target_.lines_.push_back({begin, end, target_.patches_.size()});
    std::string path;
    walk(object, path);
    if (!has_time_) fail("has no @timestamp as ISO with milliseconds or as a number");
    for (auto& [name, patch, gauge] : candidates_) {
      if (!gauge || says_counter_) add_counter(name, patch);
    }
    std::sort(
        target_.patches_.begin() + static_cast<std::ptrdiff_t>(target_.lines_.back().first_patch),
        target_.patches_.end(), [](const Patch& a, const Patch& b) { return a.offset < b.offset; });
  }

 private:
  struct Candidate {
    std::string name;
    Patch patch;
    bool gauge;
  };

  [[noreturn]] void fail(const char* what) const {
    throw InvalidArgument("document on line " + std::to_string(number_) + " " + what);
  }

  void walk(simdjson::ondemand::object object, std::string& path) {
    for (auto entry : object) {
      simdjson::ondemand::field field;
      std::string_view key;
      if (std::move(entry).get(field) || field.unescaped_key().get(key))
        fail("is not well-formed JSON");
      const size_t size = path.size();
      path += key;
      simdjson::ondemand::json_type type;
      auto& value = field.value();
      if (value.type().get(type)) fail("is not well-formed JSON");
      if (type == simdjson::ondemand::json_type::object) {
        path += '.';
        simdjson::ondemand::object inner;
        if (value.get_object().get(inner)) fail("is not well-formed JSON");
        walk(inner, path);
      } else if (type == simdjson::ondemand::json_type::string ||
                 type == simdjson::ondemand::json_type::number) {
        scalar(path, trimmed(value.raw_json_token()), type);
      }
      path.resize(size);
    }
  }

  void scalar(const std::string& name, std::string_view token, simdjson::ondemand::json_type type) {
    const bool number = type == simdjson::ondemand::json_type::number;
    if (!number) token = token.substr(1, token.rfind('"') - 1);
    if (name == "@timestamp") return add_time(token, number);
    if (name == "type" && token == "counter") says_counter_ = true;
    if (contains(fields_.dimensions, name)) {
      series_key_ += token;
      series_key_ += '\x1f';
    }
    if (!number) return;
    const bool gauge = contains(fields_.gauges, name);
    if (gauge || contains(fields_.counters, name)) {
      candidates_.push_back({name, patch_of(token, Kind::integer), gauge});
    }
  }

  Patch patch_of(std::string_view token, Kind kind) const {
    const auto offset = static_cast<uint64_t>(token.data() - target_.text_.data());
    return {offset, static_cast<uint32_t>(token.size()), kind, 0, 0, 0};
  }

  void add_time(std::string_view token, bool number) {
    Patch patch = patch_of(token, number ? Kind::millis : Kind::iso_time);
    if (number) {
      const auto end = token.data() + token.size();
      has_time_ = std::from_chars(token.data(), end, patch.base).ptr == end;
    } else {
      has_time_ = parse_iso_millis(token, patch.base);
    }
    target_.min_time_ = std::min(target_.min_time_, patch.base);
    target_.max_time_ = std::max(target_.max_time_, patch.base);
    target_.patches_.push_back(patch);
  }

  void add_counter(const std::string& name, Patch patch) {
    const std::string_view token(target_.text_.data() + patch.offset, patch.length);
    const char* end = token.data() + token.size();
    if (std::from_chars(token.data(), end, patch.base).ptr != end) {
      patch.kind = Kind::real;
      if (std::from_chars(token.data(), end, patch.real_base).ptr != end) return;
    } else {
      patch.real_base = static_cast<double>(patch.base);
    }
    const auto [it, added] = target_.series_ids_.try_emplace(
        series_key_ + name, static_cast<uint32_t>(target_.series_.size()));
    if (added) target_.series_.push_back({patch.real_base, patch.real_base, 0, false, 0});
    Series& series = target_.series_[it->second];
    series.reset |= patch.real_base < series.last;
    series.last = patch.real_base;
    ++series.count;
    patch.series = it->second;
    target_.patches_.push_back(patch);
  }

  Enlarger& target_;
  const EnlargeFields& fields_;
  simdjson::ondemand::parser parser_;
  uint64_t line_ = 0, number_ = 0;
  std::string series_key_;
  std::vector<Candidate> candidates_;
  bool says_counter_ = false, has_time_ = false;
};

Enlarger::Enlarger(std::string ndjson, const EnlargeFields& fields, uint64_t seed)
    : text_(std::move(ndjson)), seed_(seed) {
  text_.reserve(text_.size() + simdjson::SIMDJSON_PADDING);
  Scanner scanner(*this, fields);
  uint64_t number = 0;
  for (uint64_t begin = 0; begin < text_.size();) {
    uint64_t end = text_.find('\n', begin);
    if (end == std::string::npos) end = text_.size();
    ++number;
    uint64_t stop = end;
    while (stop > begin && (text_[stop - 1] == '\r' || text_[stop - 1] == ' ')) --stop;
    if (stop > begin) scanner.scan(begin, stop, number);
    begin = end + 1;
  }
  finish();
}

void Enlarger::finish() {
  if (lines_.empty()) return;
  const int64_t length = max_time_ - min_time_;
  period_ = length + std::max<int64_t>(1000, length / static_cast<int64_t>(lines_.size()));
  for (Series& s : series_) {
    if (s.reset || s.count < 2) continue;
    const double grown = s.last - s.first;
    s.step = std::floor(grown + grown / static_cast<double>(s.count - 1));
  }
}

void Enlarger::append(uint64_t repetition, uint64_t i, std::string& out) const {
  const Line& line = lines_[i];
  const uint64_t patches_end = i + 1 < lines_.size() ? lines_[i + 1].first_patch : patches_.size();
  const auto r = static_cast<int64_t>(repetition);
  const int64_t jitter = r == 0 ? 0 : static_cast<int64_t>(mix(seed_, repetition) % 1000);
  const int64_t shift = r * period_ + jitter;
  uint64_t at = line.begin;
  char digits[40];
  for (uint64_t p = line.first_patch; p < patches_end; ++p) {
    const Patch& patch = patches_[p];
    out.append(text_, at, patch.offset - at);
    at = patch.offset + patch.length;
    std::to_chars_result end{digits, {}};
    switch (patch.kind) {
      case Kind::iso_time:
        append_iso_millis(patch.base + shift, out);
        break;
      case Kind::millis:
        end = std::to_chars(digits, digits + sizeof(digits), patch.base + shift);
        break;
      case Kind::integer: {
        const auto step = static_cast<int64_t>(series_[patch.series].step);
        end = std::to_chars(digits, digits + sizeof(digits), patch.base + r * step);
        break;
      }
      case Kind::real: {
        const double value = patch.real_base + static_cast<double>(r) * series_[patch.series].step;
        end = std::to_chars(digits, digits + sizeof(digits), value);
        break;
      }
    }
    out.append(digits, end.ptr);
  }
  out.append(text_, at, line.end - at);
}

}  // namespace segsmith::lab
