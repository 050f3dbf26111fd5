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

}  // namespace

IndexWriter::IndexWriter(std::shared_ptr<store::Directory> directory,
                         std::shared_ptr<const Mapping> mapping, IndexWriterOptions options)
    : directory_(std::move(directory)),
      mapping_(std::move(mapping)),
      options_(options),
      ids_(options.seed),
      buffer_(mapping_) {
  for (const FieldMapping& field : mapping_->fields()) {
    if (field.info.has_points()) codec::need_points("field '" + field.name + "' has points");
  }
  infos_.written_by(*options_.release);
  if (last_commit_generation(*directory_)) {
    throw InvalidArgument("'" + directory_->describe() +
                          "' already holds an index: it is never overwritten");
  }
  for (const std::string& file : directory_->list()) {
    if (file.starts_with("_") || file.starts_with("pending_segments")) {
      throw InvalidArgument("'" + directory_->describe() + "' holds '" + file +
                            "', a file of an index without a commit: empty it first");
    }
  }
}

IndexWriter::~IndexWriter() {
  if (committed_) return;
  segment_.reset();
  for (const auto& segment : infos_.segments) {
    try {
      remove_files(segment);
    } catch (const Error&) {
      // Nothing refers to it: a reader never sees it.
    }
  }
}

SegmentTarget IndexWriter::target(std::string source) {
  const Settings& settings = mapping_->settings();
  return {.directory = *directory_,
          .name = infos_.next_segment_name(),
          .id = ids_.next(),
          .commit_id = ids_.next(),
          .sort = mapping_->sort(),
          .stored_fields = settings.stored_fields,
          .skip_index_interval_size = settings.skip_index_interval_size,
          .source = std::move(source),
          .mapped_types = MappedTypes::of(*mapping_).to_text(),
          .release = options_.release,
          .points = {.max_mb_sort_in_heap = options_.points_budget_mb}};
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
  infos_.segments.push_back(flush_segment(buffer_, *segment_, compound_rule()));
  segment_.reset();
  buffer_.clear();
  ++flushes_;
  flush_ns_ += nanoseconds_since(start);
  if (options_.flushed) options_.flushed(infos_.segments.back());
  if (options_.natural_merges) merge({}, *options_.natural_merges);
}

void IndexWriter::force_merge(int max_segments, MergeDriver& driver) {
  flush();
  merge({MergeKind::forced, max_segments}, driver);
}

void IndexWriter::merge(const MergeRequest& request, MergeDriver& driver) {
  const auto start = std::chrono::steady_clock::now();
  run_merges(
      request, driver, [&] { return segment_sizes(*directory_, infos_.segments); },
      [&](const std::vector<std::string>& names) { return merge_once(names, driver); });
  merge_ns_ += nanoseconds_since(start);
}

std::string IndexWriter::merge_once(const std::vector<std::string>& names, MergeDriver& driver) {
  std::vector<std::shared_ptr<const SegmentReader>> sources;
  std::vector<model::SegmentCommitInfo> merged, kept;
  uint64_t other_bytes = 0;
  size_t place = infos_.segments.size();
  for (size_t i = 0; i < infos_.segments.size(); ++i) {
    const auto& segment = infos_.segments[i];
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
  infos_.segments = std::move(kept);
  for (const auto& segment : merged) remove_files(segment);
  if (options_.merged) options_.merged(infos_.segments[place]);
  return name;
}

void IndexWriter::remove_files(const model::SegmentCommitInfo& segment) {
  for (const std::string& file : files_of(segment)) directory_->remove(file);
}

void IndexWriter::commit() {
  flush();
  infos_.id = ids_.next();
  index::commit(*directory_, infos_);
  committed_ = true;
}

}  // namespace segsmith::index
