// SPDX-License-Identifier: Apache-2.0
#include "lab/ingest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "index/index_reader.h"
#include "index/index_writer.h"
#include "index/line_source.h"
#include "index/mapped_types.h"
#include "lab/dice.h"
#include "lab/field_generator.h"
#include "util/error.h"

namespace segsmith::lab {
namespace {

constexpr double kMillisPerDay = 86400e3;
constexpr double kMostFlushes = 1e8;
constexpr std::string_view kTimestamp = "@timestamp";

void refuse_unless(bool condition, const char* what, const char* expected, double found) {
  if (condition) return;
  throw InvalidArgument(fmt::format("{}: expected {}, found {:g}", what, expected, found));
}

IngestEvent traced(SpecReader& line, int64_t earliest) {
  IngestEvent event;
  event.time = line.whole("t", -1, earliest);
  if (event.time < earliest) line.refuse("t", "milliseconds", nullptr);
  const std::string kind = line.text("event", "");
  if (kind != "flush" && kind != "delete" && kind != "merge") {
    line.refuse("event", "flush, delete or merge", kind);
  }
  if (!line.has("docs")) line.refuse("docs", "a number of documents", nullptr);
  event.documents = static_cast<int32_t>(line.whole("docs", 0, 0, index::kMaxSegmentDocuments));
  if (kind == "delete") {
    event.kind = IngestEvent::Kind::remove;
    return event;
  }
  if (!line.has("bytes")) line.refuse("bytes", "the bytes of the segment", nullptr);
  event.bytes = static_cast<uint64_t>(line.whole("bytes", 0, 0));
  if (kind == "merge") {
    event.kind = IngestEvent::Kind::merge;
    return event;
  }
  event.min_time = line.whole("min_time", event.time);
  event.max_time = line.whole("max_time", std::max(event.time, event.min_time), event.min_time);
  return event;
}

/// The smallest and largest @timestamp of a segment in milliseconds; nothing where it has none.
std::optional<std::pair<int64_t, int64_t>> time_range(const index::SegmentReader& segment) {
  const model::FieldInfo* field = segment.fields().find(kTimestamp);
  if (field == nullptr || !segment.has_doc_values(*field)) return std::nullopt;
  const model::DocValuesField& values = segment.doc_values(*field);
  if (values.numbers == nullptr || values.terms != nullptr || values.numbers->size() == 0) {
    return std::nullopt;
  }
  int64_t low = INT64_MAX, high = INT64_MIN;
  if (const auto skip = segment.skip_index(*field)) {
    low = skip->min_value();
    high = skip->max_value();
  } else {
    std::vector<int64_t> block(4096);
    for (uint64_t at = 0; at < values.numbers->size();) {
      const uint64_t n = std::min<uint64_t>(block.size(), values.numbers->size() - at);
      values.numbers->values(at, std::span(block).first(n));
      const auto [least, most] =
          std::minmax_element(block.begin(), block.begin() + static_cast<long>(n));
      low = std::min(low, *least);
      high = std::max(high, *most);
      at += n;
    }
  }
  if (index::MappedTypes::of(segment.info()).kind(kTimestamp) == index::FieldKind::date_nanos) {
    low /= 1'000'000;
    high /= 1'000'000;
  }
  return std::pair{low, high};
}

}  // namespace

std::vector<IngestEvent> planned_ingest(const IngestPlan& plan) {
  const double flushes = std::floor(plan.days * kMillisPerDay / (plan.flush_seconds * 1000));
  refuse_unless(plan.flush_seconds > 0, "--flush-every", "seconds above 0", plan.flush_seconds);
  refuse_unless(flushes >= 1 && flushes <= kMostFlushes, "--days and --flush-every",
                "1 to 100,000,000 flushes", flushes);
  const double documents = plan.documents_per_second * plan.flush_seconds;
  refuse_unless(documents * (1 - plan.size_spread) >= 1 &&
                    documents * (1 + plan.size_spread) <= index::kMaxSegmentDocuments,
                "--rate and --flush-every", "1 to 2,147,483,519 documents a flush", documents);
  Dice dice(plan.seed);
  std::vector<IngestEvent> events;
  double due = 0;  // Deletes that are not whole documents yet.
  for (int64_t i = 0; i < static_cast<int64_t>(flushes); ++i) {
    const double share = 1 + plan.size_spread * (2 * dice.share() - 1);
    IngestEvent flush;
    const double begin = static_cast<double>(i) * plan.flush_seconds * 1000;
    flush.time = static_cast<int64_t>(begin + plan.flush_seconds * 1000);
    flush.documents = static_cast<int32_t>(std::max(1.0, std::floor(documents * share)));
    flush.bytes =
        plan.segment_overhead + static_cast<uint64_t>(flush.documents * plan.bytes_per_document);
    flush.min_time = static_cast<int64_t>(begin - plan.late_seconds * 1000);
    flush.max_time = flush.time;
    events.push_back(flush);
    due += flush.documents * plan.deletes_per_document;
    if (due < 1) continue;
    const double now = std::min(std::floor(due), static_cast<double>(index::kMaxSegmentDocuments));
    due -= now;
    events.push_back({flush.time, IngestEvent::Kind::remove, static_cast<int32_t>(now)});
  }
  return events;
}

std::vector<IngestEvent> read_ingest_trace(const std::string& path) {
  index::LineSource lines(path);
  std::vector<IngestEvent> events;
  std::string_view text;
  while (lines.next(text)) {
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string where = lines.name() + ": line " + std::to_string(lines.line_number());
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (json.is_discarded()) throw InvalidArgument(where + ": expected an object, found no JSON");
    SpecReader line(where, json);
    events.push_back(traced(line, events.empty() ? 0 : events.back().time));
    line.finish();
  }
  return events;
}

std::vector<IngestEvent> ingest_of_index(std::shared_ptr<store::Directory> directory) {
  const auto reader = index::IndexReader::open(std::move(directory));
  std::vector<IngestEvent> events;
  int64_t deleted = 0;
  for (const auto& segment : reader->segments()) {
    const int64_t before = events.empty() ? 0 : events.back().time;
    IngestEvent flush = flush_of(
        *segment, index::segment_bytes(reader->directory(), segment->commit_info()), before + 1000);
    flush.time = std::max(before, flush.max_time);
    events.push_back(flush);
    deleted += segment->max_doc() - segment->num_docs();
  }
  if (deleted > 0) {
    events.push_back(
        {events.back().time, IngestEvent::Kind::remove,
         static_cast<int32_t>(std::min<int64_t>(deleted, index::kMaxSegmentDocuments))});
  }
  return events;
}

IngestEvent flush_of(const index::SegmentReader& segment, uint64_t bytes, int64_t time) {
  const auto range = time_range(segment).value_or(std::pair{time, time});
  return {time, IngestEvent::Kind::flush, segment.max_doc(), bytes, range.first, range.second};
}

merge::SizeCurve size_curve_of(std::span<const IngestEvent> events) {
  merge::SizeCurve curve;
  const bool seen = std::ranges::any_of(
      events, [](const IngestEvent& e) { return e.kind == IngestEvent::Kind::merge; });
  if (!seen) return curve;
  for (const IngestEvent& event : events) {
    if (event.kind != IngestEvent::Kind::remove) curve.add(event.documents, event.bytes);
  }
  return curve;
}

std::string trace_line(const IngestEvent& event) {
  switch (event.kind) {
    case IngestEvent::Kind::flush:
      return fmt::format(
          "{{\"t\":{},\"event\":\"flush\",\"docs\":{},\"bytes\":{},\"min_time\":{},\"max_time\":{}}"
          "}\n",
          event.time, event.documents, event.bytes, event.min_time, event.max_time);
    case IngestEvent::Kind::remove:
      return fmt::format("{{\"t\":{},\"event\":\"delete\",\"docs\":{}}}\n", event.time,
                         event.documents);
    case IngestEvent::Kind::merge:
      return fmt::format("{{\"t\":{},\"event\":\"merge\",\"docs\":{},\"bytes\":{}}}\n", event.time,
                         event.documents, event.bytes);
  }
  return {};
}

}  // namespace segsmith::lab
