// SPDX-License-Identifier: Apache-2.0
// Damage to leaves of every kind and coding, and to whole trees. Nothing here carries a checksum of
// its own: what is asked is a named error or an answer.
#include <gtest/gtest.h>

#include <string>

#include "bkd/bytes.h"
#include "bkd/doc_ids_reader.h"
#include "bkd/doc_ids_writer.h"
#include "bkd/leaf_reader.h"
#include "bkd/leaf_writer.h"
#include "bkd/test_trees.h"
#include "packing/testdata/damage_sweep.h"
#include "packing/testdata/digest.h"

namespace segsmith::bkd {
namespace {

using segsmith::testing::Checksum;
using segsmith::testing::DamageSweep;
using segsmith::testing::Digest;

/// `bytes` with a footer behind them, as the sweep wants its files.
std::vector<std::byte> with_footer(std::span<const std::byte> bytes) {
  store::MemoryOutput out;
  out.out().bytes(bytes);
  store::write_footer(out.out());
  return out.take();
}

struct Docs {
  const char* name;
  DocIdsKind kind;
  int32_t max_doc;
  int32_t (*doc)(int32_t i);
};

constexpr Docs kDocs[] = {
    {"continuous", DocIdsKind::continuous, 900, [](int32_t i) { return 100 + i; }},
    {"bit_set", DocIdsKind::bit_set, 900, [](int32_t i) { return 100 + 3 * i; }},
    {"delta16", DocIdsKind::delta16, 60000, [](int32_t i) { return 100 + i * 7919 % 59000; }},
    {"bits21", DocIdsKind::bits21, 2'000'000, [](int32_t i) { return i * 77777 % 1'999'999; }},
    {"bits24", DocIdsKind::bits24, 16'000'000, [](int32_t i) { return i * 477'777 % 15'999'999; }},
    {"bits32", DocIdsKind::bits32, 1 << 30,
     [](int32_t i) { return (1 << 30) - 1 - i * 9'999'999; }},
};

struct Values {
  const char* name;
  LeafKind kind;
  int (*value)(int i);
};

constexpr Values kValues[] = {
    {"equal", LeafKind::all_equal, [](int) { return 77; }},
    {"low", LeafKind::low_cardinality, [](int i) { return i / 20; }},
    {"high", LeafKind::high_cardinality, [](int i) { return i * 300; }},
};

constexpr int32_t kPoints = 50;

std::vector<std::byte> leaf_bytes(const BkdConfig& config, const Docs& docs, const Values& values) {
  std::vector<int32_t> ids;
  std::vector<std::byte> points;
  for (int32_t i = 0; i < kPoints; ++i) {
    ids.push_back(docs.doc(i));
    const auto value = test::big_endian(static_cast<uint64_t>(values.value(i)),
                                        static_cast<size_t>(config.bytes_per_dim));
    for (int32_t dim = 0; dim < config.dims; ++dim)
      points.insert(points.end(), value.begin(), value.end());
  }
  points.resize(points.size() + kLeafSlack);
  LeafWriter writer(config, kBkdVersionCurrent);
  store::MemoryOutput out;
  if (config.one_dimensional()) {
    writer.write_sorted({ids, points.data()}, out.out());
  } else {
    const bool equal = values.kind == LeafKind::all_equal;
    const std::vector<int32_t> prefixes(static_cast<size_t>(config.dims),
                                        equal ? config.bytes_per_dim : 2);
    const size_t runs = equal ? 1 : values.kind == LeafKind::low_cardinality ? 3 : size_t{kPoints};
    writer.write({ids, points.data()}, prefixes, 0, runs, out.out());
  }
  return out.take();
}

uint64_t read_one_leaf(const store::Directory& directory, const LeafShape& shape) {
  const store::Input body = store::without_footer(directory.open("leaf"));
  store::Cursor in(body);
  LeafBlock leaf;
  read_leaf(in, shape, leaf);
  Digest digest;
  digest.add_all(leaf.doc_ids());
  digest.add(leaf.values);
  store::Cursor values(body);
  read_leaf_values(values, shape, leaf);
  digest.add(leaf.values);
  if (shape.max_doc <= 60000) {
    BitSet docs(static_cast<uint64_t>(shape.max_doc));
    store::Cursor ids(body);
    check_leaf_count(ids, shape.count);
    LeafBlock scratch;
    doc_ids_into_bit_set(ids, shape.version, shape.count, true, docs, scratch);
    digest.add(docs.count());
  }
  if (in.remaining() != 0) in.corrupt("the end of the leaf", "more");
  return digest.value();
}

void sweep_leaf(std::span<const std::byte> leaf, const LeafShape& shape) {
  store::MemoryDirectory directory;
  directory.put("leaf", with_footer(leaf));
  DamageSweep sweep(directory, [&](const store::Directory& d) { return read_one_leaf(d, shape); });
  sweep.run("leaf", Checksum::absent);
}

TEST(BkdDamage, ToLeavesOfEveryKindIsAnErrorOrHarmless) {
  for (const BkdConfig& config :
       {BkdConfig{1, 1, 4, 512}, BkdConfig{2, 2, 4, 512}, BkdConfig{3, 1, 4, 512}}) {
    for (const Docs& docs : kDocs) {
      for (const Values& values : kValues) {
        // Documents and values are coded apart: each coding of one with the first of the other.
        if (&docs != kDocs && (&values != kValues || !config.one_dimensional())) continue;
        SCOPED_TRACE(std::to_string(config.dims) + " dimensions, " + docs.name + ", " +
                     values.name);
        const auto bytes = leaf_bytes(config, docs, values);
        const LeafShape shape{config, kBkdVersionCurrent, docs.max_doc, kPoints};
        store::Cursor in(test::input(bytes, "leaf"));
        LeafBlock leaf;
        read_leaf(in, shape, leaf);
        ASSERT_EQ(leaf.doc_ids_kind, docs.kind);
        ASSERT_EQ(leaf.kind, values.kind);
        sweep_leaf(bytes, shape);
        if (HasFailure()) return;
      }
    }
  }
}

/// The codings that only older releases wrote: 24 bits in three longs, and deltas.
TEST(BkdDamage, ToOlderCodingsIsAnErrorOrHarmless) {
  const BkdConfig config{1, 1, 1, 512};
  for (const bool deltas : {false, true}) {
    std::vector<std::byte> bytes = {std::byte{20}, static_cast<std::byte>(deltas ? 0 : 24)};
    for (int i = 0; i < (deltas ? 20 : 60); ++i)
      bytes.push_back(static_cast<std::byte>(i * 5 % 128));
    for (const int b : {1, 9, 0xFF}) bytes.push_back(static_cast<std::byte>(b));  // Equal values.
    sweep_leaf(bytes, {config, kBkdVersionMetaFile, 1 << 24, 20});
  }
}

/// The parts of a tree as three files.
uint64_t read_tree(const store::Directory& directory, int32_t max_doc) {
  store::Cursor in(store::without_footer(directory.open("meta")));
  const BkdMeta meta = read_bkd_meta(in);
  const store::Input data = store::without_footer(directory.open("data"));
  const BkdReader tree(meta, store::without_footer(directory.open("index")), data, data.size(),
                       max_doc);
  Digest digest;
  // A leaf of equal values takes a dozen bytes however many there are.
  if (tree.point_count() > 100'000) return digest.value();
  tree.for_each_leaf([&](const LeafBlock& leaf) {
    digest.add_all(leaf.doc_ids());
    digest.add(leaf.values);
  });
  BitSet docs(static_cast<uint64_t>(max_doc));
  auto middle = std::vector<std::byte>(tree.min_packed().begin(), tree.min_packed().end());
  middle.back() ^= std::byte{0x15};
  tree.range_into_bit_set(middle, tree.max_packed(), docs);
  digest.add(docs.count());
  digest.add(static_cast<uint64_t>(tree.count_range(tree.min_packed(), middle)));
  digest.add(static_cast<uint64_t>(tree.estimate_range(middle, tree.max_packed())));
  return digest.value();
}

void sweep_tree(int32_t points, uint64_t step) {
  const BkdConfig config{1, 1, 4, 16};
  std::vector<std::byte> values;
  std::vector<int32_t> docs;
  for (int32_t i = 0; i < points; ++i) {
    docs.push_back(i);
    const auto value = test::big_endian(static_cast<uint64_t>(i) * step, 4);
    values.insert(values.end(), value.begin(), value.end());
  }
  store::MemoryOutput meta, index, data;
  write_bkd_meta(meta.out(),
                 *BkdWriter(config, points).write_flush(values, docs, index.out(), data.out()));
  store::MemoryDirectory directory;
  directory.put("meta", with_footer(meta.take()));
  directory.put("index", with_footer(index.take()));
  directory.put("data", with_footer(data.take()));
  DamageSweep sweep(directory, [&](const store::Directory& d) { return read_tree(d, points); });
  sweep.run_all(Checksum::absent);
}

TEST(BkdDamage, ToTreesIsAnErrorOrHarmless) {
  sweep_tree(10, 3);     // One leaf, no index.
  sweep_tree(100, 0);    // Leaves of one value.
  sweep_tree(150, 977);  // Ten leaves.
}

}  // namespace
}  // namespace segsmith::bkd
