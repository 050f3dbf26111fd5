// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene99_segment_info.h"

#include "codec/damage_testing.h"

namespace segsmith::codec {
namespace {

using model::MissingValue;
using model::SortField;
using model::SortFieldKind;
using model::SortType;
using testing::bytes_of;
using testing::load_folder;

Id header_id(const store::Directory& directory) {
  store::Cursor in(directory.open("_0.si"), store::header_length(kSegmentInfoCodec));
  const auto raw = in.bytes(16);
  Id id;
  std::copy(raw.begin(), raw.end(), id.begin());
  return id;
}

model::SegmentInfo read(const store::Directory& directory) {
  return read_segment_info(directory, "_0", header_id(directory));
}

TEST(SegmentInfo, ReadsWhatLuceneWrote) {
  const auto info = read(*load_folder("codec/testdata/segment_files/loose"));
  EXPECT_EQ(info.version, model::kLucene10_6);
  EXPECT_EQ(info.min_version, model::kLucene10_6);
  EXPECT_EQ(info.max_doc, 3);
  EXPECT_FALSE(info.compound);
  EXPECT_FALSE(info.has_blocks);
  EXPECT_EQ(info.files.size(), 12u);
  EXPECT_EQ(info.attributes,
            (model::StringPairs{{"Lucene90StoredFieldsFormat.mode", "BEST_SPEED"}}));
  ASSERT_EQ(info.sort.size(), 1u);
  EXPECT_EQ(info.sort[0], (SortField{.kind = SortFieldKind::sorted_numeric,
                                     .field = "n",
                                     .type = SortType::int64,
                                     .reverse = true,
                                     .selector = model::SortSelector::max,
                                     .missing = MissingValue::number,
                                     .missing_bits = INT64_MIN}));
  EXPECT_TRUE(read(*load_folder("codec/testdata/segment_files/compound")).compound);
}

TEST(SegmentInfo, ReadsEverySortProvider) {
  const auto sort = read(*load_folder("codec/testdata/segment_files/sort_kinds")).sort;
  ASSERT_EQ(sort.size(), 15u);
  EXPECT_EQ(sort[0].missing_bits, 5);
  EXPECT_EQ(sort[1].missing_bits, -7);
  EXPECT_EQ(sort[2].missing_bits,
            static_cast<int32_t>(0xBFC00000u ^ 0x7FFFFFFFu));  // -1.5f sortable
  EXPECT_EQ(sort[4].missing, MissingValue::string_first);
  EXPECT_EQ(sort[5].missing, MissingValue::string_last);
  EXPECT_EQ(sort[6].missing, MissingValue::none);
  EXPECT_EQ(sort[7].missing, MissingValue::none);
  EXPECT_EQ(sort[9].missing_bits, INT32_MAX);
  EXPECT_EQ(sort[12].missing, MissingValue::string_last);  // Coded 2 here, 0 in SortField.
  EXPECT_EQ(sort[13].missing, MissingValue::string_first);
  EXPECT_EQ(sort[14].missing, MissingValue::none);
}

TEST(SegmentInfo, WritesTheBytesThatLuceneWrote) {
  for (const char* name : {"loose", "compound", "sort_kinds", "stored_types", "field_kinds"}) {
    const auto folder = load_folder(std::string("codec/testdata/segment_files/") + name);
    const auto& directory = *folder;
    store::MemoryDirectory written;
    EXPECT_EQ(write_segment_info(written, read(directory)), "_0.si");
    EXPECT_EQ(bytes_of(written, "_0.si"), bytes_of(directory, "_0.si")) << name;
  }
}

TEST(SegmentInfo, UnknownSortProviderIsRefusedByName) {
  const auto folder = load_folder("codec/testdata/segment_files/loose");
  auto& directory = *folder;
  testing::Bytes bytes = bytes_of(directory, "_0.si");
  const std::string name = "SortedNumericSortField";
  const auto same = [](std::byte b, char c) { return b == static_cast<std::byte>(c); };
  const auto at = std::search(bytes.begin(), bytes.end(), name.begin(), name.end(), same);
  ASSERT_NE(at, bytes.end());
  *at = std::byte{'X'};
  directory.put("_0.si", testing::with_checksum(bytes));
  try {
    read(directory);
    FAIL();
  } catch (const UnsupportedVersion& e) {
    EXPECT_NE(std::string(e.what()).find("XortedNumericSortField"), std::string::npos);
  }
}

TEST(SegmentInfo, RefusesFilesThatArePaths) {
  store::MemoryDirectory directory;
  model::SegmentInfo info;
  info.name = "_0";
  info.files = {"_0_/../../x"};
  write_segment_info(directory, info);
  EXPECT_THROW(read(directory), CorruptIndex);
}

TEST(SegmentInfo, DamageIsNamed) {
  const auto folder = load_folder("codec/testdata/segment_files/sort_kinds");
  auto& directory = *folder;
  const Id id = header_id(directory);
  testing::DamageSweep sweep(directory, [&](const store::Directory& d) {
    const model::SegmentInfo info = read_segment_info(d, "_0", id);
    testing::Digest digest;
    digest.add(static_cast<uint64_t>(info.max_doc));
    for (const std::string& file : info.files) digest.add(file);
    for (const model::SortField& key : info.sort) digest.add(key.field);
    return digest.value();
  });
  sweep.run("_0.si", testing::Checksum::at_open);
}

}  // namespace
}  // namespace segsmith::codec
