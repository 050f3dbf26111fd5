// SPDX-License-Identifier: Apache-2.0
// Rows of trees written: the same points as compat_tests/java's BenchPoints makes, in memory.
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "bench/timer.h"
#include "bkd/bkd_writer.h"
#include "bkd/bytes.h"
#include "store/directory.h"
#include "store/output.h"

namespace segsmith::bench {
namespace {

constexpr int32_t kSegments = 10;

struct Points {
  std::vector<std::byte> values;  ///< 8 bytes each.
  std::vector<int32_t> docs;
};

Points make_points(int32_t count, uint64_t seed) {
  Points points;
  points.values.resize(static_cast<size_t>(count) * 8);
  points.docs.resize(static_cast<size_t>(count));
  uint64_t state = seed;
  for (size_t i = 0; i < points.docs.size(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    bkd::store_be(&points.values[8 * i], state ^ (state >> 32));
    points.docs[i] = static_cast<int32_t>(i);
  }
  return points;
}

/// A tree in memory. The checksum is that of leaves, index and metadata.
struct Tree {
  store::MemoryOutput data, index, meta;
  bkd::BkdMeta tree;

  template <class Write>
  int64_t write(Write write_tree) {
    tree = *write_tree(index.out(), data.out());
    bkd::write_bkd_meta(meta.out(), tree);
    return 0;
  }
  int64_t checksum() {
    uint32_t crc = 0;
    for (store::MemoryOutput* out : {&data, &index, &meta}) crc = store::crc32(crc, out->take());
    return crc;
  }
};

void bench_flush(Timer& timer, const std::string& name, const bkd::BkdConfig& config,
                 int32_t count) {
  const Points original = make_points(count, 42);
  std::vector<int64_t> samples;
  int64_t checksum = 0;
  for (int run = -1; run < timer.runs(); ++run) {
    Points points = original;
    Tree tree;
    const auto start = Clock::now();
    tree.write([&](store::Output& index, store::Output& data) {
      return bkd::BkdWriter(config, count).write_flush(points.values, points.docs, index, data);
    });
    if (run >= 0) samples.push_back(nanos_since(start));
    checksum = tree.checksum();
  }
  timer.put(name, samples, checksum);
}

std::shared_ptr<const bkd::BkdReader> open_segment(int32_t count, uint64_t seed) {
  Points points = make_points(count, seed);
  Tree tree;
  tree.write([&](store::Output& index, store::Output& data) {
    return bkd::BkdWriter({}, count).write_flush(points.values, points.docs, index, data);
  });
  const auto input = [](store::MemoryOutput& out, const char* name) {
    auto owner = std::make_shared<std::vector<std::byte>>(out.take());
    return store::Input(owner, *owner, name);
  };
  const store::Input data = input(tree.data, "data");
  return std::make_shared<bkd::BkdReader>(tree.tree, input(tree.index, "index"), data, data.size(),
                                          count);
}

void bench_merge(Timer& timer, int32_t count) {
  std::vector<bkd::MergeSource> sources;
  const int32_t each = count / kSegments;
  for (int32_t s = 0; s < kSegments; ++s) {
    sources.push_back({open_segment(each, 100 + static_cast<uint64_t>(s)), {{}, s * each}});
  }
  std::vector<int64_t> samples;
  int64_t checksum = 0;
  for (int run = -1; run < timer.runs(); ++run) {
    Tree tree;
    const auto start = Clock::now();
    tree.write([&](store::Output& index, store::Output& data) {
      return bkd::BkdWriter({}, count).write_merge(sources, index, data);
    });
    if (run >= 0) samples.push_back(nanos_since(start));
    checksum = tree.checksum();
  }
  timer.put("10-way 1-D merge", samples, checksum);
}

/// A line of /proc/self/status in bytes; 0 where there is none.
int64_t status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key + ":")) return std::stoll(line.substr(key.size() + 1)) * 1024;
  }
  return 0;
}

/// Bytes in thousandths of the points' own, as the one sample, at the peak of a flush into a file.
void measure_peak(Timer& timer, const std::string& name, const bkd::BkdConfig& config,
                  int32_t count, const std::string& folder) {
  Points points = make_points(count, 42);
  store::MmapDirectory directory = store::MmapDirectory::create_folder(folder);
  store::Output index = directory.create("index"), data = directory.create("data");
  const int64_t before = status_bytes("VmRSS");
  std::ofstream("/proc/self/clear_refs") << "5";  // The peak counts from here.
  bkd::BkdWriter(config, count).write_flush(points.values, points.docs, index, data);
  const int64_t more = status_bytes("VmHWM") - before;
  directory.remove("index");
  directory.remove("data");
  timer.put(name, {1000 + more * 1000 / (int64_t{count} * 12)}, 0);
}

}  // namespace

void points_write_rows(Timer& timer, const Json& command) {
  const int32_t count = command.value("points", 1'000'000);
  if (command.contains("peak")) {
    const std::string folder = command["peak"];
    measure_peak(timer, "1-D flush", {}, count, folder);
    measure_peak(timer, "2-D flush", {2, 2, 4, 512}, count, folder);
    return;
  }
  bench_flush(timer, "1-D flush", {}, count);
  bench_flush(timer, "2-D flush", {2, 2, 4, 512}, count);
  bench_merge(timer, count);
}

}  // namespace segsmith::bench
