// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "store/codec_util.h"
#include "store/directory.h"
#include "util/error.h"

/// Helpers of tests: goldens in memory, and sweeps of damaged files through a reader.
namespace segsmith::testing {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(const store::Directory& directory, const std::string& name) {
  const store::Input file = directory.open(name);
  return {file.bytes().begin(), file.bytes().end()};
}

/// A folder below the source tree, copied into memory.
inline std::unique_ptr<store::MemoryDirectory> load_folder(const std::string& path) {
  const store::MmapDirectory folder(std::string(SEGSMITH_SOURCE_DIR) + "/" + path);
  auto copy = std::make_unique<store::MemoryDirectory>();
  for (const std::string& name : folder.list()) copy->put(name, bytes_of(folder, name));
  return copy;
}

/// The checksum in the footer made right again, so that damage reaches the parser.
inline Bytes with_checksum(Bytes bytes) {
  if (bytes.size() < store::kFooterLength) return bytes;
  const uint32_t crc = store::crc32(0, std::span(bytes).first(bytes.size() - 8));
  for (int i = 0; i < 4; ++i) {
    bytes[bytes.size() - 8 + static_cast<size_t>(i)] = std::byte{0};
    bytes[bytes.size() - 1 - static_cast<size_t>(i)] = static_cast<std::byte>(crc >> (8 * i));
  }
  return bytes;
}

/// Runs `read` and says whether it refused the bytes by one of the named errors.
template <class Read>
bool refuses(Read&& read) {
  try {
    read();
    return false;
  } catch (const CorruptIndex&) {
    return true;
  } catch (const UnsupportedVersion&) {
    return true;
  }
}

/// Every truncated prefix, and every byte flipped in three ways, through `read(directory)`.
/// Prefixes and plain flips must be refused when `checks_all` (the reader verifies the checksum of
/// the whole file); flips under a corrected checksum must end in a named error or an answer.
template <class Read>
void sweep_damage(store::MemoryDirectory& directory, const std::string& name, bool checks_all,
                  Read&& read) {
  const Bytes original = bytes_of(directory, name);
  for (size_t length = 0; length < original.size(); ++length) {
    directory.put(name, Bytes(original.begin(), original.begin() + static_cast<ptrdiff_t>(length)));
    EXPECT_TRUE(refuses([&] { read(directory); })) << name << " cut to " << length;
  }
  for (size_t at = 0; at < original.size(); ++at) {
    for (const uint8_t mask : {0x01, 0x80, 0xFF}) {
      Bytes damaged = original;
      damaged[at] ^= std::byte{mask};
      directory.put(name, damaged);
      const bool refused = refuses([&] { read(directory); });
      EXPECT_TRUE(refused || !checks_all) << name << " flipped at " << at;
      if (at + 8 >= original.size()) continue;
      directory.put(name, with_checksum(damaged));
      refuses([&] { read(directory); });
    }
  }
  directory.put(name, original);
  read(directory);
}

}  // namespace segsmith::testing
