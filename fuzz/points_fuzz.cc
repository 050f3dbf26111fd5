// SPDX-License-Identifier: Apache-2.0
// Block k-d trees. Input: u8 0 (a leaf: u8 dims, u8 index dims, u8 bytes, u8 version, u16 count,
// u16 max_doc, leaf) or 1 (a tree: u16 max_doc, u16 length and bytes of the metadata, the same of
// the index, leaves).
#include "bkd/bkd_reader.h"
#include "bkd/bkd_writer.h"
#include "bkd/doc_ids_reader.h"
#include "bkd/leaf_reader.h"
#include "bkd/leaf_writer.h"
#include "bkd/point_tree.h"
#include "fuzz/fuzz_target.h"
#include "store/output.h"

namespace segsmith::fuzz {
namespace {

using namespace bkd;

/// Equal values take no bytes, so counts are bounded here to bound the time.
constexpr int64_t kMostPoints = 1 << 16;

void run_leaf(Parameters& parameters) {
  LeafShape shape;
  shape.config.dims = 1 + parameters.u8() % kMaxDims;
  shape.config.index_dims = 1 + parameters.u8() % std::min(shape.config.dims, kMaxIndexDims);
  shape.config.bytes_per_dim = 1 + parameters.u8() % kMaxBytesPerDim;
  shape.version = kBkdVersionStart + parameters.u8() % 2;
  shape.count = 1 + parameters.u16() % 2048;
  shape.max_doc = 1 + parameters.u16();
  const store::Input input = guarded_input(parameters.rest());

  store::Cursor in(input);
  LeafBlock leaf;
  read_leaf(in, shape, leaf);
  for (const int32_t doc : leaf.doc_ids()) {
    expect(doc >= 0 && doc < shape.max_doc, "documents lie in the segment");
  }
  expect(leaf.values.size() == leaf.doc_ids().size() * shape.config.packed_bytes(),
         "as many values as documents");

  store::Cursor again(input);
  LeafBlock values;
  read_leaf_values(again, shape, values);
  expect(again.position() == in.position() && values.values == leaf.values,
         "values are the same without documents");

  store::Cursor docs(input);
  check_leaf_count(docs, shape.count);
  BitSet found(static_cast<uint64_t>(shape.max_doc));
  LeafBlock scratch;
  doc_ids_into_bit_set(docs, shape.version, shape.count, true, found, scratch);
  BitSet expected(found.size());
  for (const int32_t doc : leaf.doc_ids()) expected.set(static_cast<uint64_t>(doc));
  expect(std::ranges::equal(found.words(), expected.words()), "a bit set of the same documents");
}

class Collector final : public IntersectVisitor {
 public:
  Relation compare(std::span<const std::byte> min, std::span<const std::byte> max) override {
    return min[0] == max[0] ? Relation::inside : Relation::crosses;
  }
  void visit(std::span<const int32_t> docs) override { points_ += docs.size(); }
  void visit(std::span<const int32_t> docs, std::span<const std::byte>) override {
    points_ += docs.size();
  }
  size_t points() const { return points_; }

 private:
  size_t points_ = 0;
};

void run_ranges(const BkdReader& tree) {
  BitSet docs(static_cast<uint64_t>(tree.max_doc()));
  std::vector<std::byte> middle(tree.min_packed().begin(), tree.min_packed().end());
  middle.back() ^= std::byte{0x55};
  for (const auto& [low, high] : {std::pair{tree.min_packed(), tree.max_packed()},
                                  {std::span<const std::byte>(middle), tree.max_packed()},
                                  {tree.min_packed(), std::span<const std::byte>(middle)}}) {
    const int64_t count = tree.count_range(low, high);
    expect(count >= 0 && count <= tree.point_count(), "a count of points that are there");
    tree.range_into_bit_set(low, high, docs);
    tree.estimate_range(low, high);
  }
}

void run_tree(Parameters& parameters) {
  const int32_t max_doc = 1 + parameters.u16();
  store::Cursor in(guarded_input(parameters.take(parameters.u16())));
  const BkdMeta meta = read_bkd_meta(in);
  if (meta.point_count > kMostPoints) return;
  const store::Input index = guarded_input(parameters.take(parameters.u16()));
  const store::Input data = guarded_input(parameters.rest());
  const BkdReader tree(meta, index, data, data.size(), max_doc);
  int64_t points = 0;
  tree.for_each_leaf([&](const LeafBlock& leaf) { points += leaf.count; });
  expect(points == tree.point_count(), "all points, once");
  Collector collector;
  tree.intersect(collector);
  expect(static_cast<int64_t>(collector.points()) == points, "the same points by visitor");
  run_ranges(tree);
}

std::vector<std::byte> numbers(size_t count, size_t bytes, uint64_t step) {
  std::vector<std::byte> out;
  for (size_t i = 0; i < count; ++i) {
    for (size_t b = bytes; b-- > 0;) {
      out.push_back(b < 8 ? static_cast<std::byte>(i / 3 * step >> (8 * b)) : std::byte{0});
    }
  }
  return out;
}

Bytes leaf_seed(size_t count, int bytes, uint64_t step, int32_t doc_step) {
  std::vector<int32_t> docs;
  for (size_t i = 0; i < count; ++i) docs.push_back(static_cast<int32_t>(i) * doc_step % 60000);
  auto values = numbers(count, static_cast<size_t>(bytes), step);
  values.resize(values.size() + kLeafSlack);
  LeafWriter writer({1, 1, bytes, 512});
  store::MemoryOutput out;
  writer.write_sorted({docs, values.data()}, out.out());
  Bytes seed;
  for (const uint64_t v : {0, 0, 0, bytes - 1, 1}) append(seed, v, 1);
  append(seed, count - 1, 2);
  append(seed, 60000, 2);
  append(seed, out.take());
  return seed;
}

Bytes tree_seed(size_t count, int bytes, uint64_t step) {
  auto values = numbers(count, static_cast<size_t>(bytes), step);
  std::vector<int32_t> docs;
  for (size_t i = 0; i < count; ++i) docs.push_back(static_cast<int32_t>(i));
  store::MemoryOutput index;
  store::MemoryOutput data;
  store::MemoryOutput meta;
  const auto max_doc = static_cast<int32_t>(count);
  write_bkd_meta(
      meta.out(),
      *BkdWriter({1, 1, bytes, 64}, max_doc).write_flush(values, docs, index.out(), data.out()));
  Bytes seed;
  append(seed, 1, 1);
  append(seed, count - 1, 2);
  for (auto* part : {&meta, &index}) {
    const auto contents = part->take();
    append(seed, contents.size(), 2);
    append(seed, contents);
  }
  append(seed, data.take());
  return seed;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  if (parameters.u8() % 2 == 0) {
    run_leaf(parameters);
  } else {
    run_tree(parameters);
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const int bytes : {2, 4, 8, 16}) {
    for (const uint64_t step : {0, 1, 77, 1000003}) {
      if (bytes == 2 && step > 77) continue;
      all.push_back(leaf_seed(100, bytes, step, 1));
      all.push_back(leaf_seed(101, bytes, step, 7));
      all.push_back(leaf_seed(60, bytes, step, 7919));
      all.push_back(tree_seed(500, bytes, step));
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
