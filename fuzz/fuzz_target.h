// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "packing/testdata/guarded_bytes.h"
#include "store/input.h"

/// What each entry (*_fuzz.cc) defines, and what it may use.
namespace segsmith::fuzz {

using Bytes = std::vector<std::byte>;

/// Gives `input` to the decoder under test. May throw CorruptIndex and UnsupportedVersion; anything
/// else, a failed expect() and any touch outside the input are faults. Must end in bounded time and
/// memory for every input.
void run_one(std::span<const std::byte> input);

/// Well-formed inputs to start from. Always the same.
std::vector<Bytes> seeds();

/// Ends the program with `what` when `condition` does not hold.
void expect(bool condition, const char* what);

/// `bytes` as a file, on memory that ends right before a page that may not be touched.
inline store::Input guarded_input(std::span<const std::byte> bytes,
                                  const std::string& name = "fuzz") {
  auto memory = std::make_shared<GuardedBytes>(bytes);
  const std::span<const std::byte> view = memory->span();
  return {std::move(memory), view, name};
}

/// Takes parameters off the front of an input; zeros when it is used up.
class Parameters {
 public:
  explicit Parameters(std::span<const std::byte> input) : left_(input) {}
  uint8_t u8() {
    if (left_.empty()) return 0;
    const auto value = static_cast<uint8_t>(left_[0]);
    left_ = left_.subspan(1);
    return value;
  }
  uint16_t u16() {
    const uint16_t low = u8();
    return static_cast<uint16_t>(low | u8() << 8);
  }
  uint32_t u32() {
    const uint32_t low = u16();
    return low | uint32_t{u16()} << 16;
  }
  /// From 1 to `most`.
  int32_t count(int32_t most) {
    return 1 + static_cast<int32_t>(u32() % static_cast<uint32_t>(most));
  }
  uint64_t u64() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 8) value |= uint64_t{u8()} << shift;
    return value;
  }
  /// The next `n` bytes, or as many as there are.
  std::span<const std::byte> take(size_t n) {
    const auto part = left_.first(std::min(n, left_.size()));
    left_ = left_.subspan(part.size());
    return part;
  }
  /// A part with its length (u16) before it.
  std::span<const std::byte> part() { return take(u16()); }
  std::span<const std::byte> rest() const { return left_; }

 private:
  std::span<const std::byte> left_;
};

/// Appends parameters as Parameters takes them, for seeds.
inline void append(Bytes& out, uint64_t value, size_t n) {
  for (size_t i = 0; i < n; ++i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}
inline void append(Bytes& out, std::span<const std::byte> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}
/// As Parameters::part() takes it; at most 65,535 bytes.
inline void append_part(Bytes& out, std::span<const std::byte> bytes) {
  append(out, bytes.size(), 2);
  append(out, bytes);
}
inline Bytes bytes_of(std::string_view text) {
  const auto view = std::as_bytes(std::span<const char>(text));
  return {view.begin(), view.end()};
}
inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace segsmith::fuzz
