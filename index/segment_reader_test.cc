// SPDX-License-Identifier: Apache-2.0
#include "index/segment_reader.h"

#include <map>

#include "codec/damage_testing.h"
#include "codec/file_names.h"
#include "codec/lucene90_live_docs.h"
#include "codec/lucene90_stored_fields_writer.h"
#include "codec/lucene94_field_infos.h"
#include "codec/lucene99_segment_info.h"
#include "index/golden_index_testing.h"
#include "index/index_reader.h"
#include "util/base36.h"

namespace segsmith::index {
namespace {

using testing::bytes_of;
using testing::golden_indices;
using testing::load_folder;

std::shared_ptr<const IndexReader> open(const std::string& folder) {
  return IndexReader::open(std::shared_ptr<const store::Directory>(load_folder(folder)));
}

TEST(SegmentReader, OpensWhatLuceneWrote) {
  const auto index = open("codec/testdata/segment_files/loose");
  EXPECT_EQ(index->max_doc(), 3);
  EXPECT_EQ(index->num_docs(), 2);
  const SegmentReader& segment = *index->segments().at(0);
  ASSERT_NE(segment.live_docs(), nullptr);
  EXPECT_EQ(segment.live_docs()->count(), 2u);
  const auto& n = segment.doc_values(segment.field("n"));
  EXPECT_EQ(n.numbers->value(0), 3);  // Sorted by n, descending.
  EXPECT_EQ(segment.skip_index(segment.field("n"))->max_value(), 3);
  EXPECT_EQ(segment.points()->field(segment.field("n"))->point_count(), 3);
  codec::StoredFieldsCursor stored(segment.stored_fields());
  EXPECT_EQ(stored.document(0).size(), 2u);
  EXPECT_THROW(segment.field("absent"), InvalidArgument);
  EXPECT_THROW(segment.doc_values(segment.field("title")), InvalidArgument);
  EXPECT_EQ(segment.skip_index(segment.field("title")), nullptr);
}

TEST(SegmentReader, KeepsItsFilesWhenTheDirectoryIsForgotten) {
  std::shared_ptr<const IndexReader> index = open("codec/testdata/segment_files/compound");
  const auto segment = index->segments().at(0);
  codec::StoredFieldsCursor stored(segment->stored_fields());
  EXPECT_EQ(stored.document(0)[0].bytes.size(), 9u);
}

/// Parts of each file, told by the readers, cover it exactly once; also inside compound files.
TEST(SegmentReader, FactsCoverEveryFileOfTheGoldens) {
  for (const std::string& path : golden_indices()) {
    const auto index = open(path);
    std::map<std::string, std::map<uint64_t, uint64_t>> parts;
    index->visit([&](const model::Fact& fact) {
      if (fact.length == 0) return;
      EXPECT_TRUE(parts[fact.file].emplace(fact.offset, fact.length).second)
          << path << " " << fact.file << " at " << fact.offset;
    });
    for (const auto& [file, ranges] : parts) {
      uint64_t end = 0;
      for (const auto& [offset, length] : ranges) {
        EXPECT_EQ(offset, end) << path << " " << file;
        end = offset + length;
      }
      EXPECT_EQ(end, index->directory().length(file)) << path << " " << file;
    }
    size_t files = 1;
    for (const auto& segment : index->commit().segments) files += files_of(segment).size();
    EXPECT_EQ(parts.size(), files) << path;
  }
}

/// Rewrites a segment's files of the segment-level formats from what was read.
class Rewriter {
 public:
  Rewriter(const store::Directory& directory, const SegmentReader& segment)
      : directory_(directory), segment_(segment), info_(segment.info()) {}

  void compare_all() {
    expect_same(directory_, codec::write_segment_info(out_, info_));
    compare_field_infos();
    if (segment_.live_docs() != nullptr) {
      expect_same(directory_,
                  codec::write_live_docs(out_, info_.name, info_.id, segment_.commit_info().del_gen,
                                         *segment_.live_docs()));
    }
    if (is_flushed()) compare_stored();
    if (segment_.compound() != nullptr) compare_compound();
  }

 private:
  /// Those of the last update, where there was one.
  void compare_field_infos() {
    const int64_t gen = segment_.commit_info().field_infos_gen;
    const std::string suffix = gen == -1 ? "" : to_base36(static_cast<uint64_t>(gen));
    expect_same(gen == -1 ? segment_.core() : directory_,
                codec::write_field_infos(out_, info_.name, info_.id, suffix, segment_.fields()));
  }

  void expect_same(const store::Directory& theirs, const std::string& file) {
    EXPECT_EQ(bytes_of(out_, file), bytes_of(theirs, file)) << file;
  }

  /// Merged chunks are copied, so only flushed segments can be written again from their documents.
  bool is_flushed() const {
    for (const auto& [key, value] : info_.diagnostics) {
      if (key == "source") return value == "flush";
    }
    return false;
  }

  void compare_stored() {
    codec::Lucene90StoredFieldsWriter writer(out_, info_.name, info_.id,
                                             segment_.stored_fields().mode());
    codec::StoredFieldsCursor cursor(segment_.stored_fields());
    for (int32_t doc = 0; doc < info_.max_doc; ++doc) writer.add_serialized(cursor.serialized(doc));
    writer.finish(info_.max_doc);
    for (const std::string& file : writer.files()) expect_same(segment_.core(), file);
  }

  /// Files in the order in which Lucene creates them, then in the order of its set.
  void compare_compound() {
    std::vector<std::string> created;
    for (const char* extension :
         {"fdm", "fdt", "dvd", "dvm", "dvs", "dvp", "kdm", "kdi", "kdd", "fdx", "fnm"}) {
      for (const std::string& file : segment_.core_files()) {
        if (!file.ends_with(std::string(".") + extension)) continue;
        created.push_back(file);
        if (!out_.exists(file)) out_.put(file, bytes_of(segment_.core(), file));
      }
    }
    ASSERT_EQ(created.size(), segment_.core_files().size());
    const auto names =
        codec::write_compound(out_, info_.name, info_.id, codec::file_set_order(created));
    for (const std::string& file : names) expect_same(directory_, file);
    EXPECT_EQ(codec::file_set_with(codec::file_set_order(names), info_.name + ".si"), info_.files);
  }

  const store::Directory& directory_;
  const SegmentReader& segment_;
  const model::SegmentInfo& info_;
  store::MemoryDirectory out_;
};

TEST(SegmentReader, GoldensAreWrittenAgainByteForByte) {
  ASSERT_GE(golden_indices().size(), 5u);
  for (const std::string& path : golden_indices()) {
    SCOPED_TRACE(path);
    const auto index = open(path);
    for (const auto& segment : index->segments())
      Rewriter(index->directory(), *segment).compare_all();
  }
}

TEST(SegmentReader, UpdatesWhoseFilesAreMissingAreAnError) {
  const auto folder = load_folder("codec/testdata/segment_files/loose");
  auto commit = read_last_commit(*folder);
  commit.segments[0].field_infos_gen = 2;
  EXPECT_THROW(SegmentReader::open(*folder, commit.segments[0]), IoError);
}

TEST(IndexReader, FolderWithoutACommitIsNoIndex) {
  EXPECT_THROW(IndexReader::open("/nonexistent/segsmith"), IoError);
  EXPECT_THROW(IndexReader::open(std::string(SEGSMITH_SOURCE_DIR)), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::index
