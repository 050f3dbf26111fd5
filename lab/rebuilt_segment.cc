// SPDX-License-Identifier: Apache-2.0
#include "lab/rebuilt_segment.h"

#include <algorithm>

#include "codec/lucene90_live_docs.h"
#include "util/bit_set.h"
#include "util/error.h"

namespace segsmith::lab {

namespace {

index::SegmentTarget target_of(const DumpedSegment& segment, store::Directory& directory,
                               IdSource& ids, const codec::LuceneRelease& release) {
  index::SegmentTarget target{directory, segment.name, ids.next(), ids.next()};
  target.sort = segment.sort;
  target.stored_fields = segment.stored_fields;
  target.skip_index_interval_size = segment.skip_index_interval_size;
  target.mapped_types = segment.mapped_types;
  target.release = &release;
  target.has_blocks = segment.has_blocks;
  return target;
}

}  // namespace

RebuiltSegment::RebuiltSegment(const DumpedSegment& segment, store::Directory& directory,
                               IdSource& ids, const codec::LuceneRelease& release)
    : dumped_(segment), writer_(target_of(segment, directory, ids, release)) {
  writer_.begin_columns(segment.fields, segment.max_doc);
}

const model::FieldInfo& RebuiltSegment::field(std::string_view name) const {
  const model::FieldInfo* field = writer_.fields().find(name);
  if (field == nullptr) {
    throw InvalidArgument("\"field\": segment " + dumped_.name + " has no field '" +
                          std::string(name) + "'");
  }
  return *field;
}

int32_t RebuiltSegment::checked(int64_t doc) const {
  if (doc < 0 || doc >= dumped_.max_doc) {
    throw InvalidArgument("\"doc\": expected 0 to " + std::to_string(dumped_.max_doc - 1) +
                          ", found " + std::to_string(doc));
  }
  return static_cast<int32_t>(doc);
}

void RebuiltSegment::begin_doc_values(std::string_view name) {
  if (doc_values_ != nullptr && doc_values_->name == name) return;
  end_field();
  const model::FieldInfo& info = field(name);
  if (!info.has_doc_values()) {
    throw InvalidArgument("\"field\": '" + info.name + "' has no doc values in segment " +
                          dumped_.name);
  }
  const std::string part = "doc_values " + info.name;
  if (!written_.insert(part).second) {
    throw InvalidArgument("\"field\": the doc values of '" + info.name + "' come in two places");
  }
  doc_values_ = &info;
  last_doc_ = -1;
}

void RebuiltSegment::begin_points(std::string_view name) {
  if (points_field_ != nullptr && points_field_->name == name) return;
  end_field();
  const model::FieldInfo& info = field(name);
  if (!info.has_points()) {
    throw InvalidArgument("\"field\": '" + info.name + "' has no points in segment " +
                          dumped_.name);
  }
  const std::string part = "points " + info.name;
  if (!written_.insert(part).second) {
    throw InvalidArgument("\"field\": the points of '" + info.name + "' come in two places");
  }
  points_field_ = &info;
  points_.emplace(static_cast<size_t>(info.point_dims) * static_cast<size_t>(info.point_bytes));
}

bool RebuiltSegment::takes_numbers() const {
  return doc_values_->doc_values_type == model::DocValuesType::numeric ||
         doc_values_->doc_values_type == model::DocValuesType::sorted_numeric;
}

void RebuiltSegment::begin_value(int64_t doc) {
  const int32_t checked_doc = checked(doc);
  if (checked_doc < last_doc_) {
    throw InvalidArgument("\"doc\": expected " + std::to_string(last_doc_) +
                          " or more after the line before, found " + std::to_string(doc));
  }
  if (checked_doc == last_doc_ && !model::is_multi_valued(doc_values_->doc_values_type)) {
    throw InvalidArgument("\"values\": expected one value a document in '" + doc_values_->name +
                          "', found another of document " + std::to_string(doc));
  }
  if (checked_doc != last_doc_ && doc_values_->is_soft_deletes)
    soft_deleted_.push_back(checked_doc);
  last_doc_ = checked_doc;
}

void RebuiltSegment::add_number(int64_t doc, int64_t value) {
  begin_value(doc);
  numbers_.add(last_doc_, value);
}

void RebuiltSegment::add_bytes(int64_t doc, std::span<const std::byte> value) {
  begin_value(doc);
  const bool binary = doc_values_->doc_values_type == model::DocValuesType::binary;
  numbers_.add(last_doc_, binary ? static_cast<int64_t>(arena_.add(value)) : terms_.add(value));
}

void RebuiltSegment::add_point(int64_t doc, std::span<const std::byte> value) {
  if (value.size() != points_->packed_bytes()) {
    throw InvalidArgument("\"point\": expected " + std::to_string(points_->packed_bytes()) +
                          " bytes, found " + std::to_string(value.size()));
  }
  points_->add(checked(doc), value);
}

void RebuiltSegment::begin_document(int64_t doc) {
  if (doc != documents_ || documents_ >= dumped_.max_doc) {
    throw InvalidArgument("\"doc\": expected each document once, next " +
                          std::to_string(documents_) + " of " + std::to_string(dumped_.max_doc) +
                          ", found " + std::to_string(doc));
  }
  ++documents_;
}

void RebuiltSegment::remove_document(int64_t doc) { removed_.push_back(checked(doc)); }

void RebuiltSegment::end_field() {
  if (doc_values_ != nullptr) write_doc_values();
  if (points_field_ != nullptr) writer_.points().add_flush(*points_field_, *points_);
  doc_values_ = nullptr;
  points_field_ = nullptr;
  points_.reset();
  numbers_.clear();
  arena_.clear();
  terms_.clear();
}

void RebuiltSegment::write_doc_values() {
  codec::DocValuesWriter& out = writer_.doc_values(*doc_values_);
  switch (doc_values_->doc_values_type) {
    case model::DocValuesType::binary: {
      const auto column = index::column_of(numbers_, arena_);
      return out.add_binary(*doc_values_, *column);
    }
    case model::DocValuesType::numeric: {
      const auto column = index::column_of(numbers_);
      return out.add_numeric(*doc_values_, *column);
    }
    case model::DocValuesType::sorted_numeric: {
      numbers_.sort_within_documents();
      const auto column = index::column_of(numbers_);
      return out.add_sorted_numeric(*doc_values_, *column);
    }
    default:
      return write_terms(out);
  }
}

void RebuiltSegment::write_terms(codec::DocValuesWriter& out) {
  const std::vector<int32_t> sorted = terms_.sorted({});
  std::vector<int64_t> ordinals(sorted.size());
  for (size_t i = 0; i < sorted.size(); ++i) {
    ordinals[static_cast<size_t>(sorted[i])] = static_cast<int64_t>(i);
  }
  for (int64_t& value : numbers_.values()) value = ordinals[static_cast<size_t>(value)];
  numbers_.sort_and_unite_within_documents();
  const auto column = index::column_of(numbers_);
  const auto terms = index::terms_of(terms_, sorted);
  if (doc_values_->doc_values_type == model::DocValuesType::sorted) {
    out.add_sorted(*doc_values_, *terms, *column);
  } else {
    out.add_sorted_set(*doc_values_, *terms, *column);
  }
}

/// A field whose documents all lack it has an entry in the files all the same, as after a merge.
void RebuiltSegment::write_fields_without_lines() {
  for (const model::FieldInfo& field : writer_.fields()) {
    if (field.has_points()) writer_.points();
    if (!field.has_doc_values() || written_.contains("doc_values " + field.name)) {
      continue;
    }
    begin_doc_values(field.name);
    end_field();
  }
}

model::SegmentCommitInfo RebuiltSegment::finish(store::Directory& directory) {
  end_field();
  write_fields_without_lines();
  if (documents_ != 0 && documents_ != dumped_.max_doc) {
    throw InvalidArgument("segment " + dumped_.name + ": expected stored fields of " +
                          std::to_string(dumped_.max_doc) + " documents or of none, found " +
                          std::to_string(documents_));
  }
  const index::CompoundRule rule{dumped_.compound ? index::CompoundUse::always
                                                  : index::CompoundUse::never};
  model::SegmentCommitInfo info = writer_.finish(rule);
  std::ranges::sort(removed_);
  removed_.erase(std::unique(removed_.begin(), removed_.end()), removed_.end());
  info.soft_del_count = static_cast<int32_t>(std::ranges::count_if(
      soft_deleted_, [&](int32_t doc) { return !std::ranges::binary_search(removed_, doc); }));
  if (removed_.empty()) return info;
  BitSet live(static_cast<uint64_t>(dumped_.max_doc), true);
  for (const int32_t doc : removed_) live.clear(static_cast<uint64_t>(doc));
  info.del_gen = 1;
  info.del_count = static_cast<int32_t>(removed_.size());
  codec::write_live_docs(directory, info.info.name, info.info.id, info.del_gen, live);
  return info;
}

}  // namespace segsmith::lab
