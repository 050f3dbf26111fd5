// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_stored_fields_writer.h"

#include <algorithm>

#include "codec/file_names.h"
#include "codec/lucene90_stored_fields_compression.h"
#include "codec/stored_value_codec.h"
#include "packing/direct_monotonic.h"
#include "packing/stored_ints.h"
#include "store/codec_util.h"

namespace segsmith::codec {

StoredFieldsMergeSource::StoredFieldsMergeSource(const Lucene90StoredFieldsReader& reader,
                                                 bool has_deletions,
                                                 const model::FieldInfos& fields,
                                                 const model::FieldInfos& merged)
    : cursor_(reader), has_deletions_(has_deletions) {
  for (const model::FieldInfo& field : fields) {
    const model::FieldInfo* target = merged.find(field.name);
    numbers_match_ = numbers_match_ && target != nullptr && target->number == field.number;
    field_map_[field.number] = target == nullptr ? -1 : target->number;
  }
}

StoredFieldsMergeSource::Strategy StoredFieldsMergeSource::strategy(StoredFieldsMode mode) const {
  if (!numbers_match_) return Strategy::by_field;
  const Lucene90StoredFieldsReader& reader = cursor_.reader();
  const StoredFieldsModeRow& row = stored_fields_mode(mode);
  // Many forced flushes: compress anew, or small chunks would live forever.
  const bool too_dirty = reader.dirty_docs() > row.max_docs_per_chunk &&
                         reader.dirty_chunks() * 100 > reader.chunk_count();
  const bool bulk = reader.mode() == mode && reader.chunk_size() == row.chunk_size &&
                    !has_deletions_ && !too_dirty;
  return bulk ? Strategy::bulk : Strategy::document;
}

int32_t StoredFieldsMergeSource::map_field(int32_t number) const {
  const auto it = field_map_.find(number);
  if (it == field_map_.end() || it->second < 0) {
    throw InvalidArgument("stored field number " + std::to_string(number) +
                          " has no field in the merged segment");
  }
  return it->second;
}

class Lucene90StoredFieldsWriter::Impl {
 public:
  Impl(store::Directory& directory, std::string segment, const Id& id, StoredFieldsMode mode)
      : directory_(directory),
        segment_(std::move(segment)),
        id_(id),
        row_(stored_fields_mode(mode)),
        compressor_(StoredFieldsCompressor::create(mode)),
        meta_(directory.create(file(kStoredFieldsMetaExtension))),
        data_(directory.create(file(kStoredFieldsDataExtension))) {
    store::write_index_header(meta_, kStoredFieldsMetaCodec, kStoredFieldsVersion, id, "");
    store::write_index_header(data_, row_.data_codec, kStoredFieldsVersion, id, "");
    meta_.vint(row_.chunk_size);
  }

  /// Starts a value; the caller appends its bytes.
  StoredValueEncoder& value(int32_t field, StoredType type) {
    ++open_fields_;
    encoder_.field(field, type);
    return encoder_;
  }

  void finish_document() {
    if (buffer_.size() > INT32_MAX) {
      throw InvalidArgument("stored fields of a chunk exceed 2 GB in segment " + segment_);
    }
    counts_.push_back(open_fields_);
    lengths_.push_back(static_cast<int32_t>(buffer_.size() - documents_end_));
    documents_end_ = buffer_.size();
    open_fields_ = 0;
    if (buffer_.size() >= row_.chunk_size || counts_.size() >= row_.max_docs_per_chunk)
      flush(false);
  }

  void add_serialized(const SerializedDocument& document) {
    buffer_.insert(buffer_.end(), document.bytes.begin(), document.bytes.end());
    open_fields_ = static_cast<int32_t>(document.field_count);
    finish_document();
  }

  void merge(StoredFieldsMergeSource& source, int32_t first_doc, int32_t count) {
    using Strategy = StoredFieldsMergeSource::Strategy;
    const int32_t end = first_doc + count;
    switch (source.strategy(row_.mode)) {
      case Strategy::bulk:
        return copy_chunks(source.cursor(), first_doc, end);
      case Strategy::document:
        return copy_documents(source.cursor(), first_doc, end);
      case Strategy::by_field:
        return copy_fields(source, first_doc, end);
    }
  }

  int32_t documents() const { return doc_base_ + static_cast<int32_t>(counts_.size()); }

  void finish(int32_t max_doc) {
    if (!counts_.empty()) flush(true);
    if (doc_base_ != max_doc) {
      throw InvalidArgument("stored fields of segment " + segment_ + ": " +
                            std::to_string(doc_base_) + " documents written of " +
                            std::to_string(max_doc));
    }
    write_index(max_doc);
    meta_.vlong(chunk_starts_.size());
    meta_.vlong(dirty_chunks_);
    meta_.vlong(dirty_docs_);
    store::write_footer(meta_);
    store::write_footer(data_);
    meta_.close();
    data_.close();
  }

  std::vector<std::string> files() const {
    return {file(kStoredFieldsMetaExtension), file(kStoredFieldsDataExtension),
            file(kStoredFieldsIndexExtension)};
  }

 private:
  std::string file(std::string_view extension) const {
    return segment_file_name(segment_, "", extension);
  }

  void start_chunk(int32_t docs) {
    chunk_docs_.push_back(docs);
    chunk_starts_.push_back(static_cast<int64_t>(data_.position()));
  }

  void count_dirty(int32_t docs) {
    ++dirty_chunks_;
    dirty_docs_ += static_cast<uint64_t>(docs);
  }

  /// Writes the open chunk. A forced flush leaves a chunk that is not full: a dirty one.
  void flush(bool force) {
    const auto docs = static_cast<int32_t>(counts_.size());
    start_chunk(docs);
    if (force) count_dirty(docs);
    const bool sliced = buffer_.size() >= uint64_t{2} * row_.chunk_size;
    data_.vint(static_cast<uint32_t>(doc_base_));
    data_.vint(static_cast<uint32_t>(docs) << 2 | (force ? 2u : 0u) | (sliced ? 1u : 0u));
    packing::write_stored_ints(counts_, data_);
    packing::write_stored_ints(lengths_, data_);
    const std::span<const std::byte> payload(buffer_);
    const size_t step = sliced ? row_.chunk_size : std::max<size_t>(payload.size(), 1);
    size_t at = 0;
    do {
      compressor_->compress(payload.subspan(at, std::min(step, payload.size() - at)), data_);
      at += step;
    } while (at < payload.size());
    doc_base_ += docs;
    counts_.clear();
    lengths_.clear();
    buffer_.clear();
    documents_end_ = 0;
  }

  void copy_documents(StoredFieldsCursor& from, int32_t doc, int32_t end) {
    for (; doc < end; ++doc) add_serialized(from.serialized(doc));
  }

  void copy_fields(StoredFieldsMergeSource& source, int32_t doc, int32_t end) {
    for (; doc < end; ++doc) {
      for (const StoredValue& v : source.cursor().document(doc))
        copy_value(source.map_field(v.field), v);
      finish_document();
    }
  }

  void copy_value(int32_t field, const StoredValue& v) {
    StoredValueEncoder& out = value(field, v.type);
    switch (v.type) {
      case StoredType::string:
      case StoredType::bytes:
        return out.bytes(v.bytes);
      case StoredType::int32:
        return out.zint(static_cast<int32_t>(v.number));
      case StoredType::int64:
        return out.tlong(v.number);
      case StoredType::float32:
        return out.zfloat(stored_float(v));
      case StoredType::float64:
        return out.zdouble(stored_double(v));
    }
  }

  /// Documents whose chunk is already decoded one by one, then whole chunks as they are, then the
  /// rest one by one: that is Lucene's way, and decides where chunks end.
  void copy_chunks(StoredFieldsCursor& from, int32_t doc, int32_t end) {
    for (; doc < end && from.loaded(doc); ++doc) add_serialized(from.serialized(doc));
    if (doc == end) return;
    const Lucene90StoredFieldsReader& reader = from.reader();
    uint64_t chunk = reader.chunk_of(doc);
    if (reader.chunk_first_doc(chunk) != doc) {
      throw InvalidArgument(
          "bulk merge of stored fields must enter chunks at their first document");
    }
    const uint64_t end_chunk =
        end == reader.max_doc() ? reader.chunk_count() : reader.chunk_of(end);
    if (chunk < end_chunk && !counts_.empty()) flush(true);
    for (; chunk < end_chunk; ++chunk) copy_chunk(reader, chunk);
    copy_documents(from, reader.chunk_first_doc(chunk), end);
  }

  void copy_chunk(const Lucene90StoredFieldsReader& reader, uint64_t chunk) {
    const uint64_t start = reader.chunk_start(chunk);
    const store::Input bytes = reader.data().slice("chunk " + std::to_string(chunk), start,
                                                   reader.chunk_start(chunk + 1) - start);
    store::Cursor in(bytes);
    const uint32_t base = in.vint();
    const uint32_t token = in.vint();
    const int32_t docs = reader.chunk_first_doc(chunk + 1) - reader.chunk_first_doc(chunk);
    if (base != static_cast<uint32_t>(reader.chunk_first_doc(chunk)) ||
        token >> 2 != static_cast<uint32_t>(docs)) {
      bytes.corrupt(
          0,
          std::to_string(docs) + " documents from " + std::to_string(reader.chunk_first_doc(chunk)),
          std::to_string(token >> 2) + " from " + std::to_string(base));
    }
    start_chunk(docs);
    data_.vint(static_cast<uint32_t>(doc_base_));
    data_.vint(token);
    data_.bytes(in.bytes(in.remaining()));
    doc_base_ += docs;
    if ((token & 2) != 0) count_dirty(docs);
  }

  void write_index(int32_t max_doc) {
    store::Output index = directory_.create(file(kStoredFieldsIndexExtension));
    store::write_index_header(index, kStoredFieldsIndexCodec, kStoredFieldsIndexVersion, id_, "");
    std::vector<int64_t> first_docs(1, 0);
    for (const int32_t docs : chunk_docs_) first_docs.push_back(first_docs.back() + docs);
    std::vector<int64_t> starts = chunk_starts_;
    starts.push_back(static_cast<int64_t>(data_.position()));
    meta_.le_int(max_doc);
    meta_.le_int(kStoredFieldsBlockShift);
    meta_.le_int(static_cast<int32_t>(first_docs.size()));
    for (const std::vector<int64_t>* sequence : {&first_docs, &starts}) {
      meta_.le64(index.position());
      packing::DirectMonotonicWriter writer(meta_, index, sequence->size(),
                                            kStoredFieldsBlockShift);
      writer.add(*sequence);
      writer.finish();
    }
    meta_.le64(index.position());
    meta_.le64(data_.position());
    store::write_footer(index);
    index.close();
  }

  store::Directory& directory_;
  std::string segment_;
  Id id_;
  StoredFieldsModeRow row_;
  std::unique_ptr<StoredFieldsCompressor> compressor_;
  store::Output meta_;
  store::Output data_;
  std::vector<std::byte> buffer_;  ///< Documents of the open chunk.
  StoredValueEncoder encoder_{buffer_};
  size_t documents_end_ = 0;      ///< End of the last finished document in buffer_.
  int32_t open_fields_ = 0;       ///< Values of the open document.
  std::vector<int32_t> counts_;   ///< Values of each document of the chunk.
  std::vector<int32_t> lengths_;  ///< Bytes of each.
  int32_t doc_base_ = 0;          ///< Documents in closed chunks.
  std::vector<int32_t> chunk_docs_;
  std::vector<int64_t> chunk_starts_;
  uint64_t dirty_chunks_ = 0;
  uint64_t dirty_docs_ = 0;
};

Lucene90StoredFieldsWriter::Lucene90StoredFieldsWriter(store::Directory& directory,
                                                       std::string segment, const Id& id,
                                                       StoredFieldsMode mode)
    : impl_(std::make_unique<Impl>(directory, std::move(segment), id, mode)) {}

Lucene90StoredFieldsWriter::~Lucene90StoredFieldsWriter() = default;

void Lucene90StoredFieldsWriter::add_string(int32_t field, std::string_view utf8) {
  impl_->value(field, StoredType::string)
      .bytes(std::as_bytes(std::span<const char>(utf8.data(), utf8.size())));
}
void Lucene90StoredFieldsWriter::add_bytes(int32_t field, std::span<const std::byte> value) {
  impl_->value(field, StoredType::bytes).bytes(value);
}
void Lucene90StoredFieldsWriter::add_int(int32_t field, int32_t value) {
  impl_->value(field, StoredType::int32).zint(value);
}
void Lucene90StoredFieldsWriter::add_long(int32_t field, int64_t value) {
  impl_->value(field, StoredType::int64).tlong(value);
}
void Lucene90StoredFieldsWriter::add_float(int32_t field, float value) {
  impl_->value(field, StoredType::float32).zfloat(value);
}
void Lucene90StoredFieldsWriter::add_double(int32_t field, double value) {
  impl_->value(field, StoredType::float64).zdouble(value);
}
void Lucene90StoredFieldsWriter::finish_document() { impl_->finish_document(); }
void Lucene90StoredFieldsWriter::add_serialized(const SerializedDocument& document) {
  impl_->add_serialized(document);
}
void Lucene90StoredFieldsWriter::merge(StoredFieldsMergeSource& source, int32_t first_doc,
                                       int32_t count) {
  impl_->merge(source, first_doc, count);
}
int32_t Lucene90StoredFieldsWriter::documents() const { return impl_->documents(); }
void Lucene90StoredFieldsWriter::finish(int32_t max_doc) { impl_->finish(max_doc); }
std::vector<std::string> Lucene90StoredFieldsWriter::files() const { return impl_->files(); }

}  // namespace segsmith::codec
