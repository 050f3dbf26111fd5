// SPDX-License-Identifier: Apache-2.0
#include "packing/stored_ints.h"

#include <algorithm>
#include <string>

#include "util/error.h"

namespace segsmith::packing {
namespace {

constexpr size_t kBlock = 128;

/// Each of kBlock * Bits / 64 longs takes the values i, i + longs, i + 2 * longs ..., the first in
/// its highest bits.
template <int Bits>
void write_block(std::span<const int32_t> values, store::Output& out) {
  constexpr size_t kLongs = kBlock * Bits / 64;
  for (size_t i = 0; i < kLongs; ++i) {
    uint64_t word = 0;
    for (size_t j = i; j < kBlock; j += kLongs) {
      word = word << Bits | static_cast<uint32_t>(values[j]);
    }
    out.le64(word);
  }
}

template <int Bits>
void write_all(std::span<const int32_t> values, store::Output& out) {
  out.u8(Bits);
  for (; values.size() >= kBlock; values = values.subspan(kBlock)) write_block<Bits>(values, out);
  for (const int32_t v : values) {
    if constexpr (Bits == 8) out.u8(static_cast<uint8_t>(v));
    if constexpr (Bits == 16) out.le16(static_cast<uint16_t>(v));
    if constexpr (Bits == 32) out.le_int(v);
  }
}

template <int Bits>
void read_block(store::Cursor& in, std::span<int32_t> out) {
  constexpr size_t kLongs = kBlock * Bits / 64;
  constexpr uint64_t kMask = (uint64_t{1} << Bits) - 1;
  for (size_t i = 0; i < kLongs; ++i) {
    uint64_t word = in.le64();
    for (size_t j = kBlock - kLongs + i; j < kBlock; j -= kLongs) {
      out[j] = static_cast<int32_t>(word & kMask);
      word >>= Bits;
    }
  }
}

template <int Bits>
void read_all(store::Cursor& in, std::span<int32_t> out) {
  in.need(out.size() * (Bits / 8), "bytes of integers");
  for (; out.size() >= kBlock; out = out.subspan(kBlock)) read_block<Bits>(in, out.first(kBlock));
  for (int32_t& v : out) {
    if constexpr (Bits == 8) v = in.u8();
    if constexpr (Bits == 16) v = in.le16();
    if constexpr (Bits == 32) v = in.le_int();
  }
}

int32_t read_vint(store::Cursor& in) {
  const uint32_t value = in.vint();
  if (value > INT32_MAX) in.corrupt("an integer up to 2147483647", std::to_string(value));
  return static_cast<int32_t>(value);
}

}  // namespace

void write_stored_ints(std::span<const int32_t> values, store::Output& out) {
  if (values.empty()) throw InvalidArgument("stored integers need at least one value");
  uint32_t all = 0;
  for (const int32_t v : values) all |= static_cast<uint32_t>(v);
  if (all > INT32_MAX) throw InvalidArgument("stored integers are never negative");
  if (values.size() == 1) return out.vint(all);
  if (std::all_of(values.begin(), values.end(), [&](int32_t v) { return v == values[0]; })) {
    out.u8(0);
    out.vint(static_cast<uint32_t>(values[0]));
  } else if (all <= 0xFF) {
    write_all<8>(values, out);
  } else if (all <= 0xFFFF) {
    write_all<16>(values, out);
  } else {
    write_all<32>(values, out);
  }
}

void read_stored_ints(store::Cursor& in, std::span<int32_t> out) {
  if (out.empty()) return;
  if (out.size() == 1) {
    out[0] = read_vint(in);
    return;
  }
  const uint8_t bits = in.u8();
  switch (bits) {
    case 0:
      std::fill(out.begin(), out.end(), read_vint(in));
      break;
    case 8:
      read_all<8>(in, out);
      break;
    case 16:
      read_all<16>(in, out);
      break;
    case 32:
      read_all<32>(in, out);
      if (*std::min_element(out.begin(), out.end()) < 0) {
        in.corrupt("integers up to 2147483647", "a greater one");
      }
      break;
    default:
      in.corrupt("integers of 0, 8, 16 or 32 bits", std::to_string(bits));
  }
}

}  // namespace segsmith::packing
