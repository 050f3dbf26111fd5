// SPDX-License-Identifier: Apache-2.0
#include "index/build_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "index/check.h"
#include "index/index_reader.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class BuildIndexTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("segsmith-build-") +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  IndexOptions options(const std::string& documents, std::string_view properties,
                       std::string_view settings = "{}") {
    const std::string path = folder_ / "documents.ndjson";
    std::ofstream(path, std::ios::binary) << documents;
    IndexOptions out;
    out.mapping =
        Mapping::parse("{\"settings\":" + std::string(settings) +
                           ",\"mappings\":{\"properties\":" + std::string(properties) + "}}",
                       "m.json");
    out.documents = {path};
    return out;
  }
  std::string error_of(const IndexOptions& options) {
    try {
      build_index(directory_, options);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  }
  static std::vector<int64_t> values(const SegmentReader& segment, std::string_view field) {
    const auto column = model::number_column(segment.doc_values(segment.field(field)));
    std::vector<int64_t> out;
    model::NumberBlock block;
    for (column->rewind(); column->next(block);) {
      out.insert(out.end(), block.values.begin(), block.values.end());
    }
    return out;
  }
  std::vector<std::vector<int64_t>> values(std::string_view field) {
    std::vector<std::vector<int64_t>> out;
    const auto reader = IndexReader::open(directory_);
    for (const auto& segment : reader->segments()) out.push_back(values(*segment, field));
    return out;
  }

  std::filesystem::path folder_;
  std::shared_ptr<store::MemoryDirectory> directory_ = std::make_shared<store::MemoryDirectory>();
};

class IndexWithoutPoints : public BuildIndexTest {};

TEST_F(IndexWithoutPoints, WritesNothingOfThem) {
  build_index(directory_,
              options("{\"x\":1}\n{\"x\":2}", R"({"x": {"type": "long", "index": false}})",
                      R"({"index.seq_no.index_options": "doc_values_only"})"));
  for (const std::string& file : directory_->list()) {
    for (const char* extension : {".kdd", ".kdi", ".kdm"}) {
      EXPECT_FALSE(file.ends_with(extension)) << file;
    }
  }
  const auto reader = IndexReader::open(directory_);
  const SegmentReader& segment = *reader->segments().front();
  EXPECT_EQ(segment.points(), nullptr);
  for (const model::FieldInfo& field : segment.fields()) {
    EXPECT_EQ(field.point_dims, 0) << field.name;
    EXPECT_EQ(field.point_index_dims, 0) << field.name;
    EXPECT_EQ(field.point_bytes, 0) << field.name;
  }
}

constexpr std::string_view kLong = R"({"x": {"type": "long"}})";

TEST_F(BuildIndexTest, FlushesAfterExactlySoManyDocuments) {
  auto run = options("{\"x\":1}\n{\"x\":2}\n\n{\"x\":3}\n{\"x\":4}\n{\"x\":5}", kLong);
  run.writer.flush_docs = 2;
  const auto report = build_index(directory_, run);
  EXPECT_EQ(report.documents, 5);
  EXPECT_EQ(report.flushes, 3);
  EXPECT_THAT(values("x"), ElementsAre(ElementsAre(1, 2), ElementsAre(3, 4), ElementsAre(5)));
  EXPECT_THAT(values("_seq_no"), ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3), ElementsAre(4)));
  EXPECT_TRUE(check_index(*directory_).clean());
}

TEST_F(BuildIndexTest, NoDocumentsMakeAnEmptyCommit) {
  const auto report = build_index(directory_, options("\n", kLong));
  EXPECT_EQ(report.segments, 0u);
  EXPECT_THAT(directory_->list(), ElementsAre("segments_1"));
}

TEST_F(BuildIndexTest, FlushesByMemory) {
  std::string documents;
  for (int i = 0; i < 2000; ++i) documents += "{\"x\":" + std::to_string(i) + "}\n";
  auto run = options(documents, kLong);
  run.writer.ram_buffer_bytes = 20000;
  EXPECT_GT(build_index(directory_, run).flushes, 3);
  EXPECT_TRUE(check_index(*directory_).clean());
}

TEST_F(BuildIndexTest, SegmentsKnowOnlyTheirOwnFieldsUnderTheIndexsNumbers) {
  auto run = options("{\"b\":1}\n{\"a\":2}\n", R"({"a": {"type": "long"}, "b": {"type": "long"}})");
  run.writer.flush_docs = 1;
  build_index(directory_, run);
  const auto reader = IndexReader::open(directory_);
  const auto& first = *reader->segments()[0];
  EXPECT_EQ(first.fields().find("a"), nullptr);
  EXPECT_EQ(first.field("b").number, 5);
  EXPECT_EQ(reader->segments()[1]->field("a").number, 4);
}

TEST_F(BuildIndexTest, SortsEveryColumnAndTheSource) {
  const auto run = options(
      "{\"t\":1,\"k\":\"b\",\"m\":[9,7]}\n{\"t\":3}\n{\"k\":\"a\",\"m\":5}\n{\"t\":3,\"k\":[\"c\","
      "\"a\"]}\n",
      R"({"t": {"type": "date"}, "k": {"type": "keyword"}, "m": {"type": "long"}})",
      R"({"index.sort.field": "t", "index.sort.order": "desc"})");
  build_index(directory_, run);
  const auto reader = IndexReader::open(directory_);
  const auto& segment = *reader->segments()[0];
  EXPECT_THAT(values(segment, "_seq_no"), ElementsAre(1, 3, 0, 2));
  EXPECT_THAT(values(segment, "t"), ElementsAre(3, 3, 1));
  EXPECT_THAT(values(segment, "k"), ElementsAre(0, 2, 1, 0));
  EXPECT_THAT(values(segment, "m"), ElementsAre(7, 9, 5));
  codec::StoredFieldsCursor stored(segment.stored_fields());
  const auto source = stored.document(3)[0].bytes;
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(source.data()), source.size()),
            "{\"k\":\"a\",\"m\":5}");
  EXPECT_TRUE(check_index(*directory_).clean());
}

TEST_F(BuildIndexTest, StoresValuesOfEveryTypeInFieldOrder) {
  const auto run = options(
      R"({"u":"18446744073709551615","b":true,"f":1.5,"d":-2.5,"i":7,"l":-1,"k":["x","y"],"h":0.1,"t":5})"
      "\n",
      R"({"i": {"type": "integer", "store": true}, "l": {"type": "long", "store": true},
          "f": {"type": "float", "store": true}, "d": {"type": "double", "store": true},
          "b": {"type": "boolean", "store": true}, "u": {"type": "unsigned_long", "store": true},
          "k": {"type": "keyword", "store": true}, "h": {"type": "half_float", "store": true},
          "t": {"type": "date", "store": true, "doc_values": false, "index": false}})",
      R"({"index.mapping.source.mode": "synthetic"})");
  build_index(directory_, run);
  const auto reader = IndexReader::open(directory_);
  codec::StoredFieldsCursor stored(reader->segments()[0]->stored_fields());
  std::vector<std::string> shown;
  for (const auto& value : stored.document(0)) {
    std::string text(reinterpret_cast<const char*>(value.bytes.data()), value.bytes.size());
    if (text.empty()) text = std::to_string(value.number);
    shown.push_back(std::to_string(static_cast<int>(value.type)) + ":" + text);
  }
  EXPECT_THAT(shown, ElementsAre("2:7", "4:-1", "3:1069547520", "5:-4610560118520545280", "0:T",
                                 "0:18446744073709551615", "1:x", "1:y", "3:1036831949", "4:5"));
}

TEST_F(BuildIndexTest, BulkLinesAreRead) {
  build_index(
      directory_,
      options("{\"index\":{}}\n{\"x\":1}\n\n{\"create\":{\"_id\":\"a\"}}\n{\"x\":2}\n", kLong));
  EXPECT_THAT(values("x"), ElementsAre(ElementsAre(1, 2)));
}

TEST_F(BuildIndexTest, BulkUpdatesDeletesAndLoneActionsAreRefusedByLine) {
  EXPECT_THAT(error_of(options("{\"index\":{}}\n{\"x\":1}\n{\"delete\":{\"_id\":\"1\"}}\n", kLong)),
              HasSubstr("documents.ndjson:3:1: bulk delete lines are not taken"));
  EXPECT_THAT(error_of(options("{\"update\":{}}\n{\"doc\":{}}\n", kLong)),
              HasSubstr(":1:1: bulk update"));
  EXPECT_THAT(error_of(options("{\"index\":{}}\n", kLong)),
              HasSubstr("the action has no document"));
  EXPECT_THAT(error_of(options("{\"index\":{}}\n{\"x\":1}\n{\"x\":2}\n", kLong)),
              HasSubstr(":3:1: not a bulk action"));
  EXPECT_THAT(directory_->list(), IsEmpty());
}

TEST_F(BuildIndexTest, ABadLineIsLocatedAndNothingStays) {
  auto run = options("{\"x\":1}\n{\"x\":2}\n{\"\xc3\xa4\":0,\"x\":\"y\"}\n", kLong);
  run.writer.flush_docs = 1;
  // The column counts characters, not bytes.
  EXPECT_THAT(error_of(run), HasSubstr("documents.ndjson:3:12: field 'x': 'y' is not a number"));
  EXPECT_THAT(directory_->list(), IsEmpty());
}

TEST_F(BuildIndexTest, BadLinesMayBeSkippedAndTermsThatOnlyTheyHadAreGone) {
  auto run = options("{\"k\":\"b\"}\n{\"k\":\"a\",\"x\":\"y\"}\nnonsense\n{\"k\":\"c\",\"x\":1}\n",
                     R"({"k": {"type": "keyword"}, "x": {"type": "long"}})");
  run.on_error_skip = true;
  const auto report = build_index(directory_, run);
  EXPECT_EQ(report.documents, 2);
  EXPECT_EQ(report.skipped, 2);
  EXPECT_THAT(report.skipped_messages[0], HasSubstr(":2:"));
  EXPECT_THAT(values("_seq_no"), ElementsAre(ElementsAre(0, 1)));
  const auto reader = IndexReader::open(directory_);
  const auto& segment = *reader->segments()[0];
  EXPECT_EQ(segment.doc_values(segment.field("k")).terms->size(), 2);
  EXPECT_TRUE(check_index(*directory_).clean());
}

TEST_F(BuildIndexTest, AnIndexIsNeverOverwritten) {
  build_index(directory_, options("{\"x\":1}\n", kLong));
  const auto before = directory_->list();
  EXPECT_THAT(error_of(options("{\"x\":2}\n", kLong)), HasSubstr("already holds an index"));
  EXPECT_EQ(directory_->list(), before);
  EXPECT_THAT(values("x"), ElementsAre(ElementsAre(1)));
}

TEST_F(BuildIndexTest, FilesOfADeadWriterGoButNoOthers) {
  directory_->put("_0.cfs", {});
  EXPECT_EQ(error_of(options("{\"x\":2}\n", kLong)), "no error");
  directory_ = std::make_shared<store::MemoryDirectory>();
  directory_->put("_0.json", {});
  EXPECT_THAT(error_of(options("{\"x\":2}\n", kLong)), HasSubstr("'_0.json'"));
  EXPECT_THAT(directory_->list(), ElementsAre("_0.json"));
}

TEST_F(BuildIndexTest, SeededRunsAreEqualByteForByte) {
  auto run = options("{\"x\":1}\n{\"x\":2}\n", kLong);
  run.writer.seed = 7;
  build_index(directory_, run);
  const auto other = std::make_shared<store::MemoryDirectory>();
  build_index(other, run);
  ASSERT_EQ(other->list(), directory_->list());
  for (const std::string& name : other->list()) {
    EXPECT_TRUE(std::ranges::equal(other->open(name).bytes(), directory_->open(name).bytes()))
        << name;
  }
}

TEST_F(BuildIndexTest, CompoundFilesFollowTheOption) {
  auto run = options("{\"x\":1}\n", kLong);
  build_index(directory_, run);
  EXPECT_THAT(directory_->list(), ElementsAre("_0.cfe", "_0.cfs", "_0.si", "segments_1"));
  directory_ = std::make_shared<store::MemoryDirectory>();
  run.writer.compound = CompoundUse::never;
  build_index(directory_, run);
  EXPECT_THAT(directory_->list(),
              ElementsAre("_0.fdm", "_0.fdt", "_0.fdx", "_0.fnm", "_0.kdd", "_0.kdi", "_0.kdm",
                          "_0.si", "_0_Lucene90_0.dvd", "_0_Lucene90_0.dvm", "_0_Lucene90_0.dvp",
                          "_0_Lucene90_0.dvs", "segments_1"));
}

TEST(CompoundRule, AutoMergesCompoundUpToTheLimit) {
  CompoundRule rule;
  EXPECT_TRUE(rule.for_flush());
  EXPECT_TRUE(rule.for_merge(uint64_t{1} << 30, 0));
  EXPECT_FALSE(rule.for_merge((uint64_t{1} << 30) + 1, 0));
  rule.format = {0.5, UINT64_MAX};
  EXPECT_TRUE(rule.for_merge(50, 100));
  EXPECT_FALSE(rule.for_merge(51, 100));
  rule.use = CompoundUse::always;
  EXPECT_TRUE(rule.for_merge(UINT64_MAX, UINT64_MAX));
  rule.use = CompoundUse::never;
  EXPECT_FALSE(rule.for_flush());
}

}  // namespace
}  // namespace segsmith::index
