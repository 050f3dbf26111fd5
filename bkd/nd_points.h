// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "bkd/bkd_config.h"
#include "bkd/bytes.h"

namespace segsmith::bkd {

/// The size of a point, known to the compiler or not.
template <size_t N>
struct FixedSize {
  static constexpr bool kFixed = true;
  static constexpr size_t kBytes = N;
  static constexpr size_t value() { return N; }
};
struct AnySize {
  static constexpr bool kFixed = false;
  static constexpr size_t kBytes = static_cast<size_t>(kMaxDims) * kMaxBytesPerDim;
  size_t bytes;
  size_t value() const { return bytes; }
};

/// Points of several dimensions that are reordered in place: packed values and their documents,
/// side by side. Width loads one dimension as a number, Size is that of a whole point. A view.
template <class Width, class Size>
class NdPoints {
 public:
  using Key = typename Width::Key;
  static constexpr bool kCheapSwap = Size::kFixed;

  NdPoints(const BkdConfig& config, Width width, Size size, std::byte* values, int32_t* docs)
      : width_(width),
        size_(size),
        index_bytes_(config.packed_index_bytes()),
        values_(values),
        docs_(docs) {}

  size_t packed() const { return size_.value(); }
  size_t dim_bytes() const { return width_.size(); }
  size_t index_bytes() const { return index_bytes_; }
  size_t data_bytes() const { return packed() - index_bytes_; }
  size_t dims() const { return packed() / dim_bytes(); }
  size_t index_dims() const { return index_bytes_ / dim_bytes(); }

  std::byte* value(size_t i) const { return values_ + i * packed(); }
  Key key(size_t i, size_t dim) const { return width_.load(value(i) + dim * dim_bytes()); }
  uint32_t doc(size_t i) const { return static_cast<uint32_t>(docs_[i]); }
  const int32_t* docs() const { return docs_; }
  Key load(const std::byte* dim) const { return width_.load(dim); }
  void store(std::byte* dim, Key key) const { width_.store(dim, key); }

  void swap(size_t i, size_t j) const {
    std::byte* a = value(i);
    std::byte* b = value(j);
    if constexpr (Size::kFixed) {
      std::array<std::byte, Size::kBytes> other;
      std::memcpy(other.data(), a, other.size());
      std::memcpy(a, b, other.size());
      std::memcpy(b, other.data(), other.size());
    } else {
      std::swap_ranges(a, a + packed(), b);
    }
    std::swap(docs_[i], docs_[j]);
  }

 private:
  Width width_;
  Size size_;
  size_t index_bytes_;
  std::byte* values_;
  int32_t* docs_;
};

/// Calls `f(width, size)` with the accessors for trees of this shape.
template <class F>
auto with_layout(const BkdConfig& config, F&& f) {
  const size_t packed = config.packed_bytes();
  if (config.bytes_per_dim == 4 && packed == 8) return f(FixedWidth<4>(), FixedSize<8>());
  if (config.bytes_per_dim == 4 && packed == 16) return f(FixedWidth<4>(), FixedSize<16>());
  if (config.bytes_per_dim == 8 && packed == 16) return f(FixedWidth<8>(), FixedSize<16>());
  return f(AnyWidth(static_cast<size_t>(config.bytes_per_dim)), AnySize{packed});
}

/// The order in which a split by `dim`, or a leaf sorted by it, sees points: by that dimension,
/// then the dimensions that are not indexed, then the document. Points that differ in nothing but
/// other index dimensions of one document are equal here.
template <class Points>
class SplitOrder {
 public:
  /// Radix passes look at the lower `doc_bits` of a document, in whole bytes from the highest bit
  /// on: the last byte may repeat bits of the one before.
  SplitOrder(const Points& points, size_t dim, int doc_bits)
      : points_(points), dim_(dim), doc_bits_(doc_bits) {}

  size_t key_bytes() const { return value_bytes() + (static_cast<size_t>(doc_bits_) + 7) / 8; }

  /// Byte `k` of point i's key.
  size_t byte_at(size_t i, size_t k) const {
    if (k < points_.dim_bytes()) return at(i, dim_ * points_.dim_bytes() + k);
    if (k < value_bytes()) return at(i, points_.index_bytes() + k - points_.dim_bytes());
    const int shift = doc_bits_ - 8 * static_cast<int>(k - value_bytes() + 1);
    return points_.doc(i) >> std::max(0, shift) & 0xFF;
  }

  void swap(size_t i, size_t j) { points_.swap(i, j); }

  /// Below, equal to or above zero, as point i is to point j.
  int compare(size_t i, size_t j) const {
    const Key a = points_.key(i, dim_);
    const Key b = points_.key(j, dim_);
    if (a != b) return a < b ? -1 : 1;
    return compare_rest(points_.value(i) + points_.index_bytes(), points_.doc(i), j);
  }

  void set_pivot(size_t i) {
    pivot_key_ = points_.key(i, dim_);
    pivot_doc_ = points_.doc(i);
    std::memcpy(pivot_data_.data(), points_.value(i) + points_.index_bytes(), points_.data_bytes());
  }
  /// As the pivot is to point j.
  int compare_pivot(size_t j) const {
    const Key b = points_.key(j, dim_);
    if (pivot_key_ != b) return pivot_key_ < b ? -1 : 1;
    return compare_rest(pivot_data_.data(), pivot_doc_, j);
  }

 private:
  using Key = typename Points::Key;

  size_t value_bytes() const { return points_.dim_bytes() + points_.data_bytes(); }
  size_t at(size_t i, size_t offset) const { return static_cast<size_t>(points_.value(i)[offset]); }

  int compare_rest(const std::byte* data, uint32_t doc, size_t j) const {
    if (points_.data_bytes() != 0) {
      const int order =
          std::memcmp(data, points_.value(j) + points_.index_bytes(), points_.data_bytes());
      if (order != 0) return order;
    }
    return doc == points_.doc(j) ? 0 : doc < points_.doc(j) ? -1 : 1;
  }

  Points points_;
  size_t dim_;
  int doc_bits_;
  Key pivot_key_{};
  uint32_t pivot_doc_ = 0;
  std::array<std::byte, static_cast<size_t>(kMaxDims) * kMaxBytesPerDim> pivot_data_;
};

}  // namespace segsmith::bkd
