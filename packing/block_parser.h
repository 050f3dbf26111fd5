// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "store/input.h"
#include "util/bits.h"

namespace segsmith::packing {

/// Bounded reading of one small block inside a large Input. A store::Cursor would copy the Input,
/// which costs more than decoding the block. Throws CorruptIndex past the end of the block.
class BlockParser {
 public:
  /// The bytes [begin, end) of `data`, which must outlive the parser; CorruptIndex when they do not
  /// lie in it.
  BlockParser(const store::Input& data, uint64_t begin, uint64_t end) : data_(&data) {
    if (begin > end || end > data.size()) refuse(data, begin, end);
    at_ = data.bytes().data() + begin;
    end_ = data.bytes().data() + end;
  }

  size_t remaining() const { return static_cast<size_t>(end_ - at_); }
  uint8_t u8() {
    if (at_ == end_) need(1);
    return static_cast<uint8_t>(*at_++);
  }
  uint32_t vint() {
    if (at_ != end_ && static_cast<uint8_t>(*at_) < 0x80) return static_cast<uint8_t>(*at_++);
    if (end_ - at_ < 2 || static_cast<uint8_t>(at_[1]) >= 0x80) return long_vint();
    at_ += 2;
    return (static_cast<uint32_t>(at_[-2]) & 0x7F) | static_cast<uint32_t>(at_[-1]) << 7;
  }
  /// 63 bits, as store::Cursor::vlong.
  uint64_t vlong() {
    if (at_ != end_ && static_cast<uint8_t>(*at_) < 0x80) return static_cast<uint8_t>(*at_++);
    return long_vlong();
  }
  int64_t zlong() {
    if (end_ - at_ >= 2) {
      const auto low = static_cast<uint64_t>(at_[0]);
      const auto high = static_cast<uint64_t>(at_[1]);
      if (low < 0x80) {
        ++at_;
        return zigzag_decode(low);
      }
      if (high < 0x80) {
        at_ += 2;
        return zigzag_decode((low & 0x7F) | high << 7);
      }
    }
    return long_zlong();
  }
  uint64_t le64() {
    return boost::endian::load_little_u64(reinterpret_cast<const unsigned char*>(bytes(8).data()));
  }
  std::span<const std::byte> bytes(uint64_t count) {
    if (count > remaining()) need(count);
    const std::span<const std::byte> part(at_, static_cast<size_t>(count));
    at_ += count;
    return part;
  }
  std::span<const std::byte> rest() const { return {at_, remaining()}; }

  /// Throws unless all bytes were read.
  void end() const {
    if (at_ != end_) not_at_end();
  }
  /// Throws CorruptIndex for the byte at the present position.
  [[noreturn]] void corrupt(std::string expected, std::string found) const;
  /// For the byte `back` bytes before.
  [[noreturn]] void corrupt_before(size_t back, std::string expected, std::string found) const;

 private:
  [[noreturn]] static void refuse(const store::Input& data, uint64_t begin, uint64_t end);
  [[noreturn]] void need(uint64_t count) const;
  [[noreturn]] void not_at_end() const;
  uint32_t long_vint();
  uint64_t long_vlong();
  int64_t long_zlong();

  const store::Input* data_;
  const std::byte* at_;
  const std::byte* end_;
};

/// The bytes that end a block or begin it: few enough for one buffer, which is written at once.
class BlockBytes {
 public:
  explicit BlockBytes(std::byte* at) : at_(at) {}
  void u8(uint8_t v) { *at_++ = static_cast<std::byte>(v); }
  void vlong(uint64_t v);
  void zlong(int64_t v);
  void le64(uint64_t v);
  void append(std::span<const std::byte> bytes);
  void skip(size_t n) { at_ += n; }
  std::byte* at() const { return at_; }

 private:
  std::byte* at_;
};

}  // namespace segsmith::packing
