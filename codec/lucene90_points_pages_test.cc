// SPDX-License-Identifier: Apache-2.0
// The example of docs/format/{kdd,kdi,kdm}.md is one segment: what the pages show is what the
// writer makes of the pages' table, and the reader gives that table back.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "bkd/point_encoding.h"
#include "bkd/point_tree.h"
#include "codec/points_format.h"
#include "store/directory.h"
#include "util/hex.h"

namespace segsmith::codec {
namespace {

constexpr int32_t kDocs = 1100;

/// The bytes of the block "```hex name=..." of a page: lines "offset: bytes".
std::vector<std::byte> example_of(const std::string& extension) {
  const std::string page = SEGSMITH_SOURCE_DIR "/docs/format/" + extension + ".md";
  std::ifstream in(page);
  EXPECT_TRUE(in) << page;
  std::string line;
  while (std::getline(in, line) && line != "```hex name=_0." + extension) {
  }
  std::string digits;
  while (std::getline(in, line) && line != "```") {
    std::istringstream words(line.substr(line.find(':') + 1));
    for (std::string word; words >> word;) digits += word;
  }
  const auto bytes = from_hex(digits);
  EXPECT_TRUE(bytes.has_value() && !bytes->empty()) << page;
  return bytes.value_or(std::vector<std::byte>{});
}

model::FieldInfo field_of(int32_t number, const char* name, int32_t bytes) {
  model::FieldInfo field;
  field.number = number;
  field.name = name;
  field.point_dims = field.point_index_dims = 1;
  field.point_bytes = bytes;
  return field;
}

class PointsPages : public testing::Test {
 protected:
  PointsPages() {
    for (size_t i = 0; i < id_.size(); ++i) id_[i] = static_cast<std::byte>(0x20 + i);
    for (int32_t doc = 0; doc < kDocs; ++doc) {
      times_.add(doc, bkd::encode_long(doc < 512 ? 5 : doc < 1024 ? 7 : 9));
    }
    for (const auto& [doc, port] : {std::pair{1, 443}, {3, 80}, {4, 22}, {4, 8080}}) {
      ports_.add(doc, bkd::encode_short(static_cast<int16_t>(port)));
    }
    for (const int32_t doc : {2, 8, 20, 21, 30}) {
      statuses_.add(doc, bkd::encode_int(doc < 20 ? 200 : 404));
    }
  }

  Id id_{};
  const model::FieldInfo time_ = field_of(0, "time", 8);
  const model::FieldInfo port_ = field_of(1, "port", 2);
  const model::FieldInfo status_ = field_of(2, "status", 4);
  bkd::PointBuffer times_{8};
  bkd::PointBuffer ports_{2};
  bkd::PointBuffer statuses_{4};
};

TEST_F(PointsPages, AreWhatTheWriterMakes) {
  store::MemoryDirectory directory;
  const auto writer = lucene90_points_writer(
      {.directory = directory, .segment = "_0", .id = id_, .max_doc = kDocs, .suffix = ""});
  writer->add_flush(time_, times_);
  writer->add_flush(port_, ports_);
  writer->add_flush(status_, statuses_);
  writer->finish();
  for (const std::string extension : {"kdd", "kdi", "kdm"}) {
    const store::Input file = directory.open("_0." + extension);
    EXPECT_EQ(to_hex(file.bytes()), to_hex(example_of(extension))) << extension;
  }
}

TEST_F(PointsPages, ReadAsTheirTable) {
  store::MemoryDirectory directory;
  for (const std::string extension : {"kdd", "kdi", "kdm"}) {
    directory.put("_0." + extension, example_of(extension));
  }
  const model::FieldInfos fields({time_, port_, status_});
  const auto reader = lucene90_points_reader(
      {.directory = directory, .segment = "_0", .id = id_, .max_doc = kDocs, .suffix = ""}, fields);
  reader->check_integrity();

  const auto time = reader->field(time_);
  EXPECT_EQ(time->num_leaves(), 3);
  EXPECT_EQ(time->count_range(bkd::encode_long(7), bkd::encode_long(8)), 512);
  std::vector<uint64_t> offsets;
  time->for_each_leaf([&](const bkd::LeafBlock& leaf) {
    EXPECT_EQ(leaf.kind, bkd::LeafKind::all_equal);
    offsets.push_back(leaf.offset);
  });
  EXPECT_EQ(offsets, (std::vector<uint64_t>{0x32, 0x40, 0x4f}));

  reader->field(port_)->for_each_leaf([&](const bkd::LeafBlock& leaf) {
    EXPECT_EQ(leaf.kind, bkd::LeafKind::high_cardinality);
    EXPECT_EQ(leaf.doc_ids_kind, bkd::DocIdsKind::delta16);
    EXPECT_EQ(leaf.docs, (std::vector<int32_t>{4, 3, 1, 4}));
    EXPECT_EQ(to_hex(leaf.values), "8016805081bb9f90");
  });
  EXPECT_EQ(reader->field(port_)->doc_count(), 3);

  reader->field(status_)->for_each_leaf([&](const bkd::LeafBlock& leaf) {
    EXPECT_EQ(leaf.kind, bkd::LeafKind::low_cardinality);
    EXPECT_EQ(leaf.doc_ids_kind, bkd::DocIdsKind::bit_set);
    EXPECT_EQ(leaf.docs, (std::vector<int32_t>{2, 8, 20, 21, 30}));
    EXPECT_EQ(to_hex(leaf.values), "800000c8800000c8800001948000019480000194");
  });
}

}  // namespace
}  // namespace segsmith::codec
