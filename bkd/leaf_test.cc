// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "bkd/leaf_reader.h"
#include "bkd/leaf_writer.h"
#include "bkd/test_trees.h"
#include "util/error.h"
#include "util/hex.h"

namespace segsmith::bkd {
namespace {

/// Values of one dimension, sorted, with documents 0, 1, 2, ...
std::vector<std::byte> write(const BkdConfig& config, std::vector<std::byte> values) {
  std::vector<int32_t> docs(values.size() / config.packed_bytes());
  for (size_t i = 0; i < docs.size(); ++i) docs[i] = static_cast<int32_t>(i);
  values.resize(values.size() + kLeafSlack);
  LeafWriter writer(config, kBkdVersionCurrent);
  store::MemoryOutput out;
  writer.write_sorted({docs, values.data()}, out.out());
  return out.take();
}

LeafBlock read(const BkdConfig& config, const std::vector<std::byte>& bytes, size_t count) {
  store::Cursor in(test::input(bytes, "leaf"));
  LeafBlock block;
  read_leaf(in, {config, kBkdVersionCurrent, 1000, static_cast<int32_t>(count)}, block);
  EXPECT_EQ(in.remaining(), 0u);
  return block;
}

std::vector<std::byte> packed(const std::vector<uint64_t>& values, size_t width) {
  std::vector<std::byte> out;
  for (const uint64_t value : values) {
    const auto one = test::big_endian(value, width);
    out.insert(out.end(), one.begin(), one.end());
  }
  return out;
}

TEST(Leaf, EqualValuesAreTheirPrefix) {
  const BkdConfig config{1, 1, 4, 512};
  const auto values = packed({0x01020304, 0x01020304, 0x01020304}, 4);
  const auto bytes = write(config, values);
  EXPECT_EQ(to_hex(bytes), "03fe000401020304ff");
  EXPECT_EQ(read(config, bytes, 3).kind, LeafKind::all_equal);
  EXPECT_EQ(read(config, bytes, 3).values, values);
}

TEST(Leaf, FewValuesAreRuns) {
  const BkdConfig config{1, 1, 4, 512};
  const auto values = packed({0x0102, 0x0102, 0x0102, 0x0203, 0x0203}, 4);
  const auto bytes = write(config, values);
  EXPECT_EQ(to_hex(bytes), "05fe00020000fe030102020203");
  EXPECT_EQ(read(config, bytes, 5).kind, LeafKind::low_cardinality);
  EXPECT_EQ(read(config, bytes, 5).values, values);
}

TEST(Leaf, DistinctValuesAreRunsOfTheirFirstDifferingByte) {
  const BkdConfig config{1, 1, 4, 512};
  const auto values = packed({0x010100, 0x010101, 0x010200, 0x020000}, 4);
  const auto bytes = write(config, values);
  EXPECT_EQ(to_hex(bytes),
            "04fe00010000"
            "0103010001010200"
            "02010000");
  EXPECT_EQ(read(config, bytes, 4).kind, LeafKind::high_cardinality);
  EXPECT_EQ(read(config, bytes, 4).values, values);
}

TEST(Leaf, EqualCostsTakeTheLowForm) {
  // Suffix of 2 bytes, 4 points in 3 runs on one first byte: high 4*1 + 2*1 = 6 < low 3*3 = 9.
  const BkdConfig config{1, 1, 4, 512};
  EXPECT_EQ(read(config, write(config, packed({0x0101, 0x0101, 0x0102, 0x0203}, 4)), 4).kind,
            LeafKind::high_cardinality);
  // Suffix of 1 byte, 4 points in 2 runs: high 4*0 + 2*2 = 4 = low 2*2.
  EXPECT_EQ(read(config, write(config, packed({1, 1, 1, 2}, 4)), 4).kind,
            LeafKind::low_cardinality);
}

TEST(Leaf, RunsOfMoreThan255) {
  const BkdConfig config{1, 1, 2, 512};
  std::vector<uint64_t> values;
  for (uint64_t i = 0; i < 512; ++i) values.push_back(i < 300 ? 0x100 + i / 2 : 0x300 + i / 2);
  const auto bytes = write(config, packed(values, 2));
  EXPECT_EQ(read(config, bytes, 512).values, packed(values, 2));
}

TEST(Leaf, SeveralDimensionsRoundTrip) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 200; ++round) {
    BkdConfig config{static_cast<int32_t>(1 + random() % 4), 1,
                     static_cast<int32_t>(1 + random() % 8), 512};
    config.index_dims = static_cast<int32_t>(1 + random() % static_cast<uint64_t>(config.dims));
    const size_t count = 1 + random() % 512;
    const uint64_t distinct = 1 + random() % (round % 2 == 0 ? 3 : 200);
    std::vector<std::vector<std::byte>> points;
    for (size_t i = 0; i < count; ++i) {
      std::vector<uint64_t> dims;
      for (int32_t d = 0; d < config.dims; ++d) dims.push_back(random() % distinct);
      points.push_back(packed(dims, static_cast<size_t>(config.bytes_per_dim)));
    }
    std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) {
      return std::memcmp(a.data(), b.data(), a.size()) < 0;
    });
    std::vector<std::byte> values;
    for (const auto& point : points) values.insert(values.end(), point.begin(), point.end());
    std::vector<int32_t> prefixes;
    for (size_t d = 0; d < static_cast<size_t>(config.dims); ++d) {
      const auto bytes = static_cast<size_t>(config.bytes_per_dim);
      size_t prefix = bytes;
      for (const auto& point : points) {
        const auto* a = &point[d * bytes];
        prefix = std::min(
            prefix,
            static_cast<size_t>(std::mismatch(a, a + bytes, &points[0][d * bytes]).first - a));
      }
      prefixes.push_back(static_cast<int32_t>(prefix));
    }
    int32_t sorted = 0;  // The points are in the order of the first dimension that varies.
    while (sorted + 1 < config.dims &&
           prefixes[static_cast<size_t>(sorted)] == config.bytes_per_dim) {
      ++sorted;
    }
    const size_t runs =
        static_cast<size_t>(std::unique(points.begin(), points.end()) - points.begin());
    std::vector<int32_t> docs(count);
    for (size_t i = 0; i < count; ++i) docs[i] = static_cast<int32_t>(random() % 1000);
    auto padded = values;
    padded.resize(padded.size() + kLeafSlack);
    LeafWriter writer(config, kBkdVersionCurrent);
    store::MemoryOutput out;
    writer.write({docs, padded.data()}, prefixes, sorted, runs, out.out());
    const auto block = read(config, out.take(), count);
    EXPECT_EQ(block.values, values);
    EXPECT_TRUE(std::ranges::equal(block.doc_ids(), docs));
  }
}

TEST(Leaf, RefusesWhatNoWriterMakes) {
  const BkdConfig config{1, 1, 4, 512};
  const auto expect_corrupt = [&](const char* hex, size_t count) {
    EXPECT_THROW(read(config, *from_hex(hex), count), CorruptIndex) << hex;
  };
  expect_corrupt("03fe000401020304ff", 4);          // Another count than the tree says.
  expect_corrupt("03fe00050102030405ff", 3);        // A prefix longer than the value.
  expect_corrupt("03fe000401020304fd", 3);          // No such form.
  expect_corrupt("03fe00040102030400", 3);          // Sorted by a dimension that does not differ.
  expect_corrupt("03fe00040102030401", 3);          // A dimension that is not there.
  expect_corrupt("05fe00020000fe030102030203", 5);  // More points in runs than in the leaf.
  expect_corrupt("05fe00020000fe000102050203", 5);  // An empty run.
  expect_corrupt(
      "04fe00010000"
      "0103010001010200"
      "02000000",
      4);
  expect_corrupt(
      "04fe00010000"
      "0103010001010200"
      "02020000"
      "0000",
      4);
}

}  // namespace
}  // namespace segsmith::bkd
