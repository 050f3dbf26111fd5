// SPDX-License-Identifier: Apache-2.0
// ES95TSDB's stages. Input: u8 length of the descriptor, the descriptor, then a block. What is
// decoded is written again with every role and must come back.
#include "fuzz/fuzz_target.h"
#include "packing/es95_pipeline.h"
#include "packing/testdata/tsdb_blocks.h"
#include "store/output.h"

namespace segsmith::fuzz {
namespace {

using namespace packing::es95;  // NOLINT(*-using-namespace)

constexpr Role kRoles[] = {Role::other, Role::long_counter, Role::double_gauge,
                           Role::double_counter};

Bytes encode(const Descriptor& descriptor, int splits, std::span<const int64_t> values) {
  store::MemoryOutput out;
  Encoder(descriptor, splits).encode(values, out.out());
  return out.take();
}

Bytes bytes_of(const Descriptor& descriptor) {
  store::MemoryOutput out;
  descriptor.write(out.out());
  return out.take();
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  store::Cursor head(guarded_input(parameters.take(parameters.u8())));
  const Descriptor descriptor = Descriptor::read(head);
  expect(bytes_of(descriptor).size() <= head.position(), "no descriptor grows");
  const store::Input block = guarded_input(parameters.rest());
  std::vector<int64_t> values(descriptor.block_size());
  decode(descriptor, block, 0, block.size(), values);
  expect(!describe(descriptor, block, 0, block.size()).stages().empty(), "stages");
  for (const Role role : kRoles) {
    const auto mine = Descriptor::of(role, descriptor.block_shift);
    const int splits = max_splits(role, descriptor.block_shift);
    const store::Input again = guarded_input(encode(mine, splits, values));
    std::vector<int64_t> back(values.size());
    decode(mine, again, 0, again.size(), back);
    expect(back == values, "written values come back");
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (const int shift : {7, 9}) {
    for (const Role role : kRoles) {
      for (int kind = 0; kind < packing::goldens::kNumberKinds; ++kind) {
        const auto descriptor = Descriptor::of(role, shift);
        const Bytes head = bytes_of(descriptor);
        Bytes seed;
        append(seed, head.size(), 1);
        append(seed, head);
        append(seed, encode(descriptor, max_splits(role, shift),
                            packing::goldens::numbers(kind, 1 << shift, 2)));
        all.push_back(seed);
      }
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
