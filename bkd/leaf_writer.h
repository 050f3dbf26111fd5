// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bkd/bkd_config.h"
#include "store/output.h"

namespace segsmith::bkd {

/// Bytes after the last value of a leaf that LeafWriter may read (and ignore).
inline constexpr size_t kLeafSlack = 16;

/// The points of one leaf in the order in which they are written.
struct LeafPoints {
  std::span<const int32_t> docs;
  const std::byte* values = nullptr;  ///< docs.size() packed values, and kLeafSlack readable bytes.

  size_t count() const { return docs.size(); }
};

/// Runs of equal neighbours among the leaf's points of `packed` bytes.
size_t count_runs(const LeafPoints& leaf, size_t packed);

/// Writes leaves (BKDWriter.writeLeafBlockDocs and writeLeafBlockPackedValues). docs/format/kdd.md
class LeafWriter {
 public:
  /// For trees of a BKD version.
  LeafWriter(const BkdConfig& config, int32_t version);

  /// A leaf of a one-dimensional tree, in the order of value and document.
  void write_sorted(const LeafPoints& leaf, store::Output& out);

  /// Any leaf: `prefixes` are the bytes that all points share, by dimension; `sorted_dim` the
  /// dimension that the points are ordered by; `cardinality` the number of runs of equal
  /// neighbours.
  void write(const LeafPoints& leaf, std::span<const int32_t> prefixes, int32_t sorted_dim,
             size_t cardinality, store::Output& out);

 private:
  /// One stretch of a point that is stored as it is: what is left of a dimension after its prefix.
  struct Suffix {
    size_t offset;
    size_t length;
  };

  void set_suffixes(std::span<const int32_t> prefixes);
  std::byte* put_suffixes(std::byte* p, const std::byte* value) const;
  std::byte* put_bounds(std::byte* p, const LeafPoints& leaf) const;
  std::byte* put_low(std::byte* p, const LeafPoints& leaf) const;
  std::byte* put_high(std::byte* p, const LeafPoints& leaf, size_t offset);
  std::byte* put_values(std::byte* p, const LeafPoints& leaf, std::span<const int32_t> prefixes,
                        int32_t sorted_dim, size_t cardinality);

  BkdConfig config_;
  int32_t version_;
  std::vector<std::byte> block_;
  std::array<Suffix, kMaxDims> suffixes_{};
  size_t dims_;
};

}  // namespace segsmith::bkd
