// SPDX-License-Identifier: Apache-2.0
#include "packing/tsdb_for.h"

#include <string>

#include "packing/delta_kernels.h"
#include "packing/direct_kernels.h"
#include "packing/kernel_targets.h"
#include "packing/tsdb_for_kernels.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

[[noreturn]] void refuse(size_t count, int bits, size_t room) {
  if (!is_for_width(bits)) {
    throw InvalidArgument("blocks of " + std::to_string(bits) + "-bit values do not exist");
  }
  if (count % kForGroup != 0) {
    throw InvalidArgument("a block of " + std::to_string(count) + " values is no multiple of " +
                          std::to_string(kForGroup));
  }
  throw InvalidArgument(std::to_string(count) + " values of " + std::to_string(bits) +
                        " bits do not fit " + std::to_string(room) + " bytes");
}

inline void check(size_t count, int bits, size_t room) {
  if (!is_for_width(bits) || count % kForGroup != 0 || for_packed_bytes(count, bits) > room) {
    refuse(count, bits, room);
  }
}

/// The loops of whole bytes, which are those of DirectWriter's widths.
const kernels::WidthKernels& byte_kernels(int bits) {
  const int index = direct_width_index(for_rounded_bits(bits));
  return kernels::best_kernels().widths[static_cast<size_t>(index)];
}

const kernels::ForWidth& lane_kernels(int bits) {
  return kernels::for_kernels().widths[kernels::for_lane_index(bits)];
}

/// Calls run(bytes, values) for each group of the block.
template <class Run>
void each_group(size_t count, int bits, Run&& run) {
  const size_t step = for_packed_bytes(kForGroup, bits);
  for (size_t first = 0, at = 0; first < count; first += kForGroup, at += step) run(at, first);
}

}  // namespace

size_t for_pack(std::span<const int64_t> values, int bits, std::span<std::byte> out) {
  check(values.size(), bits, out.size());
  if (bits > 32) {
    byte_kernels(bits).pack(values.data(), values.size(), out.data());
  } else {
    const auto pack = lane_kernels(bits).pack;
    each_group(values.size(), bits,
               [&](size_t at, size_t first) { pack(values.data() + first, out.data() + at); });
  }
  return for_packed_bytes(values.size(), bits);
}

void for_unpack(std::span<const std::byte> packed, int bits, std::span<int64_t> out) {
  for_unpack_affine(packed, bits, out, 1, 0);
}

void for_unpack_affine(std::span<const std::byte> packed, int bits, std::span<int64_t> out,
                       int64_t mul, int64_t add) {
  check(out.size(), bits, packed.size());
  if (bits > 32) {
    const kernels::Run run = {packed.data(), packed.size(), 0, out.size()};
    if (mul == 1 && add == 0) {
      byte_kernels(bits).unpack(run, out.data());
    } else {
      byte_kernels(bits).affine(run, out.data(), mul, add);
    }
  } else if (mul == 1) {
    const auto unpack = lane_kernels(bits).add;
    each_group(out.size(), bits, [&](size_t at, size_t first) {
      unpack(packed.data() + at, out.data() + first, add);
    });
  } else {
    const auto unpack = lane_kernels(bits).affine;
    each_group(out.size(), bits, [&](size_t at, size_t first) {
      unpack(packed.data() + at, out.data() + first, mul, add);
    });
  }
}

void for_unpack_sums(std::span<const std::byte> packed, int bits, std::span<int64_t> out,
                     int64_t mul, int64_t add, int64_t before) {
  check(out.size(), bits, packed.size());
  const auto sums = bits > 24 ? nullptr : lane_kernels(bits).sums;
  if (sums == nullptr) {
    for_unpack_affine(packed, bits, out, mul, add);
    return add_up(out, before);
  }
  each_group(out.size(), bits, [&](size_t at, size_t first) {
    sums(packed.data() + at, out.data() + first, mul, add, before);
    before = out[first + kForGroup - 1];
  });
}

const char* for_kernels_name() { return kernels::for_kernels().name; }

namespace kernels {

const std::vector<const ForKernels*>& available_for_kernels() {
  static const std::vector<const ForKernels*> available = [] {
    std::vector<const ForKernels*> found = {&for_kernels_scalar()};
#ifdef SEGSMITH_X86_KERNELS
    if (cpu_has_avx2()) found.push_back(&for_kernels_avx2());
    if (cpu_has_avx512()) found.push_back(&for_kernels_avx512());
#endif
    return found;
  }();
  return available;
}

const ForKernels& for_kernels() {
  static const ForKernels& chosen = *available_for_kernels().back();
  return chosen;
}

}  // namespace kernels
}  // namespace segsmith::packing
