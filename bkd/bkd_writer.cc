// SPDX-License-Identifier: Apache-2.0
#include "bkd/bkd_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "bkd/nd_writer.h"
#include "bkd/one_dim_writer.h"
#include "bkd/point_buffer.h"
#include "bkd/point_merger.h"
#include "bkd/point_sorter.h"
#include "util/error.h"

namespace segsmith::bkd {

namespace {

void check_config(const BkdConfig& config) {
  if (config.dims < 1 || config.dims > kMaxDims || config.index_dims < 1 ||
      config.index_dims > std::min(config.dims, kMaxIndexDims)) {
    throw InvalidArgument("points of " + std::to_string(config.dims) + " dimensions, " +
                          std::to_string(config.index_dims) + " of them indexed: 1 to " +
                          std::to_string(kMaxDims) + " with 1 to " + std::to_string(kMaxIndexDims) +
                          " indexed are possible");
  }
  if (config.bytes_per_dim < 1 || config.bytes_per_dim > kMaxBytesPerDim) {
    throw InvalidArgument("points of " + std::to_string(config.bytes_per_dim) +
                          " bytes a dimension: 1 to " + std::to_string(kMaxBytesPerDim) +
                          " are possible");
  }
  if (config.max_points_in_leaf < 1 || config.max_points_in_leaf > kMaxPointsInLeafLimit) {
    throw InvalidArgument("leaves of " + std::to_string(config.max_points_in_leaf) + " points");
  }
}

/// Points with their documents that the budget holds, at least a leaf.
uint64_t points_in(double megabytes, const BkdConfig& config) {
  const auto size = static_cast<double>(config.packed_bytes() + sizeof(int32_t));
  const double points = std::floor(megabytes * 1024 * 1024 / size);
  if (!(points >= config.max_points_in_leaf)) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", megabytes);
    throw InvalidArgument("a points budget of " + std::string(text.data()) +
                          " MB does not hold the " + std::to_string(config.max_points_in_leaf) +
                          " points of a leaf, of " +
                          std::to_string(config.packed_bytes() + sizeof(int32_t)) + " bytes each");
  }
  return static_cast<uint64_t>(std::min<double>(points, INT32_MAX));
}

/// Ascending documents are all different.
bool strictly_ascending(std::span<const int32_t> docs) {
  return std::adjacent_find(docs.begin(), docs.end(), std::greater_equal<>()) == docs.end();
}

PointBuffer gather(std::span<const MergeSource> sources, size_t packed_bytes) {
  PointBuffer points(packed_bytes);
  for (const MergeSource& source : sources) {
    LivePoints live(source);
    while (live.next_leaf()) {
      points.add_all({live.docs(), live.count()}, {live.values(), live.count() * packed_bytes});
    }
  }
  return points;
}

}  // namespace

BkdWriter::BkdWriter(const BkdConfig& config, int32_t max_doc, const BkdWriterOptions& options)
    : config_(config), max_doc_(max_doc), options_(options) {
  check_config(config);
  if (options.version < kBkdVersionStart || options.version > kBkdVersionCurrent) {
    throw InvalidArgument("BKD version " + std::to_string(options.version));
  }
  most_in_memory_ = points_in(options.max_mb_sort_in_heap, config);
}

std::optional<BkdMeta> BkdWriter::write_flush(std::span<std::byte> values, std::span<int32_t> docs,
                                              store::Output& index, store::Output& data) {
  if (values.size() != docs.size() * config_.packed_bytes()) {
    throw InvalidArgument(std::to_string(docs.size()) + " points of " +
                          std::to_string(config_.packed_bytes()) + " bytes in " +
                          std::to_string(values.size()) + " bytes");
  }
  if (docs.empty()) return std::nullopt;
  if (!config_.one_dimensional()) {
    return write_nd_flush({config_, options_.version, max_doc_, index, data}, values, docs);
  }
  OneDimWriter out(config_, options_.version, max_doc_, strictly_ascending(docs), data);
  PointSorter(config_.packed_bytes()).sort(values, docs, out);
  return out.finish(index);
}

std::optional<BkdMeta> BkdWriter::write_merge(std::span<const MergeSource> sources,
                                              store::Output& index, store::Output& data) {
  bool in_order = true;
  bool distinct_docs = true;
  for (const MergeSource& source : sources) {
    const BkdConfig& shape = source.reader->config();
    if (shape.dims != config_.dims || shape.index_dims != config_.index_dims ||
        shape.bytes_per_dim != config_.bytes_per_dim) {
      throw InvalidArgument("merging points of another shape: " + std::to_string(shape.dims) +
                            " dimensions of " + std::to_string(shape.bytes_per_dim) + " bytes");
    }
    in_order = in_order && keeps_order(source.docs);
    distinct_docs &= source.reader->doc_count() == source.reader->point_count();
  }
  if (!config_.one_dimensional() || !in_order) return sort_anew(sources, index, data);
  OneDimWriter out(config_, options_.version, max_doc_, distinct_docs, data);
  merge_points(config_.packed_bytes(), sources, out);
  return out.finish(index);
}

std::optional<BkdMeta> BkdWriter::sort_anew(std::span<const MergeSource> sources,
                                            store::Output& index, store::Output& data) {
  uint64_t most = 0;
  for (const MergeSource& source : sources) {
    most += static_cast<uint64_t>(source.reader->point_count());
  }
  if (config_.one_dimensional() && (options_.spill == nullptr || most <= most_in_memory_)) {
    PointBuffer points = gather(sources, config_.packed_bytes());
    return write_flush(points.values(), points.docs(), index, data);
  }
  NdMergeWriter out({config_, options_.version, max_doc_, index, data}, most, most_in_memory_,
                    options_.spill);
  for (const MergeSource& source : sources) {
    LivePoints live(source);
    while (live.next_leaf()) out.add({live.docs(), live.count()}, live.values());
  }
  return out.finish();
}

}  // namespace segsmith::bkd
