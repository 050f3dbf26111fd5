// SPDX-License-Identifier: Apache-2.0
#include "codec/stored_value_codec.h"

#include <bit>
#include <cmath>

#include "util/bits.h"

namespace segsmith::codec {
namespace {

constexpr int64_t kSecond = 1000;
constexpr int64_t kHour = 3600 * kSecond;
constexpr int64_t kDay = 24 * kHour;
/// Scale codes 0 (none), 1 second, 2 hour, 3 day.
constexpr int64_t kScales[] = {1, kSecond, kHour, kDay};

constexpr uint8_t kNegative = 0xFF;
constexpr uint8_t kAsFloat = 0xFE;
constexpr float kMaxSmallFloat = 125;
constexpr double kMaxSmallDouble = 124;

/// Java's floatToIntBits: every NaN is the one NaN.
uint32_t float_bits(float value) {
  return std::isnan(value) ? 0x7FC00000u : std::bit_cast<uint32_t>(value);
}
uint64_t double_bits(double value) {
  return std::isnan(value) ? 0x7FF8000000000000u : std::bit_cast<uint64_t>(value);
}

/// -1 .. max as a whole number; -0.0 does not count.
template <class Float>
bool is_small(Float value, Float max) {
  return value >= -1 && value <= max && value == std::trunc(value) &&
         !(value == 0 && std::signbit(value));
}

int scale_of(int64_t value) {
  if (value % kSecond != 0) return 0;
  if (value % kDay == 0) return 3;
  return value % kHour == 0 ? 2 : 1;
}

}  // namespace

void StoredValueEncoder::little(uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) u8((value >> (8 * i)) & 0xFF);
}

void StoredValueEncoder::vlong(uint64_t value) {
  for (; value >= 0x80; value >>= 7) u8((value & 0x7F) | 0x80);
  u8(value);
}

void StoredValueEncoder::bytes(std::span<const std::byte> value) {
  vlong(value.size());
  out_.insert(out_.end(), value.begin(), value.end());
}

void StoredValueEncoder::zint(int32_t value) {
  vlong((static_cast<uint32_t>(value) << 1) ^ static_cast<uint32_t>(value >> 31));
}

void StoredValueEncoder::tlong(int64_t value) {
  const int scale = scale_of(value);
  const uint64_t zigzag = zigzag_encode(value / kScales[scale]);
  const uint64_t rest = zigzag >> 5;
  u8(static_cast<uint64_t>(scale) << 6 | (rest != 0 ? 0x20 : 0) | (zigzag & 0x1F));
  if (rest != 0) vlong(rest);
}

void StoredValueEncoder::zfloat(float value) {
  const uint32_t bits = float_bits(value);
  if (is_small(value, kMaxSmallFloat)) {
    u8(0x80u | static_cast<uint32_t>(1 + static_cast<int>(value)));
  } else if (bits >> 31 == 0) {
    u8(bits >> 24);
    little(bits >> 8 & 0xFFFF, 2);
    u8(bits & 0xFF);
  } else {
    u8(kNegative);
    little(bits, 4);
  }
}

void StoredValueEncoder::zdouble(double value) {
  const uint64_t bits = double_bits(value);
  if (is_small(value, kMaxSmallDouble)) {
    u8(0x80u | static_cast<uint32_t>(1 + static_cast<int>(value)));
  } else if (value == static_cast<double>(static_cast<float>(value))) {
    u8(kAsFloat);
    little(float_bits(static_cast<float>(value)), 4);
  } else if (bits >> 63 == 0) {
    u8(bits >> 56);
    little(bits >> 24 & 0xFFFFFFFF, 4);
    little(bits >> 8 & 0xFFFF, 2);
    u8(bits & 0xFF);
  } else {
    u8(kNegative);
    little(bits, 8);
  }
}

namespace {

/// Bounded reading of one document; the first fault sticks and later reads answer 0.
class Decoder {
 public:
  explicit Decoder(std::span<const std::byte> bytes) : bytes_(bytes) {}

  const char* fault() const { return fault_; }
  bool at_end() const { return at_ == bytes_.size(); }

  uint64_t u8() {
    if (at_ == bytes_.size()) {
      fail("more bytes of a stored document");
      return 0;
    }
    return static_cast<uint64_t>(bytes_[at_++]);
  }

  uint64_t little(int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; ++i) value |= u8() << (8 * i);
    return value;
  }

  uint64_t vlong(int max_bytes) {
    uint64_t value = 0;
    for (int i = 0; i < max_bytes; ++i) {
      const uint64_t b = u8();
      value |= (b & 0x7F) << (7 * i);
      if (b < 0x80) return value;
    }
    fail("a shorter variable-length number");
    return 0;
  }

  std::span<const std::byte> bytes() {
    const uint64_t length = vlong(5);
    if (length > bytes_.size() - at_) {
      fail("a stored value inside its document");
      return {};
    }
    const auto part = bytes_.subspan(at_, length);
    at_ += length;
    return part;
  }

  int64_t zint() { return static_cast<int32_t>(zigzag_decode(vlong(5) & 0xFFFFFFFF)); }

  int64_t tlong() {
    const uint64_t head = u8();
    uint64_t zigzag = head & 0x1F;
    if (head & 0x20) zigzag |= vlong(9) << 5;
    return wrapping_mul(zigzag_decode(zigzag), kScales[head >> 6]);
  }

  int64_t zfloat() {
    const uint64_t head = u8();
    if (head == kNegative) return static_cast<int32_t>(little(4));
    if (head & 0x80) return static_cast<int32_t>(small_float(head));
    const uint64_t middle = little(2);
    return static_cast<int32_t>(head << 24 | middle << 8 | u8());
  }

  int64_t zdouble() {
    const uint64_t head = u8();
    if (head == kNegative) return static_cast<int64_t>(little(8));
    if (head == kAsFloat) {
      const float value = std::bit_cast<float>(static_cast<uint32_t>(little(4)));
      return std::bit_cast<int64_t>(static_cast<double>(value));
    }
    if (head & 0x80) {
      return std::bit_cast<int64_t>(static_cast<double>(static_cast<int>(head & 0x7F) - 1));
    }
    const uint64_t high = little(4), middle = little(2);
    return static_cast<int64_t>(head << 56 | high << 24 | middle << 8 | u8());
  }

  void fail(const char* expected) {
    if (fault_ == nullptr) fault_ = expected;
  }

 private:
  static uint32_t small_float(uint64_t head) {
    return std::bit_cast<uint32_t>(static_cast<float>(static_cast<int>(head & 0x7F) - 1));
  }

  std::span<const std::byte> bytes_;
  size_t at_ = 0;
  const char* fault_ = nullptr;
};

StoredValue decode_value(Decoder& in) {
  const uint64_t info = in.vlong(9);
  StoredValue value;
  value.field = static_cast<int32_t>(info >> 3);
  if (info >> 34 != 0) in.fail("a field number of 31 bits");
  value.type = static_cast<StoredType>(info & 7);
  switch (value.type) {
    case StoredType::string:
    case StoredType::bytes:
      value.bytes = in.bytes();
      break;
    case StoredType::int32:
      value.number = in.zint();
      break;
    case StoredType::float32:
      value.number = in.zfloat();
      break;
    case StoredType::int64:
      value.number = in.tlong();
      break;
    case StoredType::float64:
      value.number = in.zdouble();
      break;
    default:
      in.fail("a stored type of 0 to 5");
  }
  return value;
}

}  // namespace

const char* decode_stored_document(std::span<const std::byte> document, uint32_t field_count,
                                   std::vector<StoredValue>& values) {
  values.clear();
  Decoder in(document);
  for (uint32_t i = 0; i < field_count && in.fault() == nullptr; ++i) {
    values.push_back(decode_value(in));
  }
  if (in.fault() == nullptr && !in.at_end()) in.fail("values up to the document's end");
  return in.fault();
}

}  // namespace segsmith::codec
