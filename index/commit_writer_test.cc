// SPDX-License-Identifier: Apache-2.0
#include "index/commit_writer.h"

#include <gtest/gtest.h>

#include "index/small_index_testing.h"
#include "util/error.h"

namespace segsmith::index {
namespace {

std::shared_ptr<store::MemoryDirectory> small_index() {
  auto directory = std::make_shared<store::MemoryDirectory>();
  testing::build_small_index(directory,
                             testing::small_mapping(R"({"n": {"type": "lucene.numeric"}})"), 4, 2);
  return directory;
}

TEST(CommitWriter, OpeningRemovesWhatNoCommitHolds) {
  const auto directory = small_index();
  const auto before = directory->list();
  for (const char* name : {"_7.fdt", "_0_3.liv", "_1_2_Lucene90_0.dvd", "pending_segments_9"})
    directory->put(name, {});
  CommitWriter writer(directory);
  EXPECT_EQ(directory->list(), before);
  EXPECT_EQ(writer.infos().counter, 8u) << "the name of a lost segment does not come again";
  EXPECT_EQ(writer.highest_generation("_0"), 3);
  EXPECT_EQ(writer.highest_generation("_1"), 2);
  EXPECT_EQ(writer.infos().generation, 9);
  EXPECT_EQ(writer.commit(), "segments_a");
}

TEST(CommitWriter, ADirectoryWithoutACommitIsCleanedOfOurNamesOnly) {
  const auto directory = std::make_shared<store::MemoryDirectory>();
  for (const char* name : {"_0.cfs", "_0_Lucene90_0.dvd", "pending_segments_1", "notes.txt"})
    directory->put(name, {});
  {
    const CommitWriter writer(directory);
    EXPECT_FALSE(writer.has_commit());
  }
  EXPECT_EQ(directory->list(), (std::vector<std::string>{"notes.txt"}));
  directory->put("_mine.json", {});
  EXPECT_THROW(CommitWriter{directory}, InvalidArgument);
  EXPECT_TRUE(directory->exists("_mine.json"));
}

TEST(CommitWriter, OlderCommitsGoBeforeTheirFiles) {
  const auto directory = small_index();
  SegmentInfos infos = read_last_commit(*directory);
  infos.segments.pop_back();
  commit(*directory, infos);
  ASSERT_TRUE(directory->exists("segments_1"));
  { const CommitWriter keeps(directory, {.keep_commits = 2}); }
  EXPECT_TRUE(directory->exists("segments_1"));
  EXPECT_TRUE(directory->exists("_1.si"));
  { const CommitWriter keeps_one(directory); }
  EXPECT_FALSE(directory->exists("segments_1"));
  EXPECT_FALSE(directory->exists("_1.si"));
}

TEST(CommitWriter, APreparedCommitIsNotPreparedAgain) {
  CommitWriter writer(small_index());
  writer.prepare_commit();
  EXPECT_THROW(writer.prepare_commit(), InvalidArgument);
  EXPECT_EQ(writer.commit(), "segments_2");
}

}  // namespace
}  // namespace segsmith::index
