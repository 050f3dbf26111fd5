// SPDX-License-Identifier: Apache-2.0
#include "lab/rebuild.h"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "index/commit.h"
#include "index/segment_infos.h"
#include "lab/rebuilt_segment.h"
#include "util/base36.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::lab {
namespace {

namespace dom = simdjson::dom;

/// One line of a dump, as cat prints it: which structure it is of hangs on its members.
class Line {
 public:
  explicit Line(dom::object members) : members_(members) {}

  bool has(std::string_view name) const {
    return members_.at_key(name).error() == simdjson::SUCCESS;
  }
  std::string_view text(std::string_view name) const {
    std::string_view text;
    if (members_.at_key(name).get(text) != simdjson::SUCCESS) refuse(name, "a string");
    return text;
  }
  int64_t number(std::string_view name) const {
    int64_t number = 0;
    if (members_.at_key(name).get(number) != simdjson::SUCCESS) refuse(name, "a 64-bit number");
    return number;
  }
  dom::array array(std::string_view name) const {
    dom::array array;
    if (members_.at_key(name).get(array) != simdjson::SUCCESS) refuse(name, "an array");
    return array;
  }
  dom::object object(std::string_view name) const {
    dom::object object;
    if (members_.at_key(name).get(object) != simdjson::SUCCESS) refuse(name, "an object");
    return object;
  }
  [[noreturn]] static void refuse(std::string_view name, std::string_view expected) {
    throw InvalidArgument("\"" + std::string(name) + "\": expected " + std::string(expected));
  }

 private:
  dom::object members_;
};

std::vector<std::byte> hex_of(dom::element value, std::string_view name) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    if (auto bytes = from_hex(text)) return std::move(*bytes);
  }
  Line::refuse(name, "bytes as hex digits");
}

int64_t number_of(dom::element value, std::string_view name) {
  int64_t number = 0;
  if (value.get(number) != simdjson::SUCCESS) Line::refuse(name, "64-bit numbers");
  return number;
}

class Rebuilder {
 public:
  Rebuilder(const DumpHeader& header, store::Directory& directory, const RebuildOptions& options)
      : directory_(directory), ids_(options.seed), release_(*options.release) {
    for (const DumpedSegment& segment : header.segments) {
      auto made = std::make_unique<RebuiltSegment>(segment, directory, ids_, release_);
      if (!by_name_.emplace(segment.name, made.get()).second) {
        throw InvalidArgument("\"segments\": '" + segment.name + "' comes twice");
      }
      segments_.push_back(std::move(made));
    }
  }

  void line(const Line& line) {
    RebuiltSegment& segment = segment_of(line.text("segment"));
    if (line.has("values")) return values(line, segment);
    if (line.has("point")) return point(line, segment);
    if (line.has("level")) return;  // Of a skip index, which is built anew.
    if (line.has("deleted")) {
      for (const dom::element doc : line.array("deleted")) {
        segment.remove_document(number_of(doc, "deleted"));
      }
      return;
    }
    if (line.has("fields")) return stored(line, segment);
    throw InvalidArgument("expected a line of cat --all: values, point, level, deleted or fields");
  }

  void commit() {
    index::SegmentInfos infos;
    try {
      for (const auto& segment : segments_) {
        infos.segments.push_back(segment->finish(directory_));
        const auto number = from_base36(std::string_view(segment->dumped().name).substr(1));
        infos.counter = std::max(infos.counter, number.value_or(0) + 1);
      }
      infos.id = ids_.next();
      infos.written_by(release_);
      index::commit(directory_, infos);
    } catch (...) {
      // Segments that are not finished remove their own files.
      for (const auto& segment : infos.segments) {
        for (const std::string& file : index::files_of(segment)) directory_.remove(file);
      }
      throw;
    }
  }

 private:
  RebuiltSegment& segment_of(std::string_view name) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) {
      throw InvalidArgument("\"segment\": the first line has no segment '" + std::string(name) +
                            "'");
    }
    return *found->second;
  }

  static void values(const Line& line, RebuiltSegment& segment) {
    segment.begin_doc_values(line.text("field"));
    const int64_t doc = line.number("doc");
    const bool numbers = segment.takes_numbers();
    const dom::array values = line.array("values");
    if (values.size() == 0) Line::refuse("values", "at least one");
    for (const dom::element value : values) {
      if (numbers) {
        segment.add_number(doc, number_of(value, "values"));
      } else {
        segment.add_bytes(doc, hex_of(value, "values"));
      }
    }
  }

  static void point(const Line& line, RebuiltSegment& segment) {
    segment.begin_points(line.text("field"));
    const auto bytes = from_hex(line.text("point"));
    if (!bytes) Line::refuse("point", "bytes as hex digits");
    segment.add_point(line.number("doc"), *bytes);
  }

  static void stored(const Line& line, RebuiltSegment& segment) {
    segment.begin_document(line.number("doc"));
    for (const auto [name, value] : line.object("fields")) {
      const model::FieldInfo& field = segment.field(name);
      if (value.is_array()) {
        for (const dom::element one : value.get_array()) stored_value(field, one, segment);
      } else {
        stored_value(field, value, segment);
      }
    }
    segment.stored_fields().finish_document();
  }

  static void stored_value(const model::FieldInfo& field, dom::element value,
                           RebuiltSegment& segment) {
    const auto& types = segment.dumped().stored_types;
    const auto known = types.find(field.name);
    const auto type = known != types.end() ? known->second
                      : value.is_string()  ? codec::StoredType::bytes
                                           : codec::StoredType::int64;
    auto& out = segment.stored_fields();
    switch (type) {
      case codec::StoredType::string: {
        const auto bytes = hex_of(value, field.name);
        return out.add_string(field.number,
                              {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      }
      case codec::StoredType::bytes:
        return out.add_bytes(field.number, hex_of(value, field.name));
      case codec::StoredType::int32:
        return out.add_int(field.number, narrow(value, field.name));
      case codec::StoredType::int64:
        return out.add_long(field.number, number_of(value, field.name));
      case codec::StoredType::float32:
        return out.add_float(field.number, std::bit_cast<float>(narrow(value, field.name)));
      case codec::StoredType::float64:
        return out.add_double(field.number, std::bit_cast<double>(number_of(value, field.name)));
    }
  }

  static int32_t narrow(dom::element value, std::string_view name) {
    const int64_t number = number_of(value, name);
    if (number != static_cast<int32_t>(number)) Line::refuse(name, "a 32-bit number");
    return static_cast<int32_t>(number);
  }

  store::Directory& directory_;
  IdSource ids_;
  const codec::LuceneRelease& release_;
  std::vector<std::unique_ptr<RebuiltSegment>> segments_;
  std::map<std::string, RebuiltSegment*, std::less<>> by_name_;
};

bool next_filled(index::LineSource& lines, std::string_view& line) {
  while (lines.next(line)) {
    if (line.find_first_not_of(" \t") != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

void rebuild(index::LineSource& lines, const RebuildOptions& options,
             std::shared_ptr<store::Directory> directory) {
  const auto place = [&] { return lines.name() + ": line " + std::to_string(lines.line_number()); };
  if (index::last_commit_generation(*directory)) {
    throw InvalidArgument("the output folder holds an index already");
  }
  std::string_view text;
  if (!next_filled(lines, text))
    throw InvalidArgument(lines.name() + ": expected what cat --all --raw prints, found nothing");
  const DumpHeader header = parse_dump_header(text, place());
  if (!header.raw) {
    throw InvalidArgument(place() + ": \"raw\": expected true: print it with cat --all --raw");
  }
  Rebuilder rebuilder(header, *directory, options);
  dom::parser parser;
  while (next_filled(lines, text)) {
    dom::object members;
    try {
      // Lines have the padding that the parser reads into.
      if (parser.parse(text.data(), text.size(), false).get(members) != simdjson::SUCCESS) {
        throw InvalidArgument("expected an object");
      }
      rebuilder.line(Line(members));
    } catch (const InvalidArgument& e) {
      throw InvalidArgument(place() + ": " + e.what());
    }
  }
  rebuilder.commit();
}

}  // namespace segsmith::lab
