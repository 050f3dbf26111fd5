// SPDX-License-Identifier: Apache-2.0
#include "index/segment_infos.h"

#include "codec/damage_testing.h"

namespace segsmith::index {
namespace {

using testing::bytes_of;
using testing::load_folder;

constexpr const char* kLoose = "codec/testdata/segment_files/loose";

SegmentInfos example() {
  SegmentInfos infos;
  infos.id = IdSource(5).next();
  infos.generation = 46656;
  infos.version = 12;
  infos.counter = 37;
  model::SegmentCommitInfo segment;
  segment.info.name = "_10";
  segment.info.id = IdSource(6).next();
  segment.codec = "Lucene104";
  segment.del_gen = 3;
  segment.del_count = 2;
  segment.soft_del_count = 1;
  segment.field_infos_gen = 4;
  segment.doc_values_gen = 5;
  segment.commit_id = IdSource(7).next();
  segment.field_infos_files = {"_10_4.fnm"};
  segment.doc_values_files = {{2, {"_10_5_Lucene90_0.dvd", "_10_5_Lucene90_0.dvm"}}};
  segment.overlays = {{2, -1, {5, 4}}};
  infos.segments = {segment, segment};
  infos.segments[1].info.name = "_z";
  infos.segments[1].commit_id.reset();
  infos.segments[1].field_infos_files.clear();
  infos.segments[1].doc_values_files.clear();
  infos.user_data = {{"k", "v"}};
  return infos;
}

void put(store::MemoryDirectory& directory, const SegmentInfos& infos) {
  store::MemoryOutput out;
  write_segment_infos(out.out(), infos);
  directory.put(segments_file_name(infos.generation), out.take());
}

TEST(SegmentInfos, ReadsWhatLuceneWrote) {
  const auto folder = load_folder(kLoose);
  const SegmentInfos infos = read_last_commit(*folder);
  EXPECT_EQ(infos.format, kSegmentsVersion10_6);
  EXPECT_EQ(infos.generation, 2);
  EXPECT_EQ(infos.created_major, 10);
  EXPECT_EQ(infos.counter, 1u);
  ASSERT_EQ(infos.segments.size(), 1u);
  const auto& segment = infos.segments[0];
  EXPECT_EQ(segment.codec, "Lucene104");
  EXPECT_EQ(segment.del_gen, 1);
  EXPECT_EQ(segment.del_count, 1);
  EXPECT_EQ(segment.info.max_doc, 3);
  EXPECT_TRUE(segment.commit_id.has_value());
  EXPECT_EQ(files_of(segment).size(), 13u);
}

TEST(SegmentInfos, WritesTheBytesThatLuceneWrote) {
  for (const char* name : {"loose", "compound", "field_kinds", "sort_kinds"}) {
    const auto folder = load_folder(std::string("codec/testdata/segment_files/") + name);
    const SegmentInfos infos = read_last_commit(*folder);
    store::MemoryDirectory written;
    put(written, infos);
    const std::string file = segments_file_name(infos.generation);
    EXPECT_EQ(bytes_of(written, file), bytes_of(*folder, file)) << name;
  }
}

TEST(SegmentInfos, RoundTripsGenerationsAndOverlays) {
  store::MemoryDirectory directory;
  const SegmentInfos infos = example();
  put(directory, infos);
  EXPECT_TRUE(directory.exists("segments_1000"));
  EXPECT_EQ(last_commit_generation(directory), 46656);
  const SegmentInfos back = parse_segment_infos(directory.open("segments_1000"), 46656);
  EXPECT_EQ(back.id, infos.id);
  EXPECT_EQ(back.version, 12);
  EXPECT_EQ(back.counter, 37u);
  EXPECT_EQ(back.user_data, infos.user_data);
  const auto& segment = back.segments[0];
  EXPECT_EQ(segment.field_infos_files, infos.segments[0].field_infos_files);
  EXPECT_EQ(segment.doc_values_files, infos.segments[0].doc_values_files);
  ASSERT_EQ(segment.overlays.size(), 1u);
  EXPECT_EQ(segment.overlays[0].delta_gens, (std::vector<int64_t>{5, 4}));
  EXPECT_FALSE(back.segments[1].commit_id.has_value());
}

TEST(SegmentInfos, OfReleasesBefore10_6HaveVersion10AndNoOverlays) {
  store::MemoryDirectory directory;
  SegmentInfos infos = example();
  infos.written_by(codec::lucene_release("10.5.0"));
  EXPECT_THROW(put(directory, infos), InvalidArgument);
  for (auto& segment : infos.segments) segment.overlays.clear();
  put(directory, infos);
  const SegmentInfos back = parse_segment_infos(directory.open("segments_1000"), 46656);
  EXPECT_EQ(back.format, kSegmentsVersion86);
  EXPECT_EQ(back.lucene_version, (model::Version{10, 5, 0}));
  EXPECT_EQ(back.segments[0].doc_values_files, infos.segments[0].doc_values_files);
}

TEST(SegmentInfos, NamesCountInBase36) {
  SegmentInfos infos;
  infos.counter = 35;
  EXPECT_EQ(infos.next_segment_name(), "_z");
  EXPECT_EQ(infos.next_segment_name(), "_10");
  EXPECT_EQ(infos.counter, 37u);
}

TEST(SegmentInfos, NewestCommitWinsAndOtherFilesAreNone) {
  store::MemoryDirectory directory;
  EXPECT_EQ(last_commit_generation(directory), std::nullopt);
  EXPECT_THROW(read_last_commit(directory), InvalidArgument);
  for (const char* name : {"segments.gen", "segments_", "segments_A", "pending_segments_9"}) {
    directory.put(name, {});
  }
  EXPECT_EQ(last_commit_generation(directory), std::nullopt);
  directory.put("segments_9", {});
  directory.put("segments_a", {});
  EXPECT_EQ(last_commit_generation(directory), 10);
}

TEST(SegmentInfos, RefusesOtherReleasesAndCodecsByName) {
  const auto expect_refusal = [](const SegmentInfos& infos, const std::string& name) {
    store::MemoryDirectory directory;
    put(directory, infos);
    try {
      parse_segment_infos(directory.open(segments_file_name(infos.generation)), infos.generation);
      FAIL() << name;
    } catch (const UnsupportedVersion& e) {
      EXPECT_NE(std::string(e.what()).find(name), std::string::npos) << e.what();
    }
  };
  SegmentInfos infos = example();
  infos.lucene_version = {8, 11, 4};
  infos.created_major = 8;
  expect_refusal(infos, "8.11.4");
  infos = example();
  infos.lucene_version = {11, 0, 0};
  expect_refusal(infos, "11.0.0");
  infos = example();
  infos.created_major = 8;
  expect_refusal(infos, "8.x");
  infos = example();
  infos.segments[1].codec = "Elasticsearch92Lucene103";
  expect_refusal(infos, "Elasticsearch92Lucene103");
}

TEST(SegmentInfos, FileMustCarryItsOwnGeneration) {
  store::MemoryDirectory directory;
  put(directory, example());
  EXPECT_THROW(parse_segment_infos(directory.open("segments_1000"), 46655), CorruptIndex);
}

TEST(SegmentInfos, DamageIsNamed) {
  store::MemoryDirectory directory;
  put(directory, example());
  testing::DamageSweep sweep(directory, [](const store::Directory& d) {
    const SegmentInfos infos = parse_segment_infos(d.open("segments_1000"), 46656);
    testing::Digest digest;
    digest.add(infos.counter);
    for (const auto& segment : infos.segments) {
      for (const std::string& file : files_of(segment)) digest.add(file);
    }
    return digest.value();
  });
  sweep.run("segments_1000", testing::Checksum::at_open);
}

}  // namespace
}  // namespace segsmith::index
