// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_stored_fields_reader.h"

#include <algorithm>

#include "codec/file_names.h"
#include "codec/lucene90_stored_fields_compression.h"
#include "codec/stored_value_codec.h"
#include "packing/direct_monotonic.h"
#include "packing/stored_ints.h"
#include "store/codec_util.h"

namespace segsmith::codec {
namespace {

constexpr uint64_t kSmallestChunk = 4;  ///< Document base, count, and a byte for each list.

store::Input open(const store::Directory& directory, const std::string& segment,
                  std::string_view extension) {
  return directory.open(segment_file_name(segment, "", extension));
}

/// Reads one monotonic sequence's metadata at `meta` and all its values from the index file's bytes
/// [start, end), where `end` is the long that follows the metadata.
std::vector<int64_t> read_sequence(store::Cursor& meta, const store::Input& index, uint64_t count,
                                   int block_shift, std::string_view what, uint64_t& start) {
  auto blocks = packing::DirectMonotonicMeta::read(meta, count, block_shift);
  const uint64_t at = meta.position();
  const uint64_t end = meta.le64();
  if (end < start)
    meta.input().corrupt(at, "an end after " + std::to_string(start), std::to_string(end));
  const packing::DirectMonotonicReader reader(std::move(blocks),
                                              index.slice(what, start, end - start));
  std::vector<int64_t> values(count);
  reader.values(0, values);
  start = end;
  return values;
}

/// Values must rise strictly from `first` to `last`.
void check_rising(const store::Input& meta, const std::vector<int64_t>& values, uint64_t first,
                  uint64_t last, const std::string& what) {
  const auto fails = [](int64_t a, int64_t b) { return a >= b; };
  if (std::adjacent_find(values.begin(), values.end(), fails) != values.end() ||
      values.front() != static_cast<int64_t>(first) ||
      values.back() != static_cast<int64_t>(last)) {
    meta.corrupt(0,
                 what + " that rise from " + std::to_string(first) + " to " + std::to_string(last),
                 std::to_string(values.front()) + " to " + std::to_string(values.back()));
  }
}

void visit_envelope(const store::Input& file, uint64_t header, const model::FactVisitor& visitor) {
  visitor({{}, "metadata", "header", file.file(), 0, header});
  visitor({{},
           "metadata",
           "footer",
           file.file(),
           file.size() - store::kFooterLength,
           store::kFooterLength});
}

}  // namespace

Lucene90StoredFieldsReader::Lucene90StoredFieldsReader(const store::Directory& directory,
                                                       const std::string& segment, const Id& id,
                                                       int32_t max_doc, StoredFieldsMode mode)
    : mode_(mode),
      max_doc_(max_doc),
      data_(open(directory, segment, kStoredFieldsDataExtension)),
      index_(open(directory, segment, kStoredFieldsIndexExtension)),
      meta_(open(directory, segment, kStoredFieldsMetaExtension)) {
  store::verify_checksum(meta_);
  store::parse_checked(data_, [&] {
    store::Cursor in(data_);
    store::check_index_header(in, stored_fields_mode(mode).data_codec, kStoredFieldsVersion,
                              kStoredFieldsVersion, id, "");
    data_start_ = in.position();
    store::check_footer(data_);
  });
  store::parse_checked(index_, [&] {
    store::Cursor in(index_);
    store::check_index_header(in, kStoredFieldsIndexCodec, kStoredFieldsIndexVersion,
                              kStoredFieldsIndexVersion, id, "");
    store::check_footer(index_);
    parse_meta(id);
  });
}

void Lucene90StoredFieldsReader::parse_meta(const Id& id) {
  store::Cursor in(store::without_footer(meta_));
  store::check_index_header(in, kStoredFieldsMetaCodec, kStoredFieldsVersion, kStoredFieldsVersion,
                            id, "");
  meta_start_ = in.position();
  chunk_size_ = in.vint();
  const int32_t docs = in.le_int();
  if (chunk_size_ == 0 || docs != max_doc_) {
    meta_.corrupt(meta_start_, "a chunk size and " + std::to_string(max_doc_) + " documents",
                  std::to_string(chunk_size_) + " and " + std::to_string(docs));
  }
  const int32_t block_shift = in.le_int();
  const uint64_t count_at = in.position();
  const int32_t count = in.le_int();
  if (count < 1 || static_cast<uint64_t>(count - 1) > data_.size() / kSmallestChunk) {
    meta_.corrupt(count_at,
                  "1 to " + std::to_string(data_.size() / kSmallestChunk + 1) + " chunk starts",
                  std::to_string(count));
  }
  chunk_count_ = static_cast<uint64_t>(count - 1);
  parse_index(in, block_shift);
  const uint64_t totals_at = in.position();
  const uint64_t chunks = in.vlong();
  dirty_chunks_ = in.vlong();
  dirty_docs_ = in.vlong();
  if (chunks != chunk_count_ || dirty_chunks_ > chunks || dirty_docs_ < dirty_chunks_ ||
      dirty_docs_ > static_cast<uint64_t>(max_doc_) || in.remaining() != 0) {
    meta_.corrupt(totals_at, std::to_string(chunk_count_) + " chunks, of which fewer are dirty",
                  std::to_string(chunks) + ", " + std::to_string(dirty_chunks_) + " dirty with " +
                      std::to_string(dirty_docs_) + " documents");
  }
}

void Lucene90StoredFieldsReader::parse_index(store::Cursor& in, int32_t block_shift) {
  const uint64_t start_at = in.position();
  uint64_t start = in.le64();
  const uint64_t header = store::index_header_length(kStoredFieldsIndexCodec, "");
  if (start != header) {
    meta_.corrupt(start_at, "sequences from " + std::to_string(header), std::to_string(start));
  }
  const uint64_t count = chunk_count_ + 1;
  const store::Input body = store::without_footer(index_);
  first_docs_ = read_sequence(in, body, count, block_shift, "first documents", start);
  first_docs_end_ = start;
  starts_ = read_sequence(in, body, count, block_shift, "chunk starts", start);
  const uint64_t max_at = in.position();
  const uint64_t max_pointer = in.le64();
  if (start != body.size() || max_pointer != data_.size() - store::kFooterLength) {
    meta_.corrupt(max_at, "sequences and chunks up to the footers",
                  "ends at " + std::to_string(start) + " and " + std::to_string(max_pointer));
  }
  check_rising(meta_, first_docs_, 0, static_cast<uint64_t>(max_doc_), "first documents");
  check_rising(meta_, starts_, data_start_, max_pointer, "chunk starts");
}

uint64_t Lucene90StoredFieldsReader::chunk_of(int32_t doc) const {
  const auto next = std::upper_bound(first_docs_.begin(), first_docs_.end(), int64_t{doc});
  return static_cast<uint64_t>(next - first_docs_.begin()) - 1;
}

void Lucene90StoredFieldsReader::check_integrity() const {
  for (const store::Input* file : {&meta_, &index_, &data_}) store::verify_checksum(*file);
}

void Lucene90StoredFieldsReader::visit(const model::FactVisitor& visitor) const {
  const auto part = [&](const char* structure, const char* name, const store::Input& file,
                        uint64_t start, uint64_t end, uint64_t count) {
    visitor({.field = {},
             .structure = structure,
             .part = name,
             .file = file.file(),
             .offset = start,
             .length = end - start,
             .encoding = {},
             .count = count});
  };
  const uint64_t data_end = data_.size() - store::kFooterLength;
  visit_envelope(data_, data_start_, visitor);
  visitor({.field = {},
           .structure = "stored_fields",
           .part = "chunks",
           .file = data_.file(),
           .offset = data_start_,
           .length = data_end - data_start_,
           .encoding = mode_ == StoredFieldsMode::best_speed ? "lz4" : "deflate",
           .count = chunk_count_});
  const uint64_t index_start = store::index_header_length(kStoredFieldsIndexCodec, "");
  visit_envelope(index_, index_start, visitor);
  part("stored_fields", "first_docs", index_, index_start, first_docs_end_, chunk_count_ + 1);
  part("stored_fields", "chunk_starts", index_, first_docs_end_,
       index_.size() - store::kFooterLength, chunk_count_ + 1);
  visit_envelope(meta_, meta_start_, visitor);
  part("stored_fields", "metadata", meta_, meta_start_, meta_.size() - store::kFooterLength, 0);
}

StoredFieldsCursor::StoredFieldsCursor(const Lucene90StoredFieldsReader& reader)
    : reader_(&reader) {}

void StoredFieldsCursor::load(uint64_t chunk) {
  doc_count_ = 0;  // A failed load leaves nothing loaded.
  const uint64_t start = reader_->chunk_start(chunk);
  chunk_ = reader_->data().slice("chunk " + std::to_string(chunk), start,
                                 reader_->chunk_start(chunk + 1) - start);
  const int32_t first = reader_->chunk_first_doc(chunk);
  const int32_t docs = reader_->chunk_first_doc(chunk + 1) - first;
  store::parse_checked(reader_->data(), [&] { decode(first, docs); });
  first_doc_ = first;
  doc_count_ = docs;
}

void StoredFieldsCursor::decode(int32_t first, int32_t docs) {
  store::Cursor in(chunk_);
  const uint32_t base = in.vint();
  const uint32_t token = in.vint();
  const uint32_t limit = stored_fields_mode(reader_->mode()).max_docs_per_chunk;
  if (base != static_cast<uint32_t>(first) || token >> 2 != static_cast<uint32_t>(docs) ||
      token >> 2 > limit) {
    chunk_.corrupt(0,
                   "documents " + std::to_string(first) + " and on, " + std::to_string(docs) +
                       " of them (at most " + std::to_string(limit) + ")",
                   std::to_string(base) + " and on, " + std::to_string(token >> 2));
  }
  ints_.resize(static_cast<size_t>(docs));
  packing::read_stored_ints(in, ints_);
  counts_.assign(ints_.begin(), ints_.end());
  packing::read_stored_ints(in, ints_);
  offsets_.resize(ints_.size() + 1);
  offsets_[0] = 0;
  for (size_t i = 0; i < ints_.size(); ++i) {
    if ((ints_[i] == 0) != (counts_[i] == 0)) {
      in.corrupt("bytes only for documents with fields",
                 std::to_string(ints_[i]) + " bytes, " + std::to_string(counts_[i]) + " fields");
    }
    offsets_[i + 1] = offsets_[i] + static_cast<uint64_t>(ints_[i]);
  }
  decompress(in, (token & 1) != 0);
}

void StoredFieldsCursor::decompress(store::Cursor& in, bool sliced) {
  const uint64_t total = offsets_.back();
  const uint64_t expansion = max_expansion(reader_->mode());
  if (total > INT32_MAX || total / expansion > in.remaining()) {
    in.corrupt("at most " + std::to_string(expansion) + " bytes from each of " +
                   std::to_string(in.remaining()),
               std::to_string(total));
  }
  buffer_.resize(total);
  const std::span<std::byte> out(buffer_);
  const uint64_t step = sliced ? reader_->chunk_size() : std::max<uint64_t>(total, 1);
  for (uint64_t at = 0; at < total; at += step) {
    decompress_payload(reader_->mode(), in, out.subspan(at, std::min(step, total - at)), scratch_);
  }
  // A chunk of empty documents still holds a payload of no bytes, which nothing needs.
  if (total != 0 && in.remaining() != 0) {
    in.corrupt("the next chunk", std::to_string(in.remaining()) + " more bytes");
  }
}

SerializedDocument StoredFieldsCursor::serialized(int32_t doc) {
  if (doc < 0 || doc >= reader_->max_doc()) {
    throw InvalidArgument("document " + std::to_string(doc) + " of " +
                          std::to_string(reader_->max_doc()));
  }
  if (!loaded(doc)) load(reader_->chunk_of(doc));
  const auto i = static_cast<size_t>(doc - first_doc_);
  return {std::span<const std::byte>(buffer_).subspan(offsets_[i], offsets_[i + 1] - offsets_[i]),
          counts_[i]};
}

std::span<const StoredValue> StoredFieldsCursor::document(int32_t doc) {
  const SerializedDocument raw = serialized(doc);
  if (const char* expected = decode_stored_document(raw.bytes, raw.field_count, values_)) {
    store::verify_checksum(reader_->data());
    chunk_.corrupt(
        0, expected,
        "document " + std::to_string(doc) + " of " + std::to_string(raw.bytes.size()) + " bytes");
  }
  return values_;
}

}  // namespace segsmith::codec
