// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace segsmith::index {

/// The lines of a file: plain, .gz or .zst by its name; "-" is standard input, plain.
class LineSource {
 public:
  /// Readable bytes behind every line.
  static constexpr size_t kPadding = 64;

  /// IoError when the file cannot be opened.
  explicit LineSource(const std::string& path);
  ~LineSource();

  /// The next line without its end ("\n" or "\r\n"), valid until the next call. False at the end.
  /// IoError for a read error or damaged compression, InvalidArgument for a line past 1 GB.
  bool next(std::string_view& line);
  /// Of the last line, from 1.
  int64_t line_number() const { return line_number_; }
  /// Uncompressed bytes handed out so far.
  uint64_t bytes() const { return bytes_; }
  const std::string& name() const { return name_; }

 private:
  class Stream;

  bool fill();

  std::string name_;
  std::unique_ptr<Stream> stream_;
  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0, start_ = 0, end_ = 0;
  size_t searched_ = 0;  ///< No line end in [start_, searched_).
  int64_t line_number_ = 0;
  uint64_t bytes_ = 0;
  bool at_end_ = false;
};

}  // namespace segsmith::index
