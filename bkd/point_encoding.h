// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Numbers as bytes whose unsigned big-endian order is the numbers' order, and back
/// (NumericUtils, LongPoint, DoublePoint, HalfFloatPoint, InetAddressPoint).
namespace segsmith::bkd {

template <size_t N>
using PointBytes = std::array<std::byte, N>;

namespace detail {
template <class T>
PointBytes<sizeof(T)> big_endian(T v) {
  PointBytes<sizeof(T)> out;
  boost::endian::native_to_big_inplace(v);
  std::memcpy(out.data(), &v, sizeof v);
  return out;
}
template <class T>
T from_big_endian(std::span<const std::byte, sizeof(T)> bytes) {
  T v;
  std::memcpy(&v, bytes.data(), sizeof v);
  return boost::endian::big_to_native(v);
}
}  // namespace detail

/// The sign bit is flipped, so that negative numbers come first.
inline PointBytes<8> encode_long(int64_t v) {
  return detail::big_endian(static_cast<uint64_t>(v) ^ (uint64_t{1} << 63));
}
inline int64_t decode_long(std::span<const std::byte, 8> b) {
  return static_cast<int64_t>(detail::from_big_endian<uint64_t>(b) ^ (uint64_t{1} << 63));
}
inline PointBytes<4> encode_int(int32_t v) {
  return detail::big_endian(static_cast<uint32_t>(v) ^ (uint32_t{1} << 31));
}
inline int32_t decode_int(std::span<const std::byte, 4> b) {
  return static_cast<int32_t>(detail::from_big_endian<uint32_t>(b) ^ (uint32_t{1} << 31));
}
inline PointBytes<2> encode_short(int16_t v) {
  return detail::big_endian(static_cast<uint16_t>(static_cast<uint16_t>(v) ^ 0x8000u));
}
inline int16_t decode_short(std::span<const std::byte, 2> b) {
  return static_cast<int16_t>(detail::from_big_endian<uint16_t>(b) ^ 0x8000u);
}

/// IEEE bits as a signed integer in the order of the numbers: for negative ones all bits but the
/// sign are flipped. Own inverse. Doc values of doubles and floats hold these too.
constexpr int64_t sortable_double_bits(int64_t bits) {
  return bits ^ ((bits >> 63) & 0x7fffffffffffffffLL);
}
constexpr int32_t sortable_float_bits(int32_t bits) { return bits ^ ((bits >> 31) & 0x7fffffff); }
constexpr int16_t sortable_half_bits(int16_t bits) {
  return static_cast<int16_t>(bits ^ ((bits >> 15) & 0x7fff));
}

/// Any NaN becomes Java's canonical one (Double.doubleToLongBits).
int64_t double_to_sortable(double v);
double sortable_to_double(int64_t v);
int32_t float_to_sortable(float v);
float sortable_to_float(int32_t v);
/// IEEE binary16, rounded to nearest even.
int16_t float_to_sortable_half(float v);
float sortable_half_to_float(int16_t v);

inline PointBytes<8> encode_double(double v) { return encode_long(double_to_sortable(v)); }
inline double decode_double(std::span<const std::byte, 8> b) {
  return sortable_to_double(decode_long(b));
}
inline PointBytes<4> encode_float(float v) { return encode_int(float_to_sortable(v)); }
inline float decode_float(std::span<const std::byte, 4> b) {
  return sortable_to_float(decode_int(b));
}
inline PointBytes<2> encode_half_float(float v) { return encode_short(float_to_sortable_half(v)); }
inline float decode_half_float(std::span<const std::byte, 2> b) {
  return sortable_half_to_float(decode_short(b));
}

/// IPv4 as IPv4-mapped IPv6 (::ffff:a.b.c.d). Nothing when `text` is no address.
std::optional<PointBytes<16>> encode_ip(std::string_view text);
/// Dotted form for mapped IPv4, else RFC 5952 text.
std::string decode_ip(std::span<const std::byte, 16> b);

}  // namespace segsmith::bkd
