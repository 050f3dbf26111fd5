// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "packing/testdata/split_mix.h"
#include "store/output.h"
#include "util/hex.h"

/// The repeatable inputs of PackingGoldens.java, and what Lucene made of them (goldens.txt).
namespace segsmith::packing::goldens {

struct Digest {
  size_t length = 0;
  std::string crc;
  std::string hex;  ///< "-" when the bytes are too many to show.

  static Digest of(std::span<const std::byte> bytes) {
    std::ostringstream crc;
    crc << std::hex << store::crc32(0, bytes);
    return {bytes.size(), crc.str(), bytes.empty() || bytes.size() > 80 ? "-" : to_hex(bytes)};
  }
  friend bool operator==(const Digest&, const Digest&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Digest& d) {
    return out << d.length << ' ' << d.crc << ' ' << d.hex;
  }
  friend std::istream& operator>>(std::istream& in, Digest& d) {
    return in >> d.length >> d.crc >> d.hex;
  }
};

/// The lines of a file of goldens that start with `kind`, without that word.
inline std::vector<std::istringstream> lines_of(const std::string& kind,
                                                const std::string& name = "goldens.txt") {
  std::ifstream file(std::string(SEGSMITH_SOURCE_DIR) + "/packing/testdata/" + name);
  std::vector<std::istringstream> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(kind + " ", 0) == 0) lines.emplace_back(line.substr(kind.size() + 1));
  }
  return lines;
}

inline std::vector<int64_t> direct_values(int bits, int count) {
  Random random(static_cast<uint64_t>(bits * int64_t{1000003} + count));
  std::vector<int64_t> values(static_cast<size_t>(count));
  for (int64_t& v : values) {
    const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
    v = static_cast<int64_t>(random.next() & mask);
  }
  return values;
}

inline uint64_t monotonic_step(int kind, Random& random) {
  const auto below = [&](int n) { return static_cast<uint64_t>(random.below(n)); };
  switch (kind) {
    case 0:
      return 0;
    case 1:
      return below(3);
    case 2:
      return below(1000);
    case 3:
      return below(10) == 0 ? below(1 << 30) : 1;
    case 4:
      return 7;
    case 5:
      return random.next() >> 24;
    case 7:
      return random.next() >> 1;
    default:
      return below(4) == 0 ? random.next() >> 4 : below(2);
  }
}

inline std::vector<int64_t> monotonic_values(int kind, int shift, int count) {
  Random random(static_cast<uint64_t>(kind * 7919 + shift * 131 + count));
  std::vector<int64_t> values(static_cast<size_t>(count));
  int64_t current = kind >= 6 ? INT64_MIN + random.below(100) : random.below(1000);
  for (int64_t& v : values) {
    v = current;
    const auto next =
        static_cast<int64_t>(static_cast<uint64_t>(current) + monotonic_step(kind, random));
    current = next < current ? INT64_MAX : next;
  }
  return values;
}

inline int lz4_length(Random& random) {
  const int choice = random.below(10);
  if (choice == 0) return random.below(12);
  if (choice < 5) return random.below(200);
  if (choice < 8) return random.below(9000);
  return choice == 8 ? 60000 + random.below(12000) : random.below(200000);
}

inline int lz4_dictionary(Random& random) {
  const int choice = random.below(3);
  if (choice == 0) return 0;
  return choice == 1 ? std::min(65536, random.below(70000)) : random.below(500);
}

/// Single symbols (kind 0) or copies of earlier parts between them.
inline void lz4_fill(Random& random, std::span<std::byte> buffer) {
  const int few = random.below(2) == 0 ? 4 : 256;
  const int symbols = 1 + random.below(few);
  const int kind = random.below(3);
  for (size_t k = 0; k < buffer.size();) {
    if (kind > 0 && k >= 8) {
      const auto longest = static_cast<size_t>(1 + random.below(kind == 1 ? 30 : 600));
      const size_t n = std::min(buffer.size() - k, longest);
      const auto from = static_cast<size_t>(random.below(static_cast<int>(k)));
      for (size_t j = 0; j < n; ++j) buffer[k + j] = buffer[from + j % (k - from)];
      k += n;
    }
    if (k < buffer.size()) buffer[k++] = static_cast<std::byte>(random.below(symbols));
  }
}

inline std::vector<int32_t> ints(int max, int count) {
  Random random(static_cast<uint64_t>(max * int64_t{31} + count));
  std::vector<int32_t> values(static_cast<size_t>(count));
  for (int32_t& v : values) v = random.below(max);
  return values;
}

}  // namespace segsmith::packing::goldens
