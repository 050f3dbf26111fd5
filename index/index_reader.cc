// SPDX-License-Identifier: Apache-2.0
#include "index/index_reader.h"

namespace segsmith::index {

std::shared_ptr<const IndexReader> IndexReader::open(const std::string& path) {
  return open(std::make_shared<const store::MmapDirectory>(path));
}

std::shared_ptr<const IndexReader> IndexReader::open(
    std::shared_ptr<const store::Directory> directory) {
  std::shared_ptr<IndexReader> reader(new IndexReader);
  reader->directory_ = std::move(directory);
  reader->commit_ = read_last_commit(*reader->directory_);
  for (const auto& segment : reader->commit_.segments) {
    reader->segments_.push_back(SegmentReader::open(*reader->directory_, segment));
  }
  return reader;
}

int64_t IndexReader::max_doc() const { return commit_.max_doc(); }

int64_t IndexReader::num_docs() const {
  int64_t docs = 0;
  for (const auto& segment : segments_) docs += segment->num_docs();
  return docs;
}

void IndexReader::visit(const model::FactVisitor& visitor) const {
  visit_segment_infos(directory_->open(segments_file_name(commit_.generation)), commit_, visitor);
  for (const auto& segment : segments_) segment->visit(visitor);
}

}  // namespace segsmith::index
