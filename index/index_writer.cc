// SPDX-License-Identifier: Apache-2.0
#include "index/index_writer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "codec/file_names.h"
#include "codec/points_support.h"
#include "index/commit.h"
#include "index/mapped_types.h"
#include "index/pending_merges.h"
#include "index/segment_flusher.h"
#include "index/segment_reader.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

/// How often the RAM budget is looked at.
constexpr int32_t kDocumentsPerMemoryCheck = 64;

uint64_t nanoseconds_since(std::chrono::steady_clock::time_point start) {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start)
          .count());
}

std::shared_ptr<store::Directory> append_or_empty(std::shared_ptr<store::Directory> directory,
                                                  bool append) {
  if (!append && last_commit_generation(*directory)) {
    throw InvalidArgument("'" + directory->describe() +
                          "' already holds an index: it is never overwritten");
  }
  return directory;
}

}  // namespace

IndexWriter::IndexWriter(std::shared_ptr<store::Directory> directory,
                         std::shared_ptr<const Mapping> mapping, IndexWriterOptions options)
    : directory_(append_or_empty(std::move(directory), options.append)),
      options_(std::move(options)),
      writer_(directory_, {.seed = options_.seed, .release = options_.release}),
      index_(*directory_, writer_.infos()),
      mapping_(index_.fit(std::move(mapping))),
      buffer_(mapping_) {
  for (const FieldMapping& field : mapping_->fields()) {
    if (field.info.has_points()) codec::need_points("field '" + field.name + "' has points");
  }
  if (writer_.has_commit() && writer_.infos().lucene_version > options_.release->version) {
    throw InvalidArgument("'" + directory_->describe() + "' holds an index of Lucene " +
                          model::to_string(writer_.infos().lucene_version) + ", to which " +
                          model::to_string(options_.release->version) + " cannot append");
  }
  writer_.infos().written_by(*options_.release);
}

IndexWriter::~IndexWriter() = default;

SegmentTarget IndexWriter::target(std::string source) {
  const Settings& settings = mapping_->settings();
  return {.directory = *directory_,
          .name = writer_.infos().next_segment_name(),
          .id = writer_.ids().next(),
          .commit_id = writer_.ids().next(),
          .sort = mapping_->sort(),
          .stored_fields = settings.stored_fields,
          .skip_index_interval_size = settings.skip_index_interval_size,
          .source = std::move(source),
          .mapped_types = MappedTypes::of(*mapping_).to_text(),
          .release = options_.release,
          .field_numbers = index_.field_numbers(),
          .points = {.max_mb_sort_in_heap = options_.points_budget_mb},
          .doc_values = [mapping = mapping_](const model::FieldInfo& field) {
            return mapping->doc_values_choice(field);
          }};
}

CompoundRule IndexWriter::compound_rule() const {
  return {options_.compound, mapping_->settings().compound_format};
}

void IndexWriter::document_added() {
  if (!segment_) segment_ = std::make_unique<SegmentWriter>(target("flush"));
  // In an unsorted segment stored fields are compressed as they come, while they are in cache.
  buffer_.end_document(mapping_->sort().empty() ? &segment_->stored_fields() : nullptr);
  ++documents_;
  const int32_t buffered = buffer_.documents();
  if (options_.flush_docs > 0) {
    if (buffered >= options_.flush_docs) flush();
  } else if (buffered == kMaxSegmentDocuments) {
    flush();
  } else if (options_.ram_buffer_bytes > 0 && buffered % kDocumentsPerMemoryCheck == 0 &&
             buffer_.memory() >= options_.ram_buffer_bytes) {
    flush();
  }
}

void IndexWriter::flush() {
  if (buffer_.documents() == 0) return;
  const auto start = std::chrono::steady_clock::now();
  writer_.infos().segments.push_back(flush_segment(buffer_, *segment_, compound_rule()));
  segment_.reset();
  buffer_.clear();
  ++flushes_;
  flush_ns_ += nanoseconds_since(start);
  if (options_.flushed) options_.flushed(writer_.infos().segments.back());
  if (options_.natural_merges) merge({}, *options_.natural_merges);
}

void IndexWriter::force_merge(int max_segments, MergeDriver& driver) {
  flush();
  merge({MergeKind::forced, max_segments}, driver);
}

void IndexWriter::merge(const MergeRequest& request, MergeDriver& driver) {
  const auto start = std::chrono::steady_clock::now();
  run_merges(
      request, driver, [&] { return segment_sizes(*directory_, writer_.infos().segments); },
      [&](const std::vector<std::string>& names) { return merge_once(names, driver); });
  merge_ns_ += nanoseconds_since(start);
}

std::string IndexWriter::merge_once(const std::vector<std::string>& names, MergeDriver& driver) {
  std::vector<std::shared_ptr<const SegmentReader>> sources;
  std::vector<model::SegmentCommitInfo> merged, kept;
  uint64_t other_bytes = 0;
  auto& segments = writer_.infos().segments;
  size_t place = segments.size();
  for (size_t i = 0; i < segments.size(); ++i) {
    const auto& segment = segments[i];
    if (std::ranges::find(names, segment.info.name) != names.end()) {
      merged.push_back(segment);
      place = std::min(place, kept.size());
    } else {
      kept.push_back(segment);
      other_bytes += segment_bytes(*directory_, segment);
    }
  }
  for (const std::string& name : names) {
    const auto found = std::ranges::find_if(
        merged, [&](const auto& segment) { return segment.info.name == name; });
    sources.push_back(SegmentReader::open(*directory_, *found));
  }
  auto result = driver.merge(sources, target("merge"), compound_rule(), other_bytes);
  const std::string name = result.info.name;
  sources.clear();
  // The merged segment stands where the first of its sources stood.
  kept.insert(kept.begin() + static_cast<ptrdiff_t>(place), std::move(result));
  segments = std::move(kept);
  for (const auto& segment : merged) forget(segment);
  if (options_.merged) options_.merged(segments[place]);
  return name;
}

void IndexWriter::forget(const model::SegmentCommitInfo& segment) {
  if (index_.holds(segment.info.name)) return;
  for (const std::string& file : files_of(segment)) directory_->remove(file);
}

void IndexWriter::commit() {
  flush();
  writer_.changed();
  writer_.commit();
}

}  // namespace segsmith::index
