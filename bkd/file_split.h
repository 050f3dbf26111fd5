// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bkd/bytes.h"
#include "bkd/nd_builder.h"
#include "bkd/nd_leaf.h"
#include "bkd/nd_points.h"
#include "bkd/point_buffer.h"
#include "bkd/point_file.h"
#include "bkd/radix_select.h"

namespace segsmith::bkd {

/// Points in memory, [start, start + count) of an array that slices share, or a file of their own.
struct PointSlice {
  std::shared_ptr<PointBuffer> memory;
  std::unique_ptr<PointFile> file;
  uint64_t start = 0;
  uint64_t count = 0;
};

/// How many points a merge may hold in memory, and where others go.
struct SpillBudget {
  uint64_t most_in_memory;
  SpillFiles* files;  ///< Null when nothing is in files.
};

/// A slice out of a file: its points in memory.
PointSlice into_memory(PointSlice slice);

/// New points of a split, in memory or a file.
class PointSink {
 public:
  /// In memory where `count` points are at most `limit`.
  PointSink(SpillFiles& files, std::string_view part, size_t packed, uint64_t count,
            uint64_t limit);

  /// Points that the memory was sized for, 0 for a file.
  uint64_t in_memory() const { return memory_ ? size_ : 0; }
  PointBuffer* memory() const { return memory_.get(); }
  void append_record(const std::byte* record);
  void append(const std::byte* value, int32_t doc);
  PointSlice finish();

 private:
  size_t packed_;
  uint64_t size_;
  std::shared_ptr<PointBuffer> memory_;
  std::unique_ptr<PointFile> file_;
};

/// The bytes of a record that a split looks at, as SplitOrder with whole documents: those of the
/// dimension, then the data dimensions and the document, which follow each other.
struct RecordKey {
  RecordKey(const BkdConfig& config, size_t dim)
      : dim_bytes(static_cast<size_t>(config.bytes_per_dim)),
        dim_offset(dim * dim_bytes),
        rest_offset(config.packed_index_bytes()),
        size(dim_bytes + config.packed_bytes() - rest_offset + sizeof(int32_t)) {}

  size_t offset(size_t k) const {
    return k < dim_bytes ? dim_offset + k : rest_offset + k - dim_bytes;
  }

  size_t dim_bytes;
  size_t dim_offset;
  size_t rest_offset;
  size_t size;
};

/// Divides the points of a file (BKDRadixSelector): by the first byte in which they differ, then
/// those that share that byte with point k by the next, until they fit the memory. The order within
/// the parts is Lucene's.
template <class Width, class Size>
class FileSplit {
 public:
  FileSplit(const BkdConfig& config, Width width, Size size, const NdOrigin& origin,
            const SpillBudget& budget)
      : config_(config), width_(width), size_(size), origin_(origin), budget_(budget) {}

  /// `left` least points by `dim`, and the others, whose least value goes to `value`.
  std::pair<PointSlice, PointSlice> split(PointSlice slice, uint64_t left, size_t dim,
                                          const Cell& cell, std::byte* value) {
    // Two halves in memory at a time, at every level.
    const uint64_t half = budget_.most_in_memory / 2;
    const std::string suffix = std::to_string(dim);
    PointSink low(*budget_.files, "left" + suffix, packed(), left, half);
    PointSink high(*budget_.files, "right" + suffix, packed(), slice.count - left, half);
    run(std::move(slice.file), left, dim, common_prefix(cell, dim), value, low, high);
    PointSlice on_left = low.finish();
    return {std::move(on_left), high.finish()};
  }

 private:
  using Counts = std::array<uint64_t, 256>;

  size_t packed() const { return config_.packed_bytes(); }

  size_t common_prefix(const Cell& cell, size_t dim) const {
    const std::byte* min = &cell.min[dim * width_.size()];
    return static_cast<size_t>(
        std::mismatch(min, min + width_.size(), &cell.max[dim * width_.size()]).first - min);
  }

  /// Points share the first `byte` bytes of the dimension.
  void run(std::unique_ptr<PointFile> file, uint64_t k, size_t dim, size_t byte, std::byte* value,
           PointSink& low, PointSink& high) {
    const RecordKey key(config_, dim);
    for (int round = 0;; ++round, ++byte) {
      const store::Input input = file->read();
      const std::span<const std::byte> records = input.bytes();
      Counts counts;
      byte = differing_byte(records, file->record_bytes(), key, byte, counts);
      std::memcpy(value, records.data() + key.dim_offset, std::min(byte, key.dim_bytes));
      size_t bucket = 0;
      if (byte == key.size) {
        bucket = static_cast<size_t>(records[key.offset(byte - 1)]);
      } else {
        for (; counts[bucket] <= k; ++bucket) k -= counts[bucket];
        if (byte < key.dim_bytes) value[byte] = static_cast<std::byte>(bucket);
      }
      if (byte + 1 >= key.size) {
        const size_t last = key.offset(key.size - 1);
        return distribute(records, file->record_bytes(), last, bucket, low, high,
                          [&](const std::byte* record) {
                            (k > 0 ? low : high).append_record(record);
                            if (k > 0) --k;
                          });
      }
      PointSink delta(*budget_.files, "delta" + std::to_string(round), packed(), counts[bucket],
                      budget_.most_in_memory - low.in_memory() - high.in_memory());
      distribute(records, file->record_bytes(), key.offset(byte), bucket, low, high,
                 [&](const std::byte* record) { delta.append_record(record); });
      if (delta.memory() != nullptr) {
        file.reset();
        return split_memory(*delta.memory(), k, dim, value, low, high);
      }
      file = std::move(delta.finish().file);
    }
  }

  /// The first byte of the key from `byte` on in which records differ, with its histogram; the size
  /// of the key when there is none.
  static size_t differing_byte(std::span<const std::byte> records, size_t step,
                               const RecordKey& key, size_t byte, Counts& counts) {
    for (; byte < key.size; ++byte) {
      counts.fill(0);
      const size_t offset = key.offset(byte);
      for (size_t at = 0; at < records.size(); at += step) {
        ++counts[static_cast<size_t>(records[at + offset])];
      }
      if (counts[static_cast<size_t>(records[offset])] * step != records.size()) break;
    }
    return byte;
  }

  template <class Equal>
  static void distribute(std::span<const std::byte> records, size_t step, size_t offset,
                         size_t bucket, PointSink& low, PointSink& high, Equal equal) {
    for (size_t at = 0; at < records.size(); at += step) {
      const std::byte* record = records.data() + at;
      const auto byte = static_cast<size_t>(record[offset]);
      if (byte < bucket) {
        low.append_record(record);
      } else if (byte > bucket) {
        high.append_record(record);
      } else {
        equal(record);
      }
    }
  }

  void split_memory(PointBuffer& buffer, uint64_t k, size_t dim, std::byte* value, PointSink& low,
                    PointSink& high) {
    const NdPoints<Width, Size> points(config_, width_, size_, buffer.values().data(),
                                       buffer.docs().data());
    SplitOrder order(points, dim, origin_.doc_bits);
    radix_select(order, 0, buffer.size(), k);
    std::memcpy(value, points.value(k) + dim * points.dim_bytes(), points.dim_bytes());
    for (size_t i = 0; i < buffer.size(); ++i) {
      (i < k ? low : high).append(points.value(i), buffer.docs()[i]);
    }
  }

  const BkdConfig& config_;
  Width width_;
  Size size_;
  NdOrigin origin_;
  SpillBudget budget_;
};

}  // namespace segsmith::bkd
