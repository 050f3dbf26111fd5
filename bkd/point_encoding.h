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
#include <vector>

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

// Places: degrees in steps of 180 / 2^32 and 360 / 2^32, rounded down (GeoEncodingUtils). Latitudes
// of -90 to 90 and longitudes of -180 to 180, else InvalidArgument.
int32_t encode_latitude(double degrees);
int32_t encode_longitude(double degrees);
double decode_latitude(int32_t v);
double decode_longitude(int32_t v);

/// LatLonPoint: the two as dimensions of 4 bytes.
PointBytes<8> encode_lat_lon(double latitude, double longitude);
/// The same of what LatLonDocValuesField holds: latitude in the upper 32 bits, longitude below.
inline PointBytes<8> encode_lat_lon(int64_t doc_value) {
  return detail::big_endian(static_cast<uint64_t>(doc_value) ^ 0x8000000080000000u);
}
struct LatLon {
  double latitude, longitude;
};
LatLon decode_lat_lon(std::span<const std::byte, 8> b);

// Ranges of 1 to 4 dimensions (IntRange, LongRange, FloatRange, DoubleRange): all least values,
// then all greatest ones, each as a point's dimension. InvalidArgument where a least value is above
// the greatest (0.0
// and -0.0 are equal to that, if not as bytes), or NaN.
std::vector<std::byte> encode_int_range(std::span<const int32_t> min, std::span<const int32_t> max);
std::vector<std::byte> encode_long_range(std::span<const int64_t> min,
                                         std::span<const int64_t> max);
std::vector<std::byte> encode_float_range(std::span<const float> min, std::span<const float> max);
std::vector<std::byte> encode_double_range(std::span<const double> min,
                                           std::span<const double> max);
/// InetAddressRange: two addresses, which may be equal.
std::vector<std::byte> encode_ip_range(const PointBytes<16>& min, const PointBytes<16>& max);

/// IPv4 as IPv4-mapped IPv6 (::ffff:a.b.c.d). Nothing when `text` is no address.
std::optional<PointBytes<16>> encode_ip(std::string_view text);
/// Dotted form for mapped IPv4, else RFC 5952 text.
std::string decode_ip(std::span<const std::byte, 16> b);

}  // namespace segsmith::bkd
