// SPDX-License-Identifier: Apache-2.0
// What the trees hold, and that neither way nor budget shows where documents have one point each.
// The bytes of trees where it does are compared with Lucene's in compat_tests/goldens (points_nd).
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "bkd/point_file.h"
#include "bkd/point_tree.h"
#include "bkd/test_trees.h"
#include "store/directory.h"
#include "util/error.h"

namespace segsmith::bkd {
namespace {

using test::Point;

/// Coordinates of few values where `few` is not 0.
std::vector<Point> random_points(const BkdConfig& config, int32_t docs, int32_t per_doc,
                                 uint32_t few, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Point> points;
  for (int32_t doc = 0; doc < docs; ++doc) {
    for (int32_t i = 0; i < per_doc; ++i) {
      Point point{{}, doc};
      for (int32_t d = 0; d < config.dims; ++d) {
        const uint64_t v = few != 0 ? random() % few : random();
        const auto bytes = test::big_endian(v, static_cast<size_t>(config.bytes_per_dim));
        point.value.insert(point.value.end(), bytes.begin(), bytes.end());
      }
      points.push_back(std::move(point));
    }
  }
  return points;
}

struct Tree {
  std::vector<std::byte> index, data;
  BkdMeta meta;
  bool operator==(const Tree& o) const { return index == o.index && data == o.data; }
};

Tree flush(const BkdConfig& config, int32_t max_doc, const std::vector<Point>& points) {
  std::vector<std::byte> values;
  std::vector<int32_t> docs;
  for (const Point& point : points) {
    values.insert(values.end(), point.value.begin(), point.value.end());
    docs.push_back(point.doc);
  }
  store::MemoryOutput index, data;
  auto meta = BkdWriter(config, max_doc).write_flush(values, docs, index.out(), data.out());
  return {index.take(), data.take(), *meta};
}

Tree merge(const BkdConfig& config, int32_t max_doc, const std::vector<Point>& points,
           double budget, store::Directory& temporary) {
  // Two halves, so that the order of adding is not that of the documents' values.
  const auto middle = points.begin() + static_cast<ptrdiff_t>(points.size() / 2);
  std::vector<MergeSource> sources;
  for (const auto& half :
       {std::vector(points.begin(), middle), std::vector(middle, points.end())}) {
    if (half.empty()) continue;
    Tree tree = flush(config, max_doc, half);
    sources.push_back({test::open_tree(tree.meta, tree.index, tree.data, max_doc), {}});
  }
  SpillFiles spill(temporary, "_7");
  store::MemoryOutput index, data;
  BkdWriter writer(config, max_doc, {.max_mb_sort_in_heap = budget, .spill = &spill});
  auto meta = writer.write_merge(sources, index.out(), data.out());
  return {index.take(), data.take(), *meta};
}

class NdWriter : public testing::TestWithParam<BkdConfig> {};

TEST_P(NdWriter, TreesHoldThePointsThatWereWritten) {
  const BkdConfig& config = GetParam();
  for (const int32_t docs : {1, 32, 33, 63, 64, 65, 1000}) {
    for (const uint32_t few : {0u, 1u, 3u}) {
      for (const int32_t per_doc : {1, 3}) {
        auto points = random_points(config, docs, per_doc, few, 7);
        store::MemoryDirectory temporary;
        for (const Tree& tree :
             {flush(config, docs, points), merge(config, docs, points, 0.01, temporary)}) {
          auto read = test::read_points(*test::open_tree(tree.meta, tree.index, tree.data, docs));
          std::sort(read.begin(), read.end());
          auto expected = points;
          std::sort(expected.begin(), expected.end());
          ASSERT_EQ(read.size(), expected.size());
          ASSERT_TRUE(read == expected) << docs << " documents of " << per_doc;
          ASSERT_EQ(tree.meta.doc_count, docs);
        }
        EXPECT_TRUE(temporary.list().empty());
      }
    }
  }
}

TEST_P(NdWriter, CellsBoundThePointsBelow) {
  const BkdConfig& config = GetParam();
  const Tree tree = flush(config, 900, random_points(config, 900, 2, 50, 11));
  const auto reader = test::open_tree(tree.meta, tree.index, tree.data, 900);
  PointTree at(*reader);
  at.move_to_first_leaf();
  LeafBlock leaf;
  do {
    at.read_leaf(leaf);
    for (size_t i = 0; i < static_cast<size_t>(leaf.count); ++i) {
      const std::byte* value = leaf.values.data() + i * config.packed_bytes();
      for (size_t d = 0; d < static_cast<size_t>(config.index_dims); ++d) {
        const auto width = static_cast<size_t>(config.bytes_per_dim);
        ASSERT_LE(std::memcmp(at.min_packed().data() + d * width, value + d * width, width), 0);
        ASSERT_GE(std::memcmp(at.max_packed().data() + d * width, value + d * width, width), 0);
      }
    }
  } while (at.move_to_next_leaf());
}

TEST_P(NdWriter, NeitherWayNorBudgetShowsWhereDocumentsHaveOnePoint) {
  const BkdConfig& config = GetParam();
  for (const uint32_t few : {0u, 2u, 40u}) {
    const auto points = random_points(config, 1500, 1, few, 3);
    store::MemoryDirectory temporary;
    const Tree in_memory = merge(config, 1500, points, 16, temporary);
    EXPECT_EQ(merge(config, 1500, points, 0.01, temporary), in_memory) << few;
    EXPECT_EQ(merge(config, 1500, points, 0.04, temporary), in_memory) << few;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, NdWriter,
                         testing::Values(BkdConfig{2, 2, 4, 32}, BkdConfig{2, 2, 8, 32},
                                         BkdConfig{4, 4, 4, 32}, BkdConfig{3, 2, 1, 32},
                                         BkdConfig{5, 1, 2, 32}, BkdConfig{16, 8, 16, 32}));

/// Files in memory; the one after the first `room` cannot be made.
class FullDirectory : public store::Directory {
 public:
  explicit FullDirectory(int room) : room_(room) {}
  std::string describe() const override { return files_.describe(); }
  std::vector<std::string> list() const override { return files_.list(); }
  bool exists(const std::string& name) const override { return files_.exists(name); }
  uint64_t length(const std::string& name) const override { return files_.length(name); }
  store::Input open(const std::string& name) const override { return files_.open(name); }
  store::Output create(const std::string& name) override {
    if (room_-- == 0) throw IoError(name, "no room");
    return files_.create(name);
  }
  void remove(const std::string& name) override { files_.remove(name); }
  void rename(const std::string& from, const std::string& to) override { files_.rename(from, to); }
  void sync(std::span<const std::string> names) override { files_.sync(names); }
  void sync_metadata() override {}

 private:
  store::MemoryDirectory files_;
  int room_;
};

TEST(NdMerge, RemovesItsFilesWhenItFails) {
  const BkdConfig config{2, 2, 4, 32};
  const auto points = random_points(config, 5000, 1, 0, 5);
  int failed = 0;
  for (int files = 0;; ++files) {
    FullDirectory directory(files);
    try {
      merge(config, 5000, points, 0.001, directory);
      break;
    } catch (const IoError&) {
      ++failed;
    }
    ASSERT_TRUE(directory.list().empty()) << files;
  }
  EXPECT_GT(failed, 10);
}

TEST(NdMerge, NamesItsFilesAsLuceneDoes) {
  store::MemoryDirectory directory;
  directory.create("_7_bkd_spill_0.tmp").close();
  SpillFiles files(directory, "_7");
  EXPECT_EQ(files.next_name("spill"), "_7_bkd_spill_1.tmp");
  EXPECT_EQ(files.next_name("left0"), "_7_bkd_left0_2.tmp");
}

TEST(NdMerge, RefusesABudgetThatHoldsNoLeaf) {
  EXPECT_THROW(BkdWriter({2, 2, 4, 512}, 1, {.max_mb_sort_in_heap = 0.005}), InvalidArgument);
  EXPECT_NO_THROW(BkdWriter({2, 2, 4, 512}, 1, {.max_mb_sort_in_heap = 0.006}));
}

TEST(NdFlush, RefusesADocumentBeyondTheSegment) {
  const BkdConfig config{2, 2, 4, 32};
  EXPECT_THROW(flush(config, 4, random_points(config, 5, 1, 0, 1)), InvalidArgument);
}

}  // namespace
}  // namespace segsmith::bkd
