// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>
#include <string>

#include "packing/lz4.h"
#include "util/error.h"

namespace segsmith::packing {
namespace {

constexpr size_t kMinMatch = 4;
constexpr size_t kLastLiterals = 5;
constexpr int kShortHashBits = 13;
constexpr int kIntHashBits = 12;

using Bytes = const std::byte*;

/// Four bytes in the machine's order: any order finds the same matches, as long as it is one.
uint32_t load32(Bytes p) {
  uint32_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

uint64_t load64(Bytes p) {
  uint64_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

template <int HashBits>
uint32_t hash(uint32_t four_bytes) {
  return (four_bytes * 2654435761U) >> (32 - HashBits);
}

/// Equal bytes at a and b (a < b), looking at b no further than `limit`.
size_t common_bytes(Bytes a, Bytes b, Bytes limit) {
  const Bytes start = b;
  if constexpr (std::endian::native == std::endian::little) {
    while (limit - b >= 8) {
      const uint64_t difference = load64(a) ^ load64(b);
      if (difference != 0) {
        return static_cast<size_t>(b - start) +
               static_cast<size_t>(std::countr_zero(difference)) / 8;
      }
      a += 8;
      b += 8;
    }
  }
  while (b < limit && *a == *b) {
    ++a;
    ++b;
  }
  return static_cast<size_t>(b - start);
}

/// Writes sequences to memory that has room for the worst case.
class SequenceWriter {
 public:
  explicit SequenceWriter(std::byte* out) : out_(out) {}
  std::byte* end() const { return out_; }

  void sequence(Bytes literals, size_t literal_count, size_t distance, size_t match_length) {
    const size_t rest = match_length - kMinMatch;
    literal_run(literals, literal_count, std::min<size_t>(rest, 15));
    put(distance);
    put(distance >> 8);
    if (rest >= 15) length(rest - 15);
  }

  void last_literals(Bytes literals, size_t count) { literal_run(literals, count, 0); }

 private:
  void put(size_t byte) { *out_++ = static_cast<std::byte>(byte); }

  void length(size_t rest) {
    for (; rest >= 255; rest -= 255) put(255);
    put(rest);
  }

  void literal_run(Bytes literals, size_t count, size_t token_low) {
    put(std::min<size_t>(count, 15) << 4 | token_low);
    if (count >= 15) length(count - 15);
    if (count > 0) std::memcpy(out_, literals, count);
    out_ += count;
  }

  std::byte* out_;
};

/// The search of LZ4.compressWithDictionary: every position is looked up until one matches, only
/// positions looked up enter the table, and what the table holds of earlier calls counts when it
/// still points at the same four bytes before here.
template <class Position, int HashBits>
void compress(std::span<const std::byte> data, size_t dict_length, std::span<Position> table,
              SequenceWriter& out) {
  const Bytes base = data.data();
  // Up to three of these reads reach over the dictionary's end into the data, as Lucene's do.
  for (size_t i = 0; i < dict_length; ++i) {
    table[hash<HashBits>(load32(base + i))] = static_cast<Position>(i);
  }
  const size_t end = data.size();
  const size_t limit = end - kLastLiterals;
  const size_t match_limit = limit - kMinMatch;
  size_t anchor = dict_length;
  size_t at = dict_length;
  while (at < match_limit) {
    const uint32_t four_bytes = load32(base + at);
    Position& slot = table[hash<HashBits>(four_bytes)];
    const size_t candidate = slot;
    slot = static_cast<Position>(at);
    if (candidate >= at || at - candidate >= kLz4MaxDistance ||
        load32(base + candidate) != four_bytes) {
      ++at;
      continue;
    }
    const size_t match_length =
        kMinMatch + common_bytes(base + candidate + kMinMatch, base + at + kMinMatch, base + limit);
    out.sequence(base + anchor, at - anchor, at - candidate, match_length);
    at += match_length;
    anchor = at;
  }
  out.last_literals(base + anchor, end - anchor);
}

}  // namespace

std::span<uint16_t> Lz4FastTable::shorts() {
  if (shorts_.empty()) {
    ints_.clear();
    shorts_.assign(size_t{1} << kShortHashBits, 0);
  }
  return shorts_;
}

std::span<uint32_t> Lz4FastTable::ints() {
  if (ints_.empty()) {
    shorts_.clear();
    ints_.assign(size_t{1} << kIntHashBits, 0);
  }
  return ints_;
}

void lz4_compress(std::span<const std::byte> data_with_dictionary, size_t dict_length,
                  Lz4FastTable& table, std::vector<std::byte>& out) {
  const size_t size = data_with_dictionary.size();
  if (dict_length > size || dict_length > kLz4MaxDistance) {
    throw InvalidArgument("an LZ4 dictionary of " + std::to_string(dict_length) + " bytes");
  }
  const size_t length = size - dict_length;
  const size_t start = out.size();
  out.resize(start + length + length / 255 + 16);
  SequenceWriter writer(out.data() + start);
  if (length <= kLastLiterals + kMinMatch) {
    writer.last_literals(data_with_dictionary.data() + dict_length, length);
  } else if (size - kLastLiterals < size_t{1} << 16) {
    compress<uint16_t, kShortHashBits>(data_with_dictionary, dict_length, table.shorts(), writer);
  } else {
    compress<uint32_t, kIntHashBits>(data_with_dictionary, dict_length, table.ints(), writer);
  }
  out.resize(static_cast<size_t>(writer.end() - out.data()));
}

}  // namespace segsmith::packing
