// SPDX-License-Identifier: Apache-2.0
#include "codec/lucene90_stored_fields_compression.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "packing/lz4.h"

namespace segsmith::codec {
namespace {

constexpr size_t kLz4DictFactor = 2;      ///< The dictionary is a block / 2: length / 20.
constexpr size_t kDeflateDictFactor = 6;  ///< length / 60.
constexpr int kDeflateLevel = 6;
constexpr int kRawDeflate = -MAX_WBITS;
constexpr int kMemoryLevel = 8;
constexpr size_t kScratchSlack = 64;  ///< Lets the LZ4 decoder copy in wide steps.

size_t block_length(size_t length, size_t dictionary) {
  return (length - dictionary + kStoredFieldsSubBlocks - 1) / kStoredFieldsSubBlocks;
}

class Lz4Compressor final : public StoredFieldsCompressor {
 public:
  void compress(std::span<const std::byte> payload, store::Output& out) override {
    const size_t dictionary = std::min(packing::kLz4MaxDistance,
                                       payload.size() / (kStoredFieldsSubBlocks * kLz4DictFactor));
    const size_t block = block_length(payload.size(), dictionary);
    out.vint(static_cast<uint32_t>(dictionary));
    out.vint(static_cast<uint32_t>(block));
    compressed_.clear();
    add_block(payload.first(dictionary), 0, out);
    buffer_.assign(payload.begin(), payload.begin() + static_cast<ptrdiff_t>(dictionary));
    for (size_t at = dictionary; at < payload.size(); at += block) {
      const auto part = payload.subspan(at, std::min(block, payload.size() - at));
      buffer_.resize(dictionary);
      buffer_.insert(buffer_.end(), part.begin(), part.end());
      add_block(buffer_, dictionary, out);
    }
    out.bytes(compressed_);
  }

 private:
  /// All compressed lengths come first, then the bytes.
  void add_block(std::span<const std::byte> bytes, size_t dictionary, store::Output& out) {
    const size_t before = compressed_.size();
    packing::lz4_compress(bytes, dictionary, table_, compressed_);
    out.vint(static_cast<uint32_t>(compressed_.size() - before));
  }

  packing::Lz4FastTable table_;
  std::vector<std::byte> buffer_;
  std::vector<std::byte> compressed_;
};

Bytef* zlib_bytes(std::span<const std::byte> bytes) {
  // zlib's input pointers are not const, but it does not write to them.
  return reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
}

class DeflateCompressor final : public StoredFieldsCompressor {
 public:
  DeflateCompressor() {
    if (deflateInit2(&stream_, kDeflateLevel, Z_DEFLATED, kRawDeflate, kMemoryLevel,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~DeflateCompressor() override { deflateEnd(&stream_); }
  DeflateCompressor(const DeflateCompressor&) = delete;
  DeflateCompressor& operator=(const DeflateCompressor&) = delete;

  void compress(std::span<const std::byte> payload, store::Output& out) override {
    const size_t dictionary = payload.size() / (kStoredFieldsSubBlocks * kDeflateDictFactor);
    const size_t block = block_length(payload.size(), dictionary);
    out.vint(static_cast<uint32_t>(dictionary));
    out.vint(static_cast<uint32_t>(block));
    add_block(payload.first(dictionary), {}, out);
    for (size_t at = dictionary; at < payload.size(); at += block) {
      add_block(payload.subspan(at, std::min(block, payload.size() - at)),
                payload.first(dictionary), out);
    }
  }

 private:
  void add_block(std::span<const std::byte> bytes, std::span<const std::byte> dictionary,
                 store::Output& out) {
    if (bytes.empty()) {
      out.vint(0);
      return;
    }
    deflateReset(&stream_);
    if (!dictionary.empty()) {
      deflateSetDictionary(&stream_, zlib_bytes(dictionary), static_cast<uInt>(dictionary.size()));
    }
    buffer_.resize(deflateBound(&stream_, bytes.size()));
    stream_.next_in = zlib_bytes(bytes);
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
    stream_.avail_out = static_cast<uInt>(buffer_.size());
    if (deflate(&stream_, Z_FINISH) != Z_STREAM_END) throw std::bad_alloc();
    const size_t length = buffer_.size() - stream_.avail_out;
    out.vint(static_cast<uint32_t>(length));
    out.bytes(std::span<const std::byte>(buffer_).first(length));
  }

  z_stream stream_{};
  std::vector<std::byte> buffer_;
};

class Inflater {
 public:
  Inflater() {
    if (inflateInit2(&stream_, kRawDeflate) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Reads a VInt length and that many bytes, which must inflate to exactly out.size().
  void block(store::Cursor& in, std::span<const std::byte> dictionary, std::span<std::byte> out) {
    const uint64_t at = in.position();
    const uint32_t length = in.vint();
    if (length == 0 && out.empty()) return;
    const auto bytes = in.bytes(length);
    inflateReset(&stream_);
    if (!dictionary.empty()) {
      inflateSetDictionary(&stream_, zlib_bytes(dictionary), static_cast<uInt>(dictionary.size()));
    }
    stream_.next_in = zlib_bytes(bytes);
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    const int status = inflate(&stream_, Z_FINISH);
    if (status != Z_STREAM_END || stream_.avail_out != 0 || stream_.avail_in != 0) {
      in.input().corrupt(
          at, "a deflate stream of " + std::to_string(out.size()) + " bytes",
          stream_.msg != nullptr ? std::string(stream_.msg) : "status " + std::to_string(status));
    }
  }

 private:
  z_stream stream_{};
};

/// Lengths at the head of a payload, checked against the bytes that it must make.
struct Layout {
  size_t dictionary = 0;
  size_t block = 0;
  size_t blocks = 0;
};

Layout read_layout(store::Cursor& in, size_t length) {
  const uint64_t at = in.position();
  Layout layout;
  layout.dictionary = in.vint();
  layout.block = in.vint();
  if (layout.dictionary > length) {
    in.input().corrupt(at, "a dictionary of at most " + std::to_string(length) + " bytes",
                       std::to_string(layout.dictionary));
  }
  const size_t rest = length - layout.dictionary;
  if (rest == 0) return layout;
  if (layout.block == 0 || layout.block > length) {
    in.input().corrupt(at, "a block length of 1 to " + std::to_string(length),
                       std::to_string(layout.block));
  }
  layout.blocks = (rest - 1) / layout.block + 1;
  in.need(layout.blocks, "bytes of blocks");
  return layout;
}

void inflate_payload(store::Cursor& in, std::span<std::byte> out) {
  const Layout layout = read_layout(in, out.size());
  thread_local Inflater inflater;
  const auto dictionary = out.first(layout.dictionary);
  inflater.block(in, {}, dictionary);
  for (size_t at = layout.dictionary; at < out.size(); at += layout.block) {
    inflater.block(in, dictionary, out.subspan(at, std::min(layout.block, out.size() - at)));
  }
}

/// One LZ4 block, which must take exactly `length` bytes.
void lz4_block(store::Cursor& in, uint32_t length, size_t out_length, std::span<std::byte> out,
               size_t dictionary) {
  const uint64_t at = in.position();
  packing::lz4_decompress(in, out_length, out, dictionary);
  if (in.position() - at != length) {
    in.input().corrupt(at, "an LZ4 block of " + std::to_string(length) + " bytes",
                       std::to_string(in.position() - at));
  }
}

void lz4_payload(store::Cursor& in, std::span<std::byte> out, std::vector<std::byte>& scratch) {
  const Layout layout = read_layout(in, out.size());
  std::vector<uint32_t> lengths(layout.blocks + 1);
  for (uint32_t& length : lengths) length = in.vint();
  scratch.resize(layout.dictionary + std::min(layout.block, out.size()) + kScratchSlack);
  lz4_block(in, lengths[0], layout.dictionary, scratch, 0);
  std::memcpy(out.data(), scratch.data(), layout.dictionary);
  size_t at = layout.dictionary;
  for (size_t i = 1; i < lengths.size(); ++i) {
    const size_t part = std::min(layout.block, out.size() - at);
    lz4_block(in, lengths[i], part, scratch, layout.dictionary);
    std::memcpy(out.data() + at, scratch.data() + layout.dictionary, part);
    at += part;
  }
}

}  // namespace

std::unique_ptr<StoredFieldsCompressor> StoredFieldsCompressor::create(StoredFieldsMode mode) {
  if (mode == StoredFieldsMode::best_speed) return std::make_unique<Lz4Compressor>();
  return std::make_unique<DeflateCompressor>();
}

void decompress_payload(StoredFieldsMode mode, store::Cursor& in, std::span<std::byte> out,
                        std::vector<std::byte>& scratch) {
  if (mode == StoredFieldsMode::best_speed) {
    lz4_payload(in, out, scratch);
  } else {
    inflate_payload(in, out);
  }
}

uint64_t max_expansion(StoredFieldsMode mode) {
  // LZ4: a length byte of 255 stands for 255 bytes. Deflate: 258 bytes in two bits.
  return mode == StoredFieldsMode::best_speed ? 256 : 1040;
}

}  // namespace segsmith::codec
