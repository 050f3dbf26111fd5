// SPDX-License-Identifier: Apache-2.0
#include "packing/block_parser.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <utility>

#include "util/bits.h"

namespace segsmith::packing {

namespace endian = boost::endian;

void BlockParser::refuse(const store::Input& data, uint64_t begin, uint64_t end) {
  data.corrupt(
      std::min(begin, data.size()),
      "a block that ends between " + std::to_string(begin) + " and " + std::to_string(data.size()),
      "end " + std::to_string(end));
}

void BlockParser::corrupt_before(size_t back, std::string expected, std::string found) const {
  const auto position = static_cast<uint64_t>(at_ - data_->bytes().data());
  data_->corrupt(position - back, std::move(expected), std::move(found));
}

void BlockParser::corrupt(std::string expected, std::string found) const {
  corrupt_before(0, std::move(expected), std::move(found));
}

void BlockParser::need(uint64_t count) const {
  corrupt(std::to_string(count) + (count == 1 ? " byte" : " bytes") + " of the block",
          std::to_string(remaining()) + " to its end");
}

void BlockParser::not_at_end() const {
  corrupt("the end of the block", std::to_string(remaining()) + " bytes more");
}

uint32_t BlockParser::long_vint() {
  uint32_t value = 0;
  for (int shift = 0; shift < 28; shift += 7) {
    const uint8_t b = u8();
    value |= static_cast<uint32_t>(b & 0x7F) << shift;
    if (b < 0x80) return value;
  }
  const uint8_t last = u8();
  if (last > 0x0F) {
    corrupt_before(1, "a VInt of at most 32 bits", "fifth byte " + std::to_string(last));
  }
  return value | static_cast<uint32_t>(last) << 28;
}

uint64_t BlockParser::long_vlong() {
  uint64_t value = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const uint8_t b = u8();
    value |= static_cast<uint64_t>(b & 0x7F) << shift;
    if (b < 0x80) return value;
  }
  corrupt_before(1, "a VLong of at most nine bytes", "a tenth byte");
}

int64_t BlockParser::long_zlong() {
  uint64_t value = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const uint8_t b = u8();
    value |= static_cast<uint64_t>(b & 0x7F) << shift;
    if (b < 0x80) return zigzag_decode(value);
  }
  const uint8_t last = u8();
  if (last > 1) {
    corrupt_before(1, "a ZLong of at most 64 bits", "tenth byte " + std::to_string(last));
  }
  return zigzag_decode(value | static_cast<uint64_t>(last) << 63);
}

void BlockBytes::vlong(uint64_t v) {
  while (v >= 0x80) {
    u8(static_cast<uint8_t>(v | 0x80));
    v >>= 7;
  }
  u8(static_cast<uint8_t>(v));
}

void BlockBytes::zlong(int64_t v) { vlong(zigzag_encode(v)); }

void BlockBytes::append(std::span<const std::byte> bytes) {
  at_ = std::copy(bytes.begin(), bytes.end(), at_);
}

void BlockBytes::le64(uint64_t v) {
  endian::store_little_u64(reinterpret_cast<unsigned char*>(at_), v);
  at_ += 8;
}

}  // namespace segsmith::packing
