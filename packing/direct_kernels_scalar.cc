// SPDX-License-Identifier: Apache-2.0
#include <boost/endian/conversion.hpp>
#include <cstring>

#include "packing/direct_kernels.h"

namespace segsmith::packing::kernels {
namespace {

namespace endian = boost::endian;

uint64_t load_bytes(const std::byte* p, size_t n) {
  unsigned char raw[8] = {};
  std::memcpy(raw, p, n);
  return endian::load_little_u64(raw);
}

uint64_t load_word(const std::byte* p) {
  return endian::load_little_u64(reinterpret_cast<const unsigned char*>(p));
}

/// Value `i` through a load of just its own bytes where the width has such a load.
template <int Bits>
uint64_t load_native(const std::byte* data, uint64_t i) {
  const auto* p = reinterpret_cast<const unsigned char*>(data) + i * (Bits / 8);
  if constexpr (Bits == 8) return *p;
  if constexpr (Bits == 16) return endian::load_little_u16(p);
  if constexpr (Bits == 32) return endian::load_little_u32(p);
  if constexpr (Bits == 64) return endian::load_little_u64(p);
}

template <int Bits>
inline constexpr bool kNative = Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64;

/// Values below this index may be read with a load of eight bytes.
template <int Bits>
uint64_t wide_limit(size_t size) {
  return size < 8 ? 0 : ((size - 8) * 8 + 7) / Bits + 1;
}

/// Calls visit(i, value first + i) for every value of the run, in order.
template <int Bits, class Visit>
inline void for_each(const Run& run, Visit&& visit) {
  size_t i = 0;
  if constexpr (kNative<Bits>) {
    for (; i < run.count; ++i) visit(i, load_native<Bits>(run.data, run.first + i));
  } else {
    const uint64_t limit = wide_limit<Bits>(run.size);
    const size_t wide = limit <= run.first
                            ? 0
                            : static_cast<size_t>(std::min<uint64_t>(run.count, limit - run.first));
    for (; i < wide; ++i) {
      const uint64_t bit = (run.first + i) * Bits;
      visit(i, load_word(run.data + bit / 8) >> (bit % 8) & kLargest<Bits>);
    }
    for (; i < run.count; ++i) {
      const uint64_t bit = (run.first + i) * Bits;
      const size_t left = std::min<size_t>(8, run.size - bit / 8);
      visit(i, load_bytes(run.data + bit / 8, left) >> (bit % 8) & kLargest<Bits>);
    }
  }
}

template <int Bits>
void unpack(const Run& run, int64_t* out) {
  for_each<Bits>(run, [out](size_t i, uint64_t v) { out[i] = static_cast<int64_t>(v); });
}

template <int Bits>
void affine(const Run& run, int64_t* out, int64_t mul, int64_t add) {
  const auto m = static_cast<uint64_t>(mul);
  const auto a = static_cast<uint64_t>(add);
  for_each<Bits>(run, [=](size_t i, uint64_t v) { out[i] = static_cast<int64_t>(v * m + a); });
}

template <int Bits>
bool table(const Run& run, int64_t* out, const int64_t* values, size_t table_size) {
  uint64_t largest = 0;
  for_each<Bits>(run, [&](size_t i, uint64_t v) {
    largest = std::max(largest, v);
    out[i] = values[v < table_size ? v : 0];
  });
  return largest < table_size;
}

template <int Bits>
void range(const Run& run, uint64_t low, uint64_t high, uint64_t* words, uint64_t bit) {
  const uint64_t width = high - low;
  Run part = run;
  for (size_t done = 0; done < run.count; done += part.count) {
    // Each part fills one word to its end.
    const uint64_t at = bit + done;
    part.first = run.first + done;
    part.count = std::min<size_t>(run.count - done, 64 - (at & 63));
    uint64_t mask = 0;
    for_each<Bits>(part, [&](size_t i, uint64_t v) { mask |= uint64_t{v - low <= width} << i; });
    words[at >> 6] |= mask << (at & 63);
  }
}

void store_bytes(std::byte* p, uint64_t v, size_t n) {
  v = endian::native_to_little(v);
  std::memcpy(p, &v, n);
}

/// Packs values of which `Group` fill `Group * Bits / 8` whole bytes (at most eight).
template <int Bits, int Group>
void pack_groups(const int64_t* values, size_t count, std::byte* out) {
  constexpr size_t kBytes = size_t{Group} * Bits / 8;
  const auto join = [](const int64_t* v, size_t n) {
    uint64_t word = 0;
    for (size_t j = 0; j < n; ++j) word |= static_cast<uint64_t>(v[j]) << (j * Bits & 63);
    return word;
  };
  size_t i = 0;
  // A group is stored as eight bytes; those behind it are overwritten by the next ones.
  constexpr size_t kSlack = (8 + kBytes - 1) / kBytes * Group;
  for (; count - i >= kSlack; i += Group, out += kBytes)
    store_bytes(out, join(values + i, Group), 8);
  for (; i < count; i += Group, out += kBytes) {
    const size_t n = std::min<size_t>(Group, count - i);
    store_bytes(out, join(values + i, n), (n * Bits + 7) / 8);
  }
}

template <int Bits>
void pack(const int64_t* values, size_t count, std::byte* out) {
  constexpr int kGroup = Bits % 8 == 0 ? 1 : Bits < 8 ? 64 / Bits : 2;
  pack_groups<Bits, kGroup>(values, count, out);
}

void add_line(int64_t* out, size_t count, uint64_t first, int64_t min, float slope) {
  for (size_t i = 0; i < count; ++i) {
    const auto expected = static_cast<int64_t>(slope * static_cast<float>(first + i));
    out[i] = static_cast<int64_t>(static_cast<uint64_t>(out[i]) + static_cast<uint64_t>(min) +
                                  static_cast<uint64_t>(expected));
  }
}

template <int Bits>
constexpr WidthKernels width() {
  return {unpack<Bits>, affine<Bits>, table<Bits>, range<Bits>, pack<Bits>};
}

}  // namespace

const KernelSet& scalar_kernels() {
  static constexpr KernelSet set = {"scalar", all_widths([]<int Bits>() { return width<Bits>(); }),
                                    add_line};
  return set;
}

}  // namespace segsmith::packing::kernels
