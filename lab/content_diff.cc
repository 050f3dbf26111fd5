// SPDX-License-Identifier: Apache-2.0
#include "lab/content_diff.h"

#include <algorithm>
#include <set>
#include <utility>

#include "lab/dump.h"
#include "lab/line_stream.h"

namespace segsmith::lab {
namespace {

using index::IndexReader;
using index::SegmentReader;
using model::FieldInfo;

/// A line of a dump without the name of its segment, which is not content.
std::string_view content_of(std::string_view line) {
  constexpr std::string_view kBegin = "{\"segment\":\"";
  return line.substr(line.find('"', kBegin.size()) + 1);
}

std::string describe(const FieldInfo* field) {
  if (!field) return {};
  std::string text = "doc values " + std::string(model::name_of(field->doc_values_type));
  text += field->has_skip_index() ? ", skip index" : ", no skip index";
  if (field->has_points()) {
    text += ", points " + std::to_string(field->point_dims) + " (" +
            std::to_string(field->point_index_dims) + " indexed) x " +
            std::to_string(field->point_bytes);
  } else {
    text += ", no points";
  }
  if (field->is_soft_deletes) text += ", soft deletes";
  if (field->is_parent) text += ", parent";
  return text;
}

std::string describe(const model::IndexSort& sort) {
  std::string text;
  for (const model::SortField& key : sort) text += (text.empty() ? "" : ", ") + key.field;
  return text.empty() ? "none" : text;
}

/// Compares one segment with another.
class SegmentDiff {
 public:
  SegmentDiff(const IndexReader& a, const SegmentReader& in_a, const IndexReader& b,
              const SegmentReader& in_b, std::vector<ContentDifference>& found)
      : a_(a), b_(b), in_a_(in_a), in_b_(in_b), found_(found) {}

  void run() {
    if (in_a_.info().sort != in_b_.info().sort) {
      add("sort", "", describe(in_a_.info().sort), describe(in_b_.info().sort));
    }
    if (in_a_.max_doc() != in_b_.max_doc()) {
      add("segments", "", "max_doc " + std::to_string(in_a_.max_doc()),
          "max_doc " + std::to_string(in_b_.max_doc()));
      return;
    }
    structure("live_docs", "");
    for (const std::string& name : names()) field(name);
    structure("stored", "");
  }

 private:
  void add(std::string_view structure, const std::string& field, std::string first,
           std::string second) {
    found_.push_back(
        {std::string(structure), in_a_.name(), field, std::move(first), std::move(second)});
  }

  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const SegmentReader* segment : {&in_a_, &in_b_}) {
      for (const FieldInfo& field : segment->fields()) names.insert(field.name);
    }
    return names;
  }

  void field(const std::string& name) {
    const FieldInfo *a = in_a_.fields().find(name), *b = in_b_.fields().find(name);
    if (describe(a) != describe(b)) add("fields", name, describe(a), describe(b));
    if (!a || !b) return;
    if (a->doc_values_type == b->doc_values_type && a->has_doc_values()) {
      structure("doc_values", name);
    }
    if (a->has_points() && b->has_points()) points(name);
    if (a->has_skip_index() && b->has_skip_index()) structure("skip_index", name);
  }

  static LineStream lines(const IndexReader& reader, const SegmentReader& segment,
                          std::string_view structure, const std::string& field) {
    DumpOptions options;
    options.structure = structure;
    options.segment = segment.name();
    options.raw = true;
    if (!field.empty()) options.field = field;
    return LineStream([&reader, options](const LineSink& sink) { dump(reader, options, sink); });
  }

  void structure(std::string_view structure, const std::string& field) {
    LineStream a = lines(a_, in_a_, structure, field), b = lines(b_, in_b_, structure, field);
    std::string_view line_a, line_b;
    while (true) {
      const bool more_a = a.next(line_a), more_b = b.next(line_b);
      if (!more_a && !more_b) return;
      if (!more_a) line_a = {};
      if (!more_b) line_b = {};
      if (more_a && more_b && content_of(line_a) == content_of(line_b)) continue;
      add(structure, field, std::string(line_a), std::string(line_b));
      return;
    }
  }

  /// Equal points may stand in any order; they are only brought into one when the orders differ.
  void points(const std::string& field) {
    const size_t before = found_.size();
    structure("points", field);
    if (found_.size() == before) return;
    found_.resize(before);
    const auto sorted = [&](const IndexReader& reader, const SegmentReader& segment) {
      LineStream stream = lines(reader, segment, "points", field);
      std::vector<std::string> all;
      for (std::string_view line; stream.next(line);) all.emplace_back(content_of(line));
      std::sort(all.begin(), all.end());
      return all;
    };
    const auto in_a = sorted(a_, in_a_), in_b = sorted(b_, in_b_);
    const auto at = std::mismatch(in_a.begin(), in_a.end(), in_b.begin(), in_b.end());
    if (at.first == in_a.end() && at.second == in_b.end()) return;
    const auto whole = [](const SegmentReader& segment, const std::string& rest) {
      return "{\"segment\":\"" + segment.name() + "\"" + rest;
    };
    add("points", field, at.first == in_a.end() ? "" : whole(in_a_, *at.first),
        at.second == in_b.end() ? "" : whole(in_b_, *at.second));
  }

  const IndexReader &a_, &b_;
  const SegmentReader &in_a_, &in_b_;
  std::vector<ContentDifference>& found_;
};

}  // namespace

std::vector<ContentDifference> content_differences(const IndexReader& a, const IndexReader& b) {
  std::vector<ContentDifference> found;
  const auto &in_a = a.segments(), &in_b = b.segments();
  if (in_a.size() != in_b.size()) {
    found.push_back({"segments", "", "", std::to_string(in_a.size()) + " segments",
                     std::to_string(in_b.size()) + " segments"});
    return found;
  }
  for (size_t i = 0; i < in_a.size(); ++i) SegmentDiff(a, *in_a[i], b, *in_b[i], found).run();
  return found;
}

}  // namespace segsmith::lab
