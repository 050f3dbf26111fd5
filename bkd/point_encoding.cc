// SPDX-License-Identifier: Apache-2.0
#include "bkd/point_encoding.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cmath>

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
