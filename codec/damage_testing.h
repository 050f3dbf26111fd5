// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "packing/testdata/damage_sweep.h"
#include "packing/testdata/digest.h"
#include "store/directory.h"
#include "util/error.h"

/// Helpers of tests: goldens in memory, and single damages. Whole sweeps: damage_sweep.h.
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
  fix_checksum(bytes);
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

}  // namespace segsmith::testing
