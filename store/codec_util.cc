// SPDX-License-Identifier: Apache-2.0
#include "store/codec_util.h"

#include <algorithm>
#include <string>

#include "util/hex.h"

namespace segsmith::store {
namespace {

std::string hex32(uint32_t value) {
  const std::byte raw[4] = {static_cast<std::byte>(value >> 24),
                            static_cast<std::byte>(value >> 16), static_cast<std::byte>(value >> 8),
                            static_cast<std::byte>(value)};
  return "0x" + to_hex(raw);
}

/// Bytes quoted for a message, with everything but plain ASCII as dots.
std::string quoted(std::string text) {
  for (char& c : text) {
    if (c < 32 || c > 126) c = '.';
  }
  return "'" + text.substr(0, 64) + "'";
}

}  // namespace

void write_header(Output& out, std::string_view codec, int32_t version) {
  out.be32(kCodecMagic);
  out.string(codec);
  out.be_int(version);
}

void write_index_header(Output& out, std::string_view codec, int32_t version, const Id& id,
                        std::string_view suffix) {
  write_header(out, codec, version);
  out.bytes(id);
  out.u8(static_cast<uint8_t>(suffix.size()));
  out.bytes(suffix);
}

void write_footer(Output& out) {
  out.be32(kFooterMagic);
  out.be32(0);
  out.be64(out.checksum());
}

int32_t check_header(Cursor& in, std::string_view codec, int32_t min_version, int32_t max_version) {
  const uint64_t start = in.position();
  const uint32_t magic = in.be32();
  if (magic != kCodecMagic) {
    in.input().corrupt(start, "header magic " + hex32(kCodecMagic), hex32(magic));
  }
  const uint64_t name_at = in.position();
  const std::string name = in.string();
  if (name != codec) {
    in.input().corrupt(name_at, "codec " + quoted(std::string(codec)), quoted(name));
  }
  const uint64_t version_at = in.position();
  const int32_t version = in.be_int();
  if (version < min_version || version > max_version) {
    throw UnsupportedVersion(in.input().where(version_at), "version of " + std::string(codec),
                             std::to_string(version),
                             std::to_string(min_version) + " to " + std::to_string(max_version));
  }
  return version;
}

int32_t check_index_header(Cursor& in, std::string_view codec, int32_t min_version,
                           int32_t max_version, const Id& id, std::string_view suffix) {
  const int32_t version = check_header(in, codec, min_version, max_version);
  const uint64_t id_at = in.position();
  const auto found = in.bytes(id.size());
  if (!std::equal(found.begin(), found.end(), id.begin())) {
    in.input().corrupt(id_at, "id " + to_hex(id), to_hex(found));
  }
  const uint64_t suffix_at = in.position();
  const uint8_t length = in.u8();
  const auto raw = in.bytes(length);
  const std::string text(reinterpret_cast<const char*>(raw.data()), raw.size());
  if (text != suffix) {
    in.input().corrupt(suffix_at, "suffix " + quoted(std::string(suffix)), quoted(text));
  }
  return version;
}

namespace {

/// Offset of a footer magic that is not the last 16 bytes, or nothing: tells a file that had bytes
/// added from one that lost some.
bool footer_ends_earlier(const Input& file) {
  const auto bytes = file.bytes();
  const uint64_t window = std::min<uint64_t>(bytes.size(), 4096);
  Cursor in(file, bytes.size() - window);
  for (uint64_t at = bytes.size() - window; at + kFooterLength < bytes.size(); ++at) {
    in.seek(at);
    if (in.be32() == kFooterMagic && in.be32() == 0) {
      return in.be64() == crc32(0, bytes.first(at + 8));
    }
  }
  return false;
}

}  // namespace

uint32_t check_footer(const Input& file) {
  if (file.size() < kFooterLength) {
    file.corrupt(file.size(), "a footer of 16 bytes (file truncated?)",
                 std::to_string(file.size()) + " bytes");
  }
  const uint64_t start = file.size() - kFooterLength;
  Cursor in(file, start);
  const uint32_t magic = in.be32();
  if (magic != kFooterMagic) {
    file.corrupt(start, "footer magic " + hex32(kFooterMagic),
                 hex32(magic) + (footer_ends_earlier(file) ? " (file extended past its footer)"
                                                           : " (file truncated?)"));
  }
  const uint32_t algorithm = in.be32();
  if (algorithm != 0) file.corrupt(start + 4, "checksum algorithm 0", std::to_string(algorithm));
  const uint64_t checksum = in.be64();
  if (checksum >> 32) file.corrupt(start + 8, "a 32-bit checksum", std::to_string(checksum));
  return static_cast<uint32_t>(checksum);
}

void verify_checksum(const Input& file) {
  const uint32_t stored = check_footer(file);
  const uint32_t actual = crc32(0, file.bytes().first(file.size() - 8));
  if (stored != actual) {
    file.corrupt(file.size() - 8, "checksum " + hex32(actual) + " of the bytes", hex32(stored));
  }
}

Input without_footer(const Input& file) {
  check_footer(file);
  Input body = file;
  return body.slice("", 0, file.size() - kFooterLength);
}

}  // namespace segsmith::store
