// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codec/lucene90_stored_fields_format.h"
#include "codec/lucene90_stored_fields_reader.h"
#include "model/field_info.h"
#include "store/directory.h"
#include "util/id.h"

namespace segsmith::codec {

/// One source of a merge: its reader, the chunk it has loaded, and how Lucene would copy from it.
class StoredFieldsMergeSource {
 public:
  enum class Strategy : uint8_t {
    bulk,      ///< Whole chunks, compressed as they are.
    document,  ///< Document by document, decompressed bytes.
    by_field,  ///< Field by field: field numbers change.
  };

  /// `fields` are the source's own, `merged` those of the target: their numbers are matched by
  /// name. `reader` must outlive the source.
  StoredFieldsMergeSource(const Lucene90StoredFieldsReader& reader, bool has_deletions,
                          const model::FieldInfos& fields, const model::FieldInfos& merged);

  /// How a writer of `mode` copies from this source (Lucene90CompressingStoredFieldsWriter's
  /// getMergeStrategy).
  Strategy strategy(StoredFieldsMode mode) const;
  StoredFieldsCursor& cursor() { return cursor_; }
  /// Number of the field in the merged segment; InvalidArgument when it has none.
  int32_t map_field(int32_t number) const;

 private:
  StoredFieldsCursor cursor_;
  bool has_deletions_;
  bool numbers_match_ = true;
  std::unordered_map<int32_t, int32_t> field_map_;  ///< -1: dropped.
};

/// Writes the stored fields of a segment, document after document. Byte-identical to Lucene given
/// the same calls.
class Lucene90StoredFieldsWriter {
 public:
  Lucene90StoredFieldsWriter(store::Directory& directory, std::string segment, const Id& id,
                             StoredFieldsMode mode = StoredFieldsMode::best_speed);
  ~Lucene90StoredFieldsWriter();

  /// Values of the open document, in the caller's order. A document ends at finish_document, also
  /// one without values.
  void add_string(int32_t field, std::string_view utf8);
  void add_bytes(int32_t field, std::span<const std::byte> value);
  void add_int(int32_t field, int32_t value);
  void add_long(int32_t field, int64_t value);
  void add_float(int32_t field, float value);
  void add_double(int32_t field, double value);
  void finish_document();
  /// A whole document with one bytes value: the `_source` of an index run.
  void add_document(int32_t field, std::span<const std::byte> value) {
    add_bytes(field, value);
    finish_document();
  }
  /// A whole document that was serialized before with the same field numbers.
  void add_serialized(const SerializedDocument& document);

  /// Copies `count` consecutive documents of one source. A run must be maximal: two neighbouring
  /// calls for consecutive documents of one source would give other bytes than one call.
  void merge(StoredFieldsMergeSource& source, int32_t first_doc, int32_t count);

  /// Documents ended so far.
  int32_t documents() const;
  /// Closes the files after checking that `max_doc` documents were written.
  void finish(int32_t max_doc);
  /// `.fdm`, `.fdt`, `.fdx`, in the order of their creation.
  std::vector<std::string> files() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace segsmith::codec
