// SPDX-License-Identifier: Apache-2.0
#include "store/directory.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "util/error.h"

namespace segsmith::store {
namespace {

namespace fs = std::filesystem;

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "segsmith-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

template <class D>
class Holder;

template <>
class Holder<MemoryDirectory> {
 public:
  MemoryDirectory dir;
};

template <>
class Holder<MmapDirectory> {
  TemporaryFolder folder_;

 public:
  MmapDirectory dir{folder_.path()};
};

template <class D>
class DirectoryTest : public testing::Test {
 protected:
  Directory& dir() { return holder_.dir; }
  void put(const std::string& name, std::string_view text) {
    Output out = dir().create(name);
    out.bytes(text);
    out.close();
  }
  std::string get(const std::string& name) {
    const Input in = dir().open(name);
    return {reinterpret_cast<const char*>(in.bytes().data()), in.size()};
  }

 private:
  Holder<D> holder_;
};

using Kinds = testing::Types<MemoryDirectory, MmapDirectory>;
TYPED_TEST_SUITE(DirectoryTest, Kinds);

TYPED_TEST(DirectoryTest, ReadsBackWhatWasWritten) {
  this->put("b", "hello");
  this->put("a", std::string(200'000, 'x'));
  EXPECT_EQ(this->get("b"), "hello");
  EXPECT_EQ(this->get("a").size(), 200'000U);
  EXPECT_EQ(this->dir().length("b"), 5U);
  EXPECT_EQ(this->dir().list(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(this->dir().open("b").file(), "b");
}

TYPED_TEST(DirectoryTest, EmptyFilesAreFiles) {
  this->put("empty", "");
  EXPECT_TRUE(this->dir().exists("empty"));
  EXPECT_EQ(this->dir().length("empty"), 0U);
  EXPECT_EQ(this->dir().open("empty").size(), 0U);
}

TYPED_TEST(DirectoryTest, CreatingNeverReplaces) {
  this->put("f", "one");
  EXPECT_THROW(this->dir().create("f"), IoError);
  EXPECT_EQ(this->get("f"), "one");
}

TYPED_TEST(DirectoryTest, RenamingNeverReplaces) {
  this->put("pending_segments_1", "new");
  this->put("segments_1", "old");
  EXPECT_THROW(this->dir().rename("pending_segments_1", "segments_1"), IoError);
  EXPECT_EQ(this->get("segments_1"), "old");
  this->dir().rename("pending_segments_1", "segments_2");
  EXPECT_EQ(this->get("segments_2"), "new");
  EXPECT_FALSE(this->dir().exists("pending_segments_1"));
  EXPECT_THROW(this->dir().rename("missing", "other"), IoError);
}

TYPED_TEST(DirectoryTest, MissingFilesAreErrorsEverywhere) {
  EXPECT_FALSE(this->dir().exists("missing"));
  EXPECT_THROW(this->dir().open("missing"), IoError);
  EXPECT_THROW(this->dir().length("missing"), IoError);
  EXPECT_THROW(this->dir().remove("missing"), IoError);
}

TYPED_TEST(DirectoryTest, SyncOfAMissingFileIsAnErrorAndMakesNone) {
  this->put("there", "x");
  const std::string good[] = {"there"};
  EXPECT_NO_THROW(this->dir().sync(good));
  const std::string bad[] = {"there", "missing"};
  EXPECT_THROW(this->dir().sync(bad), IoError);
  EXPECT_FALSE(this->dir().exists("missing"));
  EXPECT_NO_THROW(this->dir().sync_metadata());
}

TYPED_TEST(DirectoryTest, RemovedBytesLiveWhileTheyAreHeld) {
  this->put("f", "still here");
  const Input held = this->dir().open("f");
  this->dir().remove("f");
  EXPECT_FALSE(this->dir().exists("f"));
  EXPECT_EQ(static_cast<char>(held.bytes()[0]), 's');
}

TEST(MmapDirectory, NeedsAFolder) {
  const TemporaryFolder folder;
  EXPECT_THROW(MmapDirectory(folder.path() + "/missing"), IoError);
  MmapDirectory dir(folder.path());
  dir.create("file").close();
  EXPECT_THROW(MmapDirectory(folder.path() + "/file"), IoError);
  EXPECT_THROW(MmapDirectory::create_folder(folder.path() + "/file/inside"), IoError);
}

TEST(MmapDirectory, MakesMissingFolders) {
  const TemporaryFolder folder;
  const auto dir = MmapDirectory::create_folder(folder.path() + "/a/b");
  EXPECT_TRUE(dir.list().empty());
  EXPECT_NO_THROW(MmapDirectory::create_folder(folder.path() + "/a/b"))
      << "an existing one is fine";
}

TEST(MmapDirectory, FoldersInsideAreNoFiles) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() + "/inner");
  MmapDirectory dir(folder.path());
  EXPECT_TRUE(dir.list().empty());
  EXPECT_THROW(dir.open("inner"), IoError);
}

TEST(MemoryDirectory, PutReplaces) {
  MemoryDirectory dir;
  dir.put("f", std::vector<std::byte>(3));
  dir.put("f", std::vector<std::byte>(4));
  EXPECT_EQ(dir.length("f"), 4U);
}

}  // namespace
}  // namespace segsmith::store
