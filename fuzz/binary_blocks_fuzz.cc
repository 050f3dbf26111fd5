// SPDX-License-Identifier: Apache-2.0
// Blocks of byte strings. Input: u8 (bit 0: starts as a bit stream), u16 strings, then the block.
// What is decoded is written again, in both ways, and must come back.
#include "fuzz/fuzz_target.h"
#include "packing/binary_blocks.h"
#include "store/output.h"

namespace segsmith::fuzz {
namespace {

using packing::es819::BinaryBlock;
using packing::es819::BinaryBlockEncoder;
using packing::es819::decode_binary_block;
using packing::es819::DocOffsets;

constexpr uint32_t kMostBytes = 1 << 20;

Bytes encode(std::span<const uint32_t> lengths, std::span<const std::byte> raw,
             DocOffsets offsets) {
  store::MemoryOutput out;
  BinaryBlockEncoder(offsets).encode(lengths, raw, out.out());
  return out.take();
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const DocOffsets offsets =
      parameters.u8() & 1 ? DocOffsets::bit_stream : DocOffsets::grouped_vints;
  const uint32_t docs = parameters.u16();
  const store::Input in = guarded_input(parameters.rest());
  BinaryBlock block;
  decode_binary_block(in, 0, in.size(), docs, kMostBytes, offsets, block);
  expect(block.offsets.size() == docs + size_t{1}, "one start more than strings");
  std::vector<uint32_t> lengths(docs);
  for (size_t i = 0; i < lengths.size(); ++i) {
    expect(block.offsets[i] <= block.offsets[i + 1], "starts ascend");
    lengths[i] = block.offsets[i + 1] - block.offsets[i];
  }
  for (const DocOffsets way : {DocOffsets::grouped_vints, DocOffsets::bit_stream}) {
    const store::Input again = guarded_input(encode(lengths, block.raw, way));
    BinaryBlock back;
    decode_binary_block(again, 0, again.size(), docs, kMostBytes, way, back);
    expect(back.raw == block.raw && back.offsets == block.offsets, "written strings come back");
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const size_t docs : {size_t{0}, size_t{1}, size_t{5}, size_t{300}}) {
    std::vector<uint32_t> lengths(docs);
    Bytes raw;
    for (size_t i = 0; i < docs; ++i) {
      lengths[i] = static_cast<uint32_t>(i * i % 29);
      for (uint32_t j = 0; j < lengths[i]; ++j) raw.push_back(static_cast<std::byte>(i * j % 11));
    }
    for (const DocOffsets offsets : {DocOffsets::grouped_vints, DocOffsets::bit_stream}) {
      Bytes seed;
      append(seed, offsets == DocOffsets::bit_stream ? 1 : 0, 1);
      append(seed, docs, 2);
      append(seed, encode(lengths, raw, offsets));
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
