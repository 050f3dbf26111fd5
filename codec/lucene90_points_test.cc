// SPDX-License-Identifier: Apache-2.0
// Expected lengths and checksums (of what lies between header and footer) are those of
// Lucene 10.6.0; codec/testdata/MakeLucene90Points.java makes the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "bkd/bkd_writer.h"
#include "bkd/point_encoding.h"
#include "codec/lucene90_points_format.h"
#include "codec/points_format.h"
#include "packing/testdata/damage_sweep.h"
#include "packing/testdata/digest.h"
#include "store/codec_util.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::codec {
namespace {

using bkd::PointBuffer;

class Random {
 public:
  uint64_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 33;
  }

 private:
  uint64_t state_ = 42;
};

struct Case {
  int32_t width, docs, kind, most_values, one_in, sorted, segments;
};
struct File {
  uint64_t length;
  uint32_t checksum;
};
struct Expected {
  Case points;
  File data, index, meta;
};

constexpr Expected kTable[] = {
    {{8, 1, 0, 1, 1, 0, 1}, {79, 0x432b4742}, {68, 0x1ad5be0d}, {143, 0x7602fbd0}},
    {{8, 511, 0, 1, 1, 0, 1}, {5093, 0x95f22b26}, {68, 0x1ad5be0d}, {145, 0x27f9f234}},
    {{8, 512, 0, 1, 1, 0, 1}, {5102, 0xe1edb42a}, {68, 0x1ad5be0d}, {145, 0xa0c9054f}},
    {{8, 513, 0, 1, 1, 0, 1}, {5117, 0x3ddd8727}, {79, 0xc23e99db}, {145, 0x43f47f59}},
    {{8, 1024, 1, 1, 1, 0, 1}, {3243, 0xc8c0f7d2}, {76, 0x97dad361}, {145, 0x789649c1}},
    {{8, 1025, 1, 1, 1, 0, 1}, {3257, 0x4c065525}, {82, 0x855ba63f}, {145, 0x206c1075}},
    {{4, 5000, 0, 1, 1, 0, 1}, {25654, 0x607c5abb}, {135, 0xe06f8603}, {137, 0x61109642}},
    {{2, 5000, 0, 1, 1, 0, 1}, {15656, 0xd520bff2}, {112, 0x4bac4ca2}, {133, 0x3184b72b}},
    {{16, 5000, 0, 1, 1, 0, 1}, {85656, 0x6bb6c356}, {247, 0x506cc1a8}, {162, 0x773ce7f0}},
    {{3, 5000, 0, 1, 1, 0, 1}, {20656, 0xdf0efc76}, {121, 0xb03de973}, {135, 0x439d0540}},
    {{8, 5000, 2, 1, 1, 0, 1}, {215, 0x2ebe8b11}, {95, 0x35967ac9}, {145, 0xc2c718a3}},
    {{8, 5000, 3, 1, 1, 0, 1}, {6208, 0xa3fd2e8d}, {114, 0x49f8b7c5}, {145, 0x63a64ffd}},
    {{8, 5000, 4, 1, 1, 0, 1}, {251, 0x665e6e6e}, {95, 0x5887e669}, {145, 0x65855b0d}},
    {{8, 5000, 5, 1, 1, 0, 1}, {12512, 0x78ffe485}, {112, 0xe6670f40}, {145, 0xb1b1bc1b}},
    {{8, 5000, 6, 1, 1, 0, 1}, {10724, 0x825a834}, {113, 0xd96c03b8}, {145, 0x63c7b7d3}},
    {{16, 5000, 6, 1, 1, 0, 1}, {10804, 0x40b971aa}, {113, 0x44aa4e98}, {161, 0x2474ffaa}},
    {{8, 5000, 0, 3, 1, 0, 1}, {91411, 0x90a23e4c}, {280, 0xd2aea578}, {146, 0xb5c8b65f}},
    {{8, 5000, 5, 3, 3, 0, 1}, {8866, 0xac57b60a}, {99, 0xda0be0f9}, {145, 0x20a0013c}},
    {{4, 100000, 0, 1, 1, 0, 1}, {569140, 0xb61ca1c6}, {1369, 0xfb50aae2}, {141, 0x92a44d2d}},
    {{8, 100000, 0, 1, 1, 0, 1}, {969130, 0xb1becb68}, {2185, 0x65d0fabc}, {149, 0xeb2dbabb}},
    {{16, 100000, 0, 1, 1, 0, 1}, {1769144, 0xfe5e13c0}, {3819, 0x56b577d}, {165, 0x17b0255d}},
    {{8, 100000, 3, 1, 1, 0, 1}, {71287, 0x755e145b}, {792, 0x487cf57b}, {149, 0x789c531c}},
    {{8, 150000, 1, 1, 1, 0, 1}, {476054, 0x2cbd7dde}, {1703, 0xc55d72a5}, {149, 0xa979a2ea}},
    {{8, 5003, 0, 1, 1, 1, 1}, {45681, 0x497e2fd4}, {173, 0xb91a67b2}, {145, 0x69bd4744}},
    {{8, 5003, 2, 1, 1, 1, 1}, {215, 0x3fc3e168}, {95, 0x35967ac9}, {145, 0x2e1e2a09}},
    {{8, 5003, 3, 2, 1, 1, 1}, {15273, 0x12a5fa1c}, {136, 0x50136260}, {145, 0xafbae03c}},
    {{8, 100003, 3, 1, 1, 1, 1}, {71288, 0x529171f1}, {792, 0x913579d8}, {149, 0x360dc3b6}},
    {{4, 100003, 0, 1, 2, 1, 1}, {284343, 0x85dab16b}, {717, 0x6085b1ae}, {140, 0x97b1ff6e}},
    {{8, 5000, 0, 1, 1, 0, 3}, {122931, 0x5e8854da}, {361, 0xc22c71fe}, {146, 0xeddb52b}},
    {{8, 5000, 1, 1, 1, 0, 3}, {42074, 0x5eb2c24e}, {202, 0xd0c4bd99}, {146, 0xd1d1eac2}},
    {{4, 5000, 3, 1, 1, 0, 3}, {11811, 0x8ba9afe3}, {185, 0x21142e13}, {137, 0x5e81ce9c}},
    {{2, 5000, 0, 3, 2, 0, 3}, {41577, 0x21ba033}, {189, 0x19f470f0}, {133, 0xdffaf6d9}},
    {{16, 5000, 5, 1, 1, 0, 3}, {29938, 0xcc8cef90}, {190, 0x4f03a0c1}, {161, 0xe2a6e3f5}},
    {{8, 40000, 0, 1, 1, 0, 3}, {1052145, 0x50ad6247}, {2372, 0x34fc4678}, {149, 0x2afdf8ea}},
};

/// Of Lucene 10.0.0: format version 0, trees of BKD 9.
constexpr Expected kTable9[] = {
    {{8, 513, 0, 1, 1, 0, 1}, {5117, 0x3ddd8727}, {79, 0xc23e99db}, {145, 0x9da0fa7}},
    {{8, 5000, 3, 1, 1, 0, 1}, {6208, 0xa3fd2e8d}, {114, 0x49f8b7c5}, {145, 0x29883f03}},
    {{4, 100000, 0, 1, 1, 0, 1}, {602343, 0xabfd6e6a}, {1369, 0xe7fe7d86}, {141, 0x4cef7c72}},
    {{16, 100000, 0, 1, 1, 0, 1}, {1802347, 0xa4113f61}, {3819, 0xe0fec389}, {165, 0x62dcd20}},
    {{8, 100000, 3, 1, 1, 0, 1}, {71967, 0x480451f2}, {792, 0x8a240073}, {149, 0x229c309d}},
    {{8, 150000, 1, 1, 1, 0, 1}, {476054, 0x2cbd7dde}, {1703, 0xc55d72a5}, {149, 0x63f0a8c}},
};

std::vector<std::byte> value(Random& random, int kind, int width, int doc) {
  std::vector<std::byte> out(static_cast<size_t>(width));
  uint64_t v = 1'700'000'000'000;
  switch (kind) {
    case 0:
      for (std::byte& b : out) b = static_cast<std::byte>(random.next());
      return out;
    case 1:
      v += static_cast<uint64_t>(doc) * 10 + random.next() % 15;
      break;
    case 2:
      break;
    case 3:
      v += random.next() % 5 * 7777;
      break;
    case 4:
      v += static_cast<uint64_t>(doc) / 600;
      break;
    case 5:
      v += random.next() % 1000;
      break;
    default:
      v = v * 256 + random.next() % 256;
      break;
  }
  for (size_t i = out.size(); i-- > 0; v >>= 8) out[i] = static_cast<std::byte>(v);
  return out;
}

PointBuffer make_points(const Case& c, Random& random) {
  PointBuffer points(static_cast<size_t>(c.width));
  for (int32_t doc = 0; doc < c.docs; ++doc) {
    if (c.one_in > 1 && random.next() % static_cast<uint64_t>(c.one_in) != 0) continue;
    const uint64_t n =
        1 + (c.most_values == 1 ? 0 : random.next() % static_cast<uint64_t>(c.most_values));
    for (uint64_t k = 0; k < n; ++k) points.add(doc, value(random, c.kind, c.width, doc));
  }
  if (c.sorted != 0) {
    std::vector<int32_t> new_docs(static_cast<size_t>(c.docs));
    for (size_t i = 0; i < new_docs.size(); ++i) {
      new_docs[i] = static_cast<int32_t>(i * 7919 % new_docs.size());
    }
    points.map_docs(new_docs);
  }
  return points;
}

model::FieldInfo point_field(int32_t number, int32_t width) {
  model::FieldInfo field;
  field.name = "f" + std::to_string(number);
  field.number = number;
  field.point_dims = field.point_index_dims = 1;
  field.point_bytes = width;
  return field;
}

Id test_id() {
  Id id;
  for (size_t i = 0; i < id.size(); ++i) id[i] = static_cast<std::byte>(0x20 + i);
  return id;
}

SegmentWriteState write_state(store::Directory& directory, const std::string& segment,
                              int32_t max_doc) {
  return {.directory = directory,
          .segment = segment,
          .id = test_id(),
          .max_doc = max_doc,
          .suffix = ""};
}

SegmentReadState read_state(const store::Directory& directory, const std::string& segment,
                            int32_t max_doc) {
  return {.directory = directory,
          .segment = segment,
          .id = test_id(),
          .max_doc = max_doc,
          .suffix = ""};
}

void flush(store::Directory& directory, const std::string& segment, int32_t max_doc,
           const model::FieldInfo& field, PointBuffer& points,
           const LuceneRelease& release = kCurrentRelease) {
  SegmentWriteState state = write_state(directory, segment, max_doc);
  state.release = &release;
  auto writer = lucene90_points_writer(state);
  writer->add_flush(field, points);
  writer->finish();
}

uint32_t body_checksum(const store::Input& file, size_t header) {
  return store::crc32(0, file.bytes().subspan(header, file.size() - header - store::kFooterLength));
}

void expect_files(const store::Directory& directory, const std::string& segment,
                  const Expected& expected) {
  const auto check = [&](const char* extension, const File& file, size_t header) {
    const store::Input in = directory.open(segment + extension);
    EXPECT_EQ(in.size(), file.length) << extension;
    EXPECT_EQ(body_checksum(in, header), file.checksum) << extension;
    store::verify_checksum(in);
  };
  check(".kdd", expected.data, 50);
  check(".kdi", expected.index, 51);
  check(".kdm", expected.meta, 50);
}

/// Old to new numbers when the documents with doc % 7 == segment are deleted (none of segment 0).
std::vector<int32_t> live_map(int32_t docs, int32_t segment, int32_t& next) {
  std::vector<int32_t> map(static_cast<size_t>(docs));
  for (int32_t doc = 0; doc < docs; ++doc) {
    map[static_cast<size_t>(doc)] = segment > 0 && doc % 7 == segment ? -1 : next++;
  }
  return map;
}

/// Segments _0, _1, ... in memory, their readers, and how a merge renumbers their documents.
struct Segments {
  explicit Segments(const Case& c, const LuceneRelease& release = kCurrentRelease)
      : field(point_field(c.sorted != 0 ? 2 : 1, c.width)) {
    Random random;
    const model::FieldInfos infos({field});
    for (int32_t s = 0; s < c.segments; ++s) {
      const std::string name = "_" + std::to_string(s);
      PointBuffer points = make_points(c, random);
      flush(directory, name, c.docs, field, points, release);
      readers.push_back(lucene90_points_reader(read_state(directory, name, c.docs), infos));
      maps.push_back(live_map(c.docs, s, max_doc));
    }
  }

  std::vector<PointsMergeSource> sources() const {
    std::vector<PointsMergeSource> out;
    for (size_t i = 0; i < readers.size(); ++i) {
      out.push_back({readers[i]->field(field), {maps[i], 0}});
    }
    return out;
  }

  model::FieldInfo field;
  store::MemoryDirectory directory;
  std::vector<std::unique_ptr<PointsReader>> readers;
  std::vector<std::vector<int32_t>> maps;
  int32_t max_doc = 0;
};

class Lucene90PointsBytes : public ::testing::TestWithParam<Expected> {};

TEST_P(Lucene90PointsBytes, EqualLucenes) {
  const Expected& expected = GetParam();
  Segments segments(expected.points);
  if (expected.points.segments == 1) {
    expect_files(segments.directory, "_0", expected);
    return;
  }
  auto writer = lucene90_points_writer(write_state(segments.directory, "_m", segments.max_doc));
  writer->add_merge(segments.field, segments.sources());
  writer->finish();
  expect_files(segments.directory, "_m", expected);
}

INSTANTIATE_TEST_SUITE_P(Table, Lucene90PointsBytes, ::testing::ValuesIn(kTable),
                         [](const auto& row) { return "Case" + std::to_string(row.index); });

class Lucene90PointsOldBytes : public ::testing::TestWithParam<Expected> {};

TEST_P(Lucene90PointsOldBytes, EqualThoseOfLucene10_0_0) {
  const Expected& expected = GetParam();
  Segments segments(expected.points, lucene_release("10.0.0"));
  expect_files(segments.directory, "_0", expected);
  // The version ends the header's 4 + 1 + 24 + 4 bytes.
  EXPECT_EQ(segments.directory.open("_0.kdd").bytes()[32], std::byte{0});
  const auto& map = segments.maps[0];
  std::vector<int32_t> docs;
  segments.readers[0]->field(segments.field)->for_each_leaf([&](const bkd::LeafBlock& leaf) {
    const auto ids = leaf.doc_ids();
    docs.insert(docs.end(), ids.begin(), ids.end());
  });
  std::sort(docs.begin(), docs.end());
  EXPECT_TRUE(std::ranges::equal(docs, map));
}

INSTANTIATE_TEST_SUITE_P(Table, Lucene90PointsOldBytes, ::testing::ValuesIn(kTable9),
                         [](const auto& row) { return "Case" + std::to_string(row.index); });

TEST(Lucene90PointsMerge, DoesNotDependOnThePathTaken) {
  // A source whose map turns its documents around goes through the gathering path; the same
  // documents in order, and turned around by the other source instead, must give the same order of
  // points.
  const Case c{8, 3000, 5, 2, 1, 0, 2};
  Segments segments(c);
  std::vector<int32_t>& map = segments.maps[0];
  std::reverse(map.begin(), map.end());
  auto writer = lucene90_points_writer(write_state(segments.directory, "_m", segments.max_doc));
  writer->add_merge(segments.field, segments.sources());
  writer->finish();

  PointBuffer all(8);
  for (size_t s = 0; s < 2; ++s) {
    segments.readers[s]->field(segments.field)->for_each_leaf([&](const bkd::LeafBlock& leaf) {
      for (size_t i = 0; i < static_cast<size_t>(leaf.count); ++i) {
        const int32_t doc = segments.maps[s][static_cast<size_t>(leaf.docs[i])];
        if (doc >= 0) all.add(doc, std::span(leaf.values).subspan(8 * i, 8));
      }
    });
  }
  flush(segments.directory, "_f", segments.max_doc, segments.field, all);
  for (const char* extension : {".kdd", ".kdi", ".kdm"}) {
    const auto a = segments.directory.open(std::string("_m") + extension);
    const auto b = segments.directory.open(std::string("_f") + extension);
    EXPECT_TRUE(std::ranges::equal(a.bytes(), b.bytes())) << extension;
  }
}

TEST(Lucene90PointsMerge, FieldsWithoutALivePointHaveNoEntry) {
  Segments segments({4, 600, 0, 1, 1, 0, 1});
  std::fill(segments.maps[0].begin(), segments.maps[0].end(), -1);
  auto writer = lucene90_points_writer(write_state(segments.directory, "_m", 1));
  writer->add_merge(segments.field, segments.sources());
  writer->add_merge(point_field(7, 4), std::vector<PointsMergeSource>{{nullptr, {}}});
  writer->finish();
  const auto reader = lucene90_points_reader(read_state(segments.directory, "_m", 1),
                                             model::FieldInfos({segments.field}));
  EXPECT_EQ(reader->field(segments.field), nullptr);
}

TEST(Lucene90PointsMerge, RefusesSourcesOfAnotherShape) {
  Segments segments({4, 100, 0, 1, 1, 0, 1});
  auto writer = lucene90_points_writer(write_state(segments.directory, "_m", 100));
  EXPECT_THROW(writer->add_merge(point_field(1, 8), segments.sources()), InvalidArgument);
}

TEST(Lucene90PointsWriter, RefusesShapesThatLuceneDoesNotHave) {
  store::MemoryDirectory directory;
  auto writer = lucene90_points_writer(write_state(directory, "_0", 10));
  model::FieldInfo field = point_field(0, 4);
  field.point_dims = field.point_index_dims = 9;
  PointBuffer points(36);
  EXPECT_THROW(writer->add_flush(field, points), InvalidArgument);
}

TEST(Lucene90PointsWriter, RefusesDocumentsOutsideTheSegment) {
  store::MemoryDirectory directory;
  auto writer = lucene90_points_writer(write_state(directory, "_0", 10));
  for (const int32_t doc : {10, -1}) {
    PointBuffer points(8);
    points.add(doc, bkd::encode_long(5));
    EXPECT_THROW(writer->add_flush(point_field(0, 8), points), InvalidArgument) << doc;
  }
}

/// Two fields: one of a leaf, one of three with runs.
class SmallSegment : public ::testing::Test {
 protected:
  static constexpr int32_t kDocs = 1100;

  SmallSegment() : fields_({point_field(0, 8), point_field(3, 2)}) {
    auto writer = lucene90_points_writer(write_state(directory_, "_0", kDocs));
    PointBuffer longs(8);
    for (int32_t doc : {3, 1, 4}) longs.add(doc, bkd::encode_long(100 - doc));
    writer->add_flush(*fields_.find(0), longs);
    PointBuffer shorts(2);
    for (int32_t doc = 0; doc < kDocs; ++doc) {
      shorts.add(doc, bkd::encode_short(static_cast<int16_t>(doc * 7 % 90)));
    }
    writer->add_flush(*fields_.find(3), shorts);
    writer->finish();
    files_ = writer->files();
  }

  std::unique_ptr<PointsReader> open(const store::Directory& directory) const {
    return lucene90_points_reader(read_state(directory, "_0", kDocs), fields_);
  }

  uint64_t digest(const store::Directory& directory) const {
    segsmith::testing::Digest digest;
    const auto reader = open(directory);
    for (const auto& field : fields_) {
      const auto tree = reader->field(field);
      if (tree == nullptr) continue;
      // A leaf of equal values takes a dozen bytes however many there are.
      if (tree->point_count() > 10 * kDocs) continue;
      tree->for_each_leaf([&](const bkd::LeafBlock& leaf) {
        digest.add_all(leaf.doc_ids());
        digest.add(leaf.values);
      });
      BitSet docs(kDocs);
      tree->range_into_bit_set(tree->min_packed(), tree->max_packed(), docs);
      digest.add(docs.count());
      digest.add(static_cast<uint64_t>(tree->count_range(tree->min_packed(), tree->min_packed())));
    }
    return digest.value();
  }

  std::vector<std::byte> bytes(const std::string& name) const {
    const auto in = directory_.open(name);
    return {in.bytes().begin(), in.bytes().end()};
  }

  /// The segment with one file replaced.
  std::unique_ptr<store::MemoryDirectory> with(const std::string& name,
                                               std::vector<std::byte> replacement) const {
    auto copy = std::make_unique<store::MemoryDirectory>();
    for (const auto& file : files_) copy->put(file, bytes(file));
    copy->put(name, std::move(replacement));
    return copy;
  }

  model::FieldInfos fields_;
  store::MemoryDirectory directory_;
  std::vector<std::string> files_;
};

TEST_F(SmallSegment, FactsAddUpToTheFiles) {
  std::map<std::string, uint64_t> next;
  open(directory_)->visit([&](const model::Fact& fact) {
    EXPECT_EQ(fact.offset, next[fact.file]) << fact.file << " " << fact.part;
    next[fact.file] += fact.length;
  });
  ASSERT_EQ(next.size(), 3u);
  for (const auto& [file, end] : next) EXPECT_EQ(end, directory_.length(file)) << file;
}

TEST_F(SmallSegment, DamageIsAnErrorOrHarmless) {
  using segsmith::testing::Checksum;
  segsmith::testing::DamageSweep sweep(directory_,
                                       [&](const store::Directory& d) { return digest(d); });
  sweep.run("_0.kdm", Checksum::at_open);
  sweep.run("_0.kdi", Checksum::on_demand);
  sweep.run("_0.kdd", Checksum::on_demand);
}

TEST_F(SmallSegment, RefusesNewerVersionsByName) {
  auto newer = bytes("_0.kdm");
  newer[32] = std::byte{2};
  segsmith::testing::fix_checksum(newer);
  try {
    open(*with("_0.kdm", newer));
    FAIL() << "not refused";
  } catch (const UnsupportedVersion& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("Lucene90PointsFormatMeta"));
  }
}

TEST_F(SmallSegment, TellsExtendedFromTruncated) {
  auto longer = bytes("_0.kdd");
  longer.resize(longer.size() + 47);
  try {
    open(*with("_0.kdd", longer));
    FAIL() << "not noticed";
  } catch (const CorruptIndex& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("extended"));
  }
}

}  // namespace
}  // namespace segsmith::codec
