// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "util/error.h"

namespace segsmith::store {

/// Read-only bytes of a file or of a part of one. Copies are cheap and share the mapping, which
/// lives as long as any Input made from it. Immutable, so safe to share across threads.
class Input {
 public:
  Input() = default;
  /// `owner` keeps `bytes` alive; `file` is the name that messages show.
  Input(std::shared_ptr<const void> owner, std::span<const std::byte> bytes, std::string file);

  std::span<const std::byte> bytes() const { return bytes_; }
  uint64_t size() const { return bytes_.size(); }
  const std::string& file() const { return file_; }

  /// The sub-range [offset, offset + length); CorruptIndex when it does not lie inside. `what`
  /// names the part in messages ("values of field 'x'").
  Input slice(std::string_view what, uint64_t offset, uint64_t length) const;
  /// The sub-range seen as a file of its own: messages name `file` and count offsets from its
  /// start.
  Input as_file(std::string file, uint64_t offset, uint64_t length) const;

  /// Where byte `position` of this input lies, for messages.
  Where where(uint64_t position) const;
  /// Throws CorruptIndex for byte `position`.
  [[noreturn]] void corrupt(uint64_t position, std::string expected, std::string found) const;

 private:
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
  std::string file_;
  std::string slice_;
  uint64_t base_ = 0;
};

/// Sequential, bounded reading of an Input (Lucene's DataInput). Every read checks what is left and
/// throws CorruptIndex past the end. Holds a copy of the Input, so it may outlive the caller's.
class Cursor {
 public:
  explicit Cursor(Input input, uint64_t position = 0);

  uint64_t position() const { return position_; }
  uint64_t remaining() const { return input_.size() - position_; }
  const Input& input() const { return input_; }
  void seek(uint64_t position);
  void skip(uint64_t count);

  uint8_t u8();
  uint16_t le16();
  uint32_t le32();
  uint64_t le64();
  uint16_t be16();
  uint32_t be32();
  uint64_t be64();
  int8_t i8() { return static_cast<int8_t>(u8()); }
  int16_t le_short() { return static_cast<int16_t>(le16()); }
  int32_t le_int() { return static_cast<int32_t>(le32()); }
  int64_t le_long() { return static_cast<int64_t>(le64()); }
  int32_t be_int() { return static_cast<int32_t>(be32()); }
  int64_t be_long() { return static_cast<int64_t>(be64()); }
  /// 32 bits, at most five bytes; a sixth byte or bits past 32 are corrupt.
  uint32_t vint();
  /// 63 bits, at most nine bytes, as Lucene's readVLong (negative values are never written so).
  uint64_t vlong();
  /// Zigzag over at most ten bytes (readZLong).
  int64_t zlong();
  int32_t zint();
  /// VInt length, then that many bytes of UTF-8 (validity is not checked).
  std::string string();
  std::span<const std::byte> bytes(uint64_t count);

  /// Throws CorruptIndex for the byte at the current position.
  [[noreturn]] void corrupt(std::string expected, std::string found) const;
  /// Throws unless at least `count` bytes are left; `what` names what needed them.
  void need(uint64_t count, std::string_view what = "bytes") const;

 private:
  Input input_;
  const std::byte* data_ = nullptr;
  uint64_t position_ = 0;
};

}  // namespace segsmith::store
