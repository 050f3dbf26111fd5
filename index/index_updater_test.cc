// SPDX-License-Identifier: Apache-2.0
#include "index/index_updater.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/check.h"
#include "index/index_reader.h"
#include "index/small_index_testing.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kProperties =
    R"({"n": {"type": "lucene.numeric"}, "b": {"type": "lucene.binary"},
        "k": {"type": "lucene.numeric", "skip_index": true}, "s": {"type": "lucene.sorted"},
        "few": {"type": "lucene.numeric"}})";

class IndexUpdaterTest : public ::testing::Test {
 protected:
  void SetUp() override { build(); }
  void build(std::string_view settings = "{}") {
    directory_ = std::make_shared<store::MemoryDirectory>();
    testing::build_small_index(directory_, testing::small_mapping(kProperties, settings), 30, 10,
                               {.compound = CompoundUse::never});
  }
  static BitSet docs(std::initializer_list<int> docs, uint64_t max_doc = 10) {
    BitSet bits(max_doc);
    for (const int doc : docs) bits.set(static_cast<uint64_t>(doc));
    return bits;
  }
  std::vector<int64_t> numbers(size_t segment, std::string_view field) const {
    const auto reader = IndexReader::open(directory_);
    const SegmentReader& s = *reader->segments().at(segment);
    const model::FieldInfo* info = s.fields().find(field);
    if (info == nullptr || !s.has_doc_values(*info)) return {};
    const auto column = model::number_column(s.doc_values(*info));
    std::vector<int64_t> out;
    model::NumberBlock block;
    column->rewind();
    while (column->next(block)) out.insert(out.end(), block.values.begin(), block.values.end());
    return out;
  }
  const model::SegmentCommitInfo segment(size_t i) const {
    return read_last_commit(*directory_).segments.at(i);
  }
  void expect_clean() const {
    const CheckResult result = check_index(*directory_, 3);
    for (const auto& s : result.segments) {
      for (const auto& f : s.findings) ADD_FAILURE() << f.file << ": " << f.message;
    }
    for (const auto& f : result.findings) ADD_FAILURE() << f.file << ": " << f.message;
  }
  std::string refusal(std::string_view field) {
    IndexUpdater updater(directory_);
    try {
      updater.update(0, docs({1}), field, int64_t{1});
      return {};
    } catch (const InvalidArgument& e) {
      return e.what();
    }
  }

  std::shared_ptr<store::MemoryDirectory> directory_;
};

TEST_F(IndexUpdaterTest, DeletesDocuments) {
  IndexUpdater updater(directory_);
  EXPECT_EQ(updater.delete_documents(1, docs({0, 3, 9})), 3);
  EXPECT_EQ(updater.delete_documents(1, docs({3, 4})), 1) << "one of them is gone already";
  EXPECT_EQ(read_last_commit(*directory_).generation, 1) << "nothing is seen before the commit";
  EXPECT_EQ(updater.commit(), "segments_2");
  EXPECT_EQ(segment(1).del_count, 4);
  EXPECT_EQ(segment(1).del_gen, 1);
  EXPECT_EQ(segment(0).del_gen, -1);
  EXPECT_TRUE(directory_->exists("_1_1.liv"));
  EXPECT_FALSE(directory_->exists("segments_1"));
  expect_clean();
  updater.delete_documents(1, docs({5}));
  EXPECT_EQ(updater.commit(), "segments_3");
  EXPECT_EQ(segment(1).del_count, 5);
  EXPECT_FALSE(directory_->exists("_1_1.liv"));
  EXPECT_TRUE(directory_->exists("_1_2.liv"));
  expect_clean();
}

TEST_F(IndexUpdaterTest, NothingToDoIsNoCommit) {
  IndexUpdater updater(directory_);
  EXPECT_EQ(updater.delete_documents(0, docs({})), 0);
  EXPECT_EQ(updater.commit(), "segments_1");
}

TEST_F(IndexUpdaterTest, DropsSegmentsWithoutDocuments) {
  IndexUpdater updater(directory_);
  BitSet all = docs({});
  all.set_range(0, 10);
  updater.delete_documents(1, all);
  updater.commit();
  EXPECT_EQ(updater.dropped(), 1u);
  EXPECT_EQ(updater.segments().size(), 2u);
  const auto infos = read_last_commit(*directory_);
  ASSERT_EQ(infos.segments.size(), 2u);
  EXPECT_EQ(infos.segments[1].info.name, "_2");
  EXPECT_EQ(infos.counter, 3u) << "a name never comes again";
  for (const std::string& file : directory_->list()) EXPECT_FALSE(file.starts_with("_1")) << file;
  expect_clean();
}

TEST_F(IndexUpdaterTest, SoftDeletesAreAnUpdateOfTheirField) {
  {
    IndexUpdater updater(directory_, {.soft_deletes = "gone"});
    EXPECT_EQ(updater.soft_delete(0, docs({1, 2})), 2);
    EXPECT_EQ(updater.soft_delete(0, docs({2, 3})), 1);
    updater.commit();
  }
  EXPECT_EQ(segment(0).soft_del_count, 3);
  EXPECT_EQ(segment(0).del_count, 0);
  EXPECT_EQ(segment(0).doc_values_gen, 1);
  EXPECT_EQ(segment(0).field_infos_gen, 1);
  EXPECT_EQ(numbers(0, "gone"), (std::vector<int64_t>{1, 1, 1}));
  EXPECT_EQ(numbers(1, "gone"), (std::vector<int64_t>{}));
  const auto reader = IndexReader::open(directory_);
  EXPECT_TRUE(reader->segments()[0]->field("gone").is_soft_deletes);
  expect_clean();
  {
    IndexUpdater updater(directory_);
    EXPECT_EQ(updater.soft_deletes(), "gone");
    EXPECT_EQ(updater.delete_documents(0, docs({2, 7})), 2) << "soft-deleted ones can go for good";
    updater.commit();
  }
  EXPECT_EQ(segment(0).soft_del_count, 2);
  EXPECT_EQ(segment(0).del_count, 2);
  EXPECT_EQ(segment(0).del_gen, 2) << "above every generation of the segment";
  EXPECT_THROW(IndexUpdater(directory_, {.soft_deletes = "other"}), InvalidArgument);
  EXPECT_THROW(IndexUpdater(directory_, {.soft_deletes = "n"}), InvalidArgument);
  expect_clean();
}

TEST_F(IndexUpdaterTest, SoftDeletionOfAllDropsTheSegment) {
  IndexUpdater updater(directory_, {.soft_deletes = "gone"});
  BitSet all = docs({});
  all.set_range(0, 10);
  updater.delete_documents(2, docs({0}));
  updater.soft_delete(2, all);
  updater.commit();
  EXPECT_EQ(read_last_commit(*directory_).segments.size(), 2u);
  expect_clean();
}

TEST_F(IndexUpdaterTest, UpdatesAreDenseGenerations) {
  IndexUpdater updater(directory_);
  updater.update(0, docs({2, 4}), "n", int64_t{-7});
  updater.update(0, docs({3}), "b", std::as_bytes(std::span("xyz", 3)));
  updater.commit();
  EXPECT_EQ(numbers(0, "n"), (std::vector<int64_t>{0, 1, -7, 3, -7, 5, 6, 7, 8, 9}));
  const auto after = segment(0);
  EXPECT_EQ(after.doc_values_gen, 2) << "one for each field";
  EXPECT_EQ(after.field_infos_gen, 1);
  EXPECT_EQ(after.field_infos_files, (std::vector<std::string>{"_0_1.fnm"}));
  EXPECT_EQ(after.doc_values_files.size(), 2u);
  EXPECT_TRUE(after.overlays.empty());
  expect_clean();
  updater.reset(0, docs({0, 9}), "n");
  updater.commit();
  EXPECT_EQ(numbers(0, "n"), (std::vector<int64_t>{1, -7, 3, -7, 5, 6, 7, 8}));
  EXPECT_FALSE(directory_->exists("_0_1.fnm"));
  expect_clean();
}

TEST_F(IndexUpdaterTest, OverlaysAreUnitedWhenThereAreTooMany) {
  IndexUpdater updater(directory_, {.max_overlays = 2});
  const auto set = [&](int doc, int64_t value) {
    updater.update(0, docs({doc}), "n", value);
    updater.commit();
    expect_clean();
  };
  set(1, 100);
  set(2, 200);
  ASSERT_EQ(segment(0).overlays.size(), 1u);
  EXPECT_EQ(segment(0).overlays[0].delta_gens, (std::vector<int64_t>{2, 1}));
  set(3, 300);
  ASSERT_EQ(segment(0).overlays.size(), 1u);
  EXPECT_EQ(segment(0).overlays[0].delta_gens, (std::vector<int64_t>{3})) << "without the base";
  EXPECT_EQ(segment(0).overlays[0].base_gen, -1);
  set(4, 400);
  set(5, 500);
  EXPECT_EQ(numbers(0, "n"), (std::vector<int64_t>{0, 100, 200, 300, 400, 500, 6, 7, 8, 9}));
  // The overlays reach half of the documents, so the next generation is dense.
  set(6, 600);
  set(7, 700);
  EXPECT_TRUE(segment(0).overlays.empty());
  EXPECT_EQ(numbers(0, "n"), (std::vector<int64_t>{0, 100, 200, 300, 400, 500, 600, 700, 8, 9}));
  EXPECT_EQ(segment(0).doc_values_files.at(0).second.size(),
            segment(1).doc_values_files.size() + 4);
}

TEST_F(IndexUpdaterTest, AFieldThatTheSegmentLacksIsAdded) {
  build();
  IndexUpdater updater(directory_, {.soft_deletes = "gone"});
  updater.soft_delete(0, docs({1}));
  updater.commit();
  const auto reader = IndexReader::open(directory_);
  EXPECT_EQ(reader->segments()[0]->field("gone").number, 5);
  EXPECT_EQ(reader->segments()[1]->fields().find("gone"), nullptr);
}

TEST_F(IndexUpdaterTest, RefusalsTellTheReason) {
  EXPECT_THAT(refusal("nothing"), HasSubstr("no segment of the index has it"));
  EXPECT_THAT(refusal("k"), HasSubstr("skip index"));
  EXPECT_THAT(refusal("s"), HasSubstr("SORTED"));
  EXPECT_EQ(refusal("n"), "");
  build(R"({"index.sort.field": "n"})");
  EXPECT_THAT(refusal("n"), HasSubstr("sorted by it"));
  directory_ = std::make_shared<store::MemoryDirectory>();
  EXPECT_THROW(IndexUpdater{directory_}, InvalidArgument);
}

TEST_F(IndexUpdaterTest, TwoPhasesAndRollback) {
  IndexUpdater updater(directory_);
  updater.update(0, docs({1}), "n", int64_t{5});
  updater.set_user_data({{"who", "me"}});
  EXPECT_TRUE(updater.prepare_commit());
  EXPECT_TRUE(directory_->exists("pending_segments_2"));
  EXPECT_EQ(read_last_commit(*directory_).generation, 1);
  updater.rollback();
  EXPECT_FALSE(directory_->exists("pending_segments_2"));
  for (const std::string& file : directory_->list())
    EXPECT_EQ(file.find("_0_1"), file.npos) << file;
  EXPECT_EQ(numbers(0, "n")[1], 1);
  updater.set_user_data({{"who", "me"}});
  EXPECT_TRUE(updater.prepare_commit());
  updater.commit();
  EXPECT_EQ(read_last_commit(*directory_).user_data, (model::StringPairs{{"who", "me"}}));
  EXPECT_FALSE(updater.prepare_commit());
}

TEST_F(IndexUpdaterTest, KeepsTheLastCommits) {
  IndexUpdater updater(directory_, {.commits = {.keep_commits = 2}});
  for (int i = 0; i < 4; ++i) {
    updater.delete_documents(0, docs({i}));
    updater.commit();
  }
  std::vector<std::string> commits;
  for (const std::string& file : directory_->list()) {
    if (file.starts_with("segments_") || file.ends_with(".liv")) commits.push_back(file);
  }
  EXPECT_EQ(commits,
            (std::vector<std::string>{"_0_3.liv", "_0_4.liv", "segments_4", "segments_5"}));
}

}  // namespace
}  // namespace segsmith::index
