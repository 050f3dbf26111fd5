// SPDX-License-Identifier: Apache-2.0
#include "bkd/bkd_meta.h"

#include <cstring>
#include <string>

#include "store/codec_util.h"
#include "util/bits.h"

namespace segsmith::bkd {

namespace {

int32_t bounded(store::Cursor& in, const char* what, int32_t low, int32_t high) {
  const uint64_t at = in.position();
  const uint32_t value = in.vint();
  if (value < static_cast<uint32_t>(low) || value > static_cast<uint32_t>(high)) {
    in.input().corrupt(
        at, std::string(what) + " of " + std::to_string(low) + " to " + std::to_string(high),
        std::to_string(value));
  }
  return static_cast<int32_t>(value);
}

BkdConfig read_config(store::Cursor& in) {
  BkdConfig config;
  config.dims = bounded(in, "dimensions", 1, kMaxDims);
  config.index_dims = bounded(in, "index dimensions", 1, std::min(config.dims, kMaxIndexDims));
  config.max_points_in_leaf = bounded(in, "points in a leaf", 1, kMaxPointsInLeafLimit);
  config.bytes_per_dim = bounded(in, "bytes a dimension", 1, kMaxBytesPerDim);
  return config;
}

std::vector<std::byte> read_packed(store::Cursor& in, size_t count) {
  const auto bytes = in.bytes(count);
  return {bytes.begin(), bytes.end()};
}

void check_bounds(const store::Cursor& in, const BkdMeta& meta) {
  const auto width = static_cast<size_t>(meta.config.bytes_per_dim);
  for (size_t at = 0; at < meta.min_packed.size(); at += width) {
    if (std::memcmp(&meta.min_packed[at], &meta.max_packed[at], width) > 0) {
      in.corrupt("a least value at or below the greatest",
                 "the opposite in dimension " + std::to_string(at / width));
    }
  }
}

/// Leaves are full but for the last (in every version since 8.6), so leaves and points must agree.
void check_counts(const store::Cursor& in, const BkdMeta& meta) {
  const auto leaf = static_cast<uint64_t>(meta.config.max_points_in_leaf);
  const auto points = static_cast<uint64_t>(meta.point_count);
  if (points == 0 || ceil_div(points, leaf) != static_cast<uint64_t>(meta.num_leaves)) {
    in.corrupt(std::to_string(meta.num_leaves) + " leaves of " + std::to_string(leaf) + " points",
               std::to_string(points) + " points");
  }
  if (meta.doc_count < 1 || static_cast<uint64_t>(meta.doc_count) > points) {
    in.corrupt("1 to " + std::to_string(points) + " documents", std::to_string(meta.doc_count));
  }
}

}  // namespace

void write_bkd_meta(store::Output& out, const BkdMeta& meta) {
  store::write_header(out, kBkdCodec, meta.version);
  out.vint(static_cast<uint32_t>(meta.config.dims));
  out.vint(static_cast<uint32_t>(meta.config.index_dims));
  out.vint(static_cast<uint32_t>(meta.config.max_points_in_leaf));
  out.vint(static_cast<uint32_t>(meta.config.bytes_per_dim));
  out.vint(static_cast<uint32_t>(meta.num_leaves));
  out.bytes(meta.min_packed);
  out.bytes(meta.max_packed);
  out.vlong(static_cast<uint64_t>(meta.point_count));
  out.vint(static_cast<uint32_t>(meta.doc_count));
  out.vint(static_cast<uint32_t>(meta.index_length));
  out.le_long(meta.data_offset);
  out.le_long(meta.index_offset);
}

BkdMeta read_bkd_meta(store::Cursor& in) {
  BkdMeta meta;
  meta.version = store::check_header(in, kBkdCodec, kBkdVersionStart, kBkdVersionCurrent);
  meta.config = read_config(in);
  meta.num_leaves = bounded(in, "leaves", 1, INT32_MAX);
  meta.min_packed = read_packed(in, meta.config.packed_index_bytes());
  meta.max_packed = read_packed(in, meta.config.packed_index_bytes());
  check_bounds(in, meta);
  meta.point_count = static_cast<int64_t>(in.vlong());
  meta.doc_count = bounded(in, "documents", 1, INT32_MAX);
  check_counts(in, meta);
  meta.index_length = bounded(in, "bytes of packed index", 0, INT32_MAX);
  meta.data_offset = in.le_long();
  meta.index_offset = in.le_long();
  if (meta.data_offset < 0 || meta.index_offset < 0) {
    in.corrupt("offsets of 0 or more",
               std::to_string(meta.data_offset) + " and " + std::to_string(meta.index_offset));
  }
  return meta;
}

}  // namespace segsmith::bkd
