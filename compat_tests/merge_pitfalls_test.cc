// SPDX-License-Identifier: Apache-2.0
// Faults of merged doc values and skip indexes that ports are known for.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "codec/lucene90_live_docs.h"
#include "index/new_segment.h"
#include "index/segment_infos.h"
#include "index/segment_reader.h"
#include "merge/segment_merger.h"
#include "model/array_column.h"
#include "model/doc_values_iterators.h"
#include "skipper/skip_block_range_iterator.h"
#include "store/directory.h"

namespace segsmith::compat {
namespace {

using Documents = std::vector<std::optional<int64_t>>;

class MergePitfalls : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / ("segsmith-" + std::string(test->name()));
    std::filesystem::remove_all(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// An index of one segment with the field "x" and its skip index; `deleted` is deleted from it.
  std::shared_ptr<const index::SegmentReader> segment(const std::string& name,
                                                      const Documents& documents,
                                                      std::optional<int32_t> deleted = {}) {
    std::vector<int32_t> docs;
    std::vector<int64_t> values;
    for (size_t d = 0; d < documents.size(); ++d) {
      if (!documents[d]) continue;
      docs.push_back(static_cast<int32_t>(d));
      values.push_back(*documents[d]);
    }
    model::FieldInfo x{.name = "x", .number = 0, .doc_values_type = model::DocValuesType::numeric};
    x.skip_index_type = model::SkipIndexType::range;
    model::ArrayColumn column(values, docs);
    const std::string path = (folder_ / name).string();
    index::NewSegment made(path);
    made.writer().begin_columns({x}, static_cast<int32_t>(documents.size()));
    made.writer().doc_values(x).add_numeric(x, column);
    made.commit();
    auto directory = std::make_shared<store::MmapDirectory>(path);
    directories_.push_back(directory);
    model::SegmentCommitInfo info = index::read_last_commit(*directory).segments.at(0);
    if (deleted) {
      BitSet live(documents.size(), true);
      live.clear(static_cast<uint64_t>(*deleted));
      codec::write_live_docs(*directory, info.info.name, info.info.id, 1, live);
      info.del_gen = 1;
      info.del_count = 1;
    }
    return index::SegmentReader::open(*directory, info);
  }
  std::shared_ptr<const index::SegmentReader> merged(
      const std::vector<std::shared_ptr<const index::SegmentReader>>& sources) {
    const std::string path = (folder_ / "merged").string();
    index::NewSegment made(path, {.source = "merge"});
    made.commit(merge::merge_segments(sources, made.target(), {}, 0, nullptr));
    auto directory = std::make_shared<store::MmapDirectory>(path);
    directories_.push_back(directory);
    return index::SegmentReader::open(*directory,
                                      index::read_last_commit(*directory).segments.at(0));
  }

 private:
  std::filesystem::path folder_;
  std::vector<std::shared_ptr<store::Directory>> directories_;  // Outlive the readers.
};

TEST_F(MergePitfalls, BoundsOfSegmentsOfOneDocumentSurvive) {
  const auto three = segment("a", {3}), nine = segment("b", {9});
  EXPECT_EQ(three->skip_index(three->field("x"))->meta().max_doc_id, 0);
  const auto both = merged({three, nine});
  const skipper::SkipIndexMeta& meta = both->skip_index(both->field("x"))->meta();
  EXPECT_EQ(meta.min_value, 3);
  EXPECT_EQ(meta.max_value, 9);
  EXPECT_EQ(meta.doc_count, 2);
  EXPECT_EQ(meta.max_doc_id, 1);
}

TEST_F(MergePitfalls, AFieldWhoseDocumentsAllDiedHasNoBounds) {
  const auto left = merged({segment("a", {5, {}}, 0), segment("b", {7, {}, {}}, 0)});
  ASSERT_EQ(left->max_doc(), 3);
  const auto index = left->skip_index(left->field("x"));
  EXPECT_EQ(index->doc_count(), 0);
  EXPECT_EQ(index->meta().max_value_count, 0);
  EXPECT_EQ(index->meta().max_doc_id, -1);
  skipper::SkipBlockRangeIterator blocks(index, INT64_MIN, INT64_MAX);
  EXPECT_EQ(blocks.next_doc(), model::kNoMoreDocs);
  model::NumericDocValues values(left->doc_values(left->field("x")));
  EXPECT_EQ(values.cost(), 0);
  EXPECT_EQ(values.next_doc(), model::kNoMoreDocs);
}

TEST_F(MergePitfalls, AZeroIsAValueAndAMissingOneIsNot) {
  const auto both = merged({segment("a", {0, {}}), segment("b", {{}, 0})});
  const auto& presence = *both->doc_values(both->field("x")).presence;
  std::vector<int32_t> docs(5);
  docs.resize(presence.docs(0, docs));
  EXPECT_EQ(docs, (std::vector<int32_t>{0, 3}));
}

}  // namespace
}  // namespace segsmith::compat
