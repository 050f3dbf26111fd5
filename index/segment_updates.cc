// SPDX-License-Identifier: Apache-2.0
#include "index/segment_updates.h"

#include <algorithm>

#include "codec/codecs.h"
#include "codec/lucene90_live_docs.h"
#include "util/error.h"

namespace segsmith::index {

SegmentUpdates::SegmentUpdates(const store::Directory& directory, model::SegmentCommitInfo info,
                               std::string soft_deletes, int64_t highest_generation)
    : directory_(directory),
      info_(std::move(info)),
      soft_deletes_(std::move(soft_deletes)),
      next_(NextGenerations::after(info_, highest_generation)),
      reader_(SegmentReader::open(directory, info_)) {
  read_deletions();
}

void SegmentUpdates::read_deletions() {
  const auto max_doc = static_cast<uint64_t>(info_.info.max_doc);
  hard_live_ = reader_->live_docs() != nullptr ? *reader_->live_docs() : BitSet(max_doc, true);
  soft_deleted_ = BitSet(max_doc);
  const model::FieldInfo* field =
      soft_deletes_.empty() ? nullptr : reader_->fields().find(soft_deletes_);
  if (field != nullptr && reader_->has_doc_values(*field)) {
    reader_->doc_values(*field).presence->into_bit_set(0, info_.info.max_doc, soft_deleted_);
  }
}

BitSet SegmentUpdates::live() const {
  BitSet live = soft_deleted_;
  for (const auto& [name, updates] : updates_) {
    if (name != soft_deletes_) continue;
    const BitSet& docs = updates.docs();
    for (uint64_t doc = docs.next_set(0); doc < docs.size(); doc = docs.next_set(doc + 1)) {
      updates.has_value(static_cast<int32_t>(doc)) ? live.set(doc) : live.clear(doc);
    }
  }
  live.flip();
  live.and_with(hard_live_);
  return live;
}

int64_t SegmentUpdates::delete_documents(const BitSet& docs) {
  const uint64_t before = hard_live_.count();
  BitSet rest = docs;
  rest.flip();
  hard_live_.and_with(rest);
  const uint64_t deleted = before - hard_live_.count();
  pending_deletes_ += static_cast<int32_t>(deleted);
  return static_cast<int64_t>(deleted);
}

FieldUpdates& SegmentUpdates::updates(const std::string& field, model::DocValuesType type) {
  for (auto& [name, updates] : updates_) {
    if (name == field) return updates;
  }
  if (codec::find_segment_codec(info_.codec)->field_infos !=
      codec::FieldInfosGeneration::lucene94) {
    throw InvalidArgument("segment " + info_.info.name + " is of codec " + info_.codec +
                          ", whose field infos are only read: merge the index before updating it");
  }
  return updates_.emplace_back(field, FieldUpdates(type, info_.info.max_doc)).second;
}

bool SegmentUpdates::fully_deleted() const { return live().next_set(0) == live().size(); }

void SegmentUpdates::write(store::Directory& directory, int32_t max_overlays, IdSource& ids) {
  if (!changed()) return;
  if (pending_deletes_ > 0) {
    const int64_t generation = next_.live_docs++;
    codec::write_live_docs(directory, info_.info.name, info_.info.id, generation, hard_live_);
    info_.del_gen = generation;
    info_.del_count += pending_deletes_;
  }
  if (std::ranges::any_of(updates_, [](const auto& entry) { return entry.second.any(); })) {
    write_update_generations(directory, *reader_, soft_deletes_, updates_, max_overlays, next_,
                             info_);
  }
  pending_deletes_ = 0;
  updates_.clear();
  info_.commit_id = ids.next();
  reader_.reset();
  // The count of soft deletions is of documents that are not deleted otherwise.
  model::SegmentCommitInfo opened = info_;
  reader_ = SegmentReader::open(directory_, std::move(opened));
  read_deletions();
  BitSet soft = soft_deleted_;
  soft.and_with(hard_live_);
  info_.soft_del_count = static_cast<int32_t>(soft.count());
}

}  // namespace segsmith::index
