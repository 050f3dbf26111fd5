// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene94_field_infos.h"

#include "codec/damage_testing.h"
#include "util/hex.h"

namespace segsmith::codec {
namespace {

using model::DocValuesType;
using model::FieldInfo;
using testing::bytes_of;
using testing::load_folder;

/// The id in the header of a file with codec name `codec`.
Id header_id(const store::Directory& directory, const std::string& file, std::string_view codec) {
  store::Cursor in(directory.open(file), store::header_length(codec));
  const auto raw = in.bytes(16);
  Id id;
  std::copy(raw.begin(), raw.end(), id.begin());
  return id;
}

model::FieldInfos read(const store::Directory& directory, const Id& id) {
  return read_field_infos(directory, "_0", id, "");
}

TEST(FieldInfos, ReadsWhatLuceneWrote) {
  const auto folder = load_folder("codec/testdata/segment_files/field_kinds");
  const auto& directory = *folder;
  const auto fields = read(directory, header_id(directory, "_0.fnm", kLucene94FieldInfosCodec));
  ASSERT_EQ(fields.size(), 10u);
  EXPECT_EQ(fields.find("keyword")->index_options, 1);
  EXPECT_TRUE(fields.find("keyword")->omits_norms);
  EXPECT_EQ(fields.find("numeric")->doc_values_type, DocValuesType::numeric);
  EXPECT_TRUE(fields.find("numeric")->has_skip_index());
  EXPECT_EQ(fields.find("numeric")->attribute("PerFieldDocValuesFormat.format"), "Lucene90");
  EXPECT_EQ(fields.find("sorted_set")->doc_values_type, DocValuesType::sorted_set);
  EXPECT_EQ(fields.find("sorted_numeric")->doc_values_type, DocValuesType::sorted_numeric);
  EXPECT_EQ(fields.find("binary")->doc_values_type, DocValuesType::binary);
  EXPECT_EQ(fields.find("place")->point_dims, 2);
  EXPECT_EQ(fields.find("place")->point_bytes, 4);
  EXPECT_EQ(fields.find("range")->point_dims, 4);
  EXPECT_EQ(fields.find("vector")->vector_dims, 3);
  EXPECT_EQ(fields.find("vector")->vector_similarity, 2);
  EXPECT_EQ(fields.find("byte_vector")->vector_encoding, 0);
}

TEST(FieldInfos, WritesTheBytesThatLuceneWrote) {
  for (const char* name : {"field_kinds", "loose", "sort_kinds", "stored_types"}) {
    const auto folder = load_folder(std::string("codec/testdata/segment_files/") + name);
    const auto& directory = *folder;
    const Id id = header_id(directory, "_0.fnm", kLucene94FieldInfosCodec);
    store::MemoryDirectory written;
    EXPECT_EQ(write_field_infos(written, "_0", id, "", read(directory, id)), "_0.fnm");
    EXPECT_EQ(bytes_of(written, "_0.fnm"), bytes_of(directory, "_0.fnm")) << name;
  }
}

TEST(FieldInfos, RoundTripsEveryFlagAndTheSuffixOfAGeneration) {
  FieldInfo field;
  field.name = "é漢";
  field.number = 300;
  field.index_options = 4;
  field.has_term_vectors = field.has_payloads = field.omits_norms = field.is_parent = true;
  field.doc_values_type = DocValuesType::sorted_numeric;
  field.skip_index_type = model::SkipIndexType::range;
  field.doc_values_gen = 7;
  field.attributes = {{"b", "1"}, {"a", ""}};
  store::MemoryDirectory directory;
  const Id id = IdSource(1).next();
  EXPECT_EQ(write_field_infos(directory, "_2", id, "1z", model::FieldInfos({field})), "_2_1z.fnm");
  const auto fields = read_field_infos(directory, "_2", id, "1z");
  const FieldInfo& back = *fields.find(300);
  EXPECT_EQ(back.name, field.name);
  EXPECT_TRUE(back.has_term_vectors && back.has_payloads && back.omits_norms && back.is_parent);
  EXPECT_FALSE(back.is_soft_deletes);
  EXPECT_EQ(back.doc_values_gen, 7);
  EXPECT_EQ(back.attributes, field.attributes);
}

TEST(FieldInfos, RefusesFieldsThatContradictThemselves) {
  store::MemoryDirectory directory;
  FieldInfo field;
  field.name = "x";
  field.skip_index_type = model::SkipIndexType::range;
  EXPECT_THROW(write_field_infos(directory, "_0", {}, "", model::FieldInfos({field})),
               InvalidArgument);
  EXPECT_FALSE(directory.exists("_0.fnm"));
}

TEST(FieldInfos, RefusesNamesAndNumbersThatOccurTwice) {
  FieldInfo a, b;
  a.name = "x";
  b.name = "y";
  b.number = 0;
  store::MemoryDirectory directory;
  write_field_infos(directory, "_0", {}, "", model::FieldInfos({a, b}));
  EXPECT_THROW(read(directory, {}), CorruptIndex);
  b.name = "x";
  b.number = 1;
  write_field_infos(directory, "_1", {}, "", model::FieldInfos({a, b}));
  EXPECT_THROW(read_field_infos(directory, "_1", {}, ""), CorruptIndex);
}

/// The entry of Lucene 9.0 to 9.3: no skip byte, no vector encoding.
TEST(FieldInfos, ReadsTheOlderGeneration) {
  store::MemoryDirectory directory;
  store::Output out = directory.create("_0.fnm");
  store::write_index_header(out, kLucene90FieldInfosCodec, 0, {}, "");
  out.vint(1);
  out.string("n");
  out.vint(3);
  out.bytes(*from_hex("000001ffffffffffffffff00010108000000"));
  store::write_footer(out);
  out.close();
  EXPECT_THROW(read(directory, {}), CorruptIndex);
  // 0 flags, 0 index options, 1 NUMERIC, gen -1, no attributes, 1 dimension, 1 indexed, 8 bytes,
  // no vector, similarity 0; one byte too many above.
  EXPECT_THROW(read_field_infos(directory, "_0", {}, "", FieldInfosGeneration::lucene90),
               CorruptIndex);
  directory.remove("_0.fnm");
  store::Output again = directory.create("_0.fnm");
  store::write_index_header(again, kLucene90FieldInfosCodec, 0, {}, "");
  again.vint(1);
  again.string("n");
  again.vint(3);
  again.bytes(*from_hex("000001ffffffffffffffff000101080000"));
  store::write_footer(again);
  again.close();
  const auto fields = read_field_infos(directory, "_0", {}, "", FieldInfosGeneration::lucene90);
  EXPECT_EQ(fields.find(3)->doc_values_type, DocValuesType::numeric);
  EXPECT_EQ(fields.find(3)->point_bytes, 8);
}

TEST(FieldInfos, FactsCoverTheFile) {
  const auto folder = load_folder("codec/testdata/segment_files/loose");
  const auto& directory = *folder;
  const Id id = header_id(directory, "_0.fnm", kLucene94FieldInfosCodec);
  uint64_t end = 0;
  visit_field_infos(directory.open("_0.fnm"), id, "", FieldInfosGeneration::lucene94,
                    [&](const model::Fact& fact) {
                      EXPECT_EQ(fact.offset, end);
                      end += fact.length;
                    });
  EXPECT_EQ(end, directory.length("_0.fnm"));
}

TEST(FieldInfos, DamageIsNamed) {
  for (const char* golden : {"loose", "field_kinds"}) {
    const auto folder = load_folder(std::string("codec/testdata/segment_files/") + golden);
    const Id id = header_id(*folder, "_0.fnm", kLucene94FieldInfosCodec);
    testing::DamageSweep sweep(*folder, [&](const store::Directory& d) {
      testing::Digest digest;
      for (const FieldInfo& field : read(d, id)) {
        digest.add(field.name);
        digest.add(static_cast<uint64_t>(field.number));
        for (const auto& [key, value] : field.attributes) digest.add(key + "=" + value);
      }
      return digest.value();
    });
    sweep.run("_0.fnm", testing::Checksum::at_open);
  }
}

}  // namespace
}  // namespace segsmith::codec
