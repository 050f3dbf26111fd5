// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene99_segment_info.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "codec/file_names.h"
#include "store/codec_util.h"

namespace segsmith::codec {
namespace {

using model::MissingValue;
using model::SortField;
using model::SortFieldKind;
using model::SortSelector;
using model::SortType;

constexpr int32_t kVersion = 0;

/// Java class of a sort key and names of its types, as the providers write them.
constexpr std::array<std::pair<std::string_view, SortFieldKind>, 3> kProviders{
    {{"SortField", SortFieldKind::sort_field},
     {"SortedNumericSortField", SortFieldKind::sorted_numeric},
     {"SortedSetSortField", SortFieldKind::sorted_set}}};
constexpr std::array<std::pair<std::string_view, SortType>, 5> kTypes{
    {{"STRING", SortType::string},
     {"INT", SortType::int32},
     {"LONG", SortType::int64},
     {"FLOAT", SortType::float32},
     {"DOUBLE", SortType::float64}}};

template <class Table, class Value>
std::string_view name_in(const Table& table, Value value) {
  const auto it =
      std::find_if(table.begin(), table.end(), [&](const auto& e) { return e.second == value; });
  return it->first;
}

/// Reads a name that must be in the table; UnsupportedVersion for one that is not.
template <class Table>
auto read_name(store::Cursor& in, const Table& table, const std::string& what) {
  const uint64_t at = in.position();
  const std::string name = in.string();
  const auto it =
      std::find_if(table.begin(), table.end(), [&](const auto& e) { return e.first == name; });
  if (it == table.end()) {
    std::string known;
    for (const auto& entry : table) known += (known.empty() ? "" : ", ") + std::string(entry.first);
    throw UnsupportedVersion(in.input().where(at), what, "'" + name.substr(0, 64) + "'", known);
  }
  return it->second;
}

bool is_wide(SortType type) { return type == SortType::int64 || type == SortType::float64; }

void write_version(store::Output& out, const model::Version& version) {
  out.le_int(version.major);
  out.le_int(version.minor);
  out.le_int(version.bugfix);
}

model::Version read_version(store::Cursor& in) {
  model::Version version;
  for (int32_t* part : {&version.major, &version.minor, &version.bugfix}) {
    *part = in.le_int();
    if (*part < 0 || *part > 255) {
      in.input().corrupt(in.position() - 4, "a release number of 0 to 255", std::to_string(*part));
    }
  }
  return version;
}

/// Missing values of strings: SortField says 0 last, 1 first; SortedSetSortField 1 first, 2 last.
void write_missing(store::Output& out, const SortField& key) {
  if (key.kind == SortFieldKind::sorted_set) {
    out.le_int(key.missing == MissingValue::string_first  ? 1
               : key.missing == MissingValue::string_last ? 2
                                                          : 0);
    return;
  }
  out.le_int(key.missing == MissingValue::none ? 0 : 1);
  if (key.missing == MissingValue::none) return;
  if (key.type == SortType::string) {
    out.le_int(key.missing == MissingValue::string_first ? 1 : 0);
  } else if (is_wide(key.type)) {
    out.le_long(key.missing_bits);
  } else {
    out.le_int(static_cast<int32_t>(key.missing_bits));
  }
}

void write_sort_field(store::Output& out, const SortField& key) {
  out.string(name_in(kProviders, key.kind));
  out.string(key.field);
  if (key.kind != SortFieldKind::sorted_set) out.string(name_in(kTypes, key.type));
  out.le_int(key.reverse ? 1 : 0);
  if (key.kind != SortFieldKind::sort_field) out.le_int(static_cast<int32_t>(key.selector));
  write_missing(out, key);
}

/// An int that must be below `limit`.
int32_t read_choice(store::Cursor& in, int32_t limit, const std::string& what) {
  const int32_t value = in.le_int();
  if (value < 0 || value >= limit) {
    in.input().corrupt(in.position() - 4, what + " below " + std::to_string(limit),
                       std::to_string(value));
  }
  return value;
}

void read_missing(store::Cursor& in, SortField& key) {
  if (key.kind == SortFieldKind::sorted_set) {
    constexpr MissingValue kChoices[] = {MissingValue::none, MissingValue::string_first,
                                         MissingValue::string_last};
    key.missing = kChoices[read_choice(in, 3, "missing value")];
    return;
  }
  if (read_choice(in, 2, "missing value mark") == 0) return;
  if (key.type == SortType::string) {
    key.missing = read_choice(in, 2, "missing string") == 1 ? MissingValue::string_first
                                                            : MissingValue::string_last;
    return;
  }
  key.missing = MissingValue::number;
  key.missing_bits = is_wide(key.type) ? in.le_long() : in.le_int();
}

SortField read_sort_field(store::Cursor& in) {
  SortField key;
  key.kind = read_name(in, kProviders, "index sort");
  key.field = in.string();
  key.type = SortType::string;
  if (key.kind != SortFieldKind::sorted_set) {
    const uint64_t at = in.position();
    key.type = read_name(in, kTypes, "type of an index sort");
    if (key.kind == SortFieldKind::sorted_numeric && key.type == SortType::string) {
      in.input().corrupt(at, "a number type", "STRING");
    }
  }
  key.reverse = read_choice(in, 2, "reverse mark") == 1;
  if (key.kind != SortFieldKind::sort_field) {
    // SortedSetSelector also has MIDDLE_MIN (2) and MIDDLE_MAX (3), which an index sort may not
    // use.
    key.selector = static_cast<SortSelector>(read_choice(in, 2, "selector"));
  }
  read_missing(in, key);
  return key;
}

model::StringPairs read_pairs(store::Cursor& in) {
  const uint32_t count = in.vint();
  in.need(uint64_t{count} * 2, "bytes of a string map");
  model::StringPairs pairs(count);
  for (auto& [key, value] : pairs) {
    key = in.string();
    value = in.string();
  }
  return pairs;
}

std::vector<std::string> read_files(store::Cursor& in, const std::string& segment) {
  const uint32_t count = in.vint();
  in.need(count, "bytes of a file list");
  std::vector<std::string> files(count);
  for (std::string& file : files) {
    const uint64_t at = in.position();
    file = in.string();
    auto named = named_for_segment(file, segment);
    if (!named) in.input().corrupt(at, "a segment's file", "'" + file.substr(0, 64) + "'");
    file = std::move(*named);
  }
  // It is a set: a copied segment's list may tell its `.si` under two names.
  std::vector<std::string> distinct;
  std::set<std::string_view> seen;
  for (const std::string& file : files) {
    if (seen.insert(file).second) distinct.push_back(file);
  }
  return distinct;
}

/// The sign marks of Java booleans here: 1 true, -1 false.
bool read_mark(store::Cursor& in, const std::string& what) {
  const int8_t mark = in.i8();
  if (mark != 1 && mark != -1) {
    in.input().corrupt(in.position() - 1, what + " mark 1 or -1", std::to_string(mark));
  }
  return mark == 1;
}

model::SegmentInfo parse(const store::Input& file, const std::string& name, const Id& id,
                         bool has_blocks_byte) {
  store::Cursor in(store::without_footer(file));
  store::check_index_header(in, kSegmentInfoCodec, kVersion, kVersion, id, "");
  model::SegmentInfo info;
  info.name = name;
  info.id = id;
  info.version = read_version(in);
  const uint8_t has_min = in.u8();
  if (has_min > 1) {
    file.corrupt(in.position() - 1, "a mark of 0 or 1", std::to_string(has_min));
  }
  info.min_version.reset();
  if (has_min == 1) info.min_version = read_version(in);
  info.max_doc = in.le_int();
  if (info.max_doc < 0) {
    file.corrupt(in.position() - 4, "a document count", std::to_string(info.max_doc));
  }
  info.compound = read_mark(in, "compound");
  if (has_blocks_byte) info.has_blocks = read_mark(in, "blocks");
  info.diagnostics = read_pairs(in);
  info.files = read_files(in, name);
  info.attributes = read_pairs(in);
  const uint32_t keys = in.vint();
  in.need(keys, "bytes of an index sort");
  for (uint32_t i = 0; i < keys; ++i) info.sort.push_back(read_sort_field(in));
  if (in.remaining() != 0) {
    in.corrupt("the footer", std::to_string(in.remaining()) + " more bytes");
  }
  return info;
}

}  // namespace

std::string write_segment_info(store::Directory& directory, const model::SegmentInfo& info) {
  std::string file = segment_file_name(info.name, "", kSegmentInfoExtension);
  store::Output out = directory.create(file);
  store::write_index_header(out, kSegmentInfoCodec, kVersion, info.id, "");
  write_version(out, info.version);
  out.u8(info.min_version ? 1 : 0);
  if (info.min_version) write_version(out, *info.min_version);
  out.le_int(info.max_doc);
  out.u8(info.compound ? 1 : 0xFF);
  out.u8(info.has_blocks ? 1 : 0xFF);
  out.string_pairs(info.diagnostics);
  out.strings(info.files);
  out.string_pairs(info.attributes);
  out.vint(static_cast<uint32_t>(info.sort.size()));
  for (const SortField& key : info.sort) write_sort_field(out, key);
  store::write_footer(out);
  out.close();
  return file;
}

model::SegmentInfo read_segment_info(const store::Directory& directory, const std::string& name,
                                     const Id& id, bool has_blocks_byte) {
  const store::Input file = directory.open(segment_file_name(name, "", kSegmentInfoExtension));
  store::verify_checksum(file);
  return parse(file, name, id, has_blocks_byte);
}

void visit_segment_info(const store::Input& file, const model::FactVisitor& visitor) {
  const uint64_t header = store::index_header_length(kSegmentInfoCodec, "");
  const uint64_t end = file.size() - store::kFooterLength;
  visitor({{}, "metadata", "header", file.file(), 0, header});
  visitor({{}, "metadata", "segment_info", file.file(), header, end - header});
  visitor({{}, "metadata", "footer", file.file(), end, store::kFooterLength});
}

}  // namespace segsmith::codec
