// SPDX-License-Identifier: Apache-2.0
#include "store/input.h"

#include <boost/endian/conversion.hpp>
#include <utility>

#include "util/bits.h"

namespace segsmith::store {

namespace endian = boost::endian;

Input::Input(std::shared_ptr<const void> owner, std::span<const std::byte> bytes, std::string file)
    : owner_(std::move(owner)), bytes_(bytes), file_(std::move(file)) {}

Where Input::where(uint64_t position) const { return {file_, slice_, base_ + position}; }

void Input::corrupt(uint64_t position, std::string expected, std::string found) const {
  throw CorruptIndex(where(position), std::move(expected), std::move(found));
}

Input Input::slice(std::string_view what, uint64_t offset, uint64_t length) const {
  if (offset > size() || length > size() - offset) {
    corrupt(std::min(offset, size()),
            std::string(what) + " at " + std::to_string(offset) + " of " + std::to_string(length) +
                " bytes",
            std::to_string(size()) + " bytes in all");
  }
  Input part = *this;
  part.bytes_ = bytes_.subspan(offset, length);
  part.slice_ = what;
  part.base_ = base_ + offset;
  return part;
}

Input Input::as_file(std::string file, uint64_t offset, uint64_t length) const {
  Input part = slice(file, offset, length);
  part.file_ = std::move(file);
  part.slice_.clear();
  part.base_ = 0;
  return part;
}

Cursor::Cursor(Input input, uint64_t position) : input_(std::move(input)) {
  data_ = input_.bytes().data();
  seek(position);
}

void Cursor::corrupt(std::string expected, std::string found) const {
  input_.corrupt(position_, std::move(expected), std::move(found));
}

void Cursor::need(uint64_t count, std::string_view what) const {
  if (count > remaining()) {
    corrupt(std::to_string(count) + " " + std::string(what),
            std::to_string(remaining()) + " bytes to the end");
  }
}

void Cursor::seek(uint64_t position) {
  if (position > input_.size()) {
    input_.corrupt(input_.size(), "a position up to " + std::to_string(input_.size()),
                   std::to_string(position));
  }
  position_ = position;
}

void Cursor::skip(uint64_t count) {
  need(count);
  position_ += count;
}

std::span<const std::byte> Cursor::bytes(uint64_t count) {
  need(count);
  const auto part = input_.bytes().subspan(position_, count);
  position_ += count;
  return part;
}

uint8_t Cursor::u8() {
  need(1, "byte");
  return static_cast<uint8_t>(data_[position_++]);
}

namespace {

const unsigned char* raw(std::span<const std::byte> part) {
  return reinterpret_cast<const unsigned char*>(part.data());
}

}  // namespace

uint16_t Cursor::le16() { return endian::load_little_u16(raw(bytes(2))); }
uint32_t Cursor::le32() { return endian::load_little_u32(raw(bytes(4))); }
uint64_t Cursor::le64() { return endian::load_little_u64(raw(bytes(8))); }
uint16_t Cursor::be16() { return endian::load_big_u16(raw(bytes(2))); }
uint32_t Cursor::be32() { return endian::load_big_u32(raw(bytes(4))); }
uint64_t Cursor::be64() { return endian::load_big_u64(raw(bytes(8))); }

uint32_t Cursor::vint() {
  uint32_t value = 0;
  for (int shift = 0; shift < 28; shift += 7) {
    const uint8_t b = u8();
    value |= static_cast<uint32_t>(b & 0x7F) << shift;
    if (b < 0x80) return value;
  }
  const uint8_t last = u8();
  if (last > 0x0F) {
    --position_;
    corrupt("a VInt of at most 32 bits", "fifth byte " + std::to_string(last));
  }
  return value | static_cast<uint32_t>(last) << 28;
}

uint64_t Cursor::vlong() {
  uint64_t value = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const uint8_t b = u8();
    value |= static_cast<uint64_t>(b & 0x7F) << shift;
    if (b < 0x80) return value;
  }
  --position_;
  corrupt("a VLong of at most nine bytes", "a tenth byte");
}

int64_t Cursor::zlong() {
  uint64_t value = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    const uint8_t b = u8();
    value |= static_cast<uint64_t>(b & 0x7F) << shift;
    if (b < 0x80) return zigzag_decode(value);
  }
  const uint8_t last = u8();
  if (last > 1) {
    --position_;
    corrupt("a ZLong of at most 64 bits", "tenth byte " + std::to_string(last));
  }
  return zigzag_decode(value | static_cast<uint64_t>(last) << 63);
}

int32_t Cursor::zint() { return static_cast<int32_t>(zigzag_decode(vint())); }

std::string Cursor::string() {
  const uint32_t length = vint();
  need(length, "bytes of a string");
  const auto part = bytes(length);
  return {reinterpret_cast<const char*>(part.data()), part.size()};
}

}  // namespace segsmith::store
