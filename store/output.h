// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace segsmith::store {

/// Where an Output's full buffers go: a file, memory, or a test's fault injector.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void write(std::span<const std::byte> block) = 0;
  /// Ends the writing; errors that the operating system kept back surface here.
  virtual void close() = 0;
};

/// Sequential writing with a running CRC-32, which is taken over each buffer while it is in cache.
/// Lucene's DataOutput. Not for sharing across threads. Without close() the file counts as
/// abandoned.
class Output {
 public:
  Output(std::unique_ptr<Sink> sink, std::string name);
  Output(Output&&) = default;
  Output& operator=(Output&&) = default;
  ~Output() = default;

  const std::string& name() const { return name_; }
  /// Bytes written so far.
  uint64_t position() const { return flushed_ + used_; }
  /// CRC-32 of all bytes written so far.
  uint32_t checksum();

  void bytes(std::span<const std::byte> data);
  void bytes(std::string_view data);
  void u8(uint8_t v) {
    if (used_ == buffer_.size()) flush();
    buffer_[used_++] = static_cast<std::byte>(v);
  }
  void le16(uint16_t v);
  void le32(uint32_t v);
  void le64(uint64_t v);
  void be16(uint16_t v);
  void be32(uint32_t v);
  void be64(uint64_t v);
  void le_int(int32_t v) { le32(static_cast<uint32_t>(v)); }
  void le_long(int64_t v) { le64(static_cast<uint64_t>(v)); }
  void be_int(int32_t v) { be32(static_cast<uint32_t>(v)); }
  void be_long(int64_t v) { be64(static_cast<uint64_t>(v)); }
  void vint(uint32_t v);
  void vlong(uint64_t v);
  void zlong(int64_t v);
  void zint(int32_t v);
  /// VInt length, then the bytes.
  void string(std::string_view text);
  /// VInt count, then key and value of each pair in the given order.
  void string_pairs(std::span<const std::pair<std::string, std::string>> pairs);
  void strings(std::span<const std::string> values);
  /// Zero bytes up to the next multiple of `alignment` (a power of two); returns the new position.
  uint64_t align(uint64_t alignment);

  /// Hands what is buffered to the sink and closes it.
  void close();

 private:
  void flush();

  std::unique_ptr<Sink> sink_;
  std::string name_;
  std::vector<std::byte> buffer_;
  size_t used_ = 0;
  uint64_t flushed_ = 0;
  uint32_t crc_ = 0;
};

/// An Output into memory, for parts whose length must be known before they are written and for
/// tests.
class MemoryOutput {
 public:
  explicit MemoryOutput(std::string name = "memory");
  Output& out() { return out_; }
  /// Flushes; the bytes written so far. Valid until the next write.
  std::vector<std::byte> take();

 private:
  std::shared_ptr<std::vector<std::byte>> data_;
  Output out_;
};

/// CRC-32 (the zlib polynomial) of `data` continued from `seed`; ISA-L where it was built in.
uint32_t crc32(uint32_t seed, std::span<const std::byte> data);

}  // namespace segsmith::store
