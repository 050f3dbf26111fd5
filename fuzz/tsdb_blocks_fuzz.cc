// SPDX-License-Identifier: Apache-2.0
// Blocks of numbers and ordinals of ES87TSDB and ES819TSDB. Input: u8 (bit 0: 512 values; bit 1:
// ordinals), u8 bits an ordinal, u64 low and u64 high of a range, then the block. What is decoded
// is written again and must come back.
#include "fuzz/fuzz_target.h"
#include "packing/es819_blocks.h"
#include "packing/testdata/tsdb_blocks.h"
#include "store/output.h"

namespace segsmith::fuzz {
namespace {

using namespace packing::es819;  // NOLINT(*-using-namespace)

struct Case {
  size_t size;
  bool ordinals;
  int bits;
};

void decode(const Case& c, const store::Input& in, std::span<int64_t> out) {
  if (c.ordinals) {
    decode_ordinals(in, 0, in.size(), c.bits, out);
  } else {
    decode_numbers(in, 0, in.size(), out);
  }
}

Bytes encode(const Case& c, std::span<const int64_t> values) {
  store::MemoryOutput out;
  if (c.ordinals) {
    encode_ordinals(values, c.bits, out.out());
  } else {
    encode_numbers(values, out.out());
  }
  return out.take();
}

void check_range(const Case& c, const store::Input& in, std::span<const int64_t> values,
                 int64_t low, int64_t high) {
  std::vector<uint64_t> words(c.size / 64);
  const bool done = c.ordinals ? ordinals_range_into_words(in, 0, in.size(), c.bits, c.size, 0,
                                                           c.size, low, high, words, 0)
                               : numbers_range_into_words(in, 0, in.size(), c.size, 0, c.size, low,
                                                          high, words, 0);
  for (size_t i = 0; done && i < c.size; ++i) {
    const bool inside = low <= values[i] && values[i] <= high;
    expect((words[i / 64] >> (i % 64) & 1) == (inside ? 1u : 0u),
           "the range is that of the values");
  }
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const uint8_t kind = parameters.u8();
  const Case c = {kind & 1 ? size_t{512} : size_t{128}, (kind & 2) != 0, 1 + parameters.u8() % 32};
  const auto low = static_cast<int64_t>(parameters.u64());
  const auto high = static_cast<int64_t>(parameters.u64());
  const store::Input in = guarded_input(parameters.rest());
  std::vector<int64_t> values(c.size);
  decode(c, in, values);
  check_range(c, in, values, low, high);
  if (c.ordinals) {
    expect(describe_ordinals(in, 0, in.size(), c.bits, c.size).name() != nullptr, "a name");
  } else {
    expect(!describe_numbers(in, 0, in.size(), c.size).stages().empty(), "stages");
  }
  std::vector<int64_t> back(c.size);
  decode(c, guarded_input(encode(c, values)), back);
  expect(back == values, "written values come back");
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  const auto add = [&](uint8_t kind, int bits, std::span<const std::byte> block) {
    Bytes seed;
    append(seed, kind, 1);
    append(seed, static_cast<uint64_t>(bits - 1), 1);
    append(seed, 3, 8);
    append(seed, 1000, 8);
    append(seed, block);
    all.push_back(seed);
  };
  for (const int n : {128, 512}) {
    const uint8_t large = n == 512 ? 1 : 0;
    for (int k = 0; k < packing::goldens::kNumberKinds; ++k) {
      const auto values = packing::goldens::numbers(k, n, 1);
      add(large, 1, encode({values.size(), false, 1}, values));
    }
    for (int k = 0; k < packing::goldens::kOrdinalKinds; ++k) {
      const auto values = packing::goldens::ordinals(k, n, 1);
      const int bits = packing::goldens::ordinal_bits(k, n, 1);
      add(large | 2, bits, encode({values.size(), true, bits}, values));
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
