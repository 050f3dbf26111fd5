// SPDX-License-Identifier: Apache-2.0
// Monotonic sequences. Input: u8 shift, u16 count, u16 metadata length, metadata, data.
#include "fuzz/fuzz_target.h"
#include "packing/direct_monotonic.h"
#include "store/output.h"

namespace segsmith::fuzz {
namespace {

using packing::DirectMonotonicMeta;
using packing::DirectMonotonicReader;
using packing::DirectMonotonicWriter;

struct Written {
  Bytes meta;
  Bytes data;
};

Written write(std::span<const int64_t> values, int shift) {
  store::MemoryOutput meta;
  store::MemoryOutput data;
  DirectMonotonicWriter writer(meta.out(), data.out(), values.size(), shift);
  writer.add(values);
  writer.finish();
  return {meta.take(), data.take()};
}

std::vector<int64_t> read(const Written& bytes, uint64_t count, int shift) {
  store::Cursor in(guarded_input(bytes.meta));
  const DirectMonotonicReader reader(DirectMonotonicMeta::read(in, count, shift),
                                     guarded_input(bytes.data));
  std::vector<int64_t> values(reader.count());
  reader.values(0, values);
  for (size_t i = 0; i < values.size(); i += 1 + values.size() / 16) {
    expect(reader.get(i) == values[i], "one value is that of the run");
    const int64_t found = reader.binary_search(0, values.size(), values[i]);
    expect(found < static_cast<int64_t>(values.size()), "a search stays inside");
  }
  return values;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const int shift = parameters.u8();
  const uint64_t count = parameters.u16();
  Written bytes;
  const auto meta = parameters.take(parameters.u16());
  bytes.meta.assign(meta.begin(), meta.end());
  bytes.data.assign(parameters.rest().begin(), parameters.rest().end());
  const std::vector<int64_t> values = read(bytes, count, shift);
  // Values that ascend must survive being written again.
  if (!std::is_sorted(values.begin(), values.end())) return;
  expect(read(write(values, shift), count, shift) == values, "ascending values come back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const int shift : {2, 4, 10}) {
    for (const int64_t step : {int64_t{0}, int64_t{1}, int64_t{1000}, int64_t{1} << 50}) {
      std::vector<int64_t> values;
      int64_t current = -5;
      for (int i = 0; i < 100; ++i) values.push_back(current += step + (i % 7) * (step / 3));
      const Written bytes = write(values, shift);
      Bytes seed;
      append(seed, static_cast<uint64_t>(shift), 1);
      append(seed, values.size(), 2);
      append(seed, bytes.meta.size(), 2);
      append(seed, bytes.meta);
      append(seed, bytes.data);
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
