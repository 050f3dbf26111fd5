// SPDX-License-Identifier: Apache-2.0
// LZ4 both ways. Input: u16 output length, u16 dictionary length, then the compressed bytes, which
// are also taken as plain ones and compressed.
#include "fuzz/fuzz_target.h"
#include "packing/lz4.h"

namespace segsmith::fuzz {
namespace {

/// Compresses `data` twice with one table, behind a dictionary of its own first bytes.
void round_trip(std::span<const std::byte> data) {
  packing::Lz4FastTable table;
  for (const size_t dict : {data.size() / 3, size_t{0}}) {
    Bytes packed;
    packing::lz4_compress(data, dict, table, packed);
    GuardedBytes in(packed);
    GuardedBytes out(data.size());
    std::copy_n(data.begin(), dict, out.span().begin());
    const auto result =
        packing::lz4_try_decompress(in.span(), data.size() - dict, out.span(), dict);
    expect(result.error == nullptr, "what was compressed can be decompressed");
    expect(result.consumed == packed.size(), "all of it is consumed");
    expect(std::equal(data.begin(), data.end(), out.span().begin()), "the bytes come back");
  }
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const size_t out_length = parameters.u16();
  const size_t dict_length = parameters.u16();
  GuardedBytes out(out_length + dict_length);
  store::Cursor in(guarded_input(parameters.rest()));
  round_trip(parameters.rest());
  packing::lz4_decompress(in, out_length, out.span(), dict_length);
  expect(in.position() <= in.input().size(), "no more is consumed than there is");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const size_t length : {0, 5, 40, 300, 5000}) {
    Bytes data(length);
    for (size_t i = 0; i < length; ++i) data[i] = static_cast<std::byte>(i % 37 < 20 ? i % 5 : i);
    for (const size_t dict : {size_t{0}, length / 3}) {
      packing::Lz4FastTable table;
      Bytes packed;
      packing::lz4_compress(data, dict, table, packed);
      Bytes seed;
      append(seed, length - dict, 2);
      append(seed, dict, 2);
      append(seed, packed);
      // The dictionary of a run is zeros, so seeds with one decode to other bytes than `data`.
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
