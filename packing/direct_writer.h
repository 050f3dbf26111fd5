// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "packing/direct_format.h"
#include "store/output.h"

namespace segsmith::packing {

/// Packs values into an Output; the bytes are those of Lucene's DirectWriter, padding included.
/// Hand it blocks as large as they come: the cost of a call is that of a few dozen values.
class DirectWriter {
 public:
  /// `bits` is one of kDirectWidths, else InvalidArgument. `out` must outlive the writer.
  DirectWriter(store::Output& out, uint64_t count, int bits);

  /// Values as unsigned numbers below 2^bits; the caller vouches for that. More values than `count`
  /// in all are an InvalidArgument.
  void add(std::span<const int64_t> values);
  /// Ends the writing, after exactly `count` values (else InvalidArgument).
  void finish();

 private:
  void pack_and_write(std::span<const int64_t> values);

  /// A multiple of eight, so that every block but the last ends on a byte.
  static constexpr size_t kBlock = 1024;

  store::Output* out_;
  uint64_t left_;
  int bits_;
  size_t pending_ = 0;  ///< Values in buffer_ that wait for a whole block.
  std::unique_ptr<int64_t[]> buffer_;
  std::unique_ptr<std::byte[]> packed_;
};

/// Packs `values` into `out`, which must have at least direct_packed_bytes(values.size(), bits)
/// bytes (InvalidArgument otherwise); no padding. Returns the bytes used.
size_t direct_pack(std::span<const int64_t> values, int bits, std::span<std::byte> out);

}  // namespace segsmith::packing
