// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_encoding.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cmath>

#include "util/error.h"

namespace segsmith::bkd {

namespace {

constexpr std::array<unsigned char, 12> kMappedPrefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

uint16_t to_half(uint32_t bits) {
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  const uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) return 0x7E00;          // One canonical NaN.
  if (magnitude >= 0x477FF000) return sign | 0x7C00;  // Rounds past 65504, or is infinite.
  if (magnitude < 0x33000001) return sign;            // At most half of the least subnormal.
  const auto exponent = static_cast<int>(magnitude >> 23);
  uint32_t mantissa = (magnitude & 0x7FFFFF) | 0x800000;
  // Bits that fall off: 13 of a normal number, more the smaller a subnormal is.
  const int dropped = exponent >= 113 ? 13 : 126 - exponent;
  const uint32_t base = exponent >= 113 ? static_cast<uint32_t>(exponent - 113) << 10 : 0;
  const uint32_t rest = mantissa & ((1u << dropped) - 1);
  const uint32_t half = 1u << (dropped - 1);
  mantissa >>= dropped;
  if (rest > half || (rest == half && (mantissa & 1))) ++mantissa;
  return static_cast<uint16_t>(sign | (base + mantissa));
}

float from_half(uint16_t half) {
  const int exponent = half >> 10 & 0x1F;
  const int mantissa = half & 0x3FF;
  float value;
  if (exponent == 31) {
    value = mantissa == 0 ? HUGE_VALF : std::bit_cast<float>(0x7FC00000);
  } else if (exponent == 0) {
    value = std::ldexp(static_cast<float>(mantissa), -24);
  } else {
    value = std::ldexp(static_cast<float>(mantissa | 0x400), exponent - 25);
  }
  return half & 0x8000 ? -value : value;
}

}  // namespace

int64_t double_to_sortable(double v) {
  const int64_t bits = std::isnan(v) ? 0x7FF8000000000000LL : std::bit_cast<int64_t>(v);
  return sortable_double_bits(bits);
}

double sortable_to_double(int64_t v) { return std::bit_cast<double>(sortable_double_bits(v)); }

int32_t float_to_sortable(float v) {
  const int32_t bits = std::isnan(v) ? 0x7FC00000 : std::bit_cast<int32_t>(v);
  return sortable_float_bits(bits);
}

float sortable_to_float(int32_t v) { return std::bit_cast<float>(sortable_float_bits(v)); }

int16_t float_to_sortable_half(float v) {
  return sortable_half_bits(static_cast<int16_t>(to_half(std::bit_cast<uint32_t>(v))));
}

float sortable_half_to_float(int16_t v) {
  return from_half(static_cast<uint16_t>(sortable_half_bits(v)));
}

namespace {

constexpr double kSteps = 4294967296.0;
constexpr double kLatitudeStep = 1 / (kSteps / 180.0);
constexpr double kLongitudeStep = 1 / (kSteps / 360.0);
constexpr size_t kMaxRangeDims = 4;

int32_t encode_degrees(double degrees, double limit, double step, const char* what) {
  if (!(degrees >= -limit && degrees <= limit)) {
    throw InvalidArgument(std::string(what) + " of " + std::to_string(degrees) + " degrees");
  }
  // The greatest value would round to the next, non-existing step.
  if (degrees == limit) degrees = std::nextafter(degrees, 0);
  return static_cast<int32_t>(std::floor(degrees / step));
}

template <class T, class Encode>
std::vector<std::byte> encode_range(std::span<const T> min, std::span<const T> max, Encode encode) {
  if (min.empty() || min.size() > kMaxRangeDims || min.size() != max.size()) {
    throw InvalidArgument("a range of " + std::to_string(min.size()) + " and " +
                          std::to_string(max.size()) + " values");
  }
  for (size_t d = 0; d < min.size(); ++d) {
    if (min[d] != min[d] || max[d] != max[d]) throw InvalidArgument("a range with NaN");
    if (min[d] > max[d]) {
      throw InvalidArgument("a range from " + std::to_string(min[d]) + " to " +
                            std::to_string(max[d]));
    }
  }
  std::vector<std::byte> out;
  for (const auto& side : {min, max}) {
    for (const T value : side) {
      const auto bytes = encode(value);
      out.insert(out.end(), bytes.begin(), bytes.end());
    }
  }
  return out;
}

}  // namespace

int32_t encode_latitude(double degrees) {
  return encode_degrees(degrees, 90, kLatitudeStep, "latitude");
}
int32_t encode_longitude(double degrees) {
  return encode_degrees(degrees, 180, kLongitudeStep, "longitude");
}
double decode_latitude(int32_t v) { return v * kLatitudeStep; }
double decode_longitude(int32_t v) { return v * kLongitudeStep; }

PointBytes<8> encode_lat_lon(double latitude, double longitude) {
  const auto lat = static_cast<uint32_t>(encode_latitude(latitude));
  const auto lon = static_cast<uint32_t>(encode_longitude(longitude));
  return encode_lat_lon(static_cast<int64_t>(uint64_t{lat} << 32 | lon));
}

LatLon decode_lat_lon(std::span<const std::byte, 8> b) {
  return {decode_latitude(decode_int(b.first<4>())), decode_longitude(decode_int(b.last<4>()))};
}

std::vector<std::byte> encode_int_range(std::span<const int32_t> min,
                                        std::span<const int32_t> max) {
  return encode_range(min, max, encode_int);
}
std::vector<std::byte> encode_long_range(std::span<const int64_t> min,
                                         std::span<const int64_t> max) {
  return encode_range(min, max, encode_long);
}
std::vector<std::byte> encode_float_range(std::span<const float> min, std::span<const float> max) {
  return encode_range(min, max, encode_float);
}
std::vector<std::byte> encode_double_range(std::span<const double> min,
                                           std::span<const double> max) {
  return encode_range(min, max, encode_double);
}

std::vector<std::byte> encode_ip_range(const PointBytes<16>& min, const PointBytes<16>& max) {
  if (min > max) {
    throw InvalidArgument("a range from " + decode_ip(min) + " to " + decode_ip(max));
  }
  std::vector<std::byte> out(min.begin(), min.end());
  out.insert(out.end(), max.begin(), max.end());
  return out;
}

std::optional<PointBytes<16>> encode_ip(std::string_view text) {
  const std::string zero_ended(text);
  if (zero_ended.find('\0') != std::string::npos) return {};
  std::array<unsigned char, 16> bytes{};
  if (text.find(':') == std::string_view::npos) {
    std::copy(kMappedPrefix.begin(), kMappedPrefix.end(), bytes.begin());
    if (inet_pton(AF_INET, zero_ended.c_str(), &bytes[12]) != 1) return {};
  } else if (inet_pton(AF_INET6, zero_ended.c_str(), bytes.data()) != 1) {
    return {};
  }
  PointBytes<16> out;
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

std::string decode_ip(std::span<const std::byte, 16> b) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (std::memcmp(b.data(), kMappedPrefix.data(), kMappedPrefix.size()) == 0) {
    inet_ntop(AF_INET, b.data() + kMappedPrefix.size(), text.data(), text.size());
  } else {
    inet_ntop(AF_INET6, b.data(), text.data(), text.size());
  }
  return text.data();
}

}  // namespace segsmith::bkd
