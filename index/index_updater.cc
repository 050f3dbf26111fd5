// SPDX-License-Identifier: Apache-2.0
#include "index/index_updater.h"

#include <algorithm>
#include <utility>

#include "util/error.h"

namespace segsmith::index {
namespace {

std::shared_ptr<store::Directory> with_index(std::shared_ptr<store::Directory> directory) {
  if (!last_commit_generation(*directory)) read_last_commit(*directory);  // Refuses it.
  return directory;
}

std::string not_updatable(const model::FieldInfo& field, std::string_view reason) {
  return "field '" + field.name + "' cannot be updated: " + std::string(reason);
}

}  // namespace

IndexUpdater::IndexUpdater(std::shared_ptr<store::Directory> directory, IndexUpdaterOptions options)
    : writer_(with_index(std::move(directory)), options.commits),
      max_overlays_(options.max_overlays),
      soft_deletes_(std::move(options.soft_deletes)) {
  if (max_overlays_ < 0) throw InvalidArgument("a number of overlays of at least 0 is expected");
  open_segments();
}

void IndexUpdater::open_segments() {
  segments_.clear();
  fields_ = {};
  for (const auto& info : writer_.infos().segments) {
    const auto reader = SegmentReader::open(writer_.directory(), info);
    for (const model::FieldInfo& field : reader->fields()) {
      fields_.add(field, "segment " + info.info.name);
    }
  }
  const std::string& known = fields_.soft_deletes();
  if (soft_deletes_.empty()) soft_deletes_ = known;
  if (!known.empty() && known != soft_deletes_) {
    throw InvalidArgument("cannot soft-delete by field '" + soft_deletes_ + "': the index uses '" +
                          known + "' for soft deletes");
  }
  const model::FieldInfo* field = fields_.find(soft_deletes_);
  if (field != nullptr && !field->is_soft_deletes) {
    throw InvalidArgument("cannot soft-delete by field '" + soft_deletes_ +
                          "': the index has it, and not for soft deletes");
  }
  for (const auto& info : writer_.infos().segments) {
    segments_.push_back(std::make_unique<SegmentUpdates>(
        writer_.directory(), info, soft_deletes_, writer_.highest_generation(info.info.name)));
  }
}

int64_t IndexUpdater::delete_documents(size_t segment, const BitSet& docs) {
  return segments_.at(segment)->delete_documents(docs);
}

int64_t IndexUpdater::soft_delete(size_t segment, const BitSet& docs) {
  if (soft_deletes_.empty()) throw InvalidArgument("the index has no soft-deletes field");
  BitSet live = segments_.at(segment)->live();
  live.and_with(docs);
  const uint64_t count = live.count();
  if (count == 0) return 0;
  segments_[segment]->updates(soft_deletes_, model::DocValuesType::numeric).set(live, int64_t{1});
  return static_cast<int64_t>(count);
}

const model::FieldInfo& IndexUpdater::check_updatable(std::string_view name) const {
  const model::FieldInfo* field = fields_.find(name);
  if (field == nullptr) {
    throw InvalidArgument("field '" + std::string(name) +
                          "' cannot be updated: no segment of the index has it");
  }
  const auto refuse = [&](std::string_view reason) {
    throw InvalidArgument(not_updatable(*field, reason));
  };
  using enum model::DocValuesType;
  if (!field->has_doc_values()) refuse("it has no doc values");
  if (field->has_skip_index())
    refuse("it has a doc-values skip index, which an update would belie");
  if (field->has_points()) refuse("it has points too, and must be of doc values only");
  if (field->index_options != 0) refuse("it has postings too, and must be of doc values only");
  if (field->vector_dims != 0) refuse("it has vectors too, and must be of doc values only");
  for (const auto& segment : segments_) {
    for (const model::SortField& key : segment->info().info.sort) {
      if (key.field == name) refuse("the index is sorted by it");
    }
  }
  if (field->doc_values_type == sorted || field->doc_values_type == sorted_set) {
    refuse("its doc values are of type " + std::string(model::name_of(field->doc_values_type)) +
           ", and only NUMERIC, BINARY and SORTED_NUMERIC can be updated");
  }
  return *field;
}

FieldUpdates& IndexUpdater::updates(size_t segment, std::string_view field) {
  const model::FieldInfo& info = check_updatable(field);
  return segments_.at(segment)->updates(info.name, info.doc_values_type);
}

void IndexUpdater::update(size_t segment, const BitSet& docs, std::string_view field,
                          int64_t value) {
  updates(segment, field).set(docs, value);
}

void IndexUpdater::update(size_t segment, const BitSet& docs, std::string_view field,
                          std::span<const std::byte> value) {
  updates(segment, field).set(docs, value);
}

void IndexUpdater::reset(size_t segment, const BitSet& docs, std::string_view field) {
  updates(segment, field).reset(docs);
}

void IndexUpdater::set_user_data(model::StringPairs pairs) {
  writer_.infos().user_data = std::move(pairs);
}

bool IndexUpdater::flush() {
  std::vector<std::unique_ptr<SegmentUpdates>> kept;
  std::vector<model::SegmentCommitInfo> infos;
  bool changed = false;
  for (auto& segment : segments_) {
    const bool touched = segment->changed();
    // Of a segment that is dropped nothing needs to be written.
    const bool dropped = touched && segment->fully_deleted();
    if (touched && !dropped) segment->write(writer_.directory(), max_overlays_, writer_.ids());
    changed |= touched;
    if (dropped) {
      ++dropped_;
      continue;
    }
    if (touched) {
      for (const model::FieldInfo& field : segment->reader().fields()) {
        fields_.add(field, "segment " + segment->info().info.name);
      }
    }
    infos.push_back(segment->info());
    kept.push_back(std::move(segment));
  }
  segments_ = std::move(kept);
  writer_.infos().segments = std::move(infos);
  if (changed) writer_.changed();
  return changed;
}

bool IndexUpdater::prepare_commit() {
  flush();
  if (!writer_.has_changes()) return false;
  writer_.prepare_commit();
  prepared_ = true;
  return true;
}

std::string IndexUpdater::commit() {
  if (!prepared_ && !prepare_commit()) return segments_file_name(writer_.infos().generation);
  prepared_ = false;
  return writer_.commit();
}

void IndexUpdater::rollback() {
  prepared_ = false;
  writer_.rollback();
  open_segments();
}

}  // namespace segsmith::index
