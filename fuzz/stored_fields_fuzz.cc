// SPDX-License-Identifier: Apache-2.0
// Stored fields. Input: u8 mode, u16 documents, parts: the bodies of `.fdm` and `.fdx`; then that
// of
// `.fdt`.
#include "codec/lucene90_stored_fields_reader.h"
#include "codec/lucene90_stored_fields_writer.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

using codec::StoredFieldsMode;

constexpr FileKind kMeta{"_0.fdm", codec::kStoredFieldsMetaCodec};
constexpr FileKind kIndex{"_0.fdx", codec::kStoredFieldsIndexCodec};

FileKind data_file(StoredFieldsMode mode) {
  return {"_0.fdt", codec::stored_fields_mode(mode).data_codec};
}

void write_documents(store::Directory& directory, StoredFieldsMode mode, int32_t max_doc,
                     int scale) {
  codec::Lucene90StoredFieldsWriter writer(directory, "_0", kId, mode);
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    for (int i = 0; doc % 3 != 0 && i < scale; ++i) {
      writer.add_string(doc % 5, "some text that repeats " + std::to_string(doc * i));
    }
    if (doc % 4 == 1) writer.add_long(6, doc * int64_t{3600000});
    if (doc % 7 == 1) writer.add_double(7, doc / 3.0);
    writer.finish_document();
  }
  writer.finish(max_doc);
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const auto mode = static_cast<StoredFieldsMode>(parameters.u8() % 2);
  const int32_t max_doc = parameters.u16();
  GuardedDirectory directory;
  put_framed(directory, kMeta, codec::kStoredFieldsVersion, parameters.part());
  put_framed(directory, kIndex, codec::kStoredFieldsIndexVersion, parameters.part());
  put_framed(directory, data_file(mode), codec::kStoredFieldsVersion, parameters.rest());
  const codec::Lucene90StoredFieldsReader reader(directory, "_0", kId, max_doc, mode);
  codec::StoredFieldsCursor cursor(reader);
  for (int32_t doc = 0; doc < max_doc; ++doc) {
    const auto document = cursor.serialized(doc);
    if (doc % 16 == 3) {
      codec::StoredFieldsCursor alone(reader);
      const auto again = alone.serialized(doc);
      expect(std::ranges::equal(again.bytes, document.bytes) &&
                 again.field_count == document.field_count,
             "a document is the same read alone");
    }
  }
  for (int32_t doc = max_doc; doc-- > 0;) cursor.document(doc);
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const auto mode : {StoredFieldsMode::best_speed, StoredFieldsMode::best_compression}) {
    for (const int scale : {1, 12}) {
      store::MemoryDirectory directory;
      const int32_t max_doc = 100;
      write_documents(directory, mode, max_doc, scale);
      Bytes seed = {static_cast<std::byte>(mode)};
      append(seed, static_cast<uint64_t>(max_doc), 2);
      append_part(seed, body_of(directory, kMeta));
      append_part(seed, body_of(directory, kIndex));
      append(seed, body_of(directory, data_file(mode)));
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
