// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/lucene_release.h"
#include "model/columns.h"
#include "model/doc_values.h"
#include "model/facts.h"
#include "model/field_info.h"
#include "model/segment_info.h"
#include "skipper/skip_index.h"
#include "store/directory.h"

namespace segsmith::packing::es95 {
enum class Role : uint8_t;
}

namespace segsmith::codec {

/// What a format leaves to its user; the files say what was chosen. Formats without such a choice
/// ignore it.
struct DocValuesOptions {
  /// Values of a block of numbers: one of the format's block_sizes; 0 for the first of them.
  int32_t block_size = 0;
  bool compress_binary = true;  ///< BINARY values in blocks compressed with zstd.
  /// Such blocks of up to 512 KiB and 8,096 documents in place of 128 KiB and 1,024.
  bool large_binary_blocks = false;
  bool prefix_partitions = false;  ///< Of the terms of the primary sort field.
  /// Of the files' headers, where a format has several; -1 for the one that it writes of itself.
  int32_t version = -1;
  /// What a field's numbers are, for formats that choose by it. Unset: Role::long_counter for
  /// `@timestamp`, Role::other for the rest.
  std::function<packing::es95::Role(const model::FieldInfo&)> role = {};

  /// Whether fields with either options may share files: all but the roles is the same.
  bool writes_like(const DocValuesOptions& other) const {
    return block_size == other.block_size && compress_binary == other.compress_binary &&
           large_binary_blocks == other.large_binary_blocks &&
           prefix_partitions == other.prefix_partitions && version == other.version;
  }
};

/// A format with its options: what a field is written with.
struct DocValuesChoice {
  std::string format = "Lucene90";
  DocValuesOptions options = {};
};

/// What a format needs to write its files of one segment (SegmentWriteState).
struct SegmentWriteState {
  store::Directory& directory;
  std::string segment;  ///< "_0"
  Id id;
  int32_t max_doc = 0;
  std::string suffix;  ///< Between segment name and extension: "Lucene90_0".
  int32_t skip_index_interval_size = 4096;
  /// The field of the first sort key, when the segment is sorted; formats may exploit it.
  const model::SortField* primary_sort = nullptr;
  /// As which release everything is written; a row of kLuceneReleases.
  const LuceneRelease* release = &kCurrentRelease;
  DocValuesOptions options = {};
};

/// What a format needs to read them (SegmentReadState). Also serves compound segments, whose inner
/// files `directory` then shows.
struct SegmentReadState {
  const store::Directory& directory;
  std::string segment;
  Id id;
  int32_t max_doc = 0;
  std::string suffix;
  /// The first key of the segment's sort, or null: some entries depend on it.
  const model::SortField* primary_sort = nullptr;
};

/// Writes the doc values of a segment, field after field in the caller's order (DocValuesConsumer).
/// The field's skip index is built from the same column when field.has_skip_index().
class DocValuesWriter {
 public:
  virtual ~DocValuesWriter() = default;
  virtual void add_numeric(const model::FieldInfo& field, model::NumberColumn& values) = 0;
  virtual void add_binary(const model::FieldInfo& field, model::BytesColumn& values) = 0;
  virtual void add_sorted(const model::FieldInfo& field, model::TermsSource& terms,
                          model::NumberColumn& ordinals) = 0;
  virtual void add_sorted_numeric(const model::FieldInfo& field, model::NumberColumn& values) = 0;
  virtual void add_sorted_set(const model::FieldInfo& field, model::TermsSource& terms,
                              model::NumberColumn& ordinals) = 0;
  /// Ends the list of fields, writes footers and closes the files.
  virtual void finish() = 0;
  /// Names of the files that were made, in the order of their creation.
  virtual std::vector<std::string> files() const = 0;
};

/// Reads the doc values of a segment (DocValuesProducer). Metadata is parsed when it is opened;
/// values are decoded from the mapping on demand. Thread-safe.
class DocValuesReader {
 public:
  virtual ~DocValuesReader() = default;
  /// The parts of a field of this reader; throws InvalidArgument for a field that it does not hold.
  virtual const model::DocValuesField& field(const model::FieldInfo& field) const = 0;
  /// Null when the field has none.
  virtual std::shared_ptr<const skipper::SkipIndex> skip_index(
      const model::FieldInfo& field) const = 0;
  /// With which choices the files were written, as far as they tell: a writer that is given these
  /// writes the same fields in the same way.
  virtual DocValuesOptions options() const { return {}; }
  /// Verifies the checksum of every file.
  virtual void check_integrity() const = 0;
  /// Every part of every file, headers and footers included.
  virtual void visit(const model::FactVisitor& visitor) const = 0;
  /// Every physical unit of one field: what visit() tells of it, cut into blocks wherever the
  /// format has blocks, part after part. Parts that take no bytes (every document has a value) come
  /// with length 0 and no file. Facts are handed on as they are found, none is kept.
  virtual void visit_field(const model::FieldInfo& field, const model::FactVisitor& visitor) const {
    visit([&](const model::Fact& fact) {
      if (fact.field == field.name) visitor(fact);
    });
  }
};

/// One row of the registry.
struct DocValuesFormat {
  std::string_view name;  ///< As in the field attribute PerFieldDocValuesFormat.format.
  std::unique_ptr<DocValuesWriter> (*writer)(const SegmentWriteState& state);
  std::unique_ptr<DocValuesReader> (*reader)(const SegmentReadState& state,
                                             const model::FieldInfos& fields);
  /// Values of a block that DocValuesOptions may ask for, the default first; empty where there is
  /// no choice.
  std::span<const int32_t> block_sizes = {};
  /// A released library writes it, and its bytes were compared with ours.
  bool judged = true;
};

/// All formats that this build has; tests, fuzzers and benches iterate it.
std::span<const DocValuesFormat> doc_values_formats();
/// Null when there is none of that name.
const DocValuesFormat* find_doc_values_format(std::string_view name);

}  // namespace segsmith::codec
