// SPDX-License-Identifier: Apache-2.0
#include "packing/direct_format.h"

#include <algorithm>

#include "util/bits.h"

namespace segsmith::packing {

int direct_width_index(int bits) {
  const auto* found = std::find(kDirectWidths.begin(), kDirectWidths.end(), bits);
  return found == kDirectWidths.end() ? -1 : static_cast<int>(found - kDirectWidths.begin());
}

int direct_bits_required(uint64_t max) {
  const int bits = unsigned_bits_required(static_cast<int64_t>(max));
  return *std::lower_bound(kDirectWidths.begin(), kDirectWidths.end(), bits);
}

uint64_t direct_packed_bytes(uint64_t count, int bits) {
  const auto width = static_cast<uint64_t>(bits);
  // 8 values take `width` bytes; the rest is below 8 * 64 bits.
  const uint64_t eights = count / 8;
  if (eights > UINT64_MAX / 64 - 1) return UINT64_MAX;
  return eights * width + (count % 8 * width + 7) / 8;
}

int direct_padding_bytes(int bits) {
  // Lucene reads a value as the smallest of short, int and long that is wide enough.
  const int load = bits > 32 ? 64 : bits > 16 ? 32 : bits > 8 ? 16 : bits;
  return (load - bits + 7) / 8;
}

uint64_t direct_byte_count(uint64_t count, int bits) {
  const uint64_t bytes = direct_packed_bytes(count, bits);
  const auto padding = static_cast<uint64_t>(direct_padding_bytes(bits));
  return bytes > UINT64_MAX - padding ? UINT64_MAX : bytes + padding;
}

}  // namespace segsmith::packing
