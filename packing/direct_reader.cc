// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_reader.h"

#include <string>

#include "packing/direct_kernels.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

using kernels::Run;
using kernels::WidthKernels;

const WidthKernels& kernels_of(int bits) {
  const int index = direct_width_index(bits);
  if (index < 0) {
    throw InvalidArgument("packed integers of " + std::to_string(bits) + " bits do not exist");
  }
  return kernels::best_kernels().widths[static_cast<size_t>(index)];
}

Run checked_run(std::span<const std::byte> packed, int bits, uint64_t first, uint64_t count) {
  if (count > UINT64_MAX - first || direct_packed_bytes(first + count, bits) > packed.size()) {
    throw InvalidArgument("packed values " + std::to_string(first) + " to " +
                          std::to_string(first) + " + " + std::to_string(count) + " of " +
                          std::to_string(bits) + " bits do not lie in " +
                          std::to_string(packed.size()) + " bytes");
  }
  return {packed.data(), packed.size(), first, static_cast<size_t>(count)};
}

}  // namespace

void direct_unpack(std::span<const std::byte> packed, int bits, uint64_t first,
                   std::span<int64_t> out) {
  const WidthKernels& k = kernels_of(bits);
  k.unpack(checked_run(packed, bits, first, out.size()), out.data());
}

void direct_unpack_affine(std::span<const std::byte> packed, int bits, uint64_t first,
                          std::span<int64_t> out, int64_t mul, int64_t add) {
  const WidthKernels& k = kernels_of(bits);
  const Run run = checked_run(packed, bits, first, out.size());
  if (mul == 1 && add == 0) return k.unpack(run, out.data());
  k.affine(run, out.data(), mul, add);
}

bool direct_unpack_table(std::span<const std::byte> packed, int bits, uint64_t first,
                         std::span<int64_t> out, std::span<const int64_t> table) {
  const WidthKernels& k = kernels_of(bits);
  const Run run = checked_run(packed, bits, first, out.size());
  if (out.empty()) return true;
  return !table.empty() && k.table(run, out.data(), table.data(), table.size());
}

void direct_range_into_words(std::span<const std::byte> packed, int bits, uint64_t first,
                             uint64_t count, uint64_t low, uint64_t high, std::span<uint64_t> words,
                             uint64_t bit_offset) {
  const WidthKernels& k = kernels_of(bits);
  const Run run = checked_run(packed, bits, first, count);
  const uint64_t room = static_cast<uint64_t>(words.size()) * 64;
  if (bit_offset > room || count > room - bit_offset) {
    throw InvalidArgument("a bit set of " + std::to_string(room) + " bits has no room for " +
                          std::to_string(count) + " at " + std::to_string(bit_offset));
  }
  const uint64_t largest = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  high = std::min(high, largest);
  if (low > high || count == 0) return;
  k.range(run, low, high, words.data(), bit_offset);
}

int64_t direct_get(std::span<const std::byte> packed, int bits, uint64_t index) {
  int64_t value = 0;
  const int width = direct_width_index(bits);
  if (width < 0) kernels_of(bits);
  // One value: the scalar kernel has the least to set up.
  kernels::scalar_kernels().widths[static_cast<size_t>(width)].unpack(
      checked_run(packed, bits, index, 1), &value);
  return value;
}

}  // namespace segsmith::packing
