// SPDX-License-Identifier: Apache-2.0
// All kernel sets of this machine against each other. Input: u8 width, u16 first, u16 count from
// the end, u64 multiplier or low bound, u64 addend or high bound, then packed bytes.
#include "fuzz/fuzz_target.h"
#include "packing/direct_kernels.h"
#include "packing/direct_reader.h"
#include "packing/direct_writer.h"

namespace segsmith::fuzz {
namespace {

using packing::kDirectWidths;
using packing::kernels::KernelSet;
using packing::kernels::Run;

struct Answers {
  std::vector<int64_t> plain;
  std::vector<int64_t> affine;
  std::vector<int64_t> looked_up;
  bool in_table = true;
  std::vector<uint64_t> range;
  Bytes packed;
  friend bool operator==(const Answers&, const Answers&) = default;
};

Answers answers_of(const KernelSet& set, size_t width, const Run& run, uint64_t a, uint64_t b) {
  const auto& kernels = set.widths[width];
  const int bits = kDirectWidths[width];
  Answers made;
  made.plain.resize(run.count);
  made.affine.resize(run.count);
  made.looked_up.resize(run.count);
  kernels.unpack(run, made.plain.data());
  kernels.affine(run, made.affine.data(), static_cast<int64_t>(a), static_cast<int64_t>(b));
  std::vector<int64_t> table(1 + a % 300);
  for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<int64_t>(i * b);
  made.in_table = kernels.table(run, made.looked_up.data(), table.data(), table.size());
  // Outside a table the values are unspecified.
  if (!made.in_table) made.looked_up.clear();
  const uint64_t largest = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const uint64_t bit = a % 200;
  made.range.resize((bit + run.count + 63) / 64);
  kernels.range(run, std::min(a & largest, b & largest), std::max(a & largest, b & largest),
                made.range.data(), bit);
  GuardedBytes out(packing::direct_packed_bytes(run.count, bits));
  kernels.pack(made.plain.data(), run.count, out.span().data());
  made.packed.assign(out.span().begin(), out.span().end());
  return made;
}

}  // namespace

void run_one(std::span<const std::byte> input) {
  Parameters parameters(input);
  const size_t width = parameters.u8() % kDirectWidths.size();
  const auto bits = static_cast<uint64_t>(kDirectWidths[width]);
  uint64_t first = parameters.u16();
  uint64_t left_over = parameters.u16();
  const uint64_t a = parameters.u64();
  const uint64_t b = parameters.u64();
  GuardedBytes packed(parameters.rest());
  const uint64_t total = packed.span().size() * 8 / bits;
  first = total == 0 ? 0 : first % (total + 1);
  left_over %= total - first + 1;
  const Run run = {packed.span().data(), packed.span().size(), first,
                   static_cast<size_t>(total - first - left_over)};
  const auto sets = packing::kernels::supported_kernels();
  const Answers expected = answers_of(*sets.front(), width, run, a, b);
  for (const KernelSet* set : sets.subspan(1)) {
    expect(answers_of(*set, width, run, a, b) == expected, "all kernels answer alike");
  }
  if (run.count > 0) {
    std::vector<int64_t> back(run.count);
    packing::direct_unpack(expected.packed, static_cast<int>(bits), 0, back);
    expect(back == expected.plain, "packed values come back");
    expect(packing::direct_get(packed.span(), static_cast<int>(bits), first) == back[0],
           "one value is that of the run");
  }
}

std::vector<Bytes> seeds() {
  std::vector<Bytes> all;
  for (size_t width = 0; width < kDirectWidths.size(); ++width) {
    for (const size_t n : {size_t{9}, size_t{200}}) {
      Bytes seed;
      append(seed, width, 1);
      append(seed, 1, 2);
      append(seed, 2, 2);
      append(seed, 0x0123456789ABCDEF, 8);
      append(seed, 250, 8);
      for (size_t i = 0; i < n; ++i) append(seed, i * 2654435761 >> 7, 1);
      all.push_back(seed);
    }
  }
  return all;
}

}  // namespace segsmith::fuzz
