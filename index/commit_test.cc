// SPDX-License-Identifier: Apache-2.0
#include "index/commit.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

#include "codec/lucene99_segment_info.h"

namespace segsmith::index {
namespace {

using store::Input;
using store::Output;

/// A directory that fails at a chosen call, and keeps the calls in order.
class FaultyDirectory final : public store::Directory {
 public:
  std::string fail_at;  ///< "sync pending_segments_1"
  std::vector<std::string> calls;
  store::MemoryDirectory inner;

  std::string describe() const override { return "faulty"; }
  std::vector<std::string> list() const override { return inner.list(); }
  bool exists(const std::string& name) const override { return inner.exists(name); }
  uint64_t length(const std::string& name) const override { return inner.length(name); }
  Input open(const std::string& name) const override { return inner.open(name); }
  Output create(const std::string& name) override {
    note("create " + name);
    return inner.create(name);
  }
  void remove(const std::string& name) override { inner.remove(name); }
  void rename(const std::string& from, const std::string& to) override {
    note("rename " + from + " " + to);
    inner.rename(from, to);
  }
  void sync(std::span<const std::string> names) override {
    for (const auto& name : names) note("sync " + name);
    inner.sync(names);
  }
  void sync_metadata() override { note("sync_metadata"); }

 private:
  void note(const std::string& call) {
    calls.push_back(call);
    if (call == fail_at) throw IoError("disk", "write", ENOSPC);
  }
};

SegmentInfos one_segment(store::Directory& directory) {
  SegmentInfos infos;
  model::SegmentCommitInfo segment;
  segment.codec = "Lucene104";
  segment.info.name = infos.next_segment_name();
  segment.info.max_doc = 5;
  segment.info.files = {"_0.si"};
  codec::write_segment_info(directory, segment.info);
  infos.segments.push_back(segment);
  return infos;
}

TEST(Commit, SyncsFilesThenPendingThenRenames) {
  FaultyDirectory directory;
  SegmentInfos infos = one_segment(directory);
  directory.calls.clear();
  EXPECT_EQ(commit(directory, infos), "segments_1");
  EXPECT_EQ(infos.generation, 1);
  EXPECT_EQ(directory.calls,
            (std::vector<std::string>{"sync _0.si", "sync_metadata", "create pending_segments_1",
                                      "sync pending_segments_1",
                                      "rename pending_segments_1 segments_1", "sync_metadata"}));
  EXPECT_EQ(read_last_commit(directory).segments[0].info.max_doc, 5);
}

TEST(Commit, NeverReplacesACommit) {
  store::MemoryDirectory directory;
  SegmentInfos first = one_segment(directory);
  commit(directory, first);
  SegmentInfos second;  // Knows of no commit.
  EXPECT_EQ(commit(directory, second), "segments_2");
  EXPECT_EQ(parse_segment_infos(directory.open("segments_1"), 1).segments.size(), 1u);
  EXPECT_TRUE(read_last_commit(directory).segments.empty());
}

TEST(Commit, FailureLeavesTheOldCommitAndNoPendingFile) {
  for (const char* call : {"sync _0.si", "create pending_segments_2", "sync pending_segments_2",
                           "rename pending_segments_2 segments_2"}) {
    FaultyDirectory directory;
    SegmentInfos infos = one_segment(directory);
    commit(directory, infos);
    directory.fail_at = call;
    EXPECT_THROW(commit(directory, infos), IoError) << call;
    EXPECT_EQ(infos.generation, 1) << call;
    EXPECT_EQ(directory.list(), (std::vector<std::string>{"_0.si", "segments_1"})) << call;
    EXPECT_EQ(read_last_commit(directory).segments.size(), 1u) << call;
  }
}

TEST(Commit, MissingSegmentFileIsAnErrorAndMakesNone) {
  store::MemoryDirectory directory;
  SegmentInfos infos = one_segment(directory);
  infos.segments[0].info.files.push_back("_0.fnm");
  EXPECT_THROW(commit(directory, infos), IoError);
  EXPECT_EQ(directory.list(), (std::vector<std::string>{"_0.si"}));
}

TEST(Commit, PendingFileOfADeadWriterIsReplaced) {
  store::MemoryDirectory directory;
  directory.put("pending_segments_1", std::vector<std::byte>(3));
  SegmentInfos infos;
  EXPECT_EQ(commit(directory, infos), "segments_1");
  EXPECT_EQ(directory.list(), (std::vector<std::string>{"segments_1"}));
}

TEST(Commit, RemovesOnlyFilesThatAreAnIndexsAndUnused) {
  store::MemoryDirectory directory;
  SegmentInfos infos = one_segment(directory);
  commit(directory, infos);
  commit(directory, infos);
  for (const char* name : {"_1.fnm", "_1_Lucene90_0.dvd", "notes.txt", "_x", "write.lock"}) {
    directory.put(name, {});
  }
  EXPECT_EQ(remove_unused_files(directory, infos),
            (std::vector<std::string>{"segments_1", "_1.fnm", "_1_Lucene90_0.dvd"}));
  EXPECT_EQ(directory.list(),
            (std::vector<std::string>{"_0.si", "_x", "notes.txt", "segments_2", "write.lock"}));
}

TEST(Commit, WorksInAFolder) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("segsmith_commit_test_" + std::to_string(::getpid()));
  auto directory = store::MmapDirectory::create_folder(path.string());
  SegmentInfos infos = one_segment(directory);
  commit(directory, infos);
  EXPECT_EQ(read_last_commit(directory).segments.size(), 1u);
  std::filesystem::remove_all(path);
}

}  // namespace
}  // namespace segsmith::index
