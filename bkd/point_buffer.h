// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "util/error.h"

namespace segsmith::bkd {

/// Points of one field, gathered until a segment is flushed (PointValuesWriter): packed values and
/// their documents side by side, in the order of adding. A document may have several points.
class PointBuffer {
 public:
  /// `packed_bytes` is the size of every point: dimensions times bytes a dimension.
  explicit PointBuffer(size_t packed_bytes) : packed_bytes_(packed_bytes) {}

  size_t packed_bytes() const { return packed_bytes_; }
  size_t size() const { return docs_.size(); }
  bool empty() const { return docs_.empty(); }
  /// Heap bytes held, for RAM budgets.
  size_t memory() const { return values_.capacity() + docs_.capacity() * sizeof(int32_t); }

  /// `value` holds exactly packed_bytes() bytes.
  void add(int32_t doc, std::span<const std::byte> value) {
    if (value.size() != packed_bytes_) throw InvalidArgument("a point of another size");
    values_.insert(values_.end(), value.begin(), value.end());
    docs_.push_back(doc);
  }
  /// `docs.size()` points at once.
  void add_all(std::span<const int32_t> docs, std::span<const std::byte> values);
  /// Renumbers the documents: doc becomes new_docs[doc] (an index sort's old-to-new permutation).
  void map_docs(std::span<const int32_t> new_docs);
  void reserve(size_t points);
  void clear();
  /// Gives the memory back.
  void release();

  std::span<std::byte> values() { return values_; }
  std::span<const std::byte> values() const { return values_; }
  std::span<int32_t> docs() { return docs_; }
  std::span<const int32_t> docs() const { return docs_; }

 private:
  size_t packed_bytes_;
  std::vector<std::byte> values_;
  std::vector<int32_t> docs_;
};

}  // namespace segsmith::bkd
