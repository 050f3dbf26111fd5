// SPDX-License-Identifier: Apache-2.0
#include "index/build_index.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "index/bulk_line.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

constexpr int64_t kDocumentsPerProgress = 4096;

uint64_t now_ns() {
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                   std::chrono::steady_clock::now().time_since_epoch())
                                   .count());
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

/// Code points before `offset`, plus one.
size_t column_of_offset(std::string_view line, size_t offset) {
  const std::string_view before = line.substr(0, std::min(offset, line.size()));
  return 1 + static_cast<size_t>(std::ranges::count_if(
                 before, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string place(const LineSource& lines, size_t column) {
  return lines.name() + ":" + std::to_string(lines.line_number()) + ":" + std::to_string(column) +
         ": ";
}

void refuse_action(std::string_view line, const LineSource& lines) {
  const auto action = parse_bulk_action(line);
  if (action == BulkAction::index || action == BulkAction::create) return;
  if (action) {
    throw InvalidArgument(place(lines, 1) + "bulk " +
                          (action == BulkAction::update ? "update" : "delete") +
                          " lines are not taken: only index and create");
  }
  throw InvalidArgument(place(lines, 1) + "not a bulk action: index or create is expected");
}

bool next_filled(LineSource& lines, std::string_view& line) {
  while (lines.next(line)) {
    if (!is_blank(line)) return true;
  }
  return false;
}

}  // namespace

DocumentFeeder::DocumentFeeder(IndexWriter& writer, const IndexOptions& options)
    : writer_(writer), options_(options), parser_(options.mapping, options.drop_unmapped) {}

void DocumentFeeder::feed(LineSource& lines, IndexReport& report) {
  std::string_view line;
  if (!next_filled(lines, line)) return;
  const bool bulk = parse_bulk_action(line).has_value();
  do {
    if (bulk) {
      refuse_action(line, lines);
      const std::string where = place(lines, 1);
      if (!next_filled(lines, line)) throw InvalidArgument(where + "the action has no document");
    }
    add(line, lines, report);
  } while (next_filled(lines, line));
  report.json_bytes += lines.bytes();
  report.dropped = parser_.dropped();
}

void DocumentFeeder::add(std::string_view line, const LineSource& lines, IndexReport& report) {
  try {
    parser_.parse(line, writer_.next_seq_no(), writer_.buffer());
  } catch (const DocumentError& e) {
    refuse(place(lines, column_of_offset(line, e.offset())), e.what(), report);
    return;
  }
  writer_.document_added();
  if (options_.progress && writer_.documents() % kDocumentsPerProgress == 0) {
    options_.progress(writer_.documents());
  }
}

void DocumentFeeder::refuse(const std::string& where, const std::string& message,
                            IndexReport& report) const {
  if (!options_.on_error_skip) throw InvalidArgument(where + message);
  ++report.skipped;
  if (report.skipped_messages.size() < kMostSkippedShown) {
    report.skipped_messages.push_back(where + message);
  }
}

IndexReport build_index(std::shared_ptr<store::Directory> directory, const IndexOptions& options) {
  IndexReport report;
  IndexWriter writer(directory, options.mapping, options.writer);
  DocumentFeeder feeder(writer, options);
  uint64_t start = now_ns();
  for (const std::string& file : options.documents) {
    LineSource lines(file);
    feeder.feed(lines, report);
  }
  const uint64_t end = now_ns();
  report.indexing_ns = end - start - writer.flush_ns() - writer.merge_ns();
  writer.flush();
  report.flush_ns = writer.flush_ns();
  if (options.force_merge > 0) writer.force_merge(options.force_merge, *options.driver);
  report.merge_ns = writer.merge_ns();
  start = now_ns();
  writer.commit();
  report.commit_ns = now_ns() - start;
  report.documents = writer.documents();
  report.flushes = writer.flushes();
  report.segments = writer.segments().segments.size();
  for (const std::string& file : directory->list()) report.index_bytes += directory->length(file);
  return report;
}

}  // namespace segsmith::index
