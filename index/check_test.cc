// SPDX-License-Identifier: Apache-2.0
#include "index/check.h"

#include <tuple>

#include "codec/damage_testing.h"
#include "codec/lucene90_live_docs.h"
#include "index/golden_index_testing.h"
#include "index/segment_infos.h"

namespace segsmith::index {
namespace {

using testing::bytes_of;
using testing::load_folder;

constexpr const char* kLoose = "codec/testdata/segment_files/loose";

void flip(store::MemoryDirectory& directory, const std::string& file, size_t at,
          bool fix_checksum) {
  testing::Bytes bytes = bytes_of(directory, file);
  bytes[at] ^= std::byte{0x10};
  directory.put(file, fix_checksum ? testing::with_checksum(bytes) : bytes);
}

TEST(Check, GoldensAreCleanAtEveryLevel) {
  for (const std::string& path : testing::golden_indices()) {
    const auto folder = load_folder(path);
    for (int level = 1; level <= 3; ++level) {
      const CheckResult result = check_index(*folder, level);
      EXPECT_TRUE(result.clean()) << path << " level " << level;
      for (const auto& segment : result.segments) {
        for (const auto& f : segment.findings)
          ADD_FAILURE() << f.code << " " << f.file << ": " << f.message;
      }
    }
  }
}

TEST(Check, EveryFlippedByteOfEveryFileIsAFinding) {
  const auto original = load_folder(kLoose);
  for (const std::string& file : original->list()) {
    for (size_t at = 0; at < original->length(file); ++at) {
      const auto folder = load_folder(kLoose);
      flip(*folder, file, at, false);
      const CheckResult result = check_index(*folder, 1);
      ASSERT_FALSE(result.clean()) << file << " at " << at;
      const auto& findings =
          file.starts_with("segments_") ? result.findings : result.segments.at(0).findings;
      ASSERT_FALSE(findings.empty()) << file << " at " << at;
      EXPECT_EQ(findings[0].file, file) << at;
      EXPECT_EQ(findings[0].code, finding::kChecksum) << file << " at " << at;
    }
  }
}

/// Damage under a right checksum: any answer but a crash.
TEST(Check, FlipsUnderARightChecksumNeverCrash) {
  for (const char* path : {kLoose, "codec/testdata/segment_files/compound"}) {
    const auto folder = load_folder(path);
    for (const std::string& file : folder->list()) {
      const testing::Bytes original = bytes_of(*folder, file);
      for (size_t at = 0; at + 8 < original.size(); ++at) {
        flip(*folder, file, at, true);
        testing::refuses([&] { check_index(*folder, 3); });
        folder->put(file, original);
      }
    }
  }
}

/// The same of a commit and of field infos that tell of generations and overlays.
TEST(Check, FlipsInUpdatesUnderARightChecksumNeverCrash) {
  for (const auto& [golden, file, stride] : {std::tuple{"updates_overlays", "segments_6", 7},
                                             {"updates_overlays", "_0_5.fnm", 3},
                                             {"updates_soft_deletes", "segments_6", 1}}) {
    const auto folder = load_folder("compat_tests/goldens/" + std::string(golden) + "/index");
    const testing::Bytes original = bytes_of(*folder, file);
    for (size_t at = 0; at + 8 < original.size(); at += static_cast<size_t>(stride)) {
      flip(*folder, file, at, true);
      testing::refuses([&] { check_index(*folder, 2); });
      folder->put(file, original);
    }
  }
}

TEST(Check, SoftDeletionCountsMustAgree) {
  const auto folder = load_folder("compat_tests/goldens/updates_soft_deletes/index");
  auto commit = read_last_commit(*folder);
  EXPECT_GT(commit.segments[0].soft_del_count, 0);
  ++commit.segments[0].soft_del_count;
  store::MemoryOutput out;
  write_segment_infos(out.out(), commit);
  folder->put(segments_file_name(commit.generation), out.take());
  const CheckResult result = check_index(*folder, 2);
  ASSERT_EQ(result.segments.at(0).findings.size(), 1u);
  EXPECT_EQ(result.segments[0].findings[0].code, finding::kCountMismatch);
}

TEST(Check, TruncatedFilesAreFindings) {
  const auto original = load_folder(kLoose);
  for (const std::string& file : original->list()) {
    const auto folder = load_folder(kLoose);
    const testing::Bytes bytes = bytes_of(*folder, file);
    folder->put(file, {bytes.begin(), bytes.end() - 1});
    EXPECT_FALSE(check_index(*folder, 1).clean()) << file;
    folder->put(file, {});
    EXPECT_FALSE(check_index(*folder, 1).clean()) << file;
  }
}

TEST(Check, MissingFilesAreNamed) {
  const auto original = load_folder(kLoose);
  for (const std::string& file : original->list()) {
    if (file.starts_with("segments_")) continue;
    const auto folder = load_folder(kLoose);
    folder->remove(file);
    const CheckResult result = check_index(*folder, 2);
    ASSERT_EQ(result.segments.at(0).findings.size(), 1u) << file;
    EXPECT_EQ(result.segments[0].findings[0].code, finding::kMissingFile);
    EXPECT_EQ(result.segments[0].findings[0].file, file);
  }
}

TEST(Check, DamageInsideACompoundFileNamesTheInnerFile) {
  const auto folder = load_folder("codec/testdata/segment_files/compound");
  flip(*folder, "_0.cfs", 140, false);
  const CheckResult result = check_index(*folder, 2);
  const auto& findings = result.segments.at(0).findings;
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[1].file, "_0.cfs");
  EXPECT_NE(findings[1].message.find("'_0.fnm'"), std::string::npos) << findings[1].message;
}

TEST(Check, DeletionCountsMustAgree) {
  const auto folder = load_folder(kLoose);
  const auto commit = read_last_commit(*folder);
  folder->remove("_0_1.liv");
  codec::write_live_docs(*folder, "_0", commit.segments[0].info.id, 1, BitSet(3, true));
  const CheckResult result = check_index(*folder, 2);
  ASSERT_EQ(result.segments.at(0).findings.size(), 1u);
  EXPECT_EQ(result.segments[0].findings[0].code, finding::kCorrupt);
  EXPECT_EQ(result.segments[0].findings[0].file, "_0_1.liv");
  EXPECT_TRUE(check_index(*folder, 1).clean());
}

TEST(Check, RefusalsThrow) {
  store::MemoryDirectory empty;
  EXPECT_THROW(check_index(empty, 2), InvalidArgument);
  const auto folder = load_folder(kLoose);
  EXPECT_THROW(check_index(*folder, 4), InvalidArgument);
  EXPECT_THROW(check_index(*folder, 0), InvalidArgument);
  auto commit = read_last_commit(*folder);
  commit.segments[0].codec = "Lucene999";
  store::MemoryOutput out;
  write_segment_infos(out.out(), commit);
  folder->put("segments_2", out.take());
  EXPECT_THROW(check_index(*folder, 1), UnsupportedVersion);
}

}  // namespace
}  // namespace segsmith::index
