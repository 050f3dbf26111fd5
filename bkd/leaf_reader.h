// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bkd/bkd_config.h"
#include "bkd/leaf_block.h"
#include "store/input.h"

namespace segsmith::bkd {

/// What a leaf is checked against.
struct LeafShape {
  BkdConfig config;
  int32_t version = kBkdVersionCurrent;
  int32_t max_doc = 0;
  int32_t count = 0;  ///< Points that the leaf must have.
};

/// Reads the count that begins a leaf and checks it.
void check_leaf_count(store::Cursor& in, int32_t count);
/// Reads the count and the documents; `out.values` is left alone.
void read_leaf_docs(store::Cursor& in, const LeafShape& shape, LeafBlock& out);

/// Decodes what follows the documents of a leaf, in two steps, so that a caller may look at the
/// leaf's bounds before its points are made. A template point holds the shared prefixes, suffixes
/// fill the rest.
class LeafValuesReader {
 public:
  /// Prefixes, kind and bounds, at in.position(); sizes and bounds in `out`.
  void read_head(store::Cursor& in, const LeafShape& shape, LeafBlock& out);
  /// The points, right after the head: out.values.
  void read_points(store::Cursor& in, LeafBlock& out);

 private:
  void read_prefixes(store::Cursor& in, LeafBlock& out);
  void read_kind(store::Cursor& in, LeafBlock& out);
  void read_bounds(store::Cursor& in, LeafBlock& out);
  void fill(LeafBlock& out, size_t from, size_t count) const;
  void read_low(store::Cursor& in, LeafBlock& out);
  void read_high(store::Cursor& in, LeafBlock& out);
  template <class Width>
  size_t put_whole_points(Width width, const store::Cursor& in, const std::byte* from, size_t first,
                          size_t run, LeafBlock& out) const;
  void put_points(const std::byte* from, size_t first, size_t count, LeafBlock& out) const;
  [[noreturn]] void bad_run(const store::Cursor& in, uint64_t at, size_t run, size_t done) const;

  size_t dims_ = 0;
  size_t index_dims_ = 0;
  size_t bytes_ = 0;
  size_t packed_ = 0;
  size_t count_ = 0;
  size_t suffix_bytes_ = 0;  ///< Of one point.
  std::array<size_t, kMaxDims> offset_{};
  std::array<size_t, kMaxDims> length_{};
  std::array<std::byte, kMaxDims * kMaxBytesPerDim> point_{};
};

/// Decodes the leaf at in.position() into `out`; CorruptIndex where it is damaged.
void read_leaf(store::Cursor& in, const LeafShape& shape, LeafBlock& out);
/// Only the values; `out.docs` is left alone.
void read_leaf_values(store::Cursor& in, const LeafShape& shape, LeafBlock& out);

}  // namespace segsmith::bkd
