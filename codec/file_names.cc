// SPDX-License-Identifier: Apache-2.0
#include "codec/file_names.h"

#include <algorithm>

#include "util/base36.h"
#include "util/java_hash.h"

namespace segsmith::codec {
namespace {

/// HashMap's spread of a key's hash.
uint32_t spread_hash(const std::string& key) {
  const auto hash = static_cast<uint32_t>(java_string_hash(key));
  return hash ^ hash >> 16;
}

/// Table of a HashSet that grew to `count` entries, or was copied from that many (JDK 19 and
/// later).
size_t grown_table(size_t count) {
  size_t table = 16;
  while (count > table / 4 * 3) table *= 2;
  return table;
}

void order_by_bucket(std::vector<std::string>& names, size_t table) {
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return (spread_hash(a) & (table - 1)) < (spread_hash(b) & (table - 1));
  });
}

}  // namespace

std::string generation_file_name(std::string_view base, std::string_view extension,
                                 uint64_t generation) {
  return segment_file_name(base, generation == 0 ? std::string{} : to_base36(generation),
                           extension);
}

std::string_view parse_segment_name(std::string_view file) {
  size_t end = file.find('_', 1);
  if (end == std::string_view::npos) end = file.find('.');
  return file.substr(0, end);
}

std::string_view strip_segment_name(std::string_view file) {
  return file.substr(parse_segment_name(file).size());
}

bool is_segment_name(std::string_view name) {
  return name.size() > 1 && name[0] == '_' && from_base36(name.substr(1)).has_value();
}

bool is_file_of_segment(std::string_view file, std::string_view segment) {
  return parse_segment_name(file) == segment && file.find('/') == std::string_view::npos &&
         file.find('\0') == std::string_view::npos;
}

std::optional<std::string> named_for_segment(std::string_view file, std::string_view segment) {
  const std::string_view own = parse_segment_name(file);
  if (!is_segment_name(own) || !is_file_of_segment(file, own) || file.find('.') == file.npos) {
    return std::nullopt;
  }
  return std::string(segment).append(file.substr(own.size()));
}

std::vector<std::string> file_set_order(std::span<const std::string> created, size_t peak) {
  std::vector<std::string> names(created.begin(), created.end());
  order_by_bucket(names, grown_table(std::max(peak, names.size())));
  order_by_bucket(names, grown_table(names.size()));
  return names;
}

std::vector<std::string> file_set_with(std::span<const std::string> ordered, std::string name) {
  std::vector<std::string> names(ordered.begin(), ordered.end());
  names.push_back(std::move(name));
  order_by_bucket(names, grown_table(names.size()));
  return names;
}

}  // namespace segsmith::codec
