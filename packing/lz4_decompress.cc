// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>

#include "packing/lz4.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

constexpr size_t kMinMatch = 4;
/// Copies run in steps of this many bytes where both sides have that much room.
constexpr size_t kStep = 16;

class Decoder {
 public:
  Decoder(std::span<const std::byte> in, size_t out_length, std::span<std::byte> out,
          size_t dict_length)
      : in_(in.data()),
        in_end_(in.data() + in.size()),
        start_(out.data()),
        out_(out.data() + dict_length),
        out_end_(out_ + out_length),
        room_end_(out.data() + out.size()) {}

  /// Null, or what was missing. `position` tells where.
  const char* run() {
    do {
      if (in_ == in_end_) return "a token of an LZ4 sequence";
      const auto token = static_cast<unsigned>(*in_++);
      if (const char* error = literals(token >> 4)) return error;
      if (out_ == out_end_) return nullptr;
      if (const char* error = match(token & 15)) return error;
    } while (out_ < out_end_);
    return nullptr;
  }

  const std::byte* position() const { return in_; }

 private:
  size_t in_left() const { return static_cast<size_t>(in_end_ - in_); }
  size_t out_left() const { return static_cast<size_t>(out_end_ - out_); }
  size_t room() const { return static_cast<size_t>(room_end_ - out_); }

  /// Adds the bytes that continue a length of 15; false at the end of the input.
  bool long_length(size_t& length) {
    unsigned byte;
    do {
      if (in_ == in_end_) return false;
      byte = static_cast<unsigned>(*in_++);
      length += byte;
    } while (byte == 255);
    return true;
  }

  const char* literals(size_t length) {
    if (length < 15 && in_left() >= kStep && room() >= kStep && length <= out_left()) {
      std::memcpy(out_, in_, kStep);
    } else {
      if (length == 15 && !long_length(length)) return "the length of LZ4 literals";
      if (length > in_left()) return "LZ4 literals that end inside the input";
      if (length > out_left()) return "LZ4 literals that end inside the output";
      if (length > 0) std::memcpy(out_, in_, length);
    }
    in_ += length;
    out_ += length;
    return nullptr;
  }

  const char* match(size_t length) {
    if (in_left() < 2) return "an LZ4 match distance";
    const size_t distance = static_cast<size_t>(in_[0]) | static_cast<size_t>(in_[1]) << 8;
    if (distance == 0 || distance > static_cast<size_t>(out_ - start_)) {
      return "an LZ4 match distance inside the output so far, and not 0";
    }
    in_ += 2;
    if (length == 15 && !long_length(length)) return "the length of an LZ4 match";
    length += kMinMatch;
    if (length > out_left()) return "an LZ4 match that ends inside the output";
    copy_match(distance, length);
    out_ += length;
    return nullptr;
  }

  void copy_match(size_t distance, size_t length) {
    std::byte* to = out_;
    std::byte* const end = out_ + length;
    if (room() - length < kStep) {
      for (; to < end; ++to) *to = *(to - distance);
      return;
    }
    // A source less than a step behind repeats; once a step of it stands, its distance may be any
    // multiple of the true one that reaches back at least a step.
    if (distance < kStep) {
      for (size_t i = 0; i < kStep; ++i) to[i] = *(to + i - distance);
      to += kStep;
      distance *= (kStep + distance - 1) / distance;
    }
    for (; to < end; to += kStep) std::memcpy(to, to - distance, kStep);
  }

  const std::byte* in_;
  const std::byte* in_end_;
  std::byte* start_;
  std::byte* out_;
  std::byte* out_end_;
  std::byte* room_end_;
};

}  // namespace

Lz4Result lz4_try_decompress(std::span<const std::byte> in, size_t out_length,
                             std::span<std::byte> out_with_dict, size_t dict_length) {
  if (dict_length > out_with_dict.size() || out_length > out_with_dict.size() - dict_length) {
    throw InvalidArgument("no room for " + std::to_string(out_length) + " LZ4 bytes");
  }
  Decoder decoder(in, out_length, out_with_dict, dict_length);
  const char* error = decoder.run();
  return {static_cast<size_t>(decoder.position() - in.data()), error};
}

void lz4_decompress(store::Cursor& in, size_t out_length, std::span<std::byte> out_with_dict,
                    size_t dict_length) {
  const auto rest = in.input().bytes().subspan(in.position());
  const Lz4Result result = lz4_try_decompress(rest, out_length, out_with_dict, dict_length);
  in.skip(result.consumed);
  if (result.error != nullptr) in.corrupt(result.error, "bytes that are none");
}

}  // namespace segsmith::packing
