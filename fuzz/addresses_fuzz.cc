// SPDX-License-Identifier: Apache-2.0
// Addresses of multi-valued fields. Input: u16 documents, u8 shift, u32 values, part (the
// metadata), then the data.
#include "codec/lucene90_addresses_writer.h"
#include "codec/lucene90_doc_values_format.h"
#include "codec/lucene90_numbers.h"
#include "fuzz/framed_files.h"

namespace segsmith::fuzz {
namespace {

using namespace codec::lucene90;

std::vector<int64_t> read(uint64_t docs, int shift, int64_t last, std::span<const std::byte> meta,
                          std::span<const std::byte> data) {
  store::Cursor in(guarded_input(meta));
  const Addresses addresses(packing::DirectMonotonicMeta::read(in, docs + 1, shift),
                            guarded_input(data), last);
  std::vector<int64_t> all(addresses.size());
  addresses.values(0, all);
  for (size_t i = 0; i < all.size(); i += 1 + all.size() / 40) {
    expect(addresses.value(i) == all[i], "one address is that of the run");
  }
  expect(std::ranges::is_sorted(all) && all.front() == 0 && all.back() == last,
         "addresses ascend from 0 to the number of values");
  return all;
}

struct Written {
  Bytes meta;
  Bytes data;
};

Written write(std::span<const int32_t> counts) {
  Written made;
  store::MemoryOutput meta, data;
  AddressesWriter writer(static_cast<int32_t>(counts.size()));
  model::NumberBlock block;
  block.docs.count = counts.size();
  block.counts = counts;
  writer.add(block);
  writer.finish(meta.out(), data.out());
  // Before the metadata: the offset, and the shift as a VInt. Behind it: the length.
  const Bytes all = meta.take();
  made.meta.assign(all.begin() + 9, all.end() - 8);
  made.data = data.take();
  return made;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const uint64_t docs = parameters.u16();
  const int shift = parameters.u8();
  const int64_t last = parameters.u32();
  const auto meta = parameters.part();
  const auto all = read(docs, shift, last, meta, parameters.rest());
  std::vector<int32_t> counts(docs);
  for (size_t i = 0; i < docs; ++i) counts[i] = static_cast<int32_t>(all[i + 1] - all[i]);
  const Written again = write(counts);
  expect(read(docs, codec::kDirectMonotonicBlockShift, last, again.meta, again.data) == all,
         "addresses come back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const size_t docs : {1, 50, 3000}) {
    for (const int32_t most : {2, 9, 70000}) {
      std::vector<int32_t> counts(docs);
      int64_t last = 0;
      for (size_t i = 0; i < docs; ++i) {
        counts[i] = 1 + static_cast<int32_t>(i * 31) % most;
        last += counts[i];
      }
      const Written made = write(counts);
      Bytes seed;
      append(seed, docs, 2);
      append(seed, codec::kDirectMonotonicBlockShift, 1);
      append(seed, static_cast<uint64_t>(last), 4);
      append_part(seed, made.meta);
      append(seed, made.data);
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
