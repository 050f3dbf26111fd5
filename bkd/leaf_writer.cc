// SPDX-License-Identifier: Apache-2.0
#include "bkd/leaf_writer.h"

#include <algorithm>
#include <cstring>

#include "bkd/bytes.h"
#include "bkd/doc_ids_writer.h"

namespace segsmith::bkd {

namespace {

constexpr size_t kMaxRun = 0xFF;

size_t common_prefix(const std::byte* a, const std::byte* b, size_t length) {
  return static_cast<size_t>(std::mismatch(a, a + length, b).first - a);
}

/// How many points from `from` on (at most kMaxRun) have the byte at `offset` of point `from`.
size_t run_length(const LeafPoints& leaf, size_t packed, size_t from, size_t offset) {
  const size_t end = std::min(from + kMaxRun, leaf.count());
  const std::byte byte = leaf.values[from * packed + offset];
  size_t i = from + 1;
  while (i < end && leaf.values[i * packed + offset] == byte) ++i;
  return i - from;
}

size_t count_byte_runs(const LeafPoints& leaf, size_t packed, size_t offset) {
  size_t runs = 0;
  for (size_t i = 0; i < leaf.count(); i += run_length(leaf, packed, i, offset)) ++runs;
  return runs;
}

}  // namespace

size_t count_runs(const LeafPoints& leaf, size_t packed) {
  return with_width(packed, [&](auto width) {
    size_t runs = 1;
    const std::byte* p = leaf.values;
    for (size_t i = 1; i < leaf.count(); ++i, p += width.size()) {
      runs += std::memcmp(p, p + width.size(), width.size()) != 0;
    }
    return runs;
  });
}

LeafWriter::LeafWriter(const BkdConfig& config, int32_t version)
    : config_(config), version_(version), dims_(static_cast<size_t>(config.dims)) {
  const auto points = static_cast<size_t>(config.max_points_in_leaf);
  const size_t packed = config.packed_bytes();
  block_.resize(5 + max_doc_ids_bytes(points) + dims_ + 3 * packed + 1 + points * (packed + 5) +
                kLeafSlack);
}

void LeafWriter::write_sorted(const LeafPoints& leaf, store::Output& out) {
  const size_t packed = config_.packed_bytes();
  const std::byte* last = leaf.values + (leaf.count() - 1) * packed;
  const auto prefix = static_cast<int32_t>(common_prefix(leaf.values, last, packed));
  write(leaf, {&prefix, 1}, 0, count_runs(leaf, packed), out);
}

void LeafWriter::write(const LeafPoints& leaf, std::span<const int32_t> prefixes,
                       int32_t sorted_dim, size_t cardinality, store::Output& out) {
  std::byte* p = put_vint(block_.data(), static_cast<uint32_t>(leaf.count()));
  p += encode_doc_ids(leaf.docs, version_, p);
  for (size_t dim = 0; dim < dims_; ++dim) {
    const auto prefix = static_cast<size_t>(prefixes[dim]);
    p = put_vint(p, static_cast<uint32_t>(prefix));
    std::memcpy(p, leaf.values + dim * static_cast<size_t>(config_.bytes_per_dim), prefix);
    p += prefix;
  }
  p = put_values(p, leaf, prefixes, sorted_dim, cardinality);
  out.bytes(std::span<const std::byte>(block_.data(), static_cast<size_t>(p - block_.data())));
}

void LeafWriter::set_suffixes(std::span<const int32_t> prefixes) {
  const auto bytes = static_cast<size_t>(config_.bytes_per_dim);
  for (size_t dim = 0; dim < dims_; ++dim) {
    const auto prefix = static_cast<size_t>(prefixes[dim]);
    suffixes_[dim] = {dim * bytes + prefix, bytes - prefix};
  }
}

std::byte* LeafWriter::put_values(std::byte* p, const LeafPoints& leaf,
                                  std::span<const int32_t> prefixes, int32_t sorted_dim,
                                  size_t cardinality) {
  const size_t packed = config_.packed_bytes();
  set_suffixes(prefixes);
  size_t suffix_bytes = 0;
  for (size_t dim = 0; dim < dims_; ++dim) suffix_bytes += suffixes_[dim].length;
  if (suffix_bytes == 0) {
    *p++ = std::byte{0xFF};
    return p;
  }
  // Which form is smaller; equal sizes, and estimates that tie, take the low one.
  const size_t run_byte = suffixes_[static_cast<size_t>(sorted_dim)].offset;
  bool low = false;
  if (cardinality != leaf.count()) {
    const size_t high_cost =
        leaf.count() * (suffix_bytes - 1) + 2 * count_byte_runs(leaf, packed, run_byte);
    low = cardinality * (suffix_bytes + 1) <= high_cost;
  }
  *p++ = low ? std::byte{0xFE} : static_cast<std::byte>(sorted_dim);
  if (config_.index_dims != 1) p = put_bounds(p, leaf);
  if (low) return put_low(p, leaf);
  auto& sorted = suffixes_[static_cast<size_t>(sorted_dim)];
  ++sorted.offset;
  --sorted.length;
  return put_high(p, leaf, run_byte);
}

inline std::byte* LeafWriter::put_suffixes(std::byte* p, const std::byte* value) const {
  for (size_t dim = 0; dim < dims_; ++dim) {
    // Whole 16 bytes, of which `length` count: the slack makes that safe.
    std::memcpy(p, value + suffixes_[dim].offset, kLeafSlack);
    p += suffixes_[dim].length;
  }
  return p;
}

/// Least and greatest suffix of each index dimension, so that a reader may decide on the whole
/// leaf.
std::byte* LeafWriter::put_bounds(std::byte* p, const LeafPoints& leaf) const {
  const size_t packed = config_.packed_bytes();
  const auto bytes = static_cast<size_t>(config_.bytes_per_dim);
  with_width(bytes, [&](auto width) {
    std::array<std::byte, kMaxBytesPerDim> bound;
    for (size_t dim = 0; dim < static_cast<size_t>(config_.index_dims); ++dim) {
      const std::byte* value = leaf.values + dim * bytes;
      auto min = width.load(value), max = min;
      for (size_t i = 1; i < leaf.count(); ++i) {
        const auto key = width.load(value += packed);
        min = std::min(min, key);
        max = std::max(max, key);
      }
      const size_t length = suffixes_[dim].length;
      for (const auto key : {min, max}) {
        width.store(bound.data(), key);
        std::memcpy(p, bound.data() + bytes - length, length);
        p += length;
      }
    }
  });
  return p;
}

std::byte* LeafWriter::put_low(std::byte* p, const LeafPoints& leaf) const {
  const size_t packed = config_.packed_bytes();
  for (size_t i = 0; i < leaf.count();) {
    const std::byte* value = leaf.values + i * packed;
    size_t end = i + 1;
    while (end < leaf.count() && std::memcmp(value, leaf.values + end * packed, packed) == 0) ++end;
    p = put_vint(p, static_cast<uint32_t>(end - i));
    p = put_suffixes(p, value);
    i = end;
  }
  return p;
}

std::byte* LeafWriter::put_high(std::byte* p, const LeafPoints& leaf, size_t offset) {
  const size_t packed = config_.packed_bytes();
  for (size_t i = 0; i < leaf.count();) {
    const size_t run = run_length(leaf, packed, i, offset);
    *p++ = leaf.values[i * packed + offset];
    *p++ = static_cast<std::byte>(run);
    for (const size_t end = i + run; i < end; ++i) p = put_suffixes(p, leaf.values + i * packed);
  }
  return p;
}

}  // namespace segsmith::bkd
