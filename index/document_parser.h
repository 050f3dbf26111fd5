// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "index/mapping.h"
#include "index/segment_buffer.h"
#include "util/error.h"

namespace segsmith::index {

/// A document that is refused. The caller adds file and line.
class DocumentError : public InvalidArgument {
 public:
  /// `offset`: bytes from the start of the line. `field` may be empty.
  DocumentError(size_t offset, std::string field, std::string message);
  size_t offset() const { return offset_; }
  const std::string& field() const { return field_; }

 private:
  size_t offset_;
  std::string field_;
};

/// Reads one JSON document at a time straight into the columns of a segment (simdjson, on demand).
/// Documents tend to repeat the order of their keys, so the key that followed last time is tried
/// before any table is asked. One thread.
class DocumentParser {
 public:
  /// Readable bytes that must follow every line.
  static constexpr size_t kPadding = 64;
  /// Objects and arrays inside one another, at most.
  static constexpr int kMostNesting = 500;

  /// With `drop_unmapped`, fields outside the mapping are counted where they would be refused.
  DocumentParser(std::shared_ptr<const Mapping> mapping, bool drop_unmapped);
  ~DocumentParser();

  /// Puts the document's values into `out` and leaves it open for end_document(). `seq_no` is the
  /// sequence number of a document that brings none. On DocumentError nothing of it is left in
  /// `out`.
  void parse(std::string_view line, int64_t seq_no, SegmentBuffer& out);

  /// How often each field outside the mapping was dropped. Past a thousand names only "(others)".
  const std::map<std::string, uint64_t>& dropped() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace segsmith::index
