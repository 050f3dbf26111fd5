// SPDX-License-Identifier: Apache-2.0
// One leaf of a block k-d tree. Input: u8 dims, u8 index dims, u8 bytes, u8 version, u16 count,
// u16 max_doc, then the leaf.
#include <cstring>

#include "bkd/doc_ids_reader.h"
#include "bkd/leaf_reader.h"
#include "bkd/leaf_writer.h"
#include "fuzz/framed_files.h"
#include "fuzz/point_values.h"
#include "util/bit_set.h"

namespace segsmith::fuzz {
namespace {

using namespace bkd;

LeafShape read_shape(Parameters& parameters) {
  LeafShape shape;
  shape.config.dims = 1 + parameters.u8() % kMaxDims;
  shape.config.index_dims = 1 + parameters.u8() % std::min(shape.config.dims, kMaxIndexDims);
  shape.config.bytes_per_dim = 1 + parameters.u8() % kMaxBytesPerDim;
  shape.version = kBkdVersionStart + parameters.u8() % 2;
  shape.count = 1 + parameters.u16() % 2048;
  shape.max_doc = 1 + parameters.u16();
  return shape;
}

void check_parts(const store::Input& input, const LeafShape& shape, const LeafBlock& leaf,
                 uint64_t end) {
  store::Cursor again(input);
  LeafBlock values;
  read_leaf_values(again, shape, values);
  expect(again.position() == end && values.values == leaf.values,
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

/// Values of one dimension that ascend are written again and read.
void check_written(LeafShape shape, const LeafBlock& leaf) {
  const size_t width = shape.config.packed_bytes();
  for (size_t at = width; at < leaf.values.size(); at += width) {
    if (std::memcmp(&leaf.values[at - width], &leaf.values[at], width) > 0) return;
  }
  Bytes values = leaf.values;
  values.resize(values.size() + kLeafSlack);
  const Bytes bytes = written_by([&](store::Output& out) {
    LeafWriter(shape.config, kBkdVersionCurrent).write_sorted({leaf.doc_ids(), values.data()}, out);
  });
  shape.version = kBkdVersionCurrent;
  store::Cursor in(guarded_input(bytes));
  LeafBlock back;
  read_leaf(in, shape, back);
  expect(in.remaining() == 0 && back.values == leaf.values &&
             std::ranges::equal(back.doc_ids(), leaf.doc_ids()),
         "points come back");
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const LeafShape shape = read_shape(parameters);
  const store::Input bytes = guarded_input(parameters.rest());
  store::Cursor in(bytes);
  LeafBlock leaf;
  read_leaf(in, shape, leaf);
  for (const int32_t doc : leaf.doc_ids()) {
    expect(doc >= 0 && doc < shape.max_doc, "documents lie in the segment");
  }
  expect(leaf.values.size() == leaf.doc_ids().size() * shape.config.packed_bytes(),
         "as many values as documents");
  expect(leaf.bytes() == in.position(), "the parts add up to the leaf");
  check_parts(bytes, shape, leaf, in.position());
  if (shape.config.one_dimensional()) check_written(shape, leaf);
}

namespace {

Bytes leaf_seed(size_t count, int bytes, uint64_t step, int32_t doc_step) {
  std::vector<int32_t> docs;
  for (size_t i = 0; i < count; ++i) docs.push_back(static_cast<int32_t>(i) * doc_step % 60000);
  Bytes values = point_values(count, static_cast<size_t>(bytes), step);
  values.resize(values.size() + kLeafSlack);
  Bytes seed;
  for (const uint64_t v : {0, 0, bytes - 1, 1}) append(seed, v, 1);
  append(seed, count - 1, 2);
  append(seed, 60000, 2);
  append(
      seed, written_by([&](store::Output& out) {
        LeafWriter({1, 1, bytes, 512}, kBkdVersionCurrent).write_sorted({docs, values.data()}, out);
      }));
  return seed;
}

/// Two indexed dimensions of two bytes, ordered by the first, in `runs` runs of equal points.
Bytes two_dims_seed(size_t count, size_t runs) {
  std::vector<int32_t> docs;
  Bytes values;
  for (size_t i = 0; i < count; ++i) {
    docs.push_back(static_cast<int32_t>(i * 37 % 50));
    const auto value = static_cast<std::byte>(i * runs / count);
    append(values, Bytes{value, std::byte{5}, std::byte{9}, value});
  }
  values.resize(values.size() + kLeafSlack);
  const std::vector<int32_t> prefixes = {0, 1};
  Bytes seed;
  for (const uint64_t v : {1, 1, 1, 1}) append(seed, v, 1);
  append(seed, count - 1, 2);
  append(seed, 60000, 2);
  append(seed, written_by([&](store::Output& out) {
           LeafWriter({2, 2, 2, 512}, kBkdVersionCurrent)
               .write({docs, values.data()}, prefixes, 0, runs, out);
         }));
  return seed;
}

}  // namespace

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const int bytes : {2, 4, 8, 16}) {
    for (const uint64_t step : {0, 1, 77, 1000003}) {
      if (bytes == 2 && step > 77) continue;
      all.push_back(leaf_seed(100, bytes, step, 1));
      all.push_back(leaf_seed(101, bytes, step, 7));
      all.push_back(leaf_seed(60, bytes, step, 7919));
    }
  }
  for (const size_t runs : {2, 60}) all.push_back(two_dims_seed(60, runs));
  return all;
}

}  // namespace segsmith::fuzz
