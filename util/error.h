// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace segsmith {

/// Where in an index something was met. `offset` is absolute in `file`, also when the bytes were
/// read through a slice (a compound file's inner file, one field's values).
struct Where {
  std::string file;
  std::string slice;  ///< What part of the file was being read; may be empty.
  uint64_t offset = 0;
};

/// Base of every exception that the library throws.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Bytes that no correct writer produces: file, offset, what was expected and what was found.
class CorruptIndex : public Error {
 public:
  CorruptIndex(Where where, std::string expected, std::string found, std::string note = {});

  const Where& where() const { return where_; }
  const std::string& expected() const { return expected_; }
  const std::string& found() const { return found_; }

 private:
  Where where_;
  std::string expected_;
  std::string found_;
};

/// A codec, format or version that is well formed but not one that this library handles.
class UnsupportedVersion : public Error {
 public:
  UnsupportedVersion(Where where, std::string what, std::string found, std::string supported);
  const Where& where() const { return where_; }

 private:
  Where where_;
};

/// The operating system refused: missing file, full disk, permission, lock held.
class IoError : public Error {
 public:
  IoError(std::string path, std::string action, int error_number);
  IoError(std::string path, std::string message);
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The caller's input (a setting, a mapping, a document, an argument) does not fit.
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// Message text "file 'a' (slice) at offset n"; shared by the exceptions above.
std::string describe(const Where& where);

}  // namespace segsmith
