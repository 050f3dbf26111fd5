// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codec/lucene90_stored_fields_format.h"
#include "model/facts.h"
#include "store/directory.h"
#include "util/id.h"

namespace segsmith::codec {

/// The stored fields of one segment. Immutable and thread-safe; documents are decoded through a
/// StoredFieldsCursor, one a thread.
class Lucene90StoredFieldsReader {
 public:
  /// Parses `.fdm`, checks headers and footers of `.fdt` and `.fdx` and that the index adds up.
  Lucene90StoredFieldsReader(const store::Directory& directory, const std::string& segment,
                             const Id& id, int32_t max_doc, StoredFieldsMode mode);

  StoredFieldsMode mode() const { return mode_; }
  int32_t max_doc() const { return max_doc_; }
  uint32_t chunk_size() const { return chunk_size_; }
  uint64_t chunk_count() const { return chunk_count_; }
  uint64_t dirty_chunks() const { return dirty_chunks_; }
  uint64_t dirty_docs() const { return dirty_docs_; }
  /// `.fdt` whole.
  const store::Input& data() const { return data_; }

  /// The chunk that holds `doc` (0 <= doc < max_doc).
  uint64_t chunk_of(int32_t doc) const;
  /// First document of a chunk; max_doc for chunk_count().
  int32_t chunk_first_doc(uint64_t chunk) const { return static_cast<int32_t>(first_docs_[chunk]); }
  /// Where a chunk begins in `.fdt`; the end of the last for chunk_count().
  uint64_t chunk_start(uint64_t chunk) const { return static_cast<uint64_t>(starts_[chunk]); }

  void check_integrity() const;
  void visit(const model::FactVisitor& visitor) const;

 private:
  void parse_meta(const Id& id);
  void parse_index(store::Cursor& in, int32_t block_shift);

  StoredFieldsMode mode_;
  int32_t max_doc_;
  store::Input data_, index_, meta_;
  uint64_t data_start_ = 0;      ///< Behind the header of `.fdt`.
  uint64_t meta_start_ = 0;      ///< Behind the header of `.fdm`.
  uint64_t first_docs_end_ = 0;  ///< In `.fdx`.
  uint32_t chunk_size_ = 0;
  uint64_t chunk_count_ = 0;
  uint64_t dirty_chunks_ = 0;
  uint64_t dirty_docs_ = 0;
  std::vector<int64_t> first_docs_;  ///< chunk_count + 1
  std::vector<int64_t> starts_;      ///< chunk_count + 1
};

/// One document as it lies in a chunk.
struct SerializedDocument {
  std::span<const std::byte> bytes;
  uint32_t field_count = 0;
};

/// Decodes documents chunk by chunk; the chunk that was decoded last stays loaded, so ascending
/// reads decode each chunk once. Not for sharing across threads. `reader` must outlive the cursor.
class StoredFieldsCursor {
 public:
  explicit StoredFieldsCursor(const Lucene90StoredFieldsReader& reader);

  const Lucene90StoredFieldsReader& reader() const { return *reader_; }
  /// Whether `doc` is in the chunk that is loaded.
  bool loaded(int32_t doc) const { return doc >= first_doc_ && doc - first_doc_ < doc_count_; }
  /// The document's bytes; valid until a document of another chunk is asked for.
  SerializedDocument serialized(int32_t doc);
  /// The document's values in stored order; valid until the next call.
  std::span<const StoredValue> document(int32_t doc);

 private:
  void load(uint64_t chunk);
  void decode(int32_t first, int32_t docs);
  void decompress(store::Cursor& in, bool sliced);

  const Lucene90StoredFieldsReader* reader_;
  int32_t first_doc_ = 0;
  int32_t doc_count_ = 0;
  store::Input chunk_;  ///< For messages.
  std::vector<int32_t> ints_;
  std::vector<uint64_t> offsets_;  ///< doc_count + 1 into buffer_
  std::vector<uint32_t> counts_;   ///< Fields of each document.
  std::vector<std::byte> buffer_;
  std::vector<std::byte> scratch_;
  std::vector<StoredValue> values_;
};

}  // namespace segsmith::codec
