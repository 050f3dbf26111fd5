// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <random>

#include "codec/damage_testing.h"
#include "codec/lucene90_stored_fields_reader.h"
#include "codec/lucene90_stored_fields_writer.h"

namespace segsmith::codec {
namespace {

using testing::bytes_of;
using testing::load_folder;
using Mode = StoredFieldsMode;
using Document = std::vector<std::string>;  ///< Values of fields 0, 1, ...

constexpr Mode kModes[] = {Mode::best_speed, Mode::best_compression};

Id header_id(const store::Directory& directory) {
  store::Cursor in(directory.open("_0.fdm"), store::header_length(kStoredFieldsMetaCodec));
  const auto raw = in.bytes(16);
  Id id;
  std::copy(raw.begin(), raw.end(), id.begin());
  return id;
}

std::string text_of(const StoredValue& value) {
  return {reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size()};
}

/// Pseudo-random text that compresses.
std::string words(std::mt19937& random, size_t length) {
  static const char* kWords[] = {"cpu", "load", "disk", " ", "host-01", ":", "12", "{", "}"};
  std::string text;
  while (text.size() < length) text += kWords[random() % std::size(kWords)];
  text.resize(length);
  return text;
}

std::vector<Document> random_documents(uint32_t seed, int count, size_t max_length) {
  std::mt19937 random(seed);
  std::vector<Document> documents(static_cast<size_t>(count));
  for (Document& document : documents) {
    document.resize(random() % 4);
    for (std::string& value : document) value = words(random, random() % max_length);
  }
  return documents;
}

void write(store::Directory& directory, const std::string& segment,
           const std::vector<Document>& documents, Mode mode) {
  Lucene90StoredFieldsWriter writer(directory, segment, {}, mode);
  for (const Document& document : documents) {
    for (size_t i = 0; i < document.size(); ++i) {
      writer.add_string(static_cast<int32_t>(i), document[i]);
    }
    writer.finish_document();
  }
  writer.finish(static_cast<int32_t>(documents.size()));
}

void expect_documents(const Lucene90StoredFieldsReader& reader,
                      const std::vector<Document>& documents) {
  StoredFieldsCursor cursor(reader);
  ASSERT_EQ(static_cast<size_t>(reader.max_doc()), documents.size());
  for (int32_t doc = 0; doc < reader.max_doc(); ++doc) {
    const auto values = cursor.document(doc);
    const Document& expected = documents[static_cast<size_t>(doc)];
    ASSERT_EQ(values.size(), expected.size()) << doc;
    for (size_t i = 0; i < values.size(); ++i) ASSERT_EQ(text_of(values[i]), expected[i]) << doc;
  }
}

model::FieldInfos numbered_fields(std::vector<std::string> names) {
  std::vector<model::FieldInfo> fields(names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    fields[i].name = names[i];
    fields[i].number = static_cast<int32_t>(i);
  }
  return model::FieldInfos(std::move(fields));
}

TEST(StoredFields, ReadsEveryTypeThatLuceneWrote) {
  const auto folder = load_folder("codec/testdata/segment_files/stored_types");
  const auto& directory = *folder;
  const Lucene90StoredFieldsReader reader(directory, "_0", header_id(directory), 18,
                                          Mode::best_speed);
  StoredFieldsCursor cursor(reader);
  const auto first = cursor.document(11);
  ASSERT_EQ(first.size(), 3u);
  EXPECT_EQ(first[0].type, StoredType::int64);
  EXPECT_EQ(first[0].number, INT64_MIN);
  EXPECT_EQ(stored_float(first[1]), std::numeric_limits<float>::max());
  EXPECT_EQ(stored_double(first[2]), 1e300);
  const auto second = cursor.document(7);
  EXPECT_EQ(second[1].type, StoredType::int32);
  EXPECT_EQ(second[1].number, INT32_MIN);
  EXPECT_EQ(stored_float(second[2]), -0.5f);
  EXPECT_TRUE(cursor.document(16).empty());
  const auto last = cursor.document(17);
  ASSERT_EQ(last.size(), 4u);
  EXPECT_EQ(text_of(last[0]), "hé, 漢, 😀");
  EXPECT_EQ(text_of(last[1]), "");
  EXPECT_EQ(last[2].type, StoredType::bytes);
  EXPECT_EQ(last[2].bytes.size(), 4u);
}

TEST(StoredFields, WritesTheBytesThatLuceneWrote) {
  const auto folder = load_folder("codec/testdata/segment_files/stored_types");
  const auto& directory = *folder;
  const Id id = header_id(directory);
  const Lucene90StoredFieldsReader reader(directory, "_0", id, 18, Mode::best_speed);
  StoredFieldsCursor cursor(reader);
  store::MemoryDirectory written;
  Lucene90StoredFieldsWriter writer(written, "_0", id);
  for (int32_t doc = 0; doc < 18; ++doc) {
    for (const StoredValue& v : cursor.document(doc)) {
      switch (v.type) {
        case StoredType::string:
          writer.add_string(v.field, text_of(v));
          break;
        case StoredType::bytes:
          writer.add_bytes(v.field, v.bytes);
          break;
        case StoredType::int32:
          writer.add_int(v.field, static_cast<int32_t>(v.number));
          break;
        case StoredType::int64:
          writer.add_long(v.field, v.number);
          break;
        case StoredType::float32:
          writer.add_float(v.field, stored_float(v));
          break;
        case StoredType::float64:
          writer.add_double(v.field, stored_double(v));
          break;
      }
    }
    writer.finish_document();
  }
  writer.finish(18);
  EXPECT_EQ(writer.files(), (std::vector<std::string>{"_0.fdm", "_0.fdt", "_0.fdx"}));
  for (const auto& file : writer.files()) {
    EXPECT_EQ(bytes_of(written, file), bytes_of(directory, file)) << file;
  }
}

TEST(StoredFields, RoundTripsChunksOfEveryShape) {
  for (const Mode mode : kModes) {
    for (const auto& [count, length] :
         {std::pair{1, size_t{10}}, {5000, 30}, {3000, 400}, {40, 90000}}) {
      store::MemoryDirectory directory;
      const auto documents = random_documents(11, count, length);
      write(directory, "_0", documents, mode);
      const Lucene90StoredFieldsReader reader(directory, "_0", {}, count, mode);
      reader.check_integrity();
      expect_documents(reader, documents);
    }
  }
}

TEST(StoredFields, DocumentsOfManyChunksInOneAreSliced) {
  for (const Mode mode : kModes) {
    std::mt19937 random(5);
    const std::vector<Document> documents{
        {words(random, 3000000)}, {"x"}, {words(random, 1200000)}};
    store::MemoryDirectory directory;
    write(directory, "_0", documents, mode);
    const Lucene90StoredFieldsReader reader(directory, "_0", {}, 3, mode);
    EXPECT_EQ(reader.chunk_count(), 2u);
    EXPECT_EQ(reader.dirty_chunks(), 0u);
    expect_documents(reader, documents);
  }
}

TEST(StoredFields, ChunksCloseAtTheDocumentLimit) {
  store::MemoryDirectory directory;
  write(directory, "_0", std::vector<Document>(2050), Mode::best_speed);
  const Lucene90StoredFieldsReader reader(directory, "_0", {}, 2050, Mode::best_speed);
  EXPECT_EQ(reader.chunk_count(), 3u);
  EXPECT_EQ(reader.chunk_first_doc(1), 1024);
  EXPECT_EQ(reader.chunk_of(1023), 0u);
  EXPECT_EQ(reader.chunk_of(1024), 1u);
  EXPECT_EQ(reader.dirty_chunks(), 1u);
  EXPECT_EQ(reader.dirty_docs(), 2u);
  expect_documents(reader, std::vector<Document>(2050));
}

TEST(StoredFields, FinishCountsDocuments) {
  store::MemoryDirectory directory;
  Lucene90StoredFieldsWriter writer(directory, "_0", {});
  writer.finish_document();
  EXPECT_THROW(writer.finish(2), InvalidArgument);
}

TEST(StoredFields, BulkMergeCopiesWholeChunksAndKeepsDocuments) {
  for (const Mode mode : kModes) {
    store::MemoryDirectory directory;
    const auto first = random_documents(1, 6000, 100), second = random_documents(2, 9000, 80);
    write(directory, "_0", first, mode);
    write(directory, "_1", second, mode);
    const Lucene90StoredFieldsReader a(directory, "_0", {}, 6000, mode),
        b(directory, "_1", {}, 9000, mode);
    const auto fields = numbered_fields({"a", "b", "c"});
    StoredFieldsMergeSource from_a(a, false, fields, fields), from_b(b, false, fields, fields);
    EXPECT_EQ(from_a.strategy(mode), StoredFieldsMergeSource::Strategy::bulk);
    Lucene90StoredFieldsWriter writer(directory, "_2", {}, mode);
    writer.merge(from_a, 0, 2500);  // Ends inside a chunk: the rest of it goes one by one.
    writer.merge(from_b, 0, 9000);
    writer.merge(from_a, 2500, 3500);
    writer.finish(15000);
    std::vector<Document> merged(first.begin(), first.begin() + 2500);
    merged.insert(merged.end(), second.begin(), second.end());
    merged.insert(merged.end(), first.begin() + 2500, first.end());
    const Lucene90StoredFieldsReader reader(directory, "_2", {}, 15000, mode);
    expect_documents(reader, merged);
    EXPECT_GE(reader.dirty_chunks(), 2u);
  }
}

TEST(StoredFields, MergeWithDeletionsOrAnotherModeGoesByDocument) {
  using Strategy = StoredFieldsMergeSource::Strategy;
  store::MemoryDirectory directory;
  const auto documents = random_documents(3, 4000, 60);
  write(directory, "_0", documents, Mode::best_speed);
  const Lucene90StoredFieldsReader reader(directory, "_0", {}, 4000, Mode::best_speed);
  const auto fields = numbered_fields({"a", "b", "c"});
  const StoredFieldsMergeSource deleted(reader, true, fields, fields);
  EXPECT_EQ(deleted.strategy(Mode::best_speed), Strategy::document);
  StoredFieldsMergeSource source(reader, false, fields, fields);
  EXPECT_EQ(source.strategy(Mode::best_compression), Strategy::document);
  Lucene90StoredFieldsWriter writer(directory, "_1", {}, Mode::best_compression);
  writer.merge(source, 100, 3000);
  writer.finish(3000);
  const Lucene90StoredFieldsReader merged(directory, "_1", {}, 3000, Mode::best_compression);
  expect_documents(merged, {documents.begin() + 100, documents.begin() + 3100});
}

/// A one-by-one merge gives the bytes of a segment that was written at once.
TEST(StoredFields, DocumentMergeEqualsWritingAtOnce) {
  store::MemoryDirectory directory;
  const auto documents = random_documents(4, 3000, 90);
  write(directory, "_0", documents, Mode::best_speed);
  const Lucene90StoredFieldsReader reader(directory, "_0", {}, 3000, Mode::best_speed);
  const auto fields = numbered_fields({"a", "b", "c"});
  StoredFieldsMergeSource source(reader, true, fields, fields);
  Lucene90StoredFieldsWriter writer(directory, "_1", {}, Mode::best_speed);
  writer.merge(source, 0, 3000);
  writer.finish(3000);
  for (const char* extension : {".fdt", ".fdx", ".fdm"}) {
    EXPECT_EQ(bytes_of(directory, std::string("_1") + extension),
              bytes_of(directory, std::string("_0") + extension));
  }
}

TEST(StoredFields, MergeMapsFieldsByName) {
  store::MemoryDirectory directory;
  const std::vector<Document> documents{{"x", "y"}, {}, {"z"}};
  write(directory, "_0", documents, Mode::best_speed);
  const Lucene90StoredFieldsReader reader(directory, "_0", {}, 3, Mode::best_speed);
  StoredFieldsMergeSource source(reader, false, numbered_fields({"a", "b"}),
                                 numbered_fields({"b", "a"}));
  EXPECT_EQ(source.strategy(Mode::best_speed), StoredFieldsMergeSource::Strategy::by_field);
  Lucene90StoredFieldsWriter writer(directory, "_1", {});
  writer.merge(source, 0, 3);
  writer.finish(3);
  const Lucene90StoredFieldsReader merged(directory, "_1", {}, 3, Mode::best_speed);
  StoredFieldsCursor cursor(merged);
  const auto values = cursor.document(0);
  EXPECT_EQ(values[0].field, 1);
  EXPECT_EQ(text_of(values[0]), "x");
  EXPECT_EQ(values[1].field, 0);
  EXPECT_EQ(cursor.document(2)[0].field, 1);
}

/// Lucene stops copying chunks of a segment with many forced flushes: more dirty documents than a
/// chunk holds, and more than one dirty chunk in a hundred.
TEST(StoredFields, DirtySegmentsAreCompressedAnew) {
  store::MemoryDirectory directory;
  const auto fields = numbered_fields({"a", "b", "c"});
  Lucene90StoredFieldsWriter writer(directory, "_9", {});
  for (int i = 0; i < 6; ++i) {
    const std::string name = "_" + std::to_string(i);
    write(directory, name, random_documents(static_cast<uint32_t>(i), 300, 20), Mode::best_speed);
    const Lucene90StoredFieldsReader part(directory, name, {}, 300, Mode::best_speed);
    StoredFieldsMergeSource source(part, false, fields, fields);
    writer.merge(source, 0, 300);
  }
  writer.finish(1800);
  const Lucene90StoredFieldsReader reader(directory, "_9", {}, 1800, Mode::best_speed);
  EXPECT_EQ(reader.dirty_chunks(), 6u);
  EXPECT_EQ(reader.dirty_docs(), 1800u);
  const StoredFieldsMergeSource source(reader, false, fields, fields);
  EXPECT_EQ(source.strategy(Mode::best_speed), StoredFieldsMergeSource::Strategy::document);
}

TEST(StoredFields, FactsCoverTheFiles) {
  const auto folder = load_folder("codec/testdata/segment_files/stored_types");
  const auto& directory = *folder;
  const Lucene90StoredFieldsReader reader(directory, "_0", header_id(directory), 18,
                                          Mode::best_speed);
  std::map<std::string, uint64_t> lengths;
  reader.visit([&](const model::Fact& fact) { lengths[fact.file] += fact.length; });
  ASSERT_EQ(lengths.size(), 3u);
  for (const auto& [file, length] : lengths) EXPECT_EQ(length, directory.length(file)) << file;
}

TEST(StoredFields, DamageIsNamed) {
  for (const Mode mode : kModes) {
    store::MemoryDirectory directory;
    write(directory, "_0", random_documents(6, 20, 40), mode);
    testing::DamageSweep sweep(directory, [&](const store::Directory& d) {
      const Lucene90StoredFieldsReader reader(d, "_0", {}, 20, mode);
      StoredFieldsCursor cursor(reader);
      testing::Digest digest;
      for (int32_t doc = 0; doc < 20; ++doc) {
        for (const StoredValue& value : cursor.document(doc)) {
          digest.add(value.bytes);
          digest.add(static_cast<uint64_t>(value.number));
        }
      }
      return digest.value();
    });
    sweep.run("_0.fdm", testing::Checksum::at_open);
    sweep.run("_0.fdx", testing::Checksum::on_demand);
    sweep.run("_0.fdt", testing::Checksum::on_demand);
  }
}

/// A flipped byte is reported as a wrong checksum, not as whatever the parser stumbled over.
TEST(StoredFields, ChecksumIsThePrimaryFinding) {
  store::MemoryDirectory directory;
  write(directory, "_0", random_documents(6, 50, 400), Mode::best_speed);
  testing::Bytes bytes = bytes_of(directory, "_0.fdt");
  for (size_t i = 60; i < bytes.size() - 16; ++i) bytes[i] ^= std::byte{0x5A};
  directory.put("_0.fdt", bytes);
  const Lucene90StoredFieldsReader reader(directory, "_0", {}, 50, Mode::best_speed);
  StoredFieldsCursor cursor(reader);
  try {
    for (int32_t doc = 0; doc < 50; ++doc) cursor.document(doc);
    FAIL();
  } catch (const CorruptIndex& e) {
    EXPECT_NE(std::string(e.what()).find("checksum"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace segsmith::codec
