// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>

/// Loads and stores at unchecked pointers: for kernels whose callers have checked the whole block.
namespace segsmith::bkd {

/// A packed value of up to 16 bytes as a number.
__extension__ typedef unsigned __int128 Uint128;

template <class T>
T load_le(const std::byte* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return boost::endian::little_to_native(v);
}
template <class T>
void store_le(std::byte* p, T v) {
  v = boost::endian::native_to_little(v);
  std::memcpy(p, &v, sizeof v);
}
template <class T>
T load_be(const std::byte* p) {
  T v;
  std::memcpy(&v, p, sizeof v);
  return boost::endian::big_to_native(v);
}
template <class T>
void store_be(std::byte* p, T v) {
  v = boost::endian::native_to_big(v);
  std::memcpy(p, &v, sizeof v);
}

/// Writes at `p` and returns the byte after.
inline std::byte* put_vint(std::byte* p, uint32_t v) {
  for (; v >= 0x80; v >>= 7) *p++ = static_cast<std::byte>(v | 0x80);
  *p++ = static_cast<std::byte>(v);
  return p;
}
template <class T>
std::byte* put_le(std::byte* p, T v) {
  store_le(p, v);
  return p + sizeof v;
}

/// The VInt at `p`, of which `room` bytes may be read; returns the byte after it, or null where it
/// is not whole or has more than four bytes, which slower readers look into.
inline const std::byte* get_short_vint(const std::byte* p, size_t room, uint32_t& value) {
  value = 0;
  for (size_t i = 0; i < 4 && i < room; ++i) {
    const auto b = static_cast<uint32_t>(p[i]);
    value |= (b & 0x7F) << (7 * i);
    if (b < 0x80) return p + i + 1;
  }
  return nullptr;
}

/// Packed values of a width known to the compiler, as numbers in their order.
template <size_t W>
struct FixedWidth;
template <>
struct FixedWidth<2> {
  using Key = uint64_t;
  static constexpr size_t size() { return 2; }
  static Key load(const std::byte* p) { return load_be<uint16_t>(p); }
  static void store(std::byte* p, Key k) { store_be(p, static_cast<uint16_t>(k)); }
};
template <>
struct FixedWidth<4> {
  using Key = uint64_t;
  static constexpr size_t size() { return 4; }
  static Key load(const std::byte* p) { return load_be<uint32_t>(p); }
  static void store(std::byte* p, Key k) { store_be(p, static_cast<uint32_t>(k)); }
};
template <>
struct FixedWidth<8> {
  using Key = uint64_t;
  static constexpr size_t size() { return 8; }
  static Key load(const std::byte* p) { return load_be<uint64_t>(p); }
  static void store(std::byte* p, Key k) { store_be(p, k); }
};
template <>
struct FixedWidth<16> {
  using Key = Uint128;
  static constexpr size_t size() { return 16; }
  static Key load(const std::byte* p) {
    return static_cast<Key>(load_be<uint64_t>(p)) << 64 | load_be<uint64_t>(p + 8);
  }
  static void store(std::byte* p, Key k) {
    store_be(p, static_cast<uint64_t>(k >> 64));
    store_be(p + 8, static_cast<uint64_t>(k));
  }
};

/// Any width of 1 to 16 bytes.
class AnyWidth {
 public:
  using Key = Uint128;
  explicit AnyWidth(size_t width) : width_(width) {}
  size_t size() const { return width_; }
  Key load(const std::byte* p) const {
    Key key = 0;
    for (size_t i = 0; i < width_; ++i) key = key << 8 | static_cast<uint8_t>(p[i]);
    return key;
  }
  void store(std::byte* p, Key key) const {
    for (size_t i = width_; i-- > 0; key >>= 8) p[i] = static_cast<std::byte>(key);
  }

 private:
  size_t width_;
};

/// Calls `f` with the accessor for `width`.
template <class F>
auto with_width(size_t width, F&& f) {
  switch (width) {
    case 2:
      return f(FixedWidth<2>());
    case 4:
      return f(FixedWidth<4>());
    case 8:
      return f(FixedWidth<8>());
    case 16:
      return f(FixedWidth<16>());
    default:
      return f(AnyWidth(width));
  }
}

}  // namespace segsmith::bkd
