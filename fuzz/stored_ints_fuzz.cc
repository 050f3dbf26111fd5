// SPDX-License-Identifier: Apache-2.0
// The integers at the head of a stored-fields chunk. Input: u16 count, then the bytes.
#include "fuzz/fuzz_target.h"
#include "packing/stored_ints.h"
#include "store/output.h"

namespace segsmith::fuzz {
namespace {

Bytes write(std::span<const int32_t> values) {
  store::MemoryOutput memory;
  packing::write_stored_ints(values, memory.out());
  return memory.take();
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  std::vector<int32_t> values(parameters.u16());
  store::Cursor in(guarded_input(parameters.rest()));
  packing::read_stored_ints(in, values);
  if (values.empty()) return;
  // What was read is written in at most as many bytes, and reads back.
  const Bytes again = write(values);
  expect(again.size() <= in.position(), "the writer is no longer than what was read");
  std::vector<int32_t> back(values.size());
  store::Cursor second(guarded_input(again));
  packing::read_stored_ints(second, back);
  expect(back == values, "values come back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const int32_t scale : {0, 1, 300, 70000, 9000000}) {
    for (const size_t count : {1, 2, 127, 128, 300}) {
      std::vector<int32_t> values(count);
      for (size_t i = 0; i < count; ++i) values[i] = static_cast<int32_t>(i % 200) * scale + 3;
      Bytes seed;
      append(seed, count, 2);
      append(seed, write(values));
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
