// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "bkd/bkd_reader.h"
#include "bkd/bkd_writer.h"
#include "store/output.h"

/// Trees in memory, for tests of this room.
namespace segsmith::bkd::test {

inline store::Input input(std::vector<std::byte> bytes, const char* name) {
  auto owner = std::make_shared<std::vector<std::byte>>(std::move(bytes));
  return {owner, *owner, name};
}

struct Point {
  std::vector<std::byte> value;
  int32_t doc;
  bool operator==(const Point&) const = default;
  bool operator<(const Point& o) const {
    const int order = std::memcmp(value.data(), o.value.data(), value.size());
    return order != 0 ? order < 0 : doc < o.doc;
  }
};

inline std::vector<std::byte> big_endian(uint64_t v, size_t width) {
  std::vector<std::byte> out(width);
  for (size_t i = width; i-- > 0; v >>= 8) out[i] = static_cast<std::byte>(v);
  return out;
}

inline std::shared_ptr<const BkdReader> open_tree(const BkdMeta& meta, std::vector<std::byte> index,
                                                  std::vector<std::byte> data, int32_t max_doc) {
  const uint64_t end = data.size();
  return std::make_shared<BkdReader>(meta, input(std::move(index), "index"),
                                     input(std::move(data), "data"), end, max_doc);
}

inline std::shared_ptr<const BkdReader> write_tree(const BkdConfig& config, int32_t max_doc,
                                                   const std::vector<Point>& points) {
  std::vector<std::byte> values;
  std::vector<int32_t> docs;
  for (const Point& point : points) {
    values.insert(values.end(), point.value.begin(), point.value.end());
    docs.push_back(point.doc);
  }
  store::MemoryOutput index;
  store::MemoryOutput data;
  const auto meta = BkdWriter(config, max_doc).write_flush(values, docs, index.out(), data.out());
  return open_tree(*meta, index.take(), data.take(), max_doc);
}

inline std::vector<Point> read_points(const BkdReader& tree) {
  std::vector<Point> points;
  const size_t packed = tree.config().packed_bytes();
  tree.for_each_leaf([&](const LeafBlock& leaf) {
    for (size_t i = 0; i < static_cast<size_t>(leaf.count); ++i) {
      const auto* value = leaf.values.data() + i * packed;
      points.push_back({{value, value + packed}, leaf.docs[i]});
    }
  });
  return points;
}

}  // namespace segsmith::bkd::test
