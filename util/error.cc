// SPDX-License-Identifier: Apache-2.0
#include "util/error.h"

#include <cstring>
#include <utility>

namespace segsmith {

std::string describe(const Where& where) {
  std::string text = "file '" + where.file + "'";
  if (!where.slice.empty()) text += " (" + where.slice + ")";
  return text + " at offset " + std::to_string(where.offset);
}

CorruptIndex::CorruptIndex(Where where, std::string expected, std::string found, std::string note)
    : Error("corrupt index: " + describe(where) + ": expected " + expected + ", found " + found +
            (note.empty() ? std::string{} : " (" + note + ")")),
      where_(std::move(where)),
      expected_(std::move(expected)),
      found_(std::move(found)) {}

UnsupportedVersion::UnsupportedVersion(Where where, std::string what, std::string found,
                                       std::string supported)
    : Error("unsupported " + what + ": " + describe(where) + ": found " + found +
            ", supported: " + supported),
      where_(std::move(where)) {}

IoError::IoError(std::string path, std::string action, int error_number)
    : Error("cannot " + action + " '" + path + "': " + std::strerror(error_number)),
      path_(std::move(path)) {}

IoError::IoError(std::string path, std::string message)
    : Error("'" + path + "': " + message), path_(std::move(path)) {}

}  // namespace segsmith
