// SPDX-License-Identifier: Apache-2.0
#include "store/output.h"

#include <boost/endian/conversion.hpp>
#include <cstring>
#include <utility>

#include "store/memory_sink.h"
#include "util/bits.h"

#ifdef SEGSMITH_WITH_ISAL
#include <isa-l/crc.h>
#else
#include <zlib.h>
#endif

namespace segsmith::store {

namespace endian = boost::endian;

namespace {

constexpr size_t kBufferSize = size_t{1} << 16;

/// From about this size on libc copies by one instruction (rep movsb), which on AMD Zen 3 is twenty
/// times slower where both addresses lie a few bytes apart in their pages.
constexpr size_t kLibraryCopy = 2048;

void copy_bytes(std::byte* to, const std::byte* from, size_t size) {
  constexpr size_t kLine = 64;
  if (size >= kLibraryCopy) {
    for (; size >= kLine; size -= kLine, to += kLine, from += kLine) std::memcpy(to, from, kLine);
  }
  std::memcpy(to, from, size);
}

}  // namespace

uint32_t crc32(uint32_t seed, std::span<const std::byte> data) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(data.data());
#ifdef SEGSMITH_WITH_ISAL
  return crc32_gzip_refl(seed, bytes, data.size());
#else
  return static_cast<uint32_t>(::crc32_z(seed, bytes, data.size()));
#endif
}

Output::Output(std::unique_ptr<Sink> sink, std::string name)
    : sink_(std::move(sink)), name_(std::move(name)), buffer_(kBufferSize) {}

void Output::flush() {
  const std::span<const std::byte> block(buffer_.data(), used_);
  if (block.empty()) return;
  crc_ = crc32(crc_, block);
  sink_->write(block);
  flushed_ += used_;
  used_ = 0;
}

uint32_t Output::checksum() {
  flush();
  return crc_;
}

void Output::bytes(std::span<const std::byte> data) {
  while (!data.empty()) {
    if (used_ == buffer_.size()) flush();
    const size_t n = std::min(data.size(), buffer_.size() - used_);
    copy_bytes(buffer_.data() + used_, data.data(), n);
    used_ += n;
    data = data.subspan(n);
  }
}

void Output::bytes(std::string_view data) {
  bytes(std::as_bytes(std::span<const char>(data.data(), data.size())));
}

namespace {

template <class T>
void put(Output& out, T native_in_order) {
  std::byte raw[sizeof(T)];
  std::memcpy(raw, &native_in_order, sizeof(T));
  out.bytes(std::span<const std::byte>(raw, sizeof(T)));
}

}  // namespace

void Output::le16(uint16_t v) { put(*this, endian::native_to_little(v)); }
void Output::le32(uint32_t v) { put(*this, endian::native_to_little(v)); }
void Output::le64(uint64_t v) { put(*this, endian::native_to_little(v)); }
void Output::be16(uint16_t v) { put(*this, endian::native_to_big(v)); }
void Output::be32(uint32_t v) { put(*this, endian::native_to_big(v)); }
void Output::be64(uint64_t v) { put(*this, endian::native_to_big(v)); }

void Output::vint(uint32_t v) { vlong(v); }

void Output::vlong(uint64_t v) {
  while (v >= 0x80) {
    u8(static_cast<uint8_t>(v | 0x80));
    v >>= 7;
  }
  u8(static_cast<uint8_t>(v));
}

void Output::zlong(int64_t v) { vlong(zigzag_encode(v)); }

void Output::zint(int32_t v) {
  vint((static_cast<uint32_t>(v) << 1) ^ static_cast<uint32_t>(v >> 31));
}

void Output::string(std::string_view text) {
  vint(static_cast<uint32_t>(text.size()));
  bytes(text);
}

void Output::string_pairs(std::span<const std::pair<std::string, std::string>> pairs) {
  vint(static_cast<uint32_t>(pairs.size()));
  for (const auto& [key, value] : pairs) {
    string(key);
    string(value);
  }
}

void Output::strings(std::span<const std::string> values) {
  vint(static_cast<uint32_t>(values.size()));
  for (const std::string& value : values) string(value);
}

uint64_t Output::align(uint64_t alignment) {
  while (position() & (alignment - 1)) u8(0);
  return position();
}

void Output::close() {
  flush();
  sink_->close();
}

MemoryOutput::MemoryOutput(std::string name)
    : data_(std::make_shared<std::vector<std::byte>>()),
      out_(std::make_unique<MemorySink>(data_), std::move(name)) {}

std::vector<std::byte> MemoryOutput::take() {
  out_.checksum();
  return *data_;
}

}  // namespace segsmith::store
